/** Settings from the editor and from the linter's configuration beside a document. An invalid one is reported and left out. */
import {
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  MessageType,
  ShowMessageNotification,
  type ShowMessageParams,
} from "vscode-languageserver";
import { defaultSettings, type EditorSettings } from "../../owners/editor/internal.ts";
import { lint } from "../../owners/lint/index.ts";
import { SECTION } from "./names.ts";

interface ConfigSource {
  readonly configBeside?: (uri: string) => object | undefined;
}

const KEYS = ["dialect", "url", "profile", "agents", "ignore"] as const;

export class SettingsReader {
  readonly #connection: Connection;
  readonly #source: ConfigSource;
  readonly #reported = new Set<string>();
  #canAsk = false;
  #canRegister = false;
  #editor: Partial<EditorSettings> = {};

  constructor(connection: Connection, source: ConfigSource) {
    this.#connection = connection;
    this.#source = source;
  }

  initialize({ capabilities, initializationOptions }: InitializeParams): void {
    this.#canAsk = capabilities.workspace?.configuration === true;
    this.#canRegister = capabilities.workspace?.didChangeConfiguration?.dynamicRegistration === true;
    this.#editor = this.#checked("initializationOptions", initializationOptions);
  }

  async listen(): Promise<void> {
    if (this.#canRegister)
      await this.#connection.client.register(DidChangeConfigurationNotification.type, { section: SECTION });
    if (this.#canAsk) await this.change(undefined);
  }

  /** @param pushed what the editor sent; those that are asked send nothing. */
  async change(pushed: unknown): Promise<void> {
    const sent = this.#canAsk ? await this.#connection.workspace.getConfiguration(SECTION) : sectionOf(pushed);
    if (sent !== null && sent !== undefined) this.#editor = this.#checked(`settings ${SECTION}`, sent);
  }

  /** The configuration beside the document, and what the editor sets besides. */
  of(uri: string): EditorSettings {
    const beside = this.#checked("robots-lint.json", this.#configBeside(uri));
    return { ...defaultSettings, ...this.#editor, ...beside };
  }

  #configBeside(uri: string): unknown {
    try {
      return this.#source.configBeside?.(uri);
    } catch (error) {
      this.#report((error as Error).message);
      return undefined;
    }
  }

  /** The linter checks its options. Each is tried alone, so that one mistake loses one setting. */
  #checked(where: string, given: unknown): Partial<EditorSettings> {
    if (typeof given !== "object" || given === null) return {};
    const settings = given as Record<string, unknown>;
    const kept = KEYS.filter((key) => isGiven(settings[key])).filter((key) => this.#isValid(where, key, settings[key]));
    const severity = this.#severities(where, settings["severity"]);
    return { ...Object.fromEntries(kept.map((key) => [key, settings[key]])), ...(severity && { severity }) };
  }

  #isValid(where: string, key: string, value: unknown): boolean {
    try {
      lint("", { [key]: value });
      return true;
    } catch (error) {
      this.#report(`${where}: ${(error as Error).message}`);
      return false;
    }
  }

  #severities(where: string, given: unknown): EditorSettings["severity"] | undefined {
    if (typeof given !== "object" || given === null) return undefined;
    const entries = Object.entries(given);
    const isKnown = (value: unknown): boolean => ["error", "warning", "info", "off"].includes(value as string);
    for (const [code, value] of entries)
      if (!isKnown(value)) this.#report(`${where}: severity of ${code}: expected error, warning, info or off`);
    return Object.fromEntries(entries.filter(([, value]) => isKnown(value)));
  }

  /** Once: settings are read for each document. */
  #report(message: string): void {
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    // Not showWarningMessage, which asks for an answer.
    const shown: ShowMessageParams = { type: MessageType.Warning, message: `robots-wasm: ${message}` };
    void this.#connection.sendNotification(ShowMessageNotification.type, shown);
  }
}

/** Editors write "" and null for what is not set. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

const sectionOf = (pushed: unknown): unknown => {
  const all = pushed as Record<string, unknown> | null | undefined;
  return all?.[SECTION];
};
