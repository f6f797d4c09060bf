/** Paper has no buttons: everything that is closed opens while the page is printed. */
import { type Signal, signal } from "@preact/signals";

export const isPrinting: Signal<boolean> = signal(false);

addEventListener("beforeprint", () => {
  isPrinting.value = true;
});
addEventListener("afterprint", () => {
  isPrinting.value = false;
});
