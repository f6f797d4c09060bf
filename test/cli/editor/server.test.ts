/** The language server over its protocol (LSP 3.17): every request, positions, cancellation, settings, hostile clients. */
import { afterEach, describe, expect, it } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver/node";
import { tablesOf } from "../../support/tables.ts";
import { type Client, startClient } from "./harness.ts";

const { itEach } = tablesOf(import.meta.url);

const clients: Client[] = [];
const start = async (...options: Parameters<typeof startClient>): Promise<Client> => {
  const client = await startClient(...options);
  clients.push(client);
  return client;
};
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

const URI = "file:///site/robots.txt";
const FILE = "# test: GPTBot /a refused\nUser-agent: GPTBot\nDisallow: /a*\n\nUser-agent: *\nDisallow: cart\n";
const at = (line: number, character: number) => ({ position: { line, character } });
const range = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});

/** What a request returns, as far as tests look at it. */
interface Answer {
  readonly title: string;
  readonly kind: string;
  readonly label: string;
  readonly contents: { readonly value: string };
  readonly range: object;
  readonly edit: { readonly changes: Record<string, { readonly range: object; readonly newText: string }[]> };
}

describe("requests", () => {
  it.each([
    ["hover", at(1, 14), /OpenAI/],
    ["completion", at(1, 12), /ClaudeBot/],
    ["definition", at(0, 10), /"line":2/],
    ["references", { ...at(1, 14), context: { includeDeclaration: true } }, /"line":1/],
    ["prepareRename", at(1, 14), /"character":12/],
    ["rename", { ...at(1, 14), newName: "ClaudeBot" }, /ClaudeBot/],
    ["documentSymbol", {}, /"name":"GPTBot"/],
    ["foldingRange", {}, /"startLine":1,"endLine":2/],
    ["selectionRange", { positions: [{ line: 2, character: 11 }] }, /"parent"/],
    ["semanticTokens/full", {}, /^\{"data":\[0,0,25,7,0,/],
    ["inlayHint", { range: range(0, 0, 0) }, / refused, line 3/],
    ["codeLens", {}, /Test a URL…/],
    ["codeAction", { range: range(2, 0, 0), context: { diagnostics: [] } }, /keeps every verdict/],
    [
      "codeAction",
      { range: range(0, 0, 0), context: { diagnostics: [], only: ["source.fixAll"] } },
      /"newText":"Disallow: \/a"/,
    ],
    ["formatting", { options: { tabSize: 2, insertSpaces: true } }, /^\[\]$/],
    ["diagnostic", {}, /trailing-star/],
  ])("%s is answered", async (method, params, expected) => {
    const client = await start();
    client.open(URI, FILE);
    expect(JSON.stringify(await client.request(method, URI, params))).toMatch(expected);
  });

  it("the command of the lens is answered with the verdict", async () => {
    const { connection, open } = await start();
    open(URI, FILE);
    const ask = (given: object): Promise<object> =>
      connection.sendRequest("workspace/executeCommand", { command: "robots-wasm.testUrl", arguments: [given] });
    expect(await ask({ uri: URI, agent: "GPTBot", url: "/a" })).toMatchObject({ allowed: false, line: 2 });
    await expect(ask({ uri: URI, agent: "GPTBot", url: "a" })).rejects.toThrow("expected an absolute URL");
    await expect(ask({ uri: "file:///other", agent: "GPTBot", url: "/a" })).rejects.toThrow("open robots.txt");
  });

  it.each([
    ["that has the command of the lens", ["robots-wasm.testUrl.ask"], {}],
    ["with other commands", ["x"], undefined],
  ])("an editor %s is offered lenses or not", async (_, commands, expected) => {
    const { capabilities } = await start({ experimental: { commands: { commands } } });
    expect(capabilities["codeLensProvider"]).toEqual(expected);
  });

  it("an invalid new name is refused in words", async () => {
    const client = await start();
    client.open(URI, FILE);
    await expect(client.request("rename", URI, { ...at(1, 14), newName: "a#b" })).rejects.toThrow(
      "expected a product token",
    );
  });

  it.each(["hover", "completion", "diagnostic", "codeAction", "formatting"])(
    "%s about a document that is not open is answered with nothing",
    async (method) => {
      const client = await start();
      const answer = await client.request<object | null>(method, URI, {
        ...at(0, 0),
        range: range(0, 0, 0),
        context: {},
      });
      expect(answer ?? []).toSatisfy((one: object) => [JSON.stringify(one)].every((text) => /\[\]/.test(text)));
    },
  );
});

describe("documents", () => {
  it("are linted when they are opened, and again after a change", async () => {
    const client = await start();
    client.open(URI, FILE);
    expect((await client.diagnostics(URI)).map(({ code }) => code)).toContain("pattern-without-slash");
    client.change(URI, 2, [{ range: range(5, 10, 10), text: "/" }]);
    const after = await client.diagnostics(URI, (all) => all.every(({ code }) => code !== "pattern-without-slash"));
    expect(after.map(({ code }) => code)).toContain("trailing-star");
  });

  it("do not mix", async () => {
    const client = await start();
    client.open(URI, FILE);
    client.open("file:///b/robots.txt", "User-agent: *\nDisallow: /\n");
    expect(await client.diagnostics(URI)).not.toEqual([]);
    client.change("file:///b/robots.txt", 2, [{ text: "User-agent: *\nDisallow: /a\n" }]);
    expect(await client.diagnostics("file:///b/robots.txt", (all) => all.length === 0)).toEqual([]);
    expect(JSON.stringify(await client.request("hover", URI, at(1, 14)))).toContain("OpenAI");
  });

  it("are forgotten when they are closed, with their diagnostics", async () => {
    const client = await start();
    client.open(URI, FILE);
    await client.diagnostics(URI, (all) => all.length > 0);
    void client.connection.sendNotification("textDocument/didClose", { textDocument: { uri: URI } });
    expect(await client.diagnostics(URI, (all) => all.length === 0)).toEqual([]);
    expect(await client.request("hover", URI, at(1, 14))).toBeNull();
  });

  itEach<[name: string, language: string, served: boolean]>(
    "%s with the language %s: served %s",
    async (name, language, served) => {
      const client = await start();
      client.open(`file:///site/${name}`, "User-agent: *\nDisallow: /\n", language);
      expect((await client.request("hover", `file:///site/${name}`, at(0, 12))) !== null).toBe(served);
    },
  );

  it("are not published to editors that pull diagnostics", async () => {
    const client = await start({ textDocument: { diagnostic: {} } });
    client.open(URI, FILE);
    const pulled = await client.request<{ items: object[] }>("diagnostic", URI);
    expect(pulled.items).toHaveLength(2);
  });
});

describe("positions", () => {
  const text = "# 😀é\r\nUser-agent: *\r\nDisallow: /😀é*\r\n";
  it.each([
    ["utf-16", ["utf-16"], 14, 15],
    ["utf-8", ["utf-8", "utf-16"], 17, 18],
    ["utf-16", undefined, 14, 15],
    ["utf-16", ["utf-32"], 14, 15],
  ] as const)("are counted in %s if the editor offers %s", async (encoding, positionEncodings, from, to) => {
    const client = await start({ general: { positionEncodings } });
    expect(client.capabilities["positionEncoding"]).toBe(encoding);
    client.open(URI, text);
    const found = await client.diagnostics(URI);
    expect(found.find(({ code }) => code === "trailing-star")?.range).toEqual(range(2, 10, to));
    client.change(URI, 2, [{ range: range(2, from, to), text: "" }]);
    await client.diagnostics(URI, (all) => all.every(({ code }) => code !== "trailing-star"));
    const hover = await client.request<Answer>("hover", URI, at(2, from - 1));
    expect(hover.range).toEqual(range(2, 10, from));
    expect(hover.contents.value).toContain("decides `/");
  });

  it("stay right with lone surrogates and lone CR", async () => {
    const client = await start();
    client.open(URI, "# \ud800\rUser-agent: *\rDisallow: /\udc00/a*\r");
    const found = await client.diagnostics(URI);
    expect(found.find(({ code }) => code === "trailing-star")?.range).toEqual(range(2, 10, 15));
  });
});

describe("settings", () => {
  const relative = "User-agent: *\nDisallow: /a*\nSitemap: /map.xml\n";
  const codesWith = async (...options: Parameters<typeof startClient>): Promise<unknown[]> => {
    const client = await start(...options);
    client.open(URI, relative);
    return (await client.diagnostics(URI)).map(({ code, severity }) => `${code} ${severity}`);
  };

  it("come from the start of the editor", async () => {
    expect(
      await codesWith({}, { options: { severity: { "trailing-star": "error", "relative-sitemap": "off" } } }),
    ).toEqual(["trailing-star 1"]);
  });

  it("come from the configuration beside the document, which wins", async () => {
    const host = { version: "0", configBeside: () => ({ ignore: ["trailing-star"], failOn: "error" }) };
    expect(await codesWith({}, { host })).toEqual(["relative-sitemap 1"]);
  });

  it("may change while the document is open", async () => {
    const client = await start();
    client.open(URI, relative);
    await client.diagnostics(URI, (all) => all.length === 2);
    const settings = { robotsTxt: { ignore: ["relative-sitemap", "trailing-star"] } };
    void client.connection.sendNotification("workspace/didChangeConfiguration", { settings });
    expect(await client.diagnostics(URI, (all) => all.length === 0)).toEqual([]);
  });

  it("are reported and left out one by one if they are invalid", async () => {
    const client = await start(
      {},
      { options: { dialect: "rfc", ignore: ["trailing-star"], severity: { a: "fatal" } } },
    );
    const shown: string[] = [];
    client.connection.onNotification(
      "window/showMessage",
      ({ message }: { message: string }) => void shown.push(message),
    );
    client.open(URI, relative);
    expect((await client.diagnostics(URI)).map(({ code }) => code)).toEqual(["relative-sitemap"]);
  });
});

describe("templates", () => {
  it.each([
    ["robots.txt.liquid", "plaintext"],
    ["robots.txt", "liquid"],
  ])("%s with the language %s: tags are masked", async (name, language) => {
    const uri = `file:///site/${name}`;
    const client = await start();
    client.open(uri, "User-agent: *\n{% for x in y %}\nDisallow: {{ x }}\n{% endfor %}\nDisallow: cart\n", language);
    expect((await client.diagnostics(uri)).map(({ code, range: { start } }) => [code, start.line])).toEqual([
      ["pattern-without-slash", 4],
    ]);
  });
});

describe("cancellation", () => {
  it("answers what was cancelled before its turn with an error, and goes on", async () => {
    const { connection, open, request } = await start();
    open(URI, FILE);
    const source = new CancellationTokenSource();
    const params = { textDocument: { uri: URI }, ...at(1, 14) };
    const cancelled = connection.sendRequest("textDocument/hover", params, source.token);
    source.cancel();
    await expect(cancelled).rejects.toMatchObject({ code: -32800 });
    expect(await request("hover", URI, at(1, 14))).toMatchObject({ range: range(1, 12, 18) });
  });
});
