/** A page for each crawler, made from the table. */
import { crawlerPages } from "../.vitepress/build/crawlers.mts";

export default {
  paths: () =>
    crawlerPages().map(({ slug, title, description, markdown }) => ({
      params: { slug, title, description },
      content: markdown,
    })),
};
