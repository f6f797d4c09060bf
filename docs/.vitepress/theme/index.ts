import type { Theme } from "vitepress";
import { defineAsyncComponent } from "vue";
import LandingPage from "./landing/LandingPage.vue";
import BlockCrawlers from "./pages/BlockCrawlers.vue";
import TesterLink from "./parts/TesterLink.vue";
import SiteLayout from "./SiteLayout.vue";
import "./tokens.css";
import "./site.css";
import "./prose.css";
import "./landing.css";

/** These come with data that other pages do not need. */
const BenchmarkCharts = defineAsyncComponent(() => import("./pages/BenchmarkCharts.vue"));
const CrawlerIndex = defineAsyncComponent(() => import("./pages/CrawlerIndex.vue"));
const CrawlersByPurpose = defineAsyncComponent(() => import("./pages/CrawlersByPurpose.vue"));

/** What Markdown may name as a tag. */
const components = { BenchmarkCharts, BlockCrawlers, CrawlerIndex, CrawlersByPurpose, LandingPage, TesterLink };

export default {
  Layout: SiteLayout,
  enhanceApp({ app }) {
    for (const [name, component] of Object.entries(components)) app.component(name, component);
  },
} satisfies Theme;
