/**
 * The pages of the site in their order. To add a page, name its file here. `folder` adds every page of a folder of docs/, so
 * generated pages need no entry. A page that nothing names still gets built: it stands in the last section, and a test fails.
 */
export interface NavigationSection {
  readonly title: string;
  /** Paths under docs/ without `.md`, or a path with a shorter text than the page's heading. */
  readonly pages: readonly (string | readonly [path: string, text: string])[];
  readonly folder?: string;
  /** How search ranks these pages: below 1 for evidence, which mentions everything. */
  readonly weight?: number;
}

export const navigation: readonly NavigationSection[] = [
  {
    title: "Site owners",
    weight: 1.3,
    pages: [
      "guide/site-owners",
      "guide/recipes",
      ["guide/patterns", "Wildcards and slashes"],
      "guide/block-ai-crawlers",
      ["guide/staging", "Staging sites"],
      ["guide/search-console", "Search Console"],
      ["guide/link-previews", "Link previews"],
      ["guide/overload", "Bots overload my server"],
      "guide/server-fails",
      ["guide/alarm", "An alarm"],
      ["crawlers/index", "All crawlers"],
      "questions",
      "guide/disobeying-crawlers",
      "guide/enforce",
      ["logs", "Check access logs"],
      ["agents", "Known crawlers"],
      ["guide/crawlers-json", "Crawlers as data"],
      ["usage", "Licences and usage"],
      "guide/lint-in-ci",
      ["guide/editors", "In editors"],
      ["frameworks", "In a website's build"],
    ],
  },
  {
    title: "Crawlers",
    weight: 1.3,
    pages: [
      ["guide/getting-started", "Get started"],
      "guide/crawl-politely",
      ["guide/groups", "Which group applies"],
      "guide/crawl-delay",
      "guide/testing",
      ["filter", "Filter a list"],
      ["survey", "Survey a crawl"],
      ["guide/cloudflare", "On Cloudflare"],
      ["migrating", "From another library"],
      ["robots-parser", "From robots-parser"],
      ["scale", "At scale"],
    ],
  },
  {
    title: "Reference",
    pages: [
      ["client", "Client"],
      ["crawl", "Fetch, sitemaps, pace"],
      ["dialects", "Dialects"],
      ["lint", "Lint"],
      ["meta", "Meta tags"],
      ["command-line", "Command line"],
      ["explain", "Explain and compare"],
      ["archive", "Archives"],
      ["runtimes", "Runtimes"],
      ["python", "Python"],
      ["embedding", "In other hosts"],
      ["format", "Saved rules"],
      ["versioning", "Versions"],
    ],
  },
  { title: "API", weight: 0.4, pages: [["api/index", "All entries"], "api/core"], folder: "api" },
  {
    title: "Evidence",
    weight: 0.3,
    pages: [
      ["benchmarks", "Benchmarks"],
      ["performance", "Performance in detail"],
      ["conformance", "Conformance"],
      ["scoreboard", "Scoreboard"],
      ["vectors", "Test vectors"],
      ["fuzzing", "Fuzzing"],
    ],
  },
  {
    title: "Project",
    weight: 0.2,
    pages: [
      ["crawlers-changes", "Changes of the crawlers"],
      ["design", "Design"],
      ["debugging", "Debugging the module"],
      ["tried", "Tried and left out"],
    ],
  },
];

/** Every page is linked, but the landing page, which is the site's name. */
export const unlisted: readonly string[] = ["index"];
