/** The verdict on a line, one byte. Allowed is exactly 1, as in all exports. */
export const REFUSED: i32 = 0;
export const ALLOWED: i32 = 1;
/** The line is not an http or https URL. */
export const NO_URL: i32 = 2;
/** The URL is too long for the rules (URL_TOO_LONG). Whoever cannot decide it otherwise does not fetch it. */
export const UNDECIDED: i32 = 3;
/** Nothing is known of the origin of the line, and the run tells so. */
export const UNKNOWN_ORIGIN: i32 = 4;
