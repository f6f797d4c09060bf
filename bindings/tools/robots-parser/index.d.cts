// For `require`: the function itself, as robots-parser exports it.
type Module = typeof import("./index.js", { with: { "resolution-mode": "import" }});
declare const robotsParser: Module["default"];
declare namespace robotsParser {
  type Robot = import("./index.js", { with: { "resolution-mode": "import" }}).Robot;
}
export = robotsParser;
