// Runs the language server over Microsoft's protocol library, as the client library of the extension does. KVAL names the
// program; without it the tests are skipped.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { createMessageConnection, type MessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import type { CodeAction, Diagnostic, Hover, InitializeResult, PublishDiagnosticsParams } from "vscode-languageserver-protocol";
import { explain } from "../src/explain";
import { statusText, type ValidatedBy } from "../src/validated_by";

const PROGRAM = process.env.KVAL ?? "";
const skip = PROGRAM === "" ? "KVAL is not set" : false;

interface Opened {
  connection: MessageConnection;
  uri: string;
  findings: Diagnostic[];
}

/** Starts a server in a directory with these files, opens one of them, and waits for its findings. */
async function withServer(files: Record<string, string>, open: string, use: (opened: Opened) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "kval-vscode-"));
  Object.entries(files).forEach(([name, text]) => writeFileSync(join(directory, name), text));
  const server = spawn(PROGRAM, ["lsp", "--timeout", "30s"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  try {
    const uri = pathToFileURL(join(directory, open)).href;
    const published = new Promise<Diagnostic[]>((resolve) => {
      connection.onNotification("textDocument/publishDiagnostics", (given: PublishDiagnosticsParams) => {
        if (given.uri === uri) {
          resolve(given.diagnostics);
        }
      });
    });
    connection.listen();
    const folder = pathToFileURL(directory).href;
    const answer: InitializeResult = await connection.sendRequest("initialize", {
      processId: process.pid, rootUri: folder, workspaceFolders: [{ uri: folder, name: "test" }], capabilities: {},
    });
    assert.ok(answer.capabilities.hoverProvider && answer.capabilities.completionProvider);
    await connection.sendNotification("initialized", {});
    await connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "yaml", version: 1, text: files[open] },
    });
    await use({ connection, uri, findings: await published });
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
  } finally {
    connection.dispose();
    server.kill();
    rmSync(directory, { recursive: true });
  }
}

const FILES = {
  "schema.yml": "#@data/values-schema\n---\n#@schema/desc \"Number of pods.\"\nreplicas: 1\nname: web\n",
  "values.yml": "# yaml-language-server: $schema=schema.yml\nreplicas: three\nnmae: shop\n",
};

test("findings, hover, fixes and the status of a values file", { skip }, async () => {
  await withServer(FILES, "values.yml", async ({ connection, uri, findings }) => {
    assert.deepEqual(findings.map(({ code }) => code).sort(), ["KV300", "KV301"]);
    const hover = await connection.sendRequest<Hover>("textDocument/hover", { textDocument: { uri }, position: { line: 1, character: 2 } });
    assert.match(JSON.stringify(hover.contents), /Number of pods/);
    const unknown = findings.find(({ code }) => code === "KV300")!;
    const actions = await connection.sendRequest<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri }, range: unknown.range, context: { diagnostics: [unknown] },
    });
    assert.ok(actions.some(({ title }) => title.includes("name")));
    const answer = await connection.sendRequest<ValidatedBy | null>("kval/validatedBy", { textDocument: { uri } });
    assert.equal(statusText(answer).text, "$(check) kval: schema.yml");
  });
});

test("a file without a schema has no schema in the status bar", { skip }, async () => {
  await withServer({ "notes.yml": "a: 1\n" }, "notes.yml", async ({ connection, uri, findings }) => {
    assert.deepEqual(findings, []);
    const answer = await connection.sendRequest<ValidatedBy | null>("kval/validatedBy", { textDocument: { uri } });
    assert.match(statusText(answer).text, /no schema/);
  });
});

test("the page about a rule", { skip }, async () => {
  assert.match(await explain(PROGRAM, "KV301"), /^KV301/);
  await assert.rejects(explain(PROGRAM, "KV999999"));
});

test("the problem matcher reads the concise format", { skip }, async () => {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const pattern = manifest.contributes.problemPatterns[0];
  const found = new RegExp(pattern.regexp).exec("envs/prod.yml:2:7: error[KV301] port: expected integer, found string");
  assert.deepEqual([1, 2, 3, 4, 5, 6].map((group) => found?.[group]),
                   ["envs/prod.yml", "2", "7", "error", "KV301", "port: expected integer, found string"]);
});
