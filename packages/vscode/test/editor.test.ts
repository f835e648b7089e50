// Installs the packed extension in code-server, which is Visual Studio Code in a browser, and opens a manifest. Needs
// KVAL_CODE_SERVER (out/node/entry.js of the npm package), KVAL_VSIX (the package) and KVAL_CHROMIUM; without them the test
// is skipped. KVAL_SCREENSHOTS names a directory for pictures.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Browser } from "./browser";

const { KVAL_CODE_SERVER: SERVER = "", KVAL_VSIX: PACKAGE = "", KVAL_CHROMIUM: CHROMIUM = "", KVAL_SCREENSHOTS: PICTURES = "" } = process.env;
const skip = [SERVER, PACKAGE, CHROMIUM].includes("") ? "KVAL_CODE_SERVER, KVAL_VSIX or KVAL_CHROMIUM is not set" : false;

const MANIFEST = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: "3"
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - name: web
        image: nginx
`;
const SETTINGS = {
  "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off", "security.workspace.trust.enabled": false,
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitForPort(port: number): Promise<void> {
  for (let i = 0; i < 120; ++i) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isOpen) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("code-server did not start");
}

/** Starts code-server with the extension, opens a manifest in a browser, and uses the page. */
async function withEditor(use: (page: Browser) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "kval-code-server-"));
  const folder = join(directory, "workspace");
  mkdirSync(folder);
  mkdirSync(join(directory, "user", "User"), { recursive: true });
  writeFileSync(join(directory, "user", "User", "settings.json"), JSON.stringify(SETTINGS));
  writeFileSync(join(folder, "deployment.yaml"), MANIFEST);
  const environment = { ...process.env, HOME: directory, XDG_CONFIG_HOME: directory };
  const places = ["--user-data-dir", join(directory, "user"), "--extensions-dir", join(directory, "extensions")];
  const installed = spawnSync(process.execPath, [SERVER, ...places, "--install-extension", PACKAGE], { env: environment });
  assert.equal(installed.status, 0, installed.stderr.toString());
  const port = await freePort();
  const server = spawn(process.execPath, [SERVER, ...places, "--auth", "none", "--bind-addr", `127.0.0.1:${port}`,
                                          "--disable-telemetry", "--disable-update-check"], { env: environment, stdio: "ignore" });
  const page = new Browser(CHROMIUM);
  try {
    await waitForPort(port);
    const file = `vscode-remote://127.0.0.1:${port}${join(folder, "deployment.yaml")}`;
    const payload = encodeURIComponent(JSON.stringify([["openFile", file]]));
    await page.open(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}&payload=${payload}`);
    await use(page);
  } finally {
    await page.close();
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill();
    await ended;
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

const all = (selector: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.textContent).join("\\n")`;

test("findings, status bar, hover and completion in the editor", { skip, timeout: 300_000 }, async () => {
  await withEditor(async (page) => {
    const picture = async (name: string): Promise<void> => {
      if (PICTURES !== "") {
        await page.screenshot(join(PICTURES, `${name}.png`));
      }
    };
    await page.waitFor(`document.querySelector(".squiggly-error")`);
    await page.waitFor(`${all(".statusbar-item")}.includes("kval: Deployment apps/v1, Kubernetes")`);
    await picture("findings");
    await page.point(".squiggly-error", false);
    await page.waitFor(`${all(".monaco-hover")}.includes("expected integer, found string")`);
    await page.waitFor(`${all(".monaco-hover")}.includes("Number of desired pods")`);
    await picture("hover");
    await page.point(".view-line", true);
    await page.press("End", "End", 35, 2);
    await page.press("Backspace", "Backspace", 8);
    await page.press("Enter", "Enter", 13);
    await page.press(" ", "Space", 32, 2);
    await page.waitFor(`/imagePullPolicy/.test(${all(".suggest-widget .monaco-list-row")})`);
    await picture("completion");
  });
});
