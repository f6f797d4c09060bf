import { expect, test } from "vitest";
import { onAbort } from "../../../bindings/crawl/client/aborts.ts";

test("a callback that is removed twice leaves the listener of later callbacks alone", () => {
  const { signal, added } = controlled();
  const remove = onAbort(signal, () => {});
  remove();
  onAbort(signal, () => {});
  remove();
  onAbort(signal, () => {});
  expect(added()).toBe(2);
});

test("many callbacks of a signal share one listener", () => {
  const { signal, abort, added } = controlled();
  let called = 0;
  for (let i = 0; i < 100; i++) onAbort(signal, () => called++);
  expect(added()).toBe(1);
  abort();
  expect(called).toBe(100);
});

function controlled() {
  const controller = new AbortController();
  let listeners = 0;
  const add = controller.signal.addEventListener.bind(controller.signal);
  controller.signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++;
    add(...args);
  };
  return { signal: controller.signal, abort: () => controller.abort(), added: () => listeners };
}
