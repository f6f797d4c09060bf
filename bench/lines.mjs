const encoder = new TextEncoder();

/** URLs as isAllowedLines reads them. */
export const linesOf = (urls) => encoder.encode(`${urls.join("\n")}\n`);
