/** What runtimes give for an import of a `.wasm` file: its compiled module. */
declare module "*.wasm" {
  const module: unknown;
  export default module;
}
declare module "*.wasm?module" {
  const module: unknown;
  export default module;
}
