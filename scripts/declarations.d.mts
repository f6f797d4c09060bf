export interface Where {
  readonly file: string;
  readonly name: string;
}
export interface Statement {
  readonly doc: string;
  readonly text: string;
}
export interface Declaration extends Where, Statement {}
export interface Module {
  readonly file: string;
  readonly exported: ReadonlyMap<string, Where>;
}
export function statementsOf(text: string): Statement[];
export function readModule(file: string): Module;
export function declarationOf(where: Where): Declaration | undefined;
