/** The progress of a command that reads lines, in one line: share if known, rate, time left. */
import { formatNumber } from "../base/numbers.ts";

const WIDTH = 24;

export function progressText(
  { lines, seconds }: { readonly lines: number; readonly seconds: number },
  { totalBytes, readBytes }: { readonly totalBytes: number | undefined; readonly readBytes: () => number },
): string {
  const rate = `${formatNumber(lines)} lines, ${formatNumber(Math.round(lines / seconds))}/s`;
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
