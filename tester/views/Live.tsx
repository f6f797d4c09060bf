/** A site's own file, fetched by the local server: status, redirects and headers beside the text. */
import { type Signal, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { LiveRobots } from "../../bindings/cli/fetch-robots.ts";
import { fetchLive, startSite } from "../live.ts";
import { fail, file, status } from "../state.ts";
import { Shown } from "./Shown.tsx";

async function load(site: string, answer: Signal<LiveRobots | undefined>): Promise<void> {
  status.value = `Fetching ${site}`;
  try {
    answer.value = await fetchLive(site);
    if (answer.value.body !== undefined) file.value = answer.value.body;
    status.value = `Fetched ${answer.value.url}`;
  } catch (error) {
    fail(error as Error);
  }
}

function Report({ robots }: { robots: LiveRobots }): VNode {
  return (
    <dl>
      <dt>Status</dt>
      <dd>
        {robots.status}
        {robots.httpStatus === undefined ? "" : ` (HTTP ${robots.httpStatus})`}, so the policy says: {robots.verdict}
      </dd>
      {robots.error === undefined ? null : (
        <>
          <dt>Error</dt>
          <dd>
            <Shown text={robots.error} />
          </dd>
        </>
      )}
      {robots.redirects.map((redirect) => (
        <>
          <dt>Redirect</dt>
          <dd>
            <Shown text={redirect} />
          </dd>
        </>
      ))}
      {Object.entries(robots.headers).map(([name, value]) => (
        <>
          <dt>
            <Shown text={name} />
          </dt>
          <dd>
            <Shown text={value} />
          </dd>
        </>
      ))}
    </dl>
  );
}

export function Live(): VNode {
  const site = useSignal(startSite());
  const answer = useSignal<LiveRobots | undefined>(undefined);
  useEffect(() => {
    if (site.value !== "") void load(site.value, answer);
  }, [site, answer]);
  return (
    <form
      class="live"
      onSubmit={(event) => {
        event.preventDefault();
        void load(site.value, answer);
      }}
    >
      <label>
        Site{" "}
        <input
          type="url"
          required
          placeholder="https://example.com"
          value={site.value}
          onInput={({ currentTarget }) => {
            site.value = currentTarget.value;
          }}
        />
      </label>
      <button type="submit">Fetch its robots.txt</button>
      {answer.value === undefined ? null : (
        <details>
          <summary>Response</summary>
          <Report robots={answer.value} />
        </details>
      )}
    </form>
  );
}
