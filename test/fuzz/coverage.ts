/**
 * Which code an input reaches, by V8's own block coverage of the one script that the fuzzer is bundled into: the parser, the
 * naive engine, the oracle and the tools. Taking it costs a millisecond, so it is taken for a handful of inputs at once,
 * and for each of them alone only where the handful reached something new.
 */
import { Session } from "node:inspector";

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface Taken {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
}

export class Coverage {
  readonly #session: Session = new Session();
  readonly #script: string;
  #isOn = false;
  /** A mark for each character of the script that has run. */
  #seen: Uint8Array = new Uint8Array(0);
  /** Characters that have run, as a measure of how much. */
  reached = 0;

  /** @param script the URL of the script that counts. */
  constructor(script: string) {
    this.#script = script;
    this.#session.connect();
    this.#post("Profiler.enable");
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  turn(on: boolean): void {
    if (on === this.#isOn) return;
    if (on) this.#post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    else this.#post("Profiler.stopPreciseCoverage");
    this.#isOn = on;
  }

  /** Whether anything new has run since the last call of either kind; it stays new. */
  peek(): boolean {
    return this.#newRanges().some((one) => this.#isNew(one));
  }

  /** Whether anything new has run since the last call of either kind; it is new no more. */
  take(): boolean {
    const ranges = this.#newRanges().filter((one) => this.#isNew(one));
    for (const { start, run } of ranges) this.#mark(start, run);
    return ranges.length > 0;
  }

  stop(): void {
    this.#session.disconnect();
  }

  #newRanges(): Run[] {
    const { result } = this.#post("Profiler.takePreciseCoverage") as Taken;
    const functions = result.filter(({ url }) => url === this.#script).flatMap((script) => script.functions);
    return functions.map(({ ranges }) => runOf(ranges));
  }

  #isNew({ start, run }: Run): boolean {
    if (start + run.length > this.#seen.length) this.#grow(start + run.length);
    return run.some((mark, i) => mark > this.#seen[start + i]!);
  }

  #mark(start: number, run: Uint8Array): void {
    run.forEach((mark, i) => {
      if (mark <= this.#seen[start + i]!) return;
      this.#seen[start + i] = 1;
      this.reached++;
    });
  }

  #grow(length: number): void {
    const larger = new Uint8Array(2 * length);
    larger.set(this.#seen);
    this.#seen = larger;
  }

  #post(method: string, parameters: object = {}): unknown {
    let answer: unknown;
    this.#session.post(method, parameters, (error, result) => {
      if (error) throw error;
      answer = result;
    });
    return answer;
  }
}

/** Marks for the characters of a function that have run, from `start` on. */
interface Run {
  readonly start: number;
  readonly run: Uint8Array;
}

/** Ranges come outer before inner; an inner one says what did not run. */
function runOf(ranges: readonly Range[]): Run {
  const { startOffset: start, endOffset } = ranges[0]!;
  const run = new Uint8Array(endOffset - start);
  for (const { startOffset, endOffset: end, count } of ranges)
    run.fill(Math.min(count, 1), startOffset - start, end - start);
  return { start, run };
}
