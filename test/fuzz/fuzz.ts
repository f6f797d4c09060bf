/** The loop: mutate an input of the corpus, check it, keep it if it did something new, and shrink the first that fails. */
import type { Coverage } from "./coverage.ts";
import { type Input, toJson } from "./input.ts";
import { minimize } from "./minimize.ts";
import { mutate } from "./mutate.ts";
import { type Random, randomFrom } from "./random.ts";
import type { Target } from "./target.ts";

export interface FuzzOptions {
  readonly target: Target;
  readonly seed: number;
  /** Where to stop, whichever comes first. */
  readonly maxCases: number;
  readonly maxMs: number;
  /** Inputs to begin with beside the target's own seeds. */
  readonly corpus?: readonly Input[];
  readonly coverage?: Coverage | undefined;
  /** Told what failed, before it is minimized, which may take a while. */
  readonly onFailure?: (error: unknown, input: Input) => void;
  /** Told each input that is kept. */
  readonly onKept?: (input: Input) => void;
  /** Called now and then. */
  readonly onProgress?: (progress: Progress) => void;
  readonly clock?: () => number;
}

export interface Progress {
  readonly cases: number;
  readonly inputs: number;
  readonly corpus: number;
  readonly features: number;
  readonly elapsedMs: number;
}

export interface Finding {
  readonly error: unknown;
  readonly input: Input;
  readonly minimized: Input;
}

export interface FuzzResult extends Progress {
  readonly finding: Finding | undefined;
}

/** Inputs whose coverage is taken together. */
const HANDFUL = 32;
/** Counting blocks makes everything six times slower, so it is done for the first inputs and then for some of each so many. */
const WATCHED_FIRST = 512;
const WATCHED_OF_EACH = 128;
const EACH = 16_384;
/** Most mutations start from what was kept last, where the frontier is. */
const RECENT = 64;
const PROGRESS_INPUTS = 1024;

class Fuzzer {
  readonly #options: FuzzOptions;
  readonly #random: Random;
  readonly #corpus: Input[] = [];
  readonly #known: Set<string> = new Set();
  readonly #features: Set<string> = new Set();
  #handful: Input[] = [];
  #cases = 0;
  #inputs = 0;

  constructor(options: FuzzOptions) {
    this.#options = options;
    this.#random = randomFrom(options.seed);
  }

  run(): FuzzResult {
    const { target, maxCases, maxMs, corpus = [], coverage, onProgress, clock = Date.now } = this.#options;
    const startMs = clock();
    const progress = (): Progress => ({ ...this.#counts(), elapsedMs: clock() - startMs });
    const seeds = [...target.seeds(), ...corpus];
    for (let next = 0; this.#cases < maxCases && clock() - startMs < maxMs; next++) {
      const input = next < seeds.length ? seeds[next]! : this.#mutant();
      if (next === seeds.length && coverage?.isOn) coverage.take();
      const finding = this.#try(input, next < seeds.length);
      if (finding !== undefined) return { ...progress(), finding };
      if (next % PROGRESS_INPUTS === 0) onProgress?.(progress());
      coverage?.turn(next < seeds.length + WATCHED_FIRST || next % EACH < WATCHED_OF_EACH);
    }
    return { ...progress(), finding: undefined };
  }

  #counts(): Omit<Progress, "elapsedMs"> {
    const features = this.#features.size + (this.#options.coverage?.reached ?? 0);
    return { cases: this.#cases, inputs: this.#inputs, corpus: this.#corpus.length, features };
  }

  #mutant(): Input {
    const from = this.#random.chance(2) ? Math.max(0, this.#corpus.length - RECENT) : 0;
    const base = this.#corpus[from + this.#random.below(this.#corpus.length - from)]!;
    return mutate(base, this.#options.target.kinds, this.#random, this.#random.pick(this.#corpus));
  }

  #try(input: Input, isSeed: boolean): Finding | undefined {
    const { target, coverage } = this.#options;
    this.#inputs++;
    try {
      const { cases, features } = target.check(input);
      this.#cases += cases;
      const probed = coverage?.isOn ? (target.probe?.(input) ?? []) : [];
      const isNew = [...features, ...probed].filter((feature) => !this.#features.has(feature));
      for (const feature of isNew) this.#features.add(feature);
      if (isSeed || isNew.length > 0) this.#keep(input);
      else if (coverage?.isOn) this.#watch(input, coverage);
      return undefined;
    } catch (error) {
      this.#options.onFailure?.(error, input);
      return { error, input, minimized: minimize(target, input, target.kinds) };
    }
  }

  #watch(input: Input, coverage: Coverage): void {
    this.#handful.push(input);
    if (this.#handful.length < HANDFUL) return;
    const handful = this.#handful;
    this.#handful = [];
    if (!coverage.peek()) return;
    for (const one of handful) {
      this.#options.target.check(one);
      if (coverage.take()) this.#keep(one);
    }
  }

  #keep(input: Input): void {
    const key = toJson(input);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#corpus.push(input);
    this.#options.onKept?.(input);
  }
}

export const fuzz = (options: FuzzOptions): FuzzResult => new Fuzzer(options).run();
