import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export interface ProgramSources {
  /** The setting `kval.path`; empty if it is not set. */
  setting: string;
  /** The directory of the extension, which contains the program in `bin`. */
  extensionDirectory: string;
  /** The value of `PATH`. */
  path: string;
  platform: NodeJS.Platform;
  /** Whether the user trusts the workspace. The setting is used in trusted workspaces only. */
  isTrusted: boolean;
  /** Whether a file exists and can be executed. */
  isExecutable: (path: string) => boolean;
}

export type FoundProgram = { path: string; source: "setting" | "extension" | "PATH" } | { error: string };

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the kval program to run: that of the setting, else that of the extension, else that of `PATH`. */
export function findProgram(sources: ProgramSources): FoundProgram {
  const name = sources.platform === "win32" ? "kval.exe" : "kval";
  if (sources.setting !== "" && sources.isTrusted) {
    return sources.isExecutable(sources.setting)
      ? { path: sources.setting, source: "setting" }
      : { error: `The setting kval.path names ${sources.setting}, which does not exist or cannot be executed.` };
  }
  const bundled = join(sources.extensionDirectory, "bin", name);
  if (sources.isExecutable(bundled)) {
    return { path: bundled, source: "extension" };
  }
  const separator = sources.platform === "win32" ? ";" : delimiter;
  // An empty or relative directory would be searched in the workspace, which may contain a foreign program.
  const absolute = sources.path.split(separator).filter((directory) => /^([/\\]|[A-Za-z]:)/.test(directory));
  const found = absolute.map((directory) => join(directory, name)).find(sources.isExecutable);
  return found !== undefined
    ? { path: found, source: "PATH" }
    : { error: "No kval program was found. Install kval, or set kval.path." };
}
