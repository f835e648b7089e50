import { type Disposable, languages, StatusBarAlignment, type TextEditor, window } from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { DOCUMENTS } from "./client";
import { statusText, type ValidatedBy } from "./validated_by";

export async function validatedBy(client: LanguageClient, editor: TextEditor): Promise<ValidatedBy | null> {
  return client.sendRequest<ValidatedBy | null>("kval/validatedBy", {
    textDocument: { uri: client.code2ProtocolConverter.asUri(editor.document.uri) },
  });
}

/** Shows in the status bar what validates the document of the active editor. */
export class Status implements Disposable {
  private readonly item = window.createStatusBarItem("kval.schema", StatusBarAlignment.Right, 100);
  private readonly listeners: Disposable[] = [];
  private latest = 0;

  constructor(private readonly client: LanguageClient) {
    this.item.name = "kval";
    this.item.command = "kval.showSchema";
    this.listeners.push(
      window.onDidChangeActiveTextEditor(() => this.update()),
      languages.onDidChangeDiagnostics(() => this.update()));
    void this.update();
  }

  dispose(): void {
    this.item.dispose();
    this.listeners.forEach((listener) => listener.dispose());
  }

  private async update(): Promise<void> {
    const request = ++this.latest;
    const editor = window.activeTextEditor;
    if (editor === undefined || languages.match(DOCUMENTS, editor.document) === 0 || !this.client.isRunning()) {
      this.item.hide();
      return;
    }
    try {
      const { text, tooltip } = statusText(await validatedBy(this.client, editor));
      if (request === this.latest) {
        Object.assign(this.item, { text, tooltip });
        this.item.show();
      }
    } catch {
      // The document changed or was closed before the answer: the next event asks again.
    }
  }
}
