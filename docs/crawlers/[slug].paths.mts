/** A page for each crawler, made from the table. */
import { crawlerPages } from "../.vitepress/build/crawlers.mts";

/** All pages take as long to build as the rest of the site: a test may name the operators whose crawlers get one. */
const operators = process.env["SITE_OPERATORS"]?.split(",");

export default {
  paths: () =>
    crawlerPages()
      .filter(({ agent }) => operators?.includes(agent.operator) ?? true)
      .map(({ slug, title, description, markdown }) => ({
        params: { slug, title, description },
        content: markdown,
      })),
};
