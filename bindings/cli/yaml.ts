/** The YAML parser of the command line. The build puts the package yaml into this file, so that commands need nothing installed. */
export { isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from "yaml";
