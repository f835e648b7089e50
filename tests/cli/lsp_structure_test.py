#!/usr/bin/env python3
"""Tests answers of `kval lsp` that need only the text of documents.

  lsp_structure_test.py PROGRAM
"""
import sys
import tempfile
from pathlib import Path

from lsp_client import Client, uri
from lsp_expectations import expect, failures


def names(symbols):
    """Returns names with their children: [("a", [("b", [])])]."""
    return [(symbol["name"], names(symbol.get("children", []))) for symbol in symbols]


def covered(text, part):
    """Returns the characters of a range of ASCII lines."""
    lines = text.split("\n")
    start, end = part["start"], part["end"]
    if start["line"] == end["line"]:
        return lines[start["line"]][start["character"]:end["character"]]
    inner = lines[start["line"] + 1:end["line"]]
    return "\n".join([lines[start["line"]][start["character"]:], *inner, lines[end["line"]][:end["character"]]])


HIERARCHY = {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}
MANIFEST = """apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
      - name: app
        ports: [{containerPort: 80}]
"""


def many_positions(program, folder):
    """In a large text the whole text is selected around positions beyond a number."""
    client = Client(program, folder)
    client.start()
    path = folder / "large.yaml"
    client.open(path, "a: 1\n" * 200_000)
    found = client.ask("textDocument/selectionRange", textDocument={"uri": uri(path)},
                       positions=[{"line": 1, "character": 1}] * 200)["result"]
    expect("an answer for each position", len(found), 200)
    expect("the first", found[0]["range"]["end"], {"line": 1, "character": 1})
    expect("the last", found[-1]["range"]["end"], {"line": 200_000, "character": 0})
    client.end()


def symbols(program, folder):
    client = Client(program, folder)
    client.start(textDocument=HIERARCHY)
    path = folder / "web.yaml"

    def ask(text):
        client.change(path, text)
        return client.ask("textDocument/documentSymbol", textDocument={"uri": uri(path)})["result"]

    client.open(path, "")
    found = ask(MANIFEST)
    expect("a resource", found[0]["name"], "Deployment web")
    expect("its range", covered(MANIFEST, found[0]["range"]), MANIFEST.rstrip())
    spec = found[0]["children"][3]
    expect("items by name", names([spec]), [("spec", [("template", [("spec", [("containers", [("app", [
        ("name", []), ("ports", [("containerPort: 80", [("containerPort", [])])])])])])])])])
    expect("half-typed text", names(ask("a:\n  b: {c: [\nd: 1\nxy"))[0][0], "a")
    expect("a template", names(ask("#@ def f(x):\na: #@ x\n#@ end\nb: 1\n")), [("f", [("a", [])]), ("b", [])])
    client.open(folder / "main.k", "schema App:\n    name: str\n")
    expect("KCL", names(client.ask("textDocument/documentSymbol", textDocument={"uri": uri(folder / "main.k")})["result"]),
           [("App", [("name", [])])])
    found = client.ask("workspace/symbol", query="NAM")["result"]
    expect("of all open documents", [(symbol["name"], symbol["containerName"], symbol["location"]["uri"]) for symbol in found],
           [("name", "App", uri(folder / "main.k"))])
    client.end()


def symbols_without_hierarchy(program, folder):
    client = Client(program, folder)
    client.start()
    path = folder / "web.yaml"
    client.open(path, "a:\n  b: 1\n")
    found = client.ask("textDocument/documentSymbol", textDocument={"uri": uri(path)})["result"]
    expect("a client without hierarchy", [(symbol["name"], symbol.get("containerName")) for symbol in found],
           [("a", None), ("b", "a")])
    client.end()


