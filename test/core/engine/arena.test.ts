/** The ring of programs in linear memory, against a model that remembers which bytes each place had. */
import { describe, expect, it } from "vitest";
import { Arena } from "../../../bindings/core/engine/arena.ts";
import { PADDING } from "../../../bindings/core/layout.ts";
import { ALIGNMENT, PAGE_BYTES } from "../../../bindings/core/limits.ts";
import { below, holds, oneIn, pick, same, times } from "../../assembly/memory.ts";

const START = 1024;

/** Older places in what this generation has written, and all that are two generations old, are not intact. */
function expectOverwritten(arena: Arena, end: number): void {
  for (let i = 0; i < 20; i++) {
    const [age, address] = [1 + below(2), START + 8 * below(600)];
    if (age === 2 || address < end)
      same(arena.isIntact(arena.generation - age, address), false, () => `${address} of generation -${age}`);
  }
}

it("what seems intact has not been written over, and no program lies behind the memory", () => {
  holds(300, () => {
    const refusesAt = pick([0, 100_000, 1e9]);
    let memoryEnd = START + 4096;
    const grow = (end: number): boolean => {
      if (end <= refusesAt) memoryEnd = Math.max(memoryEnd, end);
      return end <= refusesAt;
    };
    const arena = new Arena(START, memoryEnd, START + pick([4096, 8192, 70_000, 200_000]), grow);
    for (const bytes of times(60, () => 1 + below(pick([40, 400, 1500]))).filter((one) => arena.fits(one))) {
      const address = arena.allocate(bytes);
      if (address < 0) continue;
      const isSound = address % 8 === 0 && address >= START && arena.isIntact(arena.generation, address);
      same(isSound, true, () => `the place of ${bytes} bytes`);
      // Loads may run past the end of a program by its padding.
      same(address + bytes + PADDING <= memoryEnd, true, () => `${bytes} bytes at ${address} of ${memoryEnd}`);
      expectOverwritten(arena, address + bytes + PADDING);
      if (oneIn(10)) arena.release(address);
    }
  });
});

it("what is allocated after the end starts a new generation at the start, and the old one is intact behind it", () => {
  const arena = new Arena(START, START + 4096, START + 4096, () => false);
  const [first, second] = [arena.allocate(2000), arena.allocate(1000)];
  const generation = arena.generation;
  expect([first, second]).toEqual([START, START + 2000]);
  expect(arena.allocate(1500)).toBe(START);
  expect(arena.generation).toBe(generation + 1);
  expect([arena.isIntact(generation, first), arena.isIntact(generation, second)]).toEqual([false, true]);
  expect(arena.isIntact(generation + 1, START)).toBe(true);
  arena.allocate(1500);
  expect(arena.isIntact(generation, second)).toBe(false);
});

it("a new generation that needs more than the memory makes it grow", () => {
  let memoryEnd = START + 4096;
  const arena = new Arena(START, memoryEnd, START + 70_000, (end) => {
    memoryEnd = end;
    return true;
  });
  arena.allocate(3000);
  expect(arena.allocate(68_000)).toBe(START);
  expect(memoryEnd).toBeGreaterThanOrEqual(START + 68_000 + PADDING);
});

it("a limit below the end forgets all programs", () => {
  const arena = new Arena(START, START + 4096, START + 4096, () => false);
  const address = arena.allocate(100);
  const { generation } = arena;
  arena.limit(START + 8192);
  expect(arena.isIntact(generation, address)).toBe(true);
  arena.limit(START + 2048);
  expect(arena.isIntact(generation, address)).toBe(false);
  expect(arena.capacityBytes).toBe(2048 - PADDING);
  expect([arena.fits(2048 - PADDING), arena.fits(2049 - PADDING)]).toEqual([true, false]);
});

