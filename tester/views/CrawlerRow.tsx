/** A crawler in a table: a button that asks about it, its verdict, the rule that decides, and notes. */
import type { ComponentChildren, VNode } from "preact";
import type { AgentAccess } from "../../bindings/owners/agents/index.ts";
import { name } from "../state/question.ts";
import { openView } from "../state/route.ts";
import { DecidedBy } from "./LineLink.tsx";
import { Plain, visible } from "./Text.tsx";
import { Pill } from "./Verdict.tsx";

interface CrawlerRowProps {
  readonly token: string;
  /** Beside the name: its operator, or its purpose. */
  readonly about?: string;
  readonly access: AgentAccess;
  readonly line?: number | undefined;
  readonly rule?: string | undefined;
  /** The user-agent line that was obeyed. */
  readonly group?: string | undefined;
  /** What else there is to know of the crawler. */
  readonly children?: ComponentChildren;
}

function ask(token: string): void {
  name.value = token;
  openView("urls");
}

export const CrawlerRow = ({ token, about, access, line, rule, group, children }: CrawlerRowProps): VNode => (
  // biome-ignore lint/a11y/noRedundantRoles: a phone shows rows as blocks, which takes the role of a row from them
  <tr role="row">
    <th scope="row" class="who">
      <button type="button" class="link" onClick={() => ask(token)}>
        <b>{visible(token)}</b>
      </button>
      {about === undefined ? null : <span class="small muted">{visible(about)}</span>}
    </th>
    <td>
      <Pill access={access} />
    </td>
    <td class="by">
      <DecidedBy line={line} rule={rule} />
      {group === undefined ? null : (
        <span class="gn muted small">
          group for <Plain text={group} />
        </span>
      )}
    </td>
    {children === undefined ? null : <td class="nt small muted">{children}</td>}
  </tr>
);

/** A table of them under a name; a phone shows it as blocks. */
export const CrawlerTable = ({ label, children }: { label: string; children: ComponentChildren }): VNode => (
  // biome-ignore lint/a11y/noRedundantRoles: as above
  <table class="cr" role="table" aria-label={label}>
    {children}
  </table>
);
