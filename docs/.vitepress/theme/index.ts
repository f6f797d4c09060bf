import type { Theme } from "vitepress";
import LandingPage from "./landing/LandingPage.vue";
import BenchmarkCharts from "./pages/BenchmarkCharts.vue";
import BlockCrawlers from "./pages/BlockCrawlers.vue";
import CrawlersByPurpose from "./pages/CrawlersByPurpose.vue";
import TesterLink from "./parts/TesterLink.vue";
import SiteLayout from "./SiteLayout.vue";
import "./tokens.css";
import "./site.css";
import "./prose.css";
import "./landing.css";

/** What Markdown may name as a tag. */
const components = { BenchmarkCharts, BlockCrawlers, CrawlersByPurpose, LandingPage, TesterLink };

export default {
  Layout: SiteLayout,
  enhanceApp({ app }) {
    for (const [name, component] of Object.entries(components)) app.component(name, component);
  },
} satisfies Theme;
