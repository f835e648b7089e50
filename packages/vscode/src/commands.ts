import {
  CodeAction, CodeActionKind, type CodeActionProvider, commands, type Disposable, languages, Uri, window, workspace,
} from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { DOCUMENTS } from "./client";
import { explain, isRule } from "./explain";
import { validatedBy } from "./status";
import { plainText, schemaFiles, statusText } from "./validated_by";

async function showSchema(client: LanguageClient): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined) {
    return;
  }
  const answer = await validatedBy(client, editor);
  if (answer === null || !answer.isValidated) {
    void window.showInformationMessage(statusText(answer).tooltip);
    return;
  }
  const files = schemaFiles(answer);
  const names = files.map((schema) => workspace.asRelativePath(Uri.parse(schema)));
  const chosen = await window.showInformationMessage(plainText(answer.reason), ...names);
  const uri = files[names.indexOf(chosen ?? "")];
  if (uri !== undefined) {
    await window.showTextDocument(Uri.parse(uri));
  }
}

async function showRule(program: string, given: unknown): Promise<void> {
  const rule = typeof given === "string" ? given : await window.showInputBox({
    prompt: "Rule, such as KV301",
    validateInput: (text) => (isRule(text.trim()) ? undefined : "A rule is KV and digits, such as KV301"),
  });
  if (rule === undefined) {
    return;
  }
  const content = await explain(program, rule.trim());
  await window.showTextDocument(await workspace.openTextDocument({ content, language: "plaintext" }), { preview: true });
}

function createProjectFile(program: string): void {
  const folder = workspace.workspaceFolders?.[0];
  if (folder !== undefined) {
    const terminal = window.createTerminal({ name: "kval init", cwd: folder.uri, shellPath: program, shellArgs: ["init"] });
    terminal.show();
  }
}

/** Copies the schemas that a document names into the repository; without an address, those of the open document. */
function vendorSchemas(program: string, uri: unknown): void {
  const file = typeof uri === "string" ? Uri.parse(uri) : window.activeTextEditor?.document.uri;
  if (file === undefined) {
    return;
  }
  const folder = workspace.getWorkspaceFolder(file) ?? workspace.workspaceFolders?.[0];
  if (folder !== undefined) {
    const shellArgs = ["vendor", workspace.asRelativePath(file, false)];
    window.createTerminal({ name: "kval vendor", cwd: folder.uri, shellPath: program, shellArgs }).show();
  }
}

async function fixAll(): Promise<void> {
  await commands.executeCommand("editor.action.codeAction", { kind: "source.fixAll.kval", apply: "first" });
}

/** Offers the page about the rule of each finding at a place. */
const explainActions: CodeActionProvider = {
  provideCodeActions(_document, _range, context): CodeAction[] {
    const rules = context.diagnostics.flatMap(({ source, code }) =>
      source === "kval" && typeof code === "string" && isRule(code) ? [code] : []);
    return [...new Set(rules)].map((rule) => {
      const action = new CodeAction(`Explain ${rule}`, CodeActionKind.Empty);
      action.command = { command: "kval.explain", title: action.title, arguments: [rule] };
      return action;
    });
  },
};

/** Registers the commands that need a running server or program. */
export function registerCommands(client: LanguageClient, program: string): Disposable[] {
  return [
    commands.registerCommand("kval.showSchema", () => showSchema(client)),
    commands.registerCommand("kval.showOutput", () => client.outputChannel.show()),
    commands.registerCommand("kval.explain", (rule: unknown) => showRule(program, rule)),
    languages.registerCodeActionsProvider(DOCUMENTS, explainActions),
    commands.registerCommand("kval.init", () => createProjectFile(program)),
    commands.registerCommand("kval.fixAll", fixAll),
    commands.registerCommand("kval.vendor", (uri: unknown) => vendorSchemas(program, uri)),
  ];
}
