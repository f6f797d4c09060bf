/** Files to begin with, made up for the purpose. */
import all from "./examples.json" with { type: "json" };

export interface Example {
  readonly title: string;
  readonly says: string;
  readonly site: string;
  readonly text: string;
}

export const examples: readonly Example[] = all.map(({ lines, ...rest }) => ({
  ...rest,
  text: `${lines.join("\n")}\n`,
}));
