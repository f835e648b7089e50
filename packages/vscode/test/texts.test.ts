import assert from "node:assert/strict";
import { test } from "node:test";
import { isRule } from "../src/explain";
import { taskArguments } from "../src/task_arguments";
import { schemaFiles, statusText } from "../src/validated_by";

test("the status bar names the first schema and counts the others", () => {
  const one = { reason: "because", isValidated: true, method: "documents", schemas: ["file:///a/my%20schema.yml"] };
  assert.deepEqual(statusText(one), { text: "$(check) kval: my schema.yml", tooltip: "because" });
  const two = { ...one, schemas: [...one.schemas, "file:///a/b.json"] };
  assert.equal(statusText(two).text, "$(check) kval: my schema.yml +1");
});

test("without a schema file the status bar names the method", () => {
  assert.equal(statusText({ reason: "r", isValidated: true, method: "kubernetes", schemas: [] }).text, "$(check) kval: kubernetes");
});

test("the status bar names the kind of a manifest", () => {
  const title = "Deployment apps/v1, Kubernetes 1.36";
  const answer = { reason: "`a.yml` is validated", isValidated: true, title, method: "manifests", schemas: [] };
  assert.deepEqual(statusText(answer), { text: `$(check) kval: ${title}`, tooltip: "a.yml is validated" });
});

test("only schema files can be opened", () => {
  const schemas = ["built-in catalogue: Flux 2.8", "file:///a/b.json", "builtin:compose-spec"];
  assert.deepEqual(schemaFiles({ reason: "r", isValidated: true, method: "manifests", schemas }), ["file:///a/b.json"]);
});

test("a file without a schema is not shown as valid", () => {
  assert.match(statusText(null).text, /no schema/);
  const answer = { reason: "`a.yml` has no schema", isValidated: false, method: "set", schemas: [] };
  assert.deepEqual(statusText(answer), {
    text: "$(circle-slash) kval: no schema", tooltip: "a.yml has no schema; kval reports errors that need no schema",
  });
});

test("rules are KV and digits", () => {
  assert.ok(isRule("KV301") && isRule("KV7203"));
  assert.ok(!isRule("KV") && !isRule("--help") && !isRule("KV301 --help"));
});

test("tasks report in the format that the problem matcher reads", () => {
  assert.deepEqual(taskArguments("k8s", ["manifests/"]), ["k8s", "-o", "concise", "manifests/"]);
});
