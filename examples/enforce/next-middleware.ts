// Next: middleware.ts at the root of a project (proxy.ts since Next 16, with the function `proxy`).
import type { NextRequest } from "next/server";
import { enforce } from "robots-wasm/agents";
import { robots } from "./robots-file.js";

export const config = { matcher: "/((?!_next/).*)" };

export function middleware({ headers, url }: NextRequest): Response | undefined {
  const { answer } = enforce(robots, { userAgent: headers.get("user-agent") ?? "", url });
  return answer && new Response(answer.body, answer);
}
