import { execFile } from "node:child_process";

/** Returns whether a text is the id of a rule, such as KV301. */
export function isRule(text: string): boolean {
  return /^KV[0-9]{3,5}$/.test(text);
}

/** Returns the page about a rule that the program prints. Rejects if the program fails. */
export function explain(program: string, rule: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, ["explain", rule], { timeout: 10_000 }, (error, output) =>
      error === null ? resolve(output) : reject(error));
  });
}
