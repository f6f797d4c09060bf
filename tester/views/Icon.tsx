/** The icons, as lines in a square of 24. Each stands beside a word. */
import type { VNode } from "preact";

const paths = {
  allowed: "M5 12.5l4.5 4.5L19 7.5",
  refused: "M6 6l12 12M18 6L6 18",
  partly: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17z",
  ignores: "M3 12c3-5 6-7 9-7s6 2 9 7c-3 5-6 7-9 7s-6-2-9-7zM4 20L20 4",
  warn: "M12 4l9 16H3zM12 10v4M12 17v.5",
  muted: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM12 11v5M12 8v.2",
  file: "M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h5",
  crawlers: "M7 9h10a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3zM12 9V4M9 14v1M15 14v1",
  urls: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  usage: "M4 7h16M4 12h16M4 17h10",
  compare: "M8 4v16M16 4v16M4 8h4M16 16h4",
  docs: "M5 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H5zM21 4h-6a2 2 0 0 0-2 2",
  share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
  save: "M12 4v11M8 11l4 4 4-4M5 19h14",
  copy: "M9 9h11v11H9zM5 15V5h10",
  dark: "M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z",
  light:
    "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5",
  open: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name }: { name: IconName }): VNode => (
  <svg class="ic" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
    {name === "partly" ? <path class="full" d="M12 3.5a8.5 8.5 0 0 1 0 17z" /> : null}
  </svg>
);
