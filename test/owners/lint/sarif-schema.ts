/**
 * A JSON schema for the part of SARIF 2.1.0 that `toSarif` writes. It is stricter than the standard: nothing else may be
 * present. No package contains the schema of the standard; `SARIF_SCHEMA=file` also validates against it.
 */
import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";

const text = { type: "string", minLength: 1 };
const positive = { type: "integer", minimum: 1 };

/** An object with these properties, all required except the named ones. */
const object = (properties: Record<string, object>, ...optional: string[]): object => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const list = (items: object): object => ({ type: "array", items });

/** §3.11 */
const message = object({ text });
/** §3.30.5 to §3.30.8 */
const region = object({ startLine: positive, startColumn: positive, endLine: positive, endColumn: positive });
/** §3.4.3: a URI reference. */
const artifactLocation = object({ uri: { ...text, format: "uri-reference" } });
const level = { enum: ["error", "warning", "note"] };
/** §3.55 to §3.57 */
const fix = object({
  description: message,
  artifactChanges: list(
    object({
      artifactLocation,
      replacements: list(object({ deletedRegion: region, insertedContent: object({ text: { type: "string" } }) })),
    }),
  ),
});

const log = object({
  $schema: { ...text, format: "uri" },
  version: { const: "2.1.0" },
  /** §3.14 */
  runs: {
    ...list(
      object({
        tool: object({
          /** §3.19 */
          driver: object({
            name: text,
            version: text,
            informationUri: { ...text, format: "uri" },
            /** §3.49 */
            rules: {
              ...list(
                object({
                  id: text,
                  shortDescription: message,
                  help: message,
                  defaultConfiguration: object({ level }),
                }),
              ),
              uniqueItems: true,
            },
          }),
        }),
        columnKind: { const: "utf16CodeUnits" },
        /** §3.27 */
        results: list(
          object(
            {
              ruleId: text,
              level,
              message,
              locations: list(object({ physicalLocation: object({ artifactLocation, region }) })),
              /** §3.8: a property bag */
              properties: object({ also: list(text) }),
              fixes: { ...list(fix), minItems: 1 },
            },
            "properties",
            "fixes",
          ),
        ),
      }),
    ),
    minItems: 1,
    maxItems: 1,
  },
});

const isUriReference = (uri: string): boolean =>
  /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/.test(uri) && URL.canParse(uri, "https://base.example/");

const ajv = new Ajv({
  strictSchema: false,
  allErrors: true,
  formats: {
    "uri-reference": isUriReference,
    uri: (uri: string) => isUriReference(uri) && URL.canParse(uri),
    "date-time": true,
  },
});

function standard(file: string): ValidateFunction {
  // It is draft 4, whose keywords mean the same here but for its own name.
  const { $schema: _schema, id: _id, ...schema } = JSON.parse(readFileSync(file, "utf8"));
  return ajv.compile(schema);
}

const file = process.env["SARIF_SCHEMA"];

export const schemas: readonly { readonly name: string; readonly validate: ValidateFunction }[] = [
  { name: "the part written here", validate: ajv.compile(log) },
  ...(file === undefined ? [] : [{ name: "the standard's own schema", validate: standard(file) }]),
];
