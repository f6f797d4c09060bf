// What a consumer does with one page: which topic it goes to next, and when. An outage is not a refusal: nobody knows yet, so the page
// goes to `pages-later` with the time from which it may be asked for again.

/** @returns the topic and the message; throws if the request itself failed, which is an attempt of the page */
export async function visit(url, fetch, pace) {
  try {
    const response = await fetch(url);
    await response.text(); // the turn of the host ends with the body
    // Overload is no answer of the page either. The pace knows how long its host rests.
    if (response.status === 429 || response.status >= 500) return later(url, new Date(pace.dueAt(url)));
    return { topic: "pages-read", message: { key: url, value: String(response.status) } };
  } catch (error) {
    if (error.isFinal === true) return { topic: "pages-refused", message: { key: url, value: error.message } };
    if (error.isFinal === false) return later(url, error.retryAt);
    throw error;
  }
}

const later = (url, retryAt) => ({
  topic: "pages-later",
  message: { key: url, value: url, headers: { retryAt: retryAt.toISOString() } },
});

/** How long a message of `pages-later` has to wait, in milliseconds. */
export const waitMs = ({ headers }, nowMs = Date.now()) =>
  Math.max(0, Date.parse(headers.retryAt?.toString() ?? "") - nowMs) || 0;
