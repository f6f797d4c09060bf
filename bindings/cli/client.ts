/** The client of a command: what it refuses, such as a User-Agent that no header can hold, is misuse of the command. */
import { type ClientOptions, RobotsClient } from "../client/index.ts";
import { Misuse } from "./misuse.ts";

/** @throws Misuse */
export function checkedClient(options: ClientOptions): RobotsClient {
  try {
    return new RobotsClient(options);
  } catch (error) {
    throw error instanceof TypeError || error instanceof RangeError ? new Misuse(error.message) : error;
  }
}
