// For `require`: the function itself, as robots-parser exports it.
import module = require("./index.js");

declare const robotsParser: typeof module.default;
declare namespace robotsParser {
  type Robot = module.Robot;
}
export = robotsParser;
