/** Parts of files that a service writes for a site: found by the comments that it puts around them. */

/** Names with the comment that starts a block, as live files have it (2026-11-22). */
const blocks: readonly (readonly [name: string, begin: RegExp])[] = [
  ["cloudflare", /^[ \t]*#[ \t]*begin cloudflare managed content/im],
  ["squarespace", /^[ \t]*#[ \t]*squarespace robots txt/im],
  ["wpforms", /^[ \t]*#[ \t]*start wpforms block/im],
  ["yoast", /^[ \t]*#[ \t]*start yoast block/im],
];

/** The names of the services that wrote blocks of the file, in the order of their names. */
export function managedBlocksIn(body: Uint8Array): readonly string[] {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1");
  return blocks.filter(([, begin]) => begin.test(text)).map(([name]) => name);
}
