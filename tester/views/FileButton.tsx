import type { VNode } from "preact";
import { openFile } from "../state/opening.ts";
import { fail } from "../state/status.ts";

interface FileButtonProps {
  readonly title: string;
  /** What is read aloud. Default: the title. */
  readonly label?: string;
  readonly accept: string;
  /** Default: the page opens the file. */
  readonly take?: (file: File) => Promise<void>;
}

export const FileButton = ({ title, label, accept, take = openFile }: FileButtonProps): VNode => (
  <label class="btn quiet">
    {title}
    <input
      type="file"
      class="sr"
      accept={accept}
      aria-label={label}
      onChange={({ currentTarget }) => {
        const one = currentTarget.files?.[0];
        if (one !== undefined) take(one).catch(fail);
      }}
    />
  </label>
);
