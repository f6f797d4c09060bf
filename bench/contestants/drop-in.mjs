// Our replacement for robots-parser, with the same API.
import robotsParser from "../../dist/tools/robots-parser/index.js";
import { likeRobotsParser } from "./like-robots-parser.mjs";

export default likeRobotsParser("robots-wasm/robots-parser", robotsParser);
