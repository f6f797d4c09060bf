import DefaultTheme from "vitepress/theme";
import BlockCrawlers from "./BlockCrawlers.vue";
import Charts from "./Charts.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("BlockCrawlers", BlockCrawlers);
    app.component("Charts", Charts);
  },
};
