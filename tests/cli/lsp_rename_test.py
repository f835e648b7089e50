#!/usr/bin/env python3
"""Tests references and renaming with `kval lsp`: of keys in values and schemas, and of anchors.

  lsp_rename_test.py PROGRAM
"""
import sys
import tempfile
from pathlib import Path

from lsp_client import Client, uri

failures = []
SCHEMA = '#@data/values-schema\n---\n#@schema/desc "The port."\nport: 8080\ntls:\n  port: 1\nname: ""\n'
FILES = {
    "schema.yml": SCHEMA,
    "base.yml": "port: 1\n",
    "envs/prod.yml": 'tls: {port: 3}\n"port": 2\n',
    "envs/test.yml": "port: 2\nname: port\n",
    ".kval.yaml": 'sets:\n- name: shop\n  schema: schema.yml\n  values: [base.yml, "envs/{env}.yml"]\n',
}


def expect(name, found, wanted):
    if found == wanted:
        print(f"ok {name}")
    else:
        failures.append(name)
        print(f"FAILED {name}: {found!r} instead of {wanted!r}")


class Project:
    """Files on the disk, and a client that has some of them open."""

    def __init__(self, program, folder, files, **capabilities):
        self.folder, self.files = folder, files
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        self.client = Client(program, folder)
        self.answer = self.client.start(**capabilities)

    def ask(self, method, name, text, **params):
        """Asks about the first occurrence of a text in a file."""
        content = self.files[name]
        at = content.index(text)
        if name not in self.client.findings:
            self.client.open(self.folder / name, content, version=7)
        line = content.count("\n", 0, at)
        position = {"line": line, "character": at - (content.rfind("\n", 0, at) + 1)}
        return self.client.ask(f"textDocument/{method}", textDocument={"uri": uri(self.folder / name)}, position=position, **params)

    def places(self, name, text, has_declaration=True):
        """Returns file, line and character of each reference."""
        found = self.ask("references", name, text, context={"includeDeclaration": has_declaration})["result"]
        return found and [(place["uri"].replace(uri(self.folder) + "/", ""), place["range"]["start"]["line"],
                           place["range"]["start"]["character"]) for place in found]

    def renamed(self, name, text, new_name):
        """Returns the changed files after a rename, or the error."""
        answer = self.ask("rename", name, text, newName=new_name)
        if "error" in answer:
            return answer["error"]["message"]
        changed = {}
        for place, edits in answer["result"]["changes"].items():
            path = place.replace(uri(self.folder) + "/", "")
            lines = self.files[path].split("\n")
            for edit in reversed(edits):
                start, end = edit["range"]["start"], edit["range"]["end"]
                line = lines[start["line"]]
                lines[start["line"]] = line[:start["character"]] + edit["newText"] + line[end["character"]:]
            changed[path] = "\n".join(lines)
        return changed

    def refusal(self, name, text):
        answer = self.ask("prepareRename", name, text)
        return answer["error"]["message"] if "error" in answer else answer["result"]


PLACES = [("base.yml", 0, 0), ("envs/prod.yml", 1, 0), ("envs/test.yml", 0, 0), ("schema.yml", 3, 0)]


def a_set(program, folder):
    project = Project(program, folder, FILES)
    expect("from a layer", project.places("envs/test.yml", "port"), PLACES)
    expect("from a base layer, without declarations", project.places("base.yml", "port", False), PLACES[:3])
    expect("from the schema", project.places("schema.yml", "port: 8"), PLACES)
    expect("another key with the name", project.places("schema.yml", "port: 1"), [("envs/prod.yml", 0, 6), ("schema.yml", 5, 2)])
    expect("not from a value", project.places("envs/test.yml", "port\n"), None)
    expect("the name that is renamed", project.refusal("envs/prod.yml", '"port'),
           {"range": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 6}}, "placeholder": "port"})
    expect("all layers and the schema are renamed", project.renamed("base.yml", "port", "http-port"), {
        "base.yml": "http-port: 1\n", "envs/prod.yml": 'tls: {port: 3}\n"http-port": 2\n',
        "envs/test.yml": "http-port: 2\nname: port\n", "schema.yml": SCHEMA.replace("\nport:", "\nhttp-port:")})
    expect("a name that needs quotes", project.renamed("base.yml", "port", "yes")["base.yml"], '"yes": 1\n')
    expect("a name that exists", project.renamed("base.yml", "port", "name"),
           "cannot rename: the key `name` exists already in `envs/test.yml`".replace("envs/", ""))
    expect("a value", project.refusal("envs/test.yml", "port\n"), "cannot rename: only keys and anchors have references")
    project.client.open(folder / "envs/prod.yml", "{}\n")
    expect("what is typed counts", project.places("base.yml", "port"), [PLACES[0], *PLACES[2:]])
    project.client.end()


