import { workspace } from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import type { Settings } from "./settings";

/** The documents that kval validates. Names and language ids: an editor may show a workflow as plain YAML or by its own id. */
export const DOCUMENTS = [
  ...["yaml", "helm", "dockercompose", "github-actions-workflow", "azure-pipelines", "kcl"].flatMap((language) =>
    ["file", "untitled"].map((scheme) => ({ scheme, language }))),
  { scheme: "file", language: "json", pattern: "**/*.schema.json" },
  { scheme: "file", pattern: "**/templates/**/*.tpl" },
  { scheme: "file", pattern: "**/*.star" },
];

export function serverArguments(settings: Settings): string[] {
  return ["lsp", "--timeout", settings.timeout, ...settings.arguments];
}

/** Returns a client, not yet started, for a language server with these settings. */
export function createClient(program: string, settings: Settings): LanguageClient {
  const server: ServerOptions = { command: program, args: serverArguments(settings) };
  const options: LanguageClientOptions = {
    documentSelector: DOCUMENTS,
    initializationOptions: { vendorCommand: true, defaultHints: settings.defaultHints },
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{yaml,yml,json,k,star,toml,lib}") },
    middleware: {
      provideHover: (document, position, token, next) => (settings.hover ? next(document, position, token) : undefined),
      provideCompletionItem: (document, position, context, token, next) =>
        settings.completion ? next(document, position, context, token) : undefined,
    },
  };
  return new LanguageClient("kval", "kval", server, options);
}
