/**
 * fast-check, with one seed for every run of the fast and slow tiers: a red run is about the change that it tests, not about
 * luck. `.ci/weekly` draws a new seed, and ROBOTS_SEED sets one. fast-check prints the seed of a failure.
 */
import fc from "fast-check";
import { sized } from "./sized.ts";

const seed = Number(process.env["ROBOTS_SEED"] ?? sized(20_260_101, Date.now() % 2 ** 31));
fc.configureGlobal({ seed });

/** Any character but halves of pairs. The unit `binary` of fast-check is the same and takes a second to make. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

export default fc;
