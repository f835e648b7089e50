import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import { type IGrammar, INITIAL, parseRawGrammar, Registry } from "vscode-textmate";

// The comments of a YAML file, which the grammar of annotations is injected into.
const YAML = JSON.stringify({
  scopeName: "source.yaml",
  patterns: [{ name: "comment.line.number-sign.yaml", begin: "#", end: "$" }],
});

async function grammar(scope: string): Promise<IGrammar> {
  const wasm = createRequire(join(process.cwd(), "package.json")).resolve("vscode-oniguruma/release/onig.wasm");
  await loadWASM(readFileSync(wasm)).catch(() => undefined);  // throws if it is loaded already
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async (name) => {
      if (name === "source.yaml") {
        return parseRawGrammar(YAML, "yaml.json");
      }
      const file = name === "source.kcl" ? "syntaxes/kcl.tmLanguage.json" : "syntaxes/annotations.tmLanguage.json";
      return parseRawGrammar(readFileSync(file, "utf8"), file);
    },
    getInjections: (name) => (name === "source.yaml" ? ["source.kval-annotations"] : []),
  });
  const loaded = await registry.loadGrammar(scope);
  assert.ok(loaded);
  return loaded;
}

/** Returns the innermost scope of the first token with a text. */
function scopeOf(language: IGrammar, line: string, text: string): string | undefined {
  const token = language.tokenizeLine(line, INITIAL).tokens
    .find(({ startIndex, endIndex }) => line.slice(startIndex, endIndex).trim() === text);
  return token?.scopes.at(-1);
}

test("annotations: name, parameters and strings", async () => {
  const yaml = await grammar("source.yaml");
  const line = "#@schema/validation min_len=3, one_of=[\"a\", None]";
  assert.equal(scopeOf(yaml, line, "#@"), "punctuation.definition.annotation.kval");
  assert.equal(scopeOf(yaml, line, "schema/validation"), "storage.type.annotation.kval");
  assert.equal(scopeOf(yaml, line, "min_len"), "variable.parameter.kval");
  assert.equal(scopeOf(yaml, line, "3"), "constant.numeric.kval");
  assert.equal(scopeOf(yaml, line, "\"a\""), "string.quoted.double.kval");
  assert.equal(scopeOf(yaml, line, "None"), "constant.language.kval");
});

test("annotations: code", async () => {
  const yaml = await grammar("source.yaml");
  assert.equal(scopeOf(yaml, "#@ load(\"@ytt:data\", \"data\")", "load"), "keyword.control.kval");
  assert.equal(scopeOf(yaml, "#@ if x:", "if"), "keyword.control.kval");
});

test("KCL: schemas, attributes, strings and numbers", async () => {
  const kcl = await grammar("source.kcl");
  assert.equal(scopeOf(kcl, "schema App(Base):", "App"), "entity.name.type.kcl");
  assert.equal(scopeOf(kcl, "import k8s.api as api", "k8s.api"), "entity.name.namespace.kcl");
  assert.equal(scopeOf(kcl, "    replicas?: int = 1", "replicas"), "variable.other.property.kcl");
  assert.equal(scopeOf(kcl, "    replicas?: int = 1", "int"), "support.type.kcl");
  assert.equal(scopeOf(kcl, "size = 1Mi", "1Mi"), "constant.numeric.kcl");
  assert.equal(scopeOf(kcl, "a = \"x ${name} y\"", "${"), "punctuation.section.interpolation.begin.kcl");
  assert.equal(scopeOf(kcl, "a = 1 # note", "# note"), "comment.line.number-sign.kcl");
  assert.equal(scopeOf(kcl, "x = r'a\\d'", "r'a\\d'"), "string.quoted.raw.kcl");
});
