import { commands, type Disposable, type ExtensionContext, tasks, window, workspace } from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { createClient } from "./client";
import { registerCommands } from "./commands";
import { findProgram, isExecutable } from "./program";
import { readSettings } from "./settings";
import { Status } from "./status";
import { TASK_TYPE } from "./task_arguments";
import { Tasks } from "./tasks";

let client: LanguageClient | undefined;
let registered: Disposable[] = [];

async function stop(): Promise<void> {
  registered.forEach((each) => each.dispose());
  registered = [];
  await client?.dispose();
  client = undefined;
}

async function start(context: ExtensionContext): Promise<void> {
  const settings = readSettings();
  const program = findProgram({
    setting: settings.path, extensionDirectory: context.extensionPath, path: process.env.PATH ?? "",
    platform: process.platform, isTrusted: workspace.isTrusted, isExecutable,
  });
  if ("error" in program) {
    void window.showErrorMessage(`kval: ${program.error}`);
    return;
  }
  client = createClient(program.path, settings);
  await client.start();
  registered = [
    ...registerCommands(client, program.path),
    tasks.registerTaskProvider(TASK_TYPE, new Tasks(program.path)),
    ...(settings.statusBar ? [new Status(client)] : []),
  ];
}

// One restart at a time: settings can change several times in a row.
let pending: Promise<void> = Promise.resolve();

function restart(context: ExtensionContext): Promise<void> {
  pending = pending.then(stop).then(() => start(context)).catch((error: unknown) => {
    void window.showErrorMessage(`kval: the language server could not be started: ${String(error)}`);
  });
  return pending;
}

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand("kval.restart", () => restart(context)),
    workspace.onDidGrantWorkspaceTrust(() => restart(context)),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("kval") && !change.affectsConfiguration("kval.trace")) {
        void restart(context);
      }
    }));
  await restart(context);
}

export async function deactivate(): Promise<void> {
  await pending.then(stop);
}