describe("to the last byte", () => {
  /** An arena in a memory of whole pages, and how long the memory was wanted to be. */
  function arenaOf(endPages: number, maxPages: number, refusesAt = Number.POSITIVE_INFINITY) {
    const grown: number[] = [];
    const grow = (end: number): boolean => {
      grown.push(end / PAGE_BYTES);
      return end <= refusesAt * PAGE_BYTES;
    };
    return { arena: new Arena(0, endPages * PAGE_BYTES, maxPages * PAGE_BYTES, grow), grown };
  }
  const most = (pages: number): number => pages * PAGE_BYTES - PADDING;

  it("places begin at multiples of the alignment, and a released place is taken again", () => {
    const { arena } = arenaOf(1, 1);
    expect([1, ALIGNMENT, ALIGNMENT + 1, 5].map((bytes) => arena.allocate(bytes) / ALIGNMENT)).toEqual([0, 1, 2, 4]);
    arena.release(ALIGNMENT + 1);
    expect(arena.allocate(1)).toBe(2 * ALIGNMENT);
    arena.release(0);
    expect(arena.allocate(1)).toBe(0);
  });

  it("what fits with its padding makes nothing grow, and a byte more doubles the memory", () => {
    const { arena, grown } = arenaOf(2, 9);
    expect([arena.allocate(most(2)), ...grown]).toEqual([0]);
    arena.release(0);
    expect([arena.allocate(most(2) + 1), ...grown]).toEqual([0, 4]);
    arena.release(0);
    expect([arena.allocate(most(4)), ...grown]).toEqual([0, 4]);
    arena.release(0);
    expect([arena.allocate(most(9)), ...grown]).toEqual([0, 4, 9]);
    expect(arena.fits(most(9) + 1)).toBe(false);
  });

  it("it doubles up to the bound, and grows by what is wanted if that is more", () => {
    const { arena, grown } = arenaOf(2, 7);
    arena.allocate(most(2));
    expect([arena.allocate(100), arena.allocate(2 * PAGE_BYTES), ...grown]).toEqual([most(2), most(2) + 112, 4, 7]);
    const other = arenaOf(1, 9);
    expect([other.arena.allocate(4 * PAGE_BYTES), ...other.grown]).toEqual([0, 5]);
  });

  it("what the host refuses becomes the bound, and the newest place is the first again", () => {
    const { arena, grown } = arenaOf(2, 9, 3);
    const first = arena.allocate(PAGE_BYTES);
    const { generation } = arena;
    expect([arena.allocate(PAGE_BYTES), arena.generation, ...grown]).toEqual([first, generation + 1, 4]);
    expect([arena.capacityBytes, arena.allocate(most(2)), arena.allocate(most(2) + 1)]).toEqual([most(2), 0, -1]);
    expect(grown).toEqual([4]);
  });

  it("a generation that starts anew may take the whole memory, and no more", () => {
    const { arena, grown } = arenaOf(2, 3);
    arena.allocate(100);
    expect([arena.allocate(most(3)), ...grown]).toEqual([0, 3]);
    const full = arenaOf(2, 2);
    full.arena.allocate(100);
    expect([full.arena.allocate(most(2)), ...full.grown]).toEqual([0]);
  });

  it("an older place is intact from the first byte on that no padding has reached", () => {
    const { arena } = arenaOf(1, 1);
    const bytes = PAGE_BYTES - 5 * PADDING;
    const { generation } = arena;
    arena.allocate(bytes);
    arena.allocate(5 * PADDING);
    expect(arena.generation).toBe(generation + 1);
    const end = 6 * PADDING;
    expect([end - 1, end, end + 1].map((at) => arena.isIntact(generation, at))).toEqual([false, true, true]);
    arena.release(0);
    arena.allocate(1);
    expect([end - 1, end].map((at) => arena.isIntact(generation, at))).toEqual([false, true]);
    expect([generation - 1, generation + 2].some((other) => arena.isIntact(other, end))).toBe(false);
  });

  it("a program that was never placed is never intact, and a lower bound passes two generations", () => {
    const { arena, grown } = arenaOf(4, 8);
    expect(arena.isIntact(0, 0)).toBe(false);
    arena.allocate(most(3));
    const { generation } = arena;
    arena.limit(4 * PAGE_BYTES);
    expect(arena.generation).toBe(generation);
    arena.limit(2 * PAGE_BYTES);
    expect([arena.generation, arena.isIntact(generation, most(3))]).toEqual([generation + 2, false]);
    expect([arena.allocate(most(2)), arena.allocate(10), ...grown]).toEqual([0, 0]);
    arena.limit(2 * PAGE_BYTES);
    expect(arena.generation).toBe(generation + 3);
  });
});
