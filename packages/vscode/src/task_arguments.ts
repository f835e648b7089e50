export const TASK_TYPE = "kval";

/** Returns the arguments of the program for a task. The problem matcher reads the format `concise`. */
export function taskArguments(command: string, more: readonly string[]): string[] {
  return [command, "-o", "concise", ...more];
}
