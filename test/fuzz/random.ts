/** A seeded generator (mulberry32): a run is repeated by its seed. */
export interface Random {
  /** An integer from 0 to `below`, which is not reached. */
  below(below: number): number;
  chance(oneIn: number): boolean;
  pick<T>(list: readonly T[]): T;
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { below, chance: (oneIn) => below(oneIn) === 0, pick: (list) => list[below(list.length)]! };
}
