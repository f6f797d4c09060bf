import robotsParser from "robots-parser";
import { likeRobotsParser } from "./like-robots-parser.mjs";

export default likeRobotsParser("robots-parser", robotsParser);