def names_in_code(program, folder):
    used = SCHEMA + '#@schema/validation when=lambda _, ctx: ctx.root["port"] > 1\nother: ""\n'
    project = Project(program, folder, {**FILES, "schema.yml": used})
    expect("code uses the name", project.refusal("base.yml", "port"), "cannot rename: code in `schema.yml` uses the name `port`")
    project.client.end()


def json_schema(program, folder):
    schema = '{"type": "object", "required": ["port", "name"],\n"properties": {"port": {"type": "integer"},\n"name": {"type": "string"}, "a": {"$ref": "#/$defs/x"}},\n' \
             '"$defs": {"x": {"properties": {"port": {}}}}, "dependentRequired": {"a": ["name"]}}\n'
    project = Project(program, folder, {"s.json": schema, "v.yaml": "# yaml-language-server: $schema=s.json\nport: 1\na: {port: 2}\nname: x\n"})
    expect("`required` is renamed", project.renamed("v.yaml", "port: 1", "p"), {
        "v.yaml": "# yaml-language-server: $schema=s.json\np: 1\na: {port: 2}\nname: x\n",
        "s.json": schema.replace('["port"', '["p"').replace('{"port": {"type"', '{"p": {"type"')})
    expect("other keywords", project.refusal("v.yaml", "name: x"), "cannot rename: `dependentRequired` in `s.json` uses the name `name`")
    project.client.end()


def without_a_schema(program, folder):
    project = Project(program, folder, {"a.yaml": "port: &x 1\nb: *x\n", "d.yaml": "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n"})
    expect("an anchor", project.renamed("a.yaml", "x\n", "y"), {"a.yaml": "port: &y 1\nb: *y\n"})
    expect("an invalid name", project.renamed("a.yaml", "x\n", "y z"), "cannot rename: `y z` is not the name of an anchor")
    expect("no schema", project.refusal("a.yaml", "port"), "cannot rename: no schema file declares `port`, so its other places are unknown")
    expect("a built-in schema", project.refusal("d.yaml", "metadata"),
           "cannot rename: no schema file declares `metadata`, so its other places are unknown")
    project.client.end()


def versions(program, folder):
    project = Project(program, folder, FILES, workspace={"workspaceEdit": {"documentChanges": True}},
                      textDocument={"rename": {"prepareSupport": True}})
    expect("the capability", project.answer["capabilities"]["renameProvider"], {"prepareProvider": True})
    changes = project.ask("rename", "base.yml", "port", newName="p")["result"]["documentChanges"]
    expect("edits of versions", [(change["textDocument"]["uri"].replace(uri(folder) + "/", ""), change["textDocument"]["version"]) for change in changes],
           [("base.yml", 7), ("envs/prod.yml", None), ("envs/test.yml", None), ("schema.yml", None)])
    project.client.end()


def kcl(program, folder):
    project = Project(program, folder, {"s.k": "schema A:\n    port: int = 1\n", "v.yaml": "port: 1\n",
                                        ".kval.yaml": "sets:\n- name: x\n  schema: s.k\n  values: v.yaml\n"})
    expect("from values", project.places("v.yaml", "port"), [("s.k", 1, 4), ("v.yaml", 0, 0)])
    expect("from an attribute", project.places("s.k", "port"), [("s.k", 1, 4), ("v.yaml", 0, 0)])
    expect("KCL is not changed", project.refusal("v.yaml", "port"),
           "cannot rename: `s.k` is KCL code, which may use the name `port` in other places")
    project.client.end()


def main():
    for test in [a_set, names_in_code, json_schema, without_a_schema, versions, kcl]:
        with tempfile.TemporaryDirectory() as folder:
            test(sys.argv[1], Path(folder).resolve())
    return 1 if failures else 0


sys.exit(main())
