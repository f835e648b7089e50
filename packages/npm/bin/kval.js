#!/usr/bin/env node
// Runs the program of the platform package that npm installed with this package.
"use strict";

const { spawnSync } = require("child_process");
const os = require("os");
const path = require("path");

const platform = `${process.platform}-${process.arch}`;
const scope = require("../package.json").name.split("/")[0];

function programPath() {
  const name = process.platform === "win32" ? "kval.exe" : "kval";
  try {
    const manifest = require.resolve(`${scope}/${platform}/package.json`);
    return path.join(path.dirname(manifest), "bin", name);
  } catch {
    return null;
  }
}

const program = programPath();
if (program === null) {
  process.stderr.write(
    `error: the package ${scope}/${platform} is not installed\n` +
      "help: install again without --omit=optional; if the package does not exist, kval has no program for " +
      `${platform}\n`,
  );
  process.exit(2);
}
const done = spawnSync(program, process.argv.slice(2), { stdio: "inherit", windowsHide: true });
if (done.error) {
  process.stderr.write(`error: ${program}: ${done.error.message}\n`);
  process.exit(2);
}
// A shell reports 128 plus the number of the signal.
process.exit(done.status === null ? 128 + (os.constants.signals[done.signal] || 0) : done.status);
