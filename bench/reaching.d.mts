export declare function numbers(count: number): number[];
export declare function repeat(text: string, bytes: number): string;
export declare function name(i: number): string;
export declare function names(count: number, letter?: string): string[];
export declare function rules(count: number, tailOf: (i: number) => string): string[];

type Family =
  | "tailAbsent"
  | "tailAtTheEnd"
  | "tailsThatBeginAlike"
  | "tailsThatStandEarlier"
  | "tailsThatEndThePath"
  | "segmentBetweenTwo"
  | "beginningsOfEachOther"
  | "beginningsAndOtherRuns"
  | "halvesEverywhere"
  | "piecesOfPeriodicText"
  | "twoLettersShort"
  | "twoLetters";

/** Each: the patterns, and what follows the slash of the path. */
export declare function reachingRules(binary: string): Record<Family, readonly [patterns: string[], path: string]>;
