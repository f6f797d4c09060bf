// Our replacement for robots-parser, with the same API.
import robotsParser from "../../dist/core/robots-parser/index.js";
import { likeRobotsParser } from "./like-robots-parser.mjs";

export default likeRobotsParser("robots-wasm/robots-parser", robotsParser);
