/** Names that editors and the server share. */

/** The kind of the action that applies all fixes, for settings such as `editor.codeActionsOnSave`. */
export const FIX_ALL = "source.fixAll.robots-wasm";

/** The command of the lens: arguments { uri, agent, url }; returns the verdict and its line. */
export const TEST_URL = "robots-wasm.testUrl";

/** The settings of an editor stand under this name. */
export const SECTION = "robotsTxt";

/** The languages of editors, and names, that are a robots.txt. */
export const LANGUAGES: readonly string[] = ["robots.txt", "robots-txt", "robots"];
