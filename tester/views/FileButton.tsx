import type { VNode } from "preact";
import { openFile } from "../state/opening.ts";
import { fail } from "../state/status.ts";

/** A button that opens a file of this machine. */
export const FileButton = ({ title, accept }: { title: string; accept: string }): VNode => (
  <label class="btn quiet">
    {title}
    <input
      type="file"
      class="sr"
      accept={accept}
      onChange={({ currentTarget }) => {
        const one = currentTarget.files?.[0];
        if (one !== undefined) openFile(one).catch(fail);
      }}
    />
  </label>
);
