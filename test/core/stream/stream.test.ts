/** decisionStream: URLs of a Web stream become verdicts, in order. */
import { describe, expect, it } from "vitest";
import { decisionStream } from "../../../bindings/core/stream/index.ts";
import { parse, type UrlLike } from "../../../bindings/index.ts";

const rules = parse("User-agent: *\nDisallow: /private\n").agent("ExampleBot");

const streamOf = (urls: Iterable<UrlLike>): ReadableStream<UrlLike> => {
  const iterator = urls[Symbol.iterator]();
  return new ReadableStream(
    {
      pull(controller) {
        const { done, value } = iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
};

async function collect<T>(stream: ReadableStream<T>): Promise<T[]> {
  const chunks: T[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

it("emits each URL with what explain returns, in order", async () => {
  const urls = ["/", "/private/a", new URL("https://h.example/private"), new TextEncoder().encode("/b"), "cart"];
  const decisions = await collect(streamOf(urls).pipeThrough(decisionStream(rules)));
  expect(decisions).toEqual(urls.map((url) => ({ ...rules.explain(url), url })));
  expect(decisions.map(({ allowed }) => allowed)).toEqual([true, false, false, true, false]);
});

it("emits nothing for an empty stream", async () =>
  expect(await collect(streamOf([]).pipeThrough(decisionStream(rules)))).toEqual([]));

it("reads only a few URLs ahead of its consumer", async () => {
  let read = 0;
  const endless = (function* () {
    for (;;) yield `/${read++}`;
  })();
  const reader = streamOf(endless).pipeThrough(decisionStream(rules)).getReader();
  for (let i = 0; i < 3; i++) await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(read).toBeLessThan(10);
  await reader.cancel();
});

describe("misuse", () => {
  it("a chunk that is not a URL fails the stream", async () => {
    const decisions = collect(streamOf(["/", 7 as never]).pipeThrough(decisionStream(rules)));
    await expect(decisions).rejects.toMatchObject({
      code: "ERR_INVALID_ARG_TYPE",
      message: "url: expected a string, a URL or a Uint8Array; got number",
    });
  });
  it.each([undefined, null, "ExampleBot", parse("")])("decisionStream of row %#", (value) => {
    expect(() => decisionStream(value as never)).toThrow(/^rules: expected the result of RobotsTxt.agent\(\); got /);
  });
});
