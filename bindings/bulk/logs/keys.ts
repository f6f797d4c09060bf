/** The keys of JSON objects as a tree: the keys of paths, and other keys that lines had. */
export class Key {
  /** In quotes. */
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** The number of the path that ends here; -1 if none does. */
  readonly path: number;
  /** Whether a path leads on from here. */
  readonly isOnPath: boolean;
  readonly below: Key[];
  /** The key that came first below this one, and the key that came after this one: most lines have the same keys in the same order. */
  first: Key | undefined;
  next: Key | undefined;
  /** The number of the last line that had it. */
  line = 0;
  /** Where its last value is: the number of the block, and the bytes in the block. */
  block = 0;
  valueAt = 0;
  valueBytes = 0;

  /** @param text in quotes */
  constructor(text: string, path: number, below: Key[]) {
    this.bytes = new TextEncoder().encode(text);
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length);
    this.path = path;
    this.isOnPath = below.length > 0;
    this.below = below;
  }
}

/** The keys of paths. */
export function keysOf(paths: readonly (readonly [keys: readonly string[], path: number])[]): Key[] {
  return [...new Set(paths.flatMap(([keys]) => keys.slice(0, 1)))].map((key) => {
    const below = paths.filter(([keys]) => keys[0] === key).map(([keys, path]) => [keys.slice(1), path] as const);
    const path = below.find(([keys]) => keys.length === 0)?.[1] ?? -1;
    return new Key(`"${key}"`, path, keysOf(below));
  });
}