def ranges(program, folder):
    client = Client(program, folder)
    client.start()
    path, text = folder / "a.yaml", "base: &b\n  x: 1\nuse: *b\n"
    client.open(path, text)

    def ask(what, **params):
        return client.ask(f"textDocument/{what}", textDocument={"uri": uri(path)}, **params)["result"]

    expect("foldings", ask("foldingRange"), [{"startLine": 0, "endLine": 1}])
    place = {"line": 1, "character": 3}
    selection = ask("selectionRange", positions=[place, place])[1]
    found = []
    while selection:
        found.append(covered(text, selection["range"]))
        selection = selection.get("parent")
    expect("selections", found, ["x", "x: 1", "base: &b\n  x: 1", text.rstrip(), text])
    expect("highlights", [(covered(text, one["range"]), one["kind"]) for one in ask("documentHighlight", position={"line": 2, "character": 6})],
           [("b", 3), ("b", 2)])
    found = ask("definition", position={"line": 2, "character": 6})
    expect("the anchor of an alias", (found["uri"], covered(text, found["range"])), (uri(path), "b"))
    client.open(folder / "notes.txt", "a\n  b\n")
    expect("other files have no structure", client.ask("textDocument/foldingRange", textDocument={"uri": uri(folder / "notes.txt")})["result"], None)
    client.end()


def formatting(program, folder):
    client = Client(program, folder)
    client.start()
    path, text = folder / "main.k", "a = 1\nb   = {\n  c=  1\n}\nd = 2\n"
    client.open(path, text)

    def ask(name):
        return client.ask("textDocument/formatting", textDocument={"uri": uri(folder / name)}, options={"tabSize": 2, "insertSpaces": True})["result"]

    edit, = ask("main.k")
    expect("only changed lines", covered(text, edit["range"]), "b   = {\n  c=  1\n")
    expect("the text", edit["newText"], "b = {\n    c = 1\n")
    client.change(path, "a = 1\n")
    expect("a formatted text", ask("main.k"), [])
    client.change(path, "a   =\n")
    expect("a syntax error", ask("main.k"), [])
    client.change(path, "a=1")
    expect("a last line without end", [(covered("a=1", one["range"]), one["newText"]) for one in ask("main.k")], [("a=1", "a = 1\n")])
    client.change(path, "\ufeffa=1\nb=2\n")
    expect("a byte order mark", [covered("\ufeffa=1\nb=2\n", one["range"])[-8:] for one in ask("main.k")], ["a=1\nb=2\n"])
    client.open(folder / "values.yaml", "a:   1\n")
    expect("YAML is not formatted", ask("values.yaml"), None)
    client.end()


def links(program, folder):
    client = Client(program, folder)
    client.start()
    for name in ["base/kustomization.yaml", "app.yaml", "patch.yaml", "sub/Chart.yaml", "defs.json"]:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text('{\n  "d": {"x": 1}\n}\n')

    def ask(name, text):
        client.open(folder / name, text)
        found = client.ask("textDocument/documentLink", textDocument={"uri": uri(folder / name)})["result"]
        return [(covered(text, link["range"]), link["target"].replace(uri(folder) + "/", "")) for link in found]

    expect("of a kustomization",
           ask("kustomization.yaml", "resources: [base, app.yaml, gone.yaml, 'https://x.org/y']\npatches:\n- path: patch.yaml\n"
                                     "configMapGenerator:\n- name: x\n  files: [k=app.yaml]\n"),
           [("base", "base/kustomization.yaml"), ("app.yaml", "app.yaml"), ("patch.yaml", "patch.yaml"), ("k=app.yaml", "app.yaml")])
    expect("of a chart", ask("Chart.yaml", "name: x\ndependencies:\n- repository: file://sub\n- repository: file://gone\n"),
           [("file://sub", "sub/Chart.yaml")])
    expect("of a schema", ask("s.json", '{"a": {"$ref": "defs.json#/d/x"},\n"b": {"$ref": "#/c"}, "c": 1, "e": {"$ref": "#/gone"}}\n'),
           [('"defs.json#/d/x"', "defs.json#L2,14"), ('"#/c"', "s.json#L2,28")])
    expect("of a modeline", ask("v.yaml", "# yaml-language-server: $schema=./s.json\na: 1\n"), [("./s.json", "s.json")])
    client.end()


