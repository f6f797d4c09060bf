/** The table of dialects is checked where it is defined: another id would overwrite another profile, or the input. */
import { describe, expect, it } from "vitest";
import { checkedIds, type Dialect, dialects } from "../../bindings/core/dialects.ts";
import { MAX_DIALECTS } from "../../bindings/core/layout.ts";

const rowWith = (id: unknown): Dialect => ({ ...dialects[0]!, name: "draft2019" as Dialect["name"], id: id as number });

describe("the id of a dialect", () => {
  it.each([MAX_DIALECTS, -1, 1.5, Number.NaN, "6", undefined, dialects[0]!.id])("is not the value of row %#", (id) =>
    expect(() => checkedIds([...dialects, rowWith(id)])).toThrow(
      expect.objectContaining({
        code: "ERR_INVALID_ARG_VALUE",
        message: `draft2019.id: expected an integer from 0 to 7 of its own; got ${id}`,
      }),
    ),
  );

  it("is a free one from 0 to 7", () => {
    const free = Array.from({ length: MAX_DIALECTS }, (_, id) => id).filter((id) =>
      dialects.every((one) => one.id !== id),
    );
    const all = [...dialects, ...free.map(rowWith)];
    expect(checkedIds(all)).toBe(all);
    expect(all).toHaveLength(MAX_DIALECTS);
  });
});
