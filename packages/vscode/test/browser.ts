// Controls a Chromium over a pipe by the Chrome DevTools Protocol, without a library.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

export class Browser {
  private readonly profile = mkdtempSync(join(tmpdir(), "kval-chromium-"));
  private readonly process: ChildProcess;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private received = "";
  private last = 0;
  private session: string | undefined;

  constructor(program: string) {
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--window-size=1280,800"];
    this.process = spawn(program, [...flags, `--user-data-dir=${this.profile}`], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    (this.process.stdio[4] as Readable).on("data", (bytes: Buffer) => this.receive(bytes.toString()));
  }

  /** Opens a page. Every other call is about it. */
  async open(url: string): Promise<void> {
    const { targetId } = await this.send("Target.createTarget", { url });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    this.session = sessionId as string;
  }

  /** Returns the value of a JavaScript expression. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { result } = await this.send("Runtime.evaluate", { expression, returnByValue: true });
    return (result as { value: Value }).value;
  }

  /** Waits until an expression is true. Rejects after a minute. */
  async waitFor(expression: string): Promise<void> {
    for (let i = 0; i < 120; ++i) {
      if (await this.evaluate<boolean>(`Boolean(${expression})`)) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    throw new Error(`still false after a minute: ${expression}`);
  }

  /** Moves the pointer to the middle of an element, and clicks it. */
  async point(selector: string, click: boolean): Promise<void> {
    const [x, y] = await this.evaluate<[number, number]>(
      `(({ left, top, width, height }) => [left + width / 2, top + height / 2])` +
      `(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`);
    await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    if (click) {
      for (const type of ["mousePressed", "mouseReleased"]) {
        await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
      }
    }
  }

  /** Presses a key. `modifiers`: 2 for Control. */
  async press(key: string, code: string, keyCode: number, modifiers = 0): Promise<void> {
    const event = { key, code, windowsVirtualKeyCode: keyCode, modifiers };
    const text = key === "Enter" ? "\r" : undefined;
    await this.send("Input.dispatchKeyEvent", { type: text === undefined ? "rawKeyDown" : "keyDown", text, ...event });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  async screenshot(path: string): Promise<void> {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(path, Buffer.from(data as string, "base64"));
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill();
    await ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  private send(method: string, params: object): Promise<Record<string, unknown>> {
    const id = ++this.last;
    const message = JSON.stringify({ id, method, params, sessionId: this.session });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ result, error }) => (error === undefined ? resolve(result ?? {}) : reject(new Error(error.message))));
      (this.process.stdio[3] as Writable).write(`${message}\0`);
    });
  }

  private receive(text: string): void {
    const messages = (this.received + text).split("\0");
    this.received = messages.pop() ?? "";
    for (const message of messages) {
      const answer = JSON.parse(message) as Answer;
      this.waiting.get(answer.id ?? 0)?.(answer);
      this.waiting.delete(answer.id ?? 0);
    }
  }
}
