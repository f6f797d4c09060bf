/** An archive of four levels. */
import { it } from "vitest";
import { readsFewPages } from "../../../crawl/archive/reads.ts";

it("100,000 origins: opening reads head and footer, a look-up at most 4 pages and then one", () =>
  readsFewPages(100_000, 4));
