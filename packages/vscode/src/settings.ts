import { workspace } from "vscode";

export interface Settings {
  path: string;
  arguments: string[];
  timeout: string;
  hover: boolean;
  completion: boolean;
  statusBar: boolean;
  defaultHints: boolean;
}

export function readSettings(): Settings {
  const settings = workspace.getConfiguration("kval");
  return {
    path: settings.get("path", ""),
    arguments: settings.get("arguments", []),
    timeout: settings.get("timeout", "30s"),
    hover: settings.get("hover", true),
    completion: settings.get("completion", true),
    statusBar: settings.get("statusBar", true),
    defaultHints: settings.get("inlayHints.defaults", false),
  };
}
