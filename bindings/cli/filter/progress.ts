/** How far `filter` is, on a terminal only: one line, rewritten a few times a second. */
import type { Input } from "./input.ts";
import type { Tally } from "./tally.ts";

const REDRAW_MS = 200;
const WIDTH = 24;
const CLEAR = "\r\u001b[K";

/** Draws until the function it returns is called. Does nothing when standard error is no terminal. */
export function showProgress(tally: Tally, input: Input): () => void {
  if (process.stderr.isTTY !== true) return () => {};
  const draw = (): void => void process.stderr.write(CLEAR + progressText(tally, input));
  const timer = setInterval(draw, REDRAW_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    process.stderr.write(CLEAR);
  };
}

export function progressText(
  { lines, seconds }: Pick<Tally, "lines" | "seconds">,
  { totalBytes, readBytes }: Pick<Input, "totalBytes" | "readBytes">,
): string {
  const rate = `${lines.toLocaleString("en-US")} lines, ${Math.round(lines / seconds).toLocaleString("en-US")}/s`;
  if (totalBytes === undefined || totalBytes === 0) return rate;
  const share = Math.min(1, readBytes() / totalBytes);
  const bar = "█".repeat(Math.round(share * WIDTH)).padEnd(WIDTH, "░");
  const left = share > 0 ? `, ${timeText((seconds * (1 - share)) / share)} left` : "";
  return `${bar} ${Math.floor(share * 100)} %  ${rate}${left}`;
}

function timeText(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
