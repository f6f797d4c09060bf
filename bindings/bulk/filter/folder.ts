/**
 * A folder of robots.txt files as a library: `example.com`, or `example.com_8080` with a port, for both http and https; a
 * file in the sub-folder `https/` or `http/` takes precedence for its scheme. Runs in Node only.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { blanketRules } from "../../core/deciding.ts";
import { type DialectName, type ParseOptions, parse } from "../../core/index.ts";
import { LEAST_READ_BYTES } from "../../core/parsing.ts";
import { inputError } from "../files/input-error.ts";
import { fileNameOf, hostWithPort, type SchemeName } from "../folder/file-name.ts";
import { isFolder } from "../folder/folder-names.ts";
import { readRobotsFile, UnreadableFile } from "../folder/robots-file.ts";
import type { CompileTarget, Origin, OriginFile, OriginRules, OriginSource } from "./origin-rules.ts";

/** A file of this length is read whole: in UTF-16, it grows by half. */
const MAX_LEFT_BYTES = LEAST_READ_BYTES / 2;

export class Folder implements OriginSource {
  readonly #path: string;
  readonly #device: number;
  readonly #files: Directory;
  /** By scheme, as URLs spell it. */
  readonly #ofScheme: Readonly<Record<string, Directory | undefined>>;
  readonly #agents: readonly string[];
  readonly #options: ParseOptions;
  readonly #dialect: DialectName;

  constructor(folder: string, { agents, dialect, leniency }: CompileTarget) {
    this.#path = folder;
    this.#device = statSync(folder).dev;
    this.#files = new Directory(folder, ["https", "http"]);
    this.#agents = agents;
    // Applying no options to a dialect would take a microsecond for each file.
    this.#options = Object.keys(leniency).length === 0 ? { dialect } : { dialect, leniency };
    this.#dialect = dialect;
    const inside = (name: SchemeName) =>
      isFolder(join(folder, name)) ? new Directory(join(folder, name), [name]) : undefined;
    this.#ofScheme = { "https:": inside("https"), "http:": inside("http") };
  }

  find(origin: Origin): OriginRules | undefined {
    const found = this.#find(origin);
    return found !== undefined && "file" in found ? this.#compile(found.file) : found;
  }

  findFile(origin: Origin): OriginRules | OriginFile | undefined {
    const found = this.#find(origin);
    const mustCompile = found !== undefined && "file" in found && !this.#canLeave(found.file);
    return mustCompile ? this.#compile(found.file) : found;
  }

  /** Whether others compile it to the same rules. They know no leniency, and do not say whether they read all of it. */
  #canLeave(file: Uint8Array): boolean {
    return this.#options.leniency === undefined && file.length <= MAX_LEFT_BYTES;
  }

  #find(origin: Origin): OriginRules | OriginFile | undefined {
    const name = fileNameOf(origin);
    // The URL Standard accepts "." and ".." as hosts.
    if (name === "." || name === "..") return undefined;
    try {
      return this.#findNamed(origin, name);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      return { rules: blanketRules("refused", this.#dialect), cause: "unreachable", unreadable: error.message };
    }
  }

  #findNamed(origin: Origin, name: string): OriginFile | undefined {
    const body = this.#ofScheme[origin.protocol]?.read(name, origin) ?? this.#readPlain(origin, name);
    if (body === undefined) this.#checkPresence();
    return body && { file: body };
  }

  /** The folders of the schemes are not files of hosts `https` and `http`. */
  #readPlain(origin: Origin, name: string): Uint8Array | undefined {
    return this.#ofScheme[`${name}:`] === undefined ? this.#files.read(name, origin) : undefined;
  }

  /** In a folder that was removed or unmounted every file is missing, which would allow everything. */
  #checkPresence(): void {
    if (statSync(this.#path, { throwIfNoEntry: false })?.dev !== this.#device)
      throw inputError(this.#path, "expected the folder to stay until all URLs are decided; it is gone");
  }

  #compile(body: Uint8Array): OriginRules {
    const robots = parse(body, this.#options);
    const rules = robots.agent(this.#agents);
    return robots.truncated ? { rules, isTruncated: true } : { rules };
  }
}

class Directory {
  readonly #path: string;
  readonly #schemes: readonly SchemeName[];
  /** Whether the previous file was missing: many folders lack all files, or none. */
  #expectsNone = false;

  constructor(path: string, schemes: readonly SchemeName[]) {
    this.#path = path;
    this.#schemes = schemes;
  }

  /** Reads as `readRobotsFile` does. @throws UnreadableFile also if the file may be that of another host */
  read(name: string, { port }: Origin): Uint8Array | undefined {
    const path = `${this.#path}/${name}`;
    const body = readRobotsFile(path, this.#expectsNone);
    this.#expectsNone = body === undefined;
    const other = body === undefined || port !== "" ? undefined : hostWithPort(name, this.#schemes);
    if (other !== undefined) throw new UnreadableFile(path, `it may also be the file of ${other}`);
    return body;
  }
}
