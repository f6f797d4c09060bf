export function readRecord(): object;
/** The charts of docs/survey.md, by the names of their files in docs/images. */
export function chartsOf(record: object): Readonly<Record<string, string>>;
