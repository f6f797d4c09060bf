/**
 * Sizes of tests. Loads are small by default; `.ci/weekly` sets ROBOTS_WEEKLY=1 and runs the same tests at full size, so
 * that no case is lost. `npm run test:changed` sets ROBOTS_FEW=1, because it has to answer in seconds.
 */
const isWeekly = process.env["ROBOTS_WEEKLY"] === "1";
const isFew = process.env["ROBOTS_FEW"] === "1";

export const sized = <T>(usual: T, weekly: T, few: T = usual): T => (isWeekly ? weekly : isFew ? few : usual);
