/** Long texts that people paste. Laying one out takes a text area seconds, so it is taken as it is pasted and not shown. */

/** Chromium lays 500,000 characters out in 0.8 s. */
export const MAX_FIELD_CHARACTERS = 100_000;

/** Handles a paste: calls `take` with a long text, which then does not reach the text area. */
export const takingLong =
  (take: (text: string) => void) =>
  (event: ClipboardEvent): void => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length <= MAX_FIELD_CHARACTERS) return;
    event.preventDefault();
    take(pasted);
  };

/** What a text area may show. */
export const shownInField = (text: string): string => (text.length <= MAX_FIELD_CHARACTERS ? text : "");
