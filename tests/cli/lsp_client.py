"""A client of `kval lsp` that behaves like an editor: a process, messages with headers, changing documents."""
import json
import select
import subprocess
import time
from pathlib import Path
from urllib.parse import quote


class Client:
    def __init__(self, program, folder, root=None, options=(), **environment):
        self.process = subprocess.Popen([program, "lsp", *options], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env={"PATH": "/usr/bin:/bin", **environment})
        self.root = uri(root or folder)
        self.waiting = b""
        self.last_id = 0
        self.findings = {}  # by URI: the diagnostics published last
        self.published = []  # every publishDiagnostics notification, in order
        self.messages = []  # window/showMessage
        self.asked = []  # requests from the server

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def notify(self, method, **params):
        self.send({"method": method, "params": params})

    def ask(self, method, **params):
        """Returns the response, with its result or error."""
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, "params": params})
        while True:
            message = self.receive(10)
            assert message is not None, f"no answer to {method}"
            if message.get("id") == self.last_id and "method" not in message:
                return message

    def receive(self, seconds):
        """Returns the next message, or None after the time limit. Records notifications of the server."""
        end = time.monotonic() + seconds
        while True:
            header, found, rest = self.waiting.partition(b"\r\n\r\n")
            if found:
                size = int(header.split(b"Content-Length:")[1])
                if len(rest) >= size:
                    self.waiting = rest[size:]
                    return self.keep(json.loads(rest[:size]))
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            if not ready:
                return None
            piece = self.process.stdout.read1(65536)
            if not piece:
                return None
            self.waiting += piece

    def keep(self, message):
        method = message.get("method")
        if method == "textDocument/publishDiagnostics":
            self.findings[message["params"]["uri"]] = message["params"]["diagnostics"]
            self.published.append(message["params"])
        elif method == "window/showMessage":
            self.messages.append(message["params"])
        elif method and "id" in message:
            self.asked.append(message)
            self.send({"id": message["id"], "result": None})
        return message

    def start(self, options=None, **capabilities):
        answer = self.ask("initialize", processId=None, rootUri=self.root, capabilities=capabilities,
                          initializationOptions=options)
        self.notify("initialized")
        return answer["result"]

    def open(self, path, text, version=1):
        self.notify("textDocument/didOpen",
                    textDocument={"uri": uri(path), "languageId": "yaml", "version": version, "text": text})

    def change(self, path, *changes):
        self.notify("textDocument/didChange", textDocument={"uri": uri(path), "version": 2},
                    contentChanges=[change if isinstance(change, dict) else {"text": change} for change in changes])

    def wait_for(self, path, is_wanted, seconds=10):
        """Waits until the findings published last for a file satisfy a condition."""
        end = time.monotonic() + seconds
        while not (uri(path) in self.findings and is_wanted(self.findings[uri(path)])):
            assert time.monotonic() < end, f"{path}: {self.findings.get(uri(path))} {self.messages}"
            self.receive(end - time.monotonic())
        return self.findings[uri(path)]

    def end(self):
        self.ask("shutdown")
        self.notify("exit")
        return self.process.wait(10)


def uri(path):
    return "file://" + quote(str(Path(path)))
