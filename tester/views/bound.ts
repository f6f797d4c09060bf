import type { Signal } from "@preact/signals";

interface Bound {
  readonly value: string;
  readonly onInput: (event: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) => void;
}

/** A field that shows a signal and takes what a person types. */
export const bound = (text: Signal<string>): Bound => ({
  value: text.value,
  onInput: ({ currentTarget }) => {
    text.value = currentTarget.value;
  },
});
