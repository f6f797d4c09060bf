/**
 * examples/embedding/java: Chicory gives the library's answers, and allows no line that filter refuses. It has no SIMD, so it
 * runs the other module.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { build, expectAnswers } from "../../slow/embed/hosts.ts";
import { expectShards } from "../../slow/embed/shards.ts";
import { because, Job } from "../../slow/engines/job.ts";
import { removeFolders, root, run, temporaryFolder } from "../../support/packed.ts";
import { expectNoFalseAllow, missingPython } from "./nasty.ts";

const out = join(root, "build/hosts/java");
const example = join(root, "examples/embedding/java");
const goals = ["compile", "dependency:copy-dependencies", "-DincludeScope=runtime"];
const missing = await build("mvn", ["-q", "-B", `-Doutput=${out}`, ...goals], "examples/embedding/java");
const classPath = [join(out, "classes"), join(out, "dependency/*")].join(":");

/** What spark-submit passes to java. */
const JAVA_17 = ["java.base/java.nio", "java.base/sun.nio.ch", "java.base/java.lang", "java.base/java.util"].flatMap(
  (name) => ["--add-opens", `${name}=ALL-UNNAMED`],
);

afterAll(removeFolders);

it.skipIf(missing !== undefined)(`Java, Chicory: all jobs${because(missing)}`, async () => {
  expect(missing).toBeUndefined();
  await expectAnswers("java", ["-cp", classPath, "robotswasm.Jobs"]);
});

it.skipIf(missing !== undefined)(`Java: the product tokens of headers${because(missing)}`, async () => {
  const headers: { header: string; token: string | null }[] = JSON.parse(
    readFileSync("test/cases/headers.json", "utf8"),
  );
  const file = join(temporaryFolder("java"), "Headers.java");
  const print =
    "try { System.out.println(robots.productToken(header)); } catch (RobotsException error) { System.out.println(); }";
  const cases = headers.map(({ header }) => JSON.stringify(header)).join(", ");
  writeFileSync(
    file,
    `import robotswasm.*;\nclass Headers { public static void main(String[] a) { Robots robots = new Robots(); for (String header : new String[] {${cases}}) ${print} } }`,
  );
  const { status, stdout, stderr } = await run("java", ["-cp", classPath, file]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toBe(headers.map(({ token }) => `${token ?? ""}\n`).join(""));
});

it.skipIf(missing !== undefined)(`Java: the code of docs/migrating.md${because(missing)}`, async () => {
  const [, code] = /^```java\n([\s\S]*?)^```/m.exec(readFileSync("docs/migrating.md", "utf8"))!;
  const file = join(temporaryFolder("java"), "Migrating.java");
  const body = 'Robots robots = new Robots(); byte[] body = "User-agent: FooBot\\nDisallow: /private\\n".getBytes();';
  writeFileSync(
    file,
    `import java.util.List; import robotswasm.*;\nclass Migrating { public static void main(String[] a) { ${body}\n${code} System.out.print(allowed); } }`,
  );
  expect(await run("java", ["-cp", classPath, file])).toMatchObject({ status: 0, stdout: "false", stderr: "" });
});

it.skipIf(missing !== undefined)(`Java: a manifest opens its shards, and none of another run${because(missing)}`, () =>
  expectShards((manifest, input) =>
    run("java", ["-cp", classPath, "robotswasm.Filter", manifest, "ExampleBot", "rfc9309", "allow"], { input }),
  ),
);

const reason = missing ?? missingPython;
it.skipIf(reason !== undefined)(`Java: archives allow no nasty line that filter refuses${because(reason)}`, () =>
  expectNoFalseAllow("java", "-cp", classPath, "robotswasm.Filter"),
);

describe("Spark", () => {
  const { python, missing: noSpark } = pythonEnvironment(join(root, "examples/spark/requirements.txt"));
  const reason = missing ?? noSpark;

  it.skipIf(reason !== undefined)(`mapPartitions: every row once, with its verdict${because(reason)}`, async () => {
    using job = new Job("spark-java");
    const wanted = await job.verdicts();
    job.writeTable(join(job.folder, "table"), 4);
    const code = "import os, pyspark; print(os.path.dirname(pyspark.__file__))";
    const home = spawnSync(python!, ["-c", code], { encoding: "utf8" }).stdout.trim();
    const classes = ["-cp", `${join(out, "classes")}:${home}/jars/*`, "-d", join(job.folder, "classes")];
    await job.run(["javac", ...classes, join(example, "spark/SparkVerdicts.java")]);
    const everything = [join(job.folder, "classes"), classPath, `${home}/jars/*`].join(":");
    const submit = ["java", ...JAVA_17, "-Dspark.master=local[2]", "-Dspark.ui.enabled=false", "-cp", everything];
    const paths = [join(job.folder, "table"), job.archive, job.output];
    await job.run([...submit, "SparkVerdicts", ...paths], { SPARK_LOCAL_IP: "127.0.0.1" });
    const decided = await job.readVerdicts(job.output);
    const wrong = [...wanted].filter((verdict, i) => decided[i] !== verdict && decided[i] !== "-");
    expect(wrong).toEqual([]);
    const refused = [...wanted].filter((verdict, i) => decided[i] !== verdict).length;
    expect(refused / job.lines).toBeLessThan(0.02);
  });
});
