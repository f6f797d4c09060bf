/**
 * Sizes of tests. Loads are small by default; `.ci/weekly` sets ROBOTS_WEEKLY=1 and runs the same tests at full size, so
 * that no case is lost.
 */
const isWeekly = process.env["ROBOTS_WEEKLY"] === "1";

export const sized = <T>(usual: T, weekly: T): T => (isWeekly ? weekly : usual);
