import DefaultTheme from "vitepress/theme";
import Charts from "./Charts.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("Charts", Charts);
  },
};
