// Bundles the extension into out/extension.js, with the licences of the libraries in it in out/licenses.txt; with --test also
// the tests into out/test.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const common = { bundle: true, platform: "node", format: "cjs", target: "node18", logLevel: "warning" };

function licenceOf(directory) {
  const { name, version } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  const file = readdirSync(directory).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) {
    throw new Error(`${name} has no licence file`);
  }
  return `---- ${name} ${version}\n\n${readFileSync(join(directory, file), "utf8").trim()}\n`;
}

const { metafile } = await build({
  ...common, entryPoints: ["src/extension.ts"], outfile: "out/extension.js", external: ["vscode"], minify: true,
  metafile: true, preserveSymlinks: true,
});
const directories = Object.keys(metafile.inputs).flatMap((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
if (directories.length === 0) {
  throw new Error("no library was found in the bundle");
}
writeFileSync("out/licenses.txt", [...new Set(directories)].sort().map(licenceOf).join("\n"));

if (process.argv.includes("--test")) {
  const tests = readdirSync("test").filter((name) => name.endsWith(".test.ts")).map((name) => `test/${name}`);
  await build({ ...common, entryPoints: tests, outdir: "out/test", external: ["vscode", "vscode-oniguruma"] });
}