def code_lenses(program, folder):
    (folder / "schema.yml").write_text('#@data/values-schema\n---\nname: ""\n')
    client = Client(program, folder)
    answer = client.ask("initialize", processId=None, rootUri=uri(folder), initializationOptions={"codeLens": True},
                        capabilities={"window": {"showDocument": {"support": True}}})["result"]
    expect("the capability", ("codeLensProvider" in answer["capabilities"], answer["capabilities"]["executeCommandProvider"]),
           (True, {"commands": ["kval.openSchema"]}))

    def ask(name, text):
        client.open(folder / name, text)
        return client.ask("textDocument/codeLens", textDocument={"uri": uri(folder / name)})["result"]

    lens, = ask("values.yml", "# kval: schema=schema.yml\nname: x\n")
    expect("what validates a file", lens["command"], {"title": "validated by schema.yml because its comment names the schema",
                                                     "command": "kval.openSchema", "arguments": [uri(folder / "schema.yml")]})
    expect("above the first line", lens["range"], {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}})
    client.ask("workspace/executeCommand", **{key: lens["command"][key] for key in ("command", "arguments")})
    expect("a click opens the schema", [(one["method"], one["params"]["uri"]) for one in client.asked],
           [("window/showDocument", uri(folder / "schema.yml"))])
    lens, = ask("pod.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n")
    expect("a built-in schema has no file", (lens["command"]["title"].split()[:2], lens["command"]["command"]), (["validated", "by"], ""))
    expect("no schema", ask("notes.yaml", "a: 1\n"), [])
    client.end()
    client = Client(program, folder)
    expect("only on request", "codeLensProvider" in client.start()["capabilities"], False)
    client.end()


def pulled_diagnostics(program, folder):
    (folder / "schema.yml").write_text('#@data/values-schema\n---\nname: ""\n')
    client = Client(program, folder)
    answer = client.ask("initialize", processId=None, rootUri=uri(folder), initializationOptions={"pullDiagnostics": True},
                        capabilities={"textDocument": {"diagnostic": {}}})["result"]
    expect("pulls are offered", "diagnosticProvider" in answer["capabilities"], True)
    path = folder / "values.yml"

    def pull(**params):
        return client.ask("textDocument/diagnostic", textDocument={"uri": uri(path)}, **params)["result"]

    client.open(path, "# kval: schema=schema.yml\nname: 1\n")
    first = pull()
    expect("findings are pulled", (first["kind"], [item["code"] for item in first["items"]]), ("full", ["KV301"]))
    expect("the same result", pull(previousResultId=first["resultId"]), {"kind": "unchanged", "resultId": first["resultId"]})
    client.change(path, "# kval: schema=schema.yml\nname: x\n")
    expect("after an edit", pull(previousResultId=first["resultId"])["items"], [])
    expect("none are published", client.findings.get(uri(path), []), [])
    client.end()


def changes_while_waiting(program, folder):
    client = Client(program, folder)
    client.start()
    path = folder / "web.yaml"
    client.open(path, "a: 1\n" * 20000)
    client.send({"id": 100, "method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": uri(path)}}})
    client.change(path, "b: 1\n")
    found = client.ask("textDocument/documentSymbol", textDocument={"uri": uri(path)})["result"]
    expect("the answer after a change", [symbol["name"] for symbol in found], ["b"])
    client.end()


def main():
    for test in [symbols, symbols_without_hierarchy, ranges, many_positions, formatting, links, code_lenses, pulled_diagnostics, changes_while_waiting]:
        with tempfile.TemporaryDirectory() as folder:
            test(sys.argv[1], Path(folder).resolve())
    return 1 if failures else 0


sys.exit(main())
