/** The clock of another machine, by its replies in whole milliseconds: a clock that is not set never seems to be. */
import { expect, it } from "vitest";
import { RemoteClock } from "../../../bindings/crawl/pace/remote-clock.ts";
import fc from "../../support/properties.ts";

/** How long each way of a command takes, and the time between commands. Fractions are those of `performance.now()`. */
const ways = fc.array(fc.tuple(...[0.001, 0.5, 20].map((most) => fc.double({ min: 0, max: most, noNaN: true }))), {
  minLength: 1,
  maxLength: 20,
});
const ahead = fc.double({ min: -1e6, max: 1e6, noNaN: true });

it("learns no jump, and is never late, whatever the ways take", () => {
  const property = fc.property(ahead, ways, (aheadMs, commands) => {
    const clock = new RemoteClock();
    let [nowMs, leastMs] = [2e6, Number.NEGATIVE_INFINITY];
    for (const [out, back, pause] of commands) {
      const sentAtMs = nowMs;
      const remoteMs = Math.floor(sentAtMs + out! + aheadMs);
      nowMs += out! + back!;
      expect(clock.learn(remoteMs, sentAtMs, nowMs)).toBe(0);
      expect(clock.earliest(nowMs)).toBeLessThanOrEqual(Math.floor(nowMs + aheadMs));
      leastMs = Math.max(leastMs, remoteMs - nowMs);
      expect(clock.earliest(nowMs)).toBe(Math.max(1, Math.floor(nowMs + leastMs)));
      nowMs += pause!;
    }
  });
  fc.assert(property);
});

it("learns a jump of more than the ways take, in its direction and at most its length", () => {
  const property = fc.property(
    ahead,
    ways,
    fc.integer({ min: 3, max: 1000 }),
    fc.boolean(),
    (aheadMs, commands, by, isBack) => {
      const clock = new RemoteClock();
      let nowMs = 2e6;
      const ask = (offsetMs: number): number => {
        const [out, back] = commands[0]!;
        const sentAtMs = nowMs;
        nowMs += out! + back!;
        return clock.learn(Math.floor(sentAtMs + out! + offsetMs), sentAtMs, nowMs);
      };
      ask(aheadMs);
      const jumpMs = (isBack ? -1 : 1) * ask(aheadMs + (isBack ? -by : by));
      expect(jumpMs).toBeGreaterThan(0);
      expect(jumpMs).toBeLessThanOrEqual(by + 1);
      expect(ask(aheadMs + (isBack ? -by : by))).toBe(0);
    },
  );
  fc.assert(property);
});

it("knows nothing before the first reply", () => expect(new RemoteClock().earliest(1e9)).toBe(1));
