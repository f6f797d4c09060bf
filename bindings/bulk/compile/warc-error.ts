/** A WARC file that cannot be read to its end. */
export class WarcError extends Error {
  override readonly name: string = "WarcError";
}
