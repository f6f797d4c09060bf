/** Imported before the package: counts what it would fetch, and gives it nothing. The suite asks for the count. */
globalThis.fetchCalls = 0;
globalThis.fetch = () => {
  globalThis.fetchCalls++;
  return Promise.reject(new Error("nothing may be fetched at run time"));
};
