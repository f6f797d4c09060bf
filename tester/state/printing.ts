/** Whether the page is being printed. The views then show what is closed, because paper has no buttons to open it. */
import { type Signal, signal } from "@preact/signals";

export const isPrinting: Signal<boolean> = signal(false);

addEventListener("beforeprint", () => {
  isPrinting.value = true;
});
addEventListener("afterprint", () => {
  isPrinting.value = false;
});
