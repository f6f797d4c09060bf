/** The ring of programs in linear memory, against a model that remembers which bytes each place had. */
import { expect, it } from "vitest";
import { Arena } from "../../../bindings/core/engine/arena.ts";
import { PADDING } from "../../../bindings/core/layout.ts";
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
