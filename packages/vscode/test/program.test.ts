import assert from "node:assert/strict";
import { test } from "node:test";
import { findProgram, type ProgramSources } from "../src/program";

function sources(executable: string[], more: Partial<ProgramSources> = {}): ProgramSources {
  return {
    setting: "", extensionDirectory: "/ext", path: "/usr/bin:/home/me/bin", platform: "linux", isTrusted: true,
    isExecutable: (path) => executable.includes(path), ...more,
  };
}

test("the program of the setting comes first", () => {
  const found = findProgram(sources(["/own/kval", "/ext/bin/kval"], { setting: "/own/kval" }));
  assert.deepEqual(found, { path: "/own/kval", source: "setting" });
});

test("a setting that names no program is an error, not a fallback", () => {
  const found = findProgram(sources(["/ext/bin/kval"], { setting: "/own/kval" }));
  assert.ok("error" in found && found.error.includes("/own/kval"));
});

test("the setting is ignored in an untrusted workspace", () => {
  const found = findProgram(sources(["./kval", "/ext/bin/kval"], { setting: "./kval", isTrusted: false }));
  assert.deepEqual(found, { path: "/ext/bin/kval", source: "extension" });
});

test("the program of the extension comes before that of PATH", () => {
  assert.deepEqual(findProgram(sources(["/ext/bin/kval", "/usr/bin/kval"])), { path: "/ext/bin/kval", source: "extension" });
  assert.deepEqual(findProgram(sources(["/home/me/bin/kval"])), { path: "/home/me/bin/kval", source: "PATH" });
});

test("relative directories of PATH are not searched", () => {
  assert.ok("error" in findProgram(sources(["kval", "bin/kval", "./kval"], { path: ":bin:." })));
});

test("on Windows the program is kval.exe and PATH is separated by semicolons", () => {
  const seen: string[] = [];
  findProgram(sources([], { platform: "win32", path: "C:\\tools;D:\\bin", isExecutable: (path) => { seen.push(path); return false; } }));
  assert.equal(seen.length, 3);
  assert.ok(seen.every((path) => path.endsWith("kval.exe")));
  assert.ok(seen[1]!.startsWith("C:\\tools") && seen[2]!.startsWith("D:\\bin"));
});
