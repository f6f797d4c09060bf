/** The module that these bytes compile to; undefined on any error, as where compiling is blocked (Content-Security-Policy, `--jitless`). */
export function compileModule(bytesOf: () => Uint8Array<ArrayBuffer>): unknown {
  try {
    return new WebAssembly.Module(bytesOf());
  } catch {
    return undefined;
  }
}
