/** The option `--purpose` of commands that ask for many crawlers. */
import { type AgentPurpose, purposes } from "../owners/agents/index.ts";
import { checkedChoice } from "./options.ts";

export const purposeNames = Object.keys(purposes) as AgentPurpose[];

export const purposeHelp: string = `  --purpose NAME     only crawlers for ${purposeNames.slice(0, 5).join(", ")},
                     ${purposeNames.slice(5).join(", ")}; repeatable`;

export const checkedPurposes = (names: readonly string[] | undefined): readonly AgentPurpose[] | undefined =>
  names?.map((name) => checkedChoice("--purpose", name, purposeNames));
