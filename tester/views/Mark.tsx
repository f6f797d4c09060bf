/** A verdict as a sign and a word, so that it does not rest on colour. */
import type { VNode } from "preact";

export const Mark = ({ allowed }: { allowed: boolean }): VNode => (
  <span class={allowed ? "mark allowed" : "mark refused"}>
    <span aria-hidden="true">{allowed ? "✓" : "✕"}</span> {allowed ? "allowed" : "refused"}
  </span>
);
