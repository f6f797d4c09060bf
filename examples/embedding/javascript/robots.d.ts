/** The types of robots.js, for tests. */
export declare const dialects: Readonly<Record<string, number>>;

export declare class Robots {
  constructor(bytes: Uint8Array);
  compile(dialect: number, file: Uint8Array, agents: readonly string[]): number;
  load(saved: Uint8Array): number;
  save(program: number): Uint8Array;
  isAllowed(program: number, url: string): boolean;
  ruleLine(program: number, url: string): number;
  isAllowedAsWritten(program: number, url: string): boolean;
  ruleLineAsWritten(program: number, url: string): number;
  decideLines(program: number, lines: Uint8Array): Uint8Array;
  decideRows(programs: readonly number[], lines: Uint8Array): Uint8Array;
  free(program: number): void;
}
