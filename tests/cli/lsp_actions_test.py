#!/usr/bin/env python3
"""Tests the code actions of `kval lsp` that change more than a finding needs: each is applied, and the result is checked
again.

  lsp_actions_test.py PROGRAM
"""
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import unquote

from lsp_client import Client, uri
from lsp_expectations import expect, failures


def offset(text, position):
    lines = text.splitlines(keepends=True)
    line = lines[position["line"]] if position["line"] < len(lines) else ""
    units = line.encode("utf-16-le")[:2 * position["character"]]
    return len("".join(lines[:position["line"]])) + len(units.decode("utf-16-le"))


def applied(text, edits):
    for edit in sorted(edits, key=lambda one: offset(text, one["range"]["start"]), reverse=True):
        begin, end = offset(text, edit["range"]["start"]), offset(text, edit["range"]["end"])
        text = text[:begin] + edit.get("newText", edit.get("snippet", {}).get("value", "")) + text[end:]
    return text


class Editor:
    """An open document, with the cursor or selection marked by `|`."""

    def __init__(self, program, folder, **capabilities):
        self.program, self.folder = program, folder
        self.client = Client(program, folder, HOME=str(folder))
        self.client.start({"pullDiagnostics": True}, textDocument={"diagnostic": {}}, **capabilities)
        self.files = {}

    def open(self, name, marked):
        parts = marked.split("|")
        self.text = "".join(parts)
        self.path = self.folder / name
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(self.text)
        if self.path in self.files:
            self.client.notify("textDocument/didClose", textDocument={"uri": uri(self.path)})
        self.files[self.path] = self.text
        self.client.open(self.path, self.text)
        self.client.ask("textDocument/diagnostic", textDocument={"uri": uri(self.path)})
        places = [self.place(parts[0]), self.place(parts[0] + parts[1] if len(parts) == 3 else parts[0])]
        self.range = {"start": places[0], "end": places[1]}

    @staticmethod
    def place(before):
        return {"line": before.count("\n"), "character": len(before.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2}

    def actions(self, *only):
        context = {"diagnostics": [], **({"only": list(only)} if only else {})}
        offered = self.client.ask("textDocument/codeAction", textDocument={"uri": uri(self.path)}, range=self.range,
                                  context=context)["result"]
        return {action["title"]: action for action in offered}

    def titles(self, *only):
        return list(self.actions(*only))

    def apply(self, title):
        """Returns the texts of the changed files by name."""
        action = self.actions()[title]
        edit = action["edit"]
        changes = edit.get("changes", {})
        for change in edit.get("documentChanges", []):
            if "edits" in change:
                changes[change["textDocument"]["uri"]] = change["edits"]
        result = {}
        for address, edits in changes.items():
            path = Path(unquote(address.removeprefix("file://")))
            text = path.read_bytes().decode() if path.exists() else ""
            result[str(path.relative_to(self.folder))] = applied(text, edits)
        return result

    def findings(self, name, text):
        (self.folder / name).write_text(text)
        run = subprocess.run([self.program, "check", "-o", "concise", name], cwd=self.folder, capture_output=True, text=True)
        return [line.split(": ", 1)[1] for line in run.stdout.splitlines() if line.startswith(name)]


def convert_quotes(program, folder):
    editor = Editor(program, folder)
    plain, single, double = "Remove the quotes", "Convert to single quotes", "Convert to double quotes"
    for marked, titles in (
            ("a: x|y\n", [single, double]), ("a: 'x|y'\n", [plain, double]), ('a: "x|y"\n', [plain, single]),
            ("a: '1|0'\n", [double]), ("a: 1|0\n", []), ("a: tr|ue\n", []), ("a: 'y|es'\n", [double]),
            ("a: '12:|30'\n", [double]), ("a: '2001|-12-14'\n", [double]), ("a: '0x|1F'\n", [double]),
            ("a: '|'\n", [double]), ("a: 'x: |y'\n", [double]), ("a: 'x #|y'\n", [double]), ("a: 'x|, y'\n", [plain, double]),
            ("a: ['x|, y']\n", [double]), ("a: 'it''s| so'\n", [plain, double]), ('a: "x\\n|y"\n', []),
            ('{"a|":1}\n', [single]), ("'a|': 1\n", [plain, double]), ("a|: 1\n", [single, double]), ("a: *|x\n", []),
            ("a: 'x\n  |y'\n", []), ("a: null|\n", []), ("a: '{{ x| }}'\n", [double]),
            ("a: '- |x'\n", [double]), ("- '-|x'\n", [plain, double]), ("a: x|y # 'c'\n", [single, double])):
        editor.open("a.yaml", marked)
        expect(f"conversions of {marked!r}", editor.titles("refactor"), titles)
    for marked, title, wanted in (
            ("a: it's| \\so # c\n", single, "a: 'it''s \\so' # c\n"), ("a: it's| \\so # c\n", double, 'a: "it\'s \\\\so" # c\n'),
            ('a: "é \\u00e9 \\"|"\n', single, "a: 'é é \"'\n"), ('b: 1\na: "x|y"\n', plain, "b: 1\na: xy\n")):
        editor.open("a.yaml", marked)
        expect(f"{title}: {marked!r}", editor.apply(title)["a.yaml"], wanted)
    (folder / "a.yaml").unlink()
    editor.open("schema.yml", '#@data/values-schema\n---\nname: ""\n')
    editor.open("values.yml", "# kval: schema=schema.yml\nname: 1|0\n")
    expect("a number that must be a string", editor.titles("quickfix")[0], "quote the value")
    changed = editor.apply("quote the value")["values.yml"]
    expect("the finding is gone", (changed, editor.findings("values.yml", changed)), ('# kval: schema=schema.yml\nname: "10"\n', []))
    editor.client.end()


SCHEMA = json.dumps({
    "type": "object", "required": ["name", "image", "limits", "ports"],
    "properties": {
        "name": {"type": "string"}, "debug": {"type": "boolean"},
        "image": {"type": "object", "required": ["tag", "pull"],
                  "properties": {"tag": {"type": "string"}, "pull": {"enum": ["Always", "Never"]}}},
        "limits": {"type": "object", "required": ["cpu"], "properties": {"cpu": {"type": "integer"}}},
        "ports": {"type": "array", "items": {"type": "object", "required": ["port"],
                                             "properties": {"port": {"type": "integer"}}}}}})


def add_required_keys(program, folder):
    (folder / "s.json").write_text(SCHEMA)
    head = "# yaml-language-server: $schema=s.json\n"
    editor = Editor(program, folder)
    all_of = "Add the missing keys `image`, `limits`, `ports`"
    filled = "image:\n  tag: \"\"\n  pull: Always\nlimits:\n  cpu: 0\nports:\n  - port: 0\n"
    for marked, title, wanted in (
            ("na|me: x\n", all_of, "name: x\n" + filled),
            ("name: |x  # why\n", all_of, "name: x  # why\n" + filled),
            ("name: x|", all_of, "name: x\n" + filled.rstrip("\n")),
            ("ima|ge:\n    tag: a\nname: x\nlimits: {cpu: 1}\nports: []\n", "Add the missing key `pull`",
             "image:\n    tag: a\n    pull: Always\nname: x\nlimits: {cpu: 1}\nports: []\n"),
            ("name: x\nlimits: {cpu: 1}\nports: []\nimage: {t|ag: a}\n", "Add the missing key `pull`",
             "name: x\nlimits: {cpu: 1}\nports: []\nimage: {tag: a, pull: Always}\n"),
            ("name: x\r\nlimits: {cpu: 1}\r\nimage: {tag: a, pull: Never}|\r\n", "Add the missing key `ports`",
             "name: x\r\nlimits: {cpu: 1}\r\nimage: {tag: a, pull: Never}\r\nports:\r\n  - port: 0\r\n")):
        editor.open("a.yaml", head + marked)
        offered = editor.actions()
        expect(f"offered in {marked!r}", title in offered, True)
        if title not in offered:
            print(list(offered))
            continue
        changed = editor.apply(title)["a.yaml"]
        expect(f"applied to {marked!r}", changed, head + wanted)
        expect("nothing is missing", editor.findings("a.yaml", changed), [])
        if marked.startswith("na|"):
            expect("a fix of the finding", (offered[title]["kind"], [one["code"] for one in offered[title].get("diagnostics", [])]),
                   ("quickfix", ["KV302"]))
    editor.open("a.yaml", head + "name: x\n" + filled + "de|bug: true\n")
    expect("nothing to add", [one for one in editor.titles() if "missing" in one], [])
    editor.open("pod.yaml", "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nsp|ec:\n  containers:\n  - image: a\n")
    expect("a key of a resource in another line", [one for one in editor.titles() if "missing key" in one], [])
    editor.open("pod.yaml", "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n  - ima|ge: a\n")
    changed = editor.apply("Add the missing key `name`")["pod.yaml"]
    expect("an item of a list", changed.endswith("  - image: a\n    name: \"\"\n"), True)
    editor.client.end()
    snippets = Editor(program, folder, workspace={"workspaceEdit": {"documentChanges": True, "snippetEditSupport": True}})
    snippets.open("a.yaml", head + "na|me: x\n")
    edit = snippets.actions()[all_of]["edit"]["documentChanges"][0]["edits"][0]
    expect("tab stops", edit["snippet"], {"kind": "snippet", "value":
           "\nimage:\n  tag: $1\n  pull: $2\nlimits:\n  cpu: $3\nports:\n  - port: $4"})
    snippets.client.end()


def helm_manifests(program, folder):
    run = subprocess.run([program, "helm", "template", "."], cwd=folder, capture_output=True, text=True)
    return run.stdout or run.stderr


VALUES = "# -- How many\nreplicas: 1\nimage:\n  repository: nginx\n  pullPolicy: Always\nempty: {}\n"
HEAD = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n"


def extract_to_values(program, folder):
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 1.0.0\n")
    editor = Editor(program, folder)
    for marked, title, line, values in (
            (HEAD + "  replicas: |1\n", "Use `.Values.replicas`", "  replicas: {{ .Values.replicas }}\n", VALUES),
            (HEAD + "  # a pause\n  minReadySeconds: |30  # in seconds\n", "Extract to `.Values.minReadySeconds`",
             "  minReadySeconds: {{ .Values.minReadySeconds }}  # in seconds\n",
             VALUES + "# -- a pause\n# in seconds\nminReadySeconds: 30\n"),
            (HEAD + '  paused: |"true"\n', "Extract to `.Values.paused`", "  paused: {{ .Values.paused | quote }}\n",
             VALUES + 'paused: "true"\n'),
            (HEAD + "  progressDeadlineSeconds: 10|00000\n", "Extract to `.Values.progressDeadlineSeconds`",
             "  progressDeadlineSeconds: {{ .Values.progressDeadlineSeconds | int64 }}\n",
             VALUES + "progressDeadlineSeconds: 1000000\n"),
            (HEAD + "  template:\n    spec:\n      containers:\n      - name: a\n        image: nginx:|1.25|\n",
             "Extract to `.Values.image.tag`", "        image: nginx:{{ .Values.image.tag }}\n",
             VALUES.replace("  pullPolicy: Always\n", '  pullPolicy: Always\n  tag: "1.25"\n')),
            (HEAD + "  template:\n    spec:\n      containers:\n      - env:\n        - name: LOG_LEVEL\n          value: de|bug\n",
             "Extract to `.Values.env.logLevel`", "          value: {{ .Values.env.logLevel }}\n",
             VALUES + "env:\n  logLevel: debug\n"),
            ("apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  type: Clus|terIP\n",
             "Extract to `.Values.service.type`", "  type: {{ .Values.service.type }}\n",
             VALUES + "service:\n  type: ClusterIP\n"),
            ("{{- range $x := list 1 }}\n---\nkind: ConfigMap\napiVersion: v1\nmetadata:\n  name: a\n"
             "data:\n  key: va|lue\n{{- end }}\n",
             "Extract to `$.Values.key`", "  key: {{ $.Values.key }}\n", VALUES + "key: value\n")):
        (folder / "values.yaml").write_text(VALUES)
        editor.open("templates/a.yaml", marked)
        before = helm_manifests(program, folder)
        offered = editor.titles("refactor.extract")
        expect(f"offered: {title}", offered, [title])
        if offered != [title]:
            continue
        changed = editor.apply(title)
        parts = marked.replace("|", "").splitlines(keepends=True)
        at = marked.split("|")[0].count("\n")
        expect("the template", changed["templates/a.yaml"], "".join(parts[:at]) + line + "".join(parts[at + 1:]))
        expect("the values", changed.get("values.yaml", VALUES), values)
        for name, text in changed.items():
            (folder / name).write_text(text)
        expect("the same manifests", helm_manifests(program, folder).replace('"true"', "'true'"), before.replace('"true"', "'true'"))
    (folder / "values.yaml").write_text(VALUES)
    for marked in ("a: {{ .Values.x| }}\n", "a: 1|.5\n", "a: ye|s\n", "a: nu|ll\n", "{{- define \"x\" }}\na: |b\n{{ end }}\n", "# a: |b\n",
                   "a: [|b]\n", "a: \"x\\n|\"\n", "a: 2001-|12-14\n"):
        editor.open("templates/b.yaml", marked)
        expect(f"not offered: {marked!r}", editor.titles("refactor.extract"), [])
    editor.client.end()


def extract_to_data_values(program, folder):
    schema = "#@data/values-schema\n---\napp:\n  name: web\n#! how long\ntimeout: 5\n"
    (folder / "schema.yml").write_text(schema)
    load = '#@ load("@ytt:data", "data")\n'
    editor = Editor(program, folder)
    for marked, title, template, values in (
            (load + "---\napp:\n  name: we|b\n", "Use `data.values.app.name`", load + "---\napp:\n  name: #@ data.values.app.name\n", schema),
            ("#@ x = 1\n---\n#! the port\ncontainerPort: 80|80 #! of the server\n", "Extract to `data.values.container_port`",
             load + "#@ x = 1\n---\n#! the port\ncontainerPort: #@ data.values.container_port\n",
             schema + "#! the port\n#! of the server\ncontainer_port: 8080\n"),
            (load + "---\napp:\n  size: 'a|'\n", "Extract to `data.values.app.size`",
             load + "---\napp:\n  size: #@ data.values.app.size\n", schema.replace("  name: web\n", "  name: web\n  size: 'a'\n")),
            (load + "---\nname: we|b\n", "Extract to `data.values.name`", load + "---\nname: #@ data.values.name\n", schema + "name: web\n")):
        (folder / "schema.yml").write_text(schema)
        editor.open("config.yml", marked)
        offered = editor.titles("refactor.extract")
        expect(f"offered: {title}", offered, [title])
        if offered != [title]:
            continue
        changed = editor.apply(title)
        expect("the template", changed["config.yml"], template)
        expect("the schema", changed.get("schema.yml", schema), values)
        render = [program, "render", "-f", "schema.yml", "-f", "config.yml"]
        before = subprocess.run(render, cwd=folder, capture_output=True, text=True)
        for name, text in changed.items():
            (folder / name).write_text(text)
        after = subprocess.run(render, cwd=folder, capture_output=True, text=True)
        expect("the same result", (after.stdout, after.stderr), (before.stdout, ""))
    (folder / "schema.yml").write_text(schema)
    for marked in (load + "---\na: #@ 1|\n", load + "---\na: nu|ll\n", load + "---\na: [1|]\n", load + "---\na: b|c|d\n"):
        editor.open("other.yml", marked)
        expect(f"not offered: {marked!r}", editor.titles("refactor.extract"), [])
    editor.client.end()


def pin_schema(program, folder):
    address, text = "https://example.com/a/config.json", '{"type": "object"}'
    (folder / ".git").mkdir()
    store = folder / ".kval/schemas"
    (store / "example.com/a").mkdir(parents=True)
    (store / "example.com/a/config.json").write_text(text)
    lock = {"version": 1, "schemas": [{"address": address, "file": "example.com/a/config.json", "sha256": hashlib.sha256(text.encode()).hexdigest(),
                                       "size": len(text), "fetched": "2026-11-29"}]}
    (store / "lock.json").write_text(json.dumps(lock))
    editor = Editor(program, folder, workspace={"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]}})
    for marked, wanted in ((f"# yaml-language-server: $schema={address}|\na: 1\n",
                            "# yaml-language-server: $schema=../.kval/schemas/example.com/a/config.json\na: 1\n"),
                           (f"|# $schema: {address}\na: 1\n", "# $schema: ../.kval/schemas/example.com/a/config.json\na: 1\n"),
                           (f"$sch|ema: \"{address}\"\na: 1\n", '$schema: "../.kval/schemas/example.com/a/config.json"\na: 1\n')):
        editor.open("envs/a.yaml", marked)
        changed = editor.apply("Pin the schema to `../.kval/schemas/example.com/a/config.json`")
        expect(f"pinned {marked!r}", changed, {"envs/a.yaml": wanted})
        expect("it is validated", editor.findings("envs/a.yaml", changed["envs/a.yaml"]), [])
    builtin = "https://json.schemastore.org/github-workflow.json"
    editor.open("a.yaml", f"# yaml-language-server: $schema={builtin}|\nname: a\n")
    title = "Pin the schema to `.kval/schemas/json.schemastore.org/github-workflow.json`"
    changed = editor.apply(title)
    expect("a copy of a built-in schema", json.loads(changed[".kval/schemas/json.schemastore.org/github-workflow.json"])["type"], "object")
    expect("its address", changed["a.yaml"], "# yaml-language-server: $schema=.kval/schemas/json.schemastore.org/github-workflow.json\nname: a\n")
    for marked in (f"# yaml-language-server: $schema=s.json|\na: 1\n", f"# yaml-language-server: $schema={address}\na|: 1\n",
                   "# yaml-language-server: $schema=https://example.com/b.json|\na: 1\n"):
        editor.open("b.yaml", marked)
        expect(f"not offered: {marked!r}", [one for one in editor.titles("refactor") if "chema" in one], [])
    editor.client.end()


def main():
    program = str(Path(sys.argv[1]).resolve())
    for test in (convert_quotes, add_required_keys, extract_to_values, extract_to_data_values, pin_schema):
        with tempfile.TemporaryDirectory() as folder:
            test(program, Path(folder).resolve())
    sys.exit(1 if failures else 0)


main()
