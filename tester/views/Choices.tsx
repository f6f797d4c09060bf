import type { VNode } from "preact";

interface ChoicesProps<T> {
  readonly label: string;
  readonly all: readonly (readonly [value: T, title: string])[];
  readonly chosen: T;
  readonly choose: (value: T) => void;
}

/** A row of buttons, one of which is pressed. */
export const Choices = <T extends string>({ label, all, chosen, choose }: ChoicesProps<T>): VNode => (
  <fieldset class="seg" aria-label={label}>
    {all.map(([value, title]) => (
      <button key={value} type="button" aria-pressed={value === chosen} onClick={() => choose(value)}>
        {title}
      </button>
    ))}
  </fieldset>
);
