#!/usr/bin/env python3
"""Tests `kval lsp` with positions that count bytes of UTF-8 (`general.positionEncodings`).

  lsp_positions_test.py PROGRAM
"""
import sys
import tempfile
from pathlib import Path

from lsp_client import Client, uri
from lsp_expectations import expect, failures, none, some


def positions_in_bytes(program, folder):
    """The client chooses the unit of positions; every request and answer uses it."""
    client = Client(program, folder)
    expect("the client's first choice", client.start(general={"positionEncodings": ["utf-32", "utf-8", "utf-16"]})["capabilities"]["positionEncoding"], "utf-8")
    
    schema = '{"properties": {"中文": {"type": "integer", "description": "Number."}, "b": {"type": "string"}}}'
    (folder / "s.json").write_text(schema, encoding="utf-8")
    path = folder / "v.yaml"
    place = {"textDocument": {"uri": uri(path)}}
    text = '# yaml-language-server: $schema=s.json\r\n{"中文": "😀", b: 1}\r\n'
    client.open(path, text)
    line = text.split("\r\n")[1]

    def byte(word, after=0, text=None):
        text = text or line
        return len(text[:text.index(word) + after].encode())

    found = sorted(client.wait_for(path, lambda found: len(found) == 2), key=lambda one: one["range"]["start"]["character"])
    expect("findings", [(one["range"]["start"]["character"], one["range"]["end"]["character"]) for one in found],
           [(byte('"😀"'), byte('"😀"', 3)), (byte("1}"), byte("1}", 1))])
    expect("places in other files", [one["relatedInformation"][0]["location"]["range"]["start"]["character"] for one in found], [byte(word, 0, schema) for word in ('"integer"', '"string"')])
    fixes = client.ask("textDocument/codeAction", **place, range=found[1]["range"], context={"diagnostics": []})["result"]
    expect("fixes", [(edit["range"]["start"]["character"], edit["newText"]) for edit in fixes[0]["edit"]["changes"][uri(path)]], [(byte("1}"), '"1"')])
    hover = client.ask("textDocument/hover", **place, position={"line": 1, "character": byte("中文", 1)})["result"]
    expect("hover", hover["contents"]["value"].split("\n\n")[1], "Number.")
    definition = client.ask("textDocument/definition", **place, position={"line": 1, "character": byte("b: 1")})["result"]
    expect("definition", definition["range"]["start"]["character"], byte('"b"', 0, schema))
    symbols = client.ask("textDocument/documentSymbol", **place)["result"]
    expect("symbols", [one.get("location", one)["range"]["start"]["character"] for one in symbols if one["name"] == "b"], [byte("b: 1")])
    client.change(path, {"range": {"start": {"line": 1, "character": byte('"😀"')}, "end": {"line": 1, "character": byte('"😀"', 3)}}, "text": "1"},
                  {"range": {"start": {"line": 1, "character": len('{"中文": 1, b: '.encode())}, "end": {"line": 1, "character": len('{"中文": 1, b: 1'.encode())}}, "text": "é"})
    expect("changes", client.wait_for(path, none), [])
    line = '{"中文": 1, b: é}'
    renamed = client.ask("textDocument/rename", **place, position={"line": 1, "character": byte("b: é")}, newName="c")["result"]["changes"]
    expect("rename", sorted((file.rsplit("/", 1)[1], edit["range"]["start"]["character"]) for file, edits in renamed.items() for edit in edits),
           [("s.json", byte('"b"', 0, schema)), ("v.yaml", byte("b: é"))])
    client.open(folder / "k.k", 'schema 中:\n    é: int\na = 中 { é = "😀" }\n')
    found = client.wait_for(folder / "k.k", some)
    expect("KCL", [(one["range"]["start"]["line"], one["range"]["start"]["character"]) for one in found], [(2, len("a = 中 { é = ".encode()))])
    expect("it ends in order", (client.end(), client.process.stderr.read()), (0, b""))


def main():
    with tempfile.TemporaryDirectory() as folder:
        positions_in_bytes(sys.argv[1], Path(folder).resolve())
    return 1 if failures else 0


sys.exit(main())
