#!/usr/bin/env python3
"""Tests `kval lsp` like an editor: findings in all files of a project while it is edited, fixes, and behaviour after
crashing input and invalid messages.

  lsp_test.py PROGRAM
"""
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from lsp_client import Client, uri
from lsp_expectations import expect, failures, none, some, texts

SCHEMA = '#@data/values-schema\n---\nname: ""\nport: 8080\n'
PROJECT = 'sets:\n- name: shop\n  schema: schema.yml\n  values: "envs/{env}.yml"\n'

def a_project(program, folder):
    prod, schema = folder / "envs/prod.yml", folder / "schema.yml"
    client = Client(program, "/", HOME=str(folder), root=folder)
    client.start(workspace={"didChangeWatchedFiles": {"dynamicRegistration": True}})
    client.open(prod, "name: shop\nport: \"80\"\n")
    found = client.wait_for(prod, some)
    expect("what is typed counts, not what is on the disk", texts(found), ["port: expected integer, found string"])
    expect("its range", found[0]["range"],
           {"start": {"line": 1, "character": 6}, "end": {"line": 1, "character": 10}})
    expect("the schema's place", found[0]["relatedInformation"][0]["location"]["uri"], uri(schema))
    expect("it is registered for files", [one["method"] for one in client.asked], ["client/registerCapability"])
    place = {"textDocument": {"uri": uri(prod)}, "range": found[0]["range"], "context": {"diagnostics": []}}
    actions = client.ask("textDocument/codeAction", **place)["result"]
    expect("fixes", [action["title"] for action in actions],
           ["remove the quotes", "Ignore KV301 here", "kval: apply all safe fixes", "Convert to single quotes"])
    ignored = actions[1]["edit"]["changes"][uri(prod)][0]
    expect("a comment above the line", (ignored["range"]["start"], ignored["newText"]),
           ({"line": 1, "character": 0}, "# kval: ignore KV301 - reason\n"))
    edit = actions[0]["edit"]["changes"][uri(prod)][0]
    client.change(prod, {"range": edit["range"], "text": edit["newText"]})
    expect("the fix removes the finding", client.wait_for(prod, none), [])
    client.open(schema, SCHEMA.replace("8080", '""'))
    expect("a schema that is typed counts at once", texts(client.wait_for(prod, some)),
           ["port: expected string, found integer"])
    client.notify("textDocument/didClose", textDocument={"uri": uri(schema)})
    expect("and no more when it is closed", client.wait_for(prod, none), [])
    (folder / "envs/test.yml").write_text("nane: x\n")
    client.notify("workspace/didChangeWatchedFiles", changes=[])
    client.open(folder / ".kval.yaml", PROJECT)
    expect("files that are not open", texts(client.wait_for(folder / "envs/test.yml", some)),
           ["nane: key `nane` is not declared in the schema"])
    hover = client.ask("textDocument/hover", textDocument={"uri": uri(folder / "envs/test.yml")},
                       position={"line": 0, "character": 2})["result"]
    expect("the rule's page", hover["contents"]["value"].split("\n")[0], "**KV300 unknown-key**")
    unsaved = folder / "envs/new.yml"
    client.open(unsaved, "port: x\n")
    expect("a file that a pattern finds and that is not saved yet", texts(client.wait_for(unsaved, some)),
           ["port: expected integer, found string"])
    client.notify("textDocument/didClose", textDocument={"uri": uri(unsaved)})
    client.open(folder / ".kval.yaml", PROJECT + "nonsense: 1\n")
    expect("the project file", texts(client.wait_for(folder / ".kval.yaml", some)),
           ["nonsense: key `nonsense` is not declared in the schema"])
    expect("it ends in order", (client.end(), client.process.stderr.read()), (0, b""))


MEANT = """#@data/values-schema
---
#@schema/desc "What it is called."
name: ""
#@schema/validation one_of=["low", "high"]
level: low
tls:
  enabled: false
ports:
- number: 0
"""


def what_the_schema_says(program, folder):
    (folder / "schema.yml").write_text(MEANT)
    (folder / ".kval.yaml").write_text(PROJECT)
    prod = folder / "envs/prod.yml"
    prod.write_text("")
    client = Client(program, folder)
    client.start()
    client.open(prod, "")

    def ask(what, text, line, character):
        client.change(prod, text)
        return client.ask(f"textDocument/{what}", textDocument={"uri": uri(prod)},
                          position={"line": line, "character": character})["result"]

    def complete(text, line, character):
        items = ask("completion", text, line, character)
        return items and [(item["label"], item["textEdit"]["newText"], item["textEdit"]["range"]["start"]["character"],
                           item["textEdit"]["range"]["end"]["character"]) for item in items]

    expect("hover on a key", ask("hover", "name: x\n", 0, 1)["contents"]["value"], "**name**: string\n\nWhat it is called.")
    expect("hover on a value", ask("hover", "level: low\n", 0, 8)["contents"]["value"],
           "**level**: string\n\nDefault: `low`\n\nOne of `low`, `high`")
    expect("hover on the document", ask("hover", "{ }\n", 0, 1)["contents"]["value"], "map")
    expect("hover on what is not declared", ask("hover", "nothing: 1\n", 0, 9), None)
    expect("definition", ask("definition", "tls:\n  enabled: true\n", 1, 4),
           {"uri": uri(folder / "schema.yml"), "range": {"start": {"line": 7, "character": 2}, "end": {"line": 7, "character": 9}}})
    expect("keys of a new line", complete("name: x\n\nlevel: low\n", 1, 0), [("tls", "tls:", 0, 0), ("ports", "ports:", 0, 0)])
    expect("a half-typed key", complete("tls:\n  en\nname: x\n", 1, 4), [("enabled", "enabled: false", 2, 4)])
    expect("a key with its colon", complete("nam: x\n", 0, 2)[0], ("name", "name", 0, 3))
    expect("a key of an item", complete("ports:\n- \n", 1, 2), [("number", "number: 0", 2, 2)])
    expect("listed values", complete("level: h\n", 0, 8), [("low", "low", 7, 8), ("high", "high", 7, 8)])
    expect("a boolean", complete("tls:\n  enabled: \n", 1, 11), [("true", "true", 11, 11), ("false", "false", 11, 11)])
    expect("characters are UTF-16 code units", complete("name: x\nüb😀: 1\n", 1, 4)[0], ("level", "level", 0, 4))
    expect("lines of a text", complete("name: |\n  a\n  b\n", 2, 3), None)
    expect("comments", complete("# na\n", 0, 4), None)
    client.open(folder / "schema.yml", MEANT.replace("called", "named"))
    expect("a schema that is typed counts at once", ask("hover", "name: x\n", 0, 1)["contents"]["value"],
           "**name**: string\n\nWhat it is named.")
    schema = folder / "schema.yml"

    def in_schema(what, text, character):
        client.change(schema, "#@data/values-schema\n---\n" + text)
        return client.ask(f"textDocument/{what}", textDocument={"uri": uri(schema)},
                          position={"line": 2, "character": character})["result"]

    page = in_schema("hover", "#@schema/nullable\nname: \"\"\n", 8)["contents"]["value"]
    expect("the page of an annotation", page.startswith("**@schema/nullable** "), True)
    items = in_schema("completion", "#@schema/nu\nname: \"\"\n", 11)
    expect("names of annotations", [(item["textEdit"]["newText"], item["textEdit"]["range"]["start"]["character"])
                                    for item in items if item["label"] == "@schema/nullable"], [("@schema/nullable", 1)])
    labels = [item["label"] for item in in_schema("completion", "#@schema/validation min_len=1, m\nname: \"\"\n", 32)]
    expect("keywords of an annotation", sorted(label for label in labels if label.startswith("max")), ["max=", "max_len="])
    expect("values have none", in_schema("completion", "#@schema/desc \"a \nname: \"\"\n", 17), None)
    expect("code is no annotation", in_schema("completion", "#@ x = m\nname: \"\"\n", 8), None)
    client.open(schema, MEANT.replace("called", "named"))
    alone = folder / "alone.yml"
    client.open(alone, "# kval: schema=schema.yml\nname: x\n")
    expect("a text that names its schema", client.ask("textDocument/hover", textDocument={"uri": uri(alone)},
           position={"line": 1, "character": 0})["result"]["contents"]["value"], "**name**: string\n\nWhat it is named.")
    client.open(folder / "none.yml", "name: x\n")
    expect("a text without a schema", client.ask("textDocument/completion", textDocument={"uri": uri(folder / "none.yml")},
           position={"line": 0, "character": 2})["result"], None)
    expect("it ends in order", (client.end(), client.process.stderr.read()), (0, b""))


def what_kubernetes_says(program, folder):
    """Manifests need no schema: kval knows the builtin kinds of Kubernetes."""
    path = folder / "deploy.yaml"
    client = Client(program, folder)
    client.start()
    client.open(path, "")
    before = "apiVersion: v1\nkind: ConfigMap\n---\napiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n    spec:\n"

    def ask(what, text, line, character):
        client.change(path, text)
        return client.ask(f"textDocument/{what}", textDocument={"uri": uri(path)},
                          position={"line": line, "character": character})["result"]

    meant = ask("hover", before + "      containers: []\n", 8, 8)["contents"]["value"]
    expect("hover", meant.split("\n")[0], "**spec.template.spec.containers**: []Container")
    expect("with the words of the API", "List of containers belonging to the pod." in meant, True)
    items = ask("completion", before + "      containers:\n      - name: x\n        im", 10, 10)
    image = [item for item in items if item["label"] == "image"][0]
    expect("keys", (image["detail"], image["textEdit"]["newText"]), ("string", "image: "))
    expect("with their words", image["documentation"]["value"].startswith("Container image name."), True)
    expect("not those that are there", [item for item in items if item["label"] == "name"], [])
    values = ask("completion", before + "      restartPolicy: ", 8, 21)
    expect("values", [item["label"] for item in values], ["Always"])
    required = ask("completion", "apiVersion: v1\nkind: Service\nspec:\n  ports:\n  - ", 4, 4)
    expect("what is needed stands first", min(required, key=lambda item: item["sortText"])["label"], "port")
    expect("of kinds that are not known nothing is said", ask("completion", "apiVersion: a/v1\nkind: B\nspec:\n  ", 3, 2), None)
    expect("it ends in order", (client.end(), client.process.stderr.read()), (0, b""))


def the_schema_of_the_check(program, folder):
    """Hover and completion use the schema that validates the document, with its options."""
    (folder / "app.k").write_text('schema Port:\n    """\n    Attributes\n    ----------\n    number : int, required\n    """\n    number: int\n'
                                  "schema App:\n    replicas: int\n")
    (folder / "crd.yaml").write_text(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\nspec:\n"
        "  group: example.com\n  scope: Namespaced\n  names: {kind: Thing, plural: things}\n  versions:\n  - name: v1\n    served: true\n"
        "    storage: true\n    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: "
        "{colour: {type: string, description: Of the thing., enum: [red, green]}}}}}}\n")
    (folder / "thing.yaml").write_text("apiVersion: example.com/v1\nkind: Thing\nspec:\n  colour: blue\n")
    (folder / "app.yaml").write_text("replicas: 1\n")
    (folder / ".kval.yaml").write_text("sets:\n- {schema: app.k, values: app.yaml, flags: [--schema-name, App]}\n"
                                       "kubernetes:\n- files: [crd.yaml, thing.yaml]\n")
    client = Client(program, folder)
    client.start()
    client.open(folder / "app.yaml", "")
    client.open(folder / "thing.yaml", (folder / "thing.yaml").read_text())

    def ask(what, name, line, character):
        return client.ask(f"textDocument/{what}", textDocument={"uri": uri(folder / name)},
                          position={"line": line, "character": character})["result"]

    expect("the schema that flags name", [item["label"] for item in ask("completion", "app.yaml", 0, 0)], ["replicas"])
    client.wait_for(folder / "thing.yaml", some)
    hover = ask("hover", "thing.yaml", 3, 11)["contents"]["value"]
    expect("the description precedes the rule's page", hover.split("\n\n")[1:3], ["Of the thing.", "One of `red`, `green`"])
    expect("and the page follows", "**KV405 one-of**" in hover, True)
    client.change(folder / "thing.yaml", "apiVersion: example.com/v1\nkind: Thing\nspec:\n  ")
    expect("keys of a custom resource", [item["label"] for item in ask("completion", "thing.yaml", 3, 2)], ["colour"])
    validated = client.ask("kval/validatedBy", textDocument={"uri": uri(folder / "app.yaml")})["result"]
    expect("what validates a document", (validated["schemas"], validated["dialect"], validated["isValidated"]),
           ([uri(folder / "app.k")], "kcl-vet", True))
    expect("and why", validated["reason"], "`app.yaml` is validated by `app.k` because `app.k` in .kval.yaml names the files")
    expect("it ends in order", (client.end(), client.process.stderr.read()), (0, b""))


def values_of_charts(program, folder):
    """Validates the values of a chart like Helm, if they are in the usual files."""
    chart = folder / "charts/web"
    (chart / "ci").mkdir(parents=True)
    (chart / "templates").mkdir()
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: web\nversion: 1.0.0\n")
    (chart / "values.schema.json").write_text(
        '{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"port":{"type":"integer","description":"Where it listens."}}}')
    own, tests = chart / "values.yaml", chart / "ci/prod-values.yaml"
    own.write_text("port: 80\nlist: [1]\n")
    client = Client(program, folder)
    client.start()
    client.open(own, "port: eighty\nlist: [1]\n")
    expect("a chart's own values", texts(client.wait_for(own, some)), ["port: expected integer, found string"])
    client.open(tests, "port: '80'\n")
    expect("those of its tests", texts(client.wait_for(tests, some)), ["port: expected integer, found string"])
    client.change(own, "port: 81\n")
    expect("repaired", client.wait_for(own, none), [])
    client.change(tests, "port: 80\n")
    expect("those of its tests are repaired", client.wait_for(tests, none), [])
    hover = client.ask("textDocument/hover", textDocument={"uri": uri(tests)}, position={"line": 0, "character": 1})["result"]
    expect("the schema's words", hover["contents"]["value"], "**port**: integer\n\nWhere it listens.\n\nDefault: `81` (values.yaml:1)")
    bare = folder / "charts/bare"
    (bare / "templates").mkdir(parents=True)
    (bare / "Chart.yaml").write_text("apiVersion: v2\nname: bare\nversion: 1.0.0\n")
    (bare / "values.yaml").write_text("a: 1\n")
    client.open(bare / "values.yaml", "a: 1\n")
    expect("a chart without a schema", (client.wait_for(bare / "values.yaml", none), client.messages), ([], []))
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies:\n- name: db\n  version: 1.0.0\n"
                                      "  repository: https://example.com\n")
    client.change(own, "port: eighty\n")
    expect("values of a chart whose dependency does not exist", texts(client.wait_for(own, some)), ["port: expected integer, found string"])
    expect("it is told", texts(client.wait_for(chart / "Chart.yaml", some)), ["the dependency db is missing from the directory charts"])
    client.open(chart / "Chart.yaml", "apiVersion: v2\nversion: 1.0.0\n")
    expect("a chart's own file", texts(client.wait_for(chart / "Chart.yaml", lambda found: "KV610" in str(found) and "db" not in str(found))), ["Chart.yaml has no `name`"])
    expect("values of a chart that Helm cannot load", texts(client.wait_for(own, some)), ["port: expected integer, found string"])
    client.change(chart / "Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.0.0\ntype: library\n")
    expect("a library", client.wait_for(chart / "Chart.yaml", none), [])
    expect("its values", texts(client.wait_for(own, some)), ["port: expected integer, found string"])
    expect("it ends in order", (client.end(), client.process.stderr.read()), (0, b""))


def files_of_no_project(program, folder):
    client = Client(program, folder)
    client.start()
    alone = folder / "alone ü.yaml"
    client.open(alone, "a: [1\n")
    expect("YAML of no project is YAML", texts(client.wait_for(alone, some)), ["this `[` is never closed"])
    client.change(alone, "a: [1]\n")
    expect("or nothing is said of it", client.wait_for(alone, none), [])
    (folder / "s.json").write_text('{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"type":"string"}}}')
    client.change(alone, "# yaml-language-server: $schema=s.json\na: [1]\n")
    expect("the schema that it names is asked", texts(client.wait_for(alone, some)),
           ["a: expected string, found array"])
    below = folder / "below/b.yaml"
    below.parent.mkdir()
    client.open(below, "# yaml-language-server: $schema=../s.json\na: 1\n")
    expect("in the folder that is open, too", texts(client.wait_for(below, some)), ["a: expected string, found integer"])
    client.open(folder / "new/not there yet.yaml", "b: {\n")
    expect("a text of a folder that does not exist yet", texts(client.wait_for(folder / "new/not there yet.yaml", some)),
           ["this `{` is never closed"])
    template = folder / "template.yaml"
    client.open(template, "{{- if .Values.a }}\na: {{ .Values.a }}\n{{- end }}\n")
    client.wait_for(template, none)
    client.change(template, "a: [\n")
    client.wait_for(template, some)
    client.change(template, "{{- if .Values.a }}\na: {{ .Values.a }}\n{{- end }}\n")
    expect("Helm's templates are no YAML yet", client.wait_for(template, none), [])
    client.change(template, "# yaml-language-server: $schema=s.json\n# {{ see }}\na: 1\nb: 'of {{ $labels.instance }}'\n")
    expect("what is quoted or a comment is no template", texts(client.wait_for(template, some)),
           ["a: expected string, found integer"])
    client.change(template, "a: {{ x }}\n")
    client.wait_for(template, none)
    (folder / ".github/workflows").mkdir(parents=True)
    workflow = folder / ".github/workflows/ci.yml"
    client.open(workflow, "on: push\njobs:\n  a:\n    runs-on: x\n   name: ${{ github.ref }}\n")
    expect("expressions of a workflow are no templates", len(client.wait_for(workflow, some)) > 0, True)
    client.change(template, "# yaml-language-server: $schema=nowhere.json\na: 1\n")
    expect("a schema that is named and not there", texts(client.wait_for(template, some)),
           ["the schema `nowhere.json` that this file refers to does not exist"])
    client.open(folder / "notes.txt", "a: [")
    client.wait_for(folder / "notes.txt", none)
    expect("a text is no YAML", client.findings[uri(folder / "notes.txt")], [])
    expect("nothing is shown", client.messages, [])
    client.open(folder / ".gitlab-ci.yml", "a: {script: [!reference [.b, c]], stagee: d}\n")
    expect("the rest of a file with parts that are not checked", texts(client.wait_for(folder / ".gitlab-ci.yml", some))[1:],
           ["a.stagee: key `stagee` is not declared in the schema"])
    expect("it ends in order", (client.end(), client.process.stderr.read()), (0, b""))


def code_without_a_project(program, folder):
    """Templates, Starlark and KCL have the findings of `kval render` and `kval run` that need no other input."""
    client = Client(program, folder)
    client.start()

    def found(name, text, wanted=some):
        client.open(folder / name, text)
        return texts(client.wait_for(folder / name, wanted))

    load = '#@ load("@ytt:data", "data")\n---\n'
    expect("syntax of a template", found("t.yml", "a: 1\nb: #@ foo(\n"), ["this bracket is never closed"])
    expect("names of a template", found("n.yml", "b: #@ foo\n"), ["undefined: foo"])
    expect("data values that come from elsewhere", found("d.yml", load + "a: #@ data.values.name\n", none), [])
    expect("a file of Starlark", found("h.star", "def f(:\n  return 1\nend\n")[:1], ["this bracket is never closed"])
    expect("KCL", found("a.k", "schema A:\n    x: int\na = A { x = \"a\" }\n"), ["TypeError: expected int, got str(a)"])
    (folder / "b.k").write_text("schema B:\n    y: int\n")
    expect("a package of KCL", found("c.k", "b = B { y = 1 }\n", none), [])
    expect("the findings of a package of KCL", found("c.k", "b = B { z = 1 }\nd = B { x = 1 }\n")[0],
           "CompileError: attribute 'y' of B is required and can't be None or Undefined")
    (folder / "deep/er").mkdir(parents=True)
    (folder / "deep/er/h.star").write_text("def g():\n  return 1\nend\n")
    expect("a template of ytt in a directory", found("deep/er/t.yml", '#@ load("h.star", "g")\na: #@ g() + b\n'), ["undefined: b"])
    expect("annotations of an overlay", found("deep/er/o.yml", "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n---\n#@overlay/mach missing_ok=True\na: 1\n"),
           ["unknown annotation `@overlay/mach`"])
    directive = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n<#if a>\n  labels: {}\n</#if>\n"
    expect("a template of FreeMarker", found("f.ftl.yaml", directive, none), [])
    (folder / "values.yml").write_text("#@data/values-schema\n---\nname: \"\"\ntls:\n  port: 1\n")
    expect("data values of the directory", found("e.yml", load + "a: #@ data.values.nmae\n"), ["struct has no .nmae field or method"])
    expect("it ends in order", (client.end(), client.process.stderr.read()), (0, b""))


def unsaved_documents(program, folder):
    client = Client(program, folder)
    client.start()

    def found(name, language, text):
        client.notify("textDocument/didOpen", textDocument={"uri": name, "languageId": language, "version": 1, "text": text})
        while not client.findings.get(name):
            assert client.receive(10) is not None, name
        return texts(client.findings[name])

    expect("YAML", found("untitled:Untitled-1", "yaml", "a: [\n"), ["this `[` is never closed"])
    expect("KCL", found("untitled:Untitled-2", "kcl", "a: int = \"\"\n"), ["TypeError: expected int, got str()"])
    expect("a language, whatever the name", found(uri(folder / "app.conf"), "yaml", "a: [\n"), ["this `[` is never closed"])
    expect("it ends in order", (client.end(), client.process.stderr.read()), (0, b""))


def findings_of_open_documents(program, folder):
    """They are never cut, and those of a schema that is not open are no concern of the user."""
    (folder / "apps").mkdir()
    service = "apiVersion: v1\nkind: Service\nmetadata: {name: web%d}\nspec:\n  ports: [{port: \"80\"}]\n"
    for number in range(1000, 2200):
        (folder / f"apps/a{number}.yaml").write_text(service % number)
    (folder / ".kval.yaml").write_text('kubernetes:\n- {name: all, files: "apps/*.yaml"}\n')
    client = Client(program, folder)
    client.start()
    last = folder / "apps/a2199.yaml"
    client.open(last, service % 2199)
    expect("the last of many", texts(client.wait_for(last, some)), ["spec.ports[0].port: expected integer, found string"])
    expect("nothing is shown", client.messages, [])
    (folder / "third.json").write_text('{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":'
                                       '{"$ref":"#/definitions/x","oneOf":[{"type":"string"}]}},"definitions":{"x":{"type":"integer"}}}')
    (folder / ".kval.yaml").unlink()
    values = folder / "v.yaml"
    client.open(values, "# yaml-language-server: $schema=third.json\na: b\n")
    client.wait_for(values, some)
    expect("keywords without effect in another file", client.findings.get(uri(folder / "third.json"), []), [])
    (folder / "needs.json").write_text('{"$schema":"http://json-schema.org/draft-07/schema#","required":["b"]}')
    begun = folder / "begun.yaml"
    client.open(begun, "# yaml-language-server: $schema=needs.json\n\na: 1\nc: 2\n")
    expect("a missing key is at the first one", client.wait_for(begun, some)[0]["range"],
           {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 1}})
    expect("it ends in order", (client.end(), client.process.stderr.read()), (0, b""))


def what_kills_a_check(program, folder):
    """The server continues and reports the crash."""
    client = Client(program, folder)
    client.start()
    deep, fine = folder / "deep.yaml", folder / "fine.yaml"
    client.open(deep, "[" * 100_000)
    expect("a limit is a finding", [one["code"] for one in client.wait_for(deep, some)][:1], ["KV020"])
    client.open(fine, "a: 'b\n")
    expect("others are checked", [one["code"] for one in client.wait_for(fine, some)], ["KV101"])
    endless = "#@data/values-schema\n---\n" + "#@ def f(n):\n#@   return [x for x in range(100000000)]\n#@ end\n" + "a: #@ f(1)\n"
    client.open(folder / "endless.yml", endless)
    client.change(deep, "a: 1\n")
    expect("what is typed meanwhile is not waited for", client.wait_for(deep, none, 30), [])
    expect("it ends in order", client.end(), 0)


def a_check_takes_too_long(program, folder):
    """A check ends after the time limit; the server notifies the client and continues."""
    client = Client(program, folder, options=("--timeout", "200ms"))
    client.start()
    steps = "#@ def f():\n#@   for i in range(100000000000):\n#@     n = i\n#@   end\n#@   return 1\n#@ end\n"
    begin = time.monotonic()
    client.open(folder / "late.yml", f"#@data/values-schema\n---\n{steps}a: #@ f()\n")
    while not client.messages and time.monotonic() - begin < 20:
        client.receive(1)
    said = client.messages[0]["message"] if client.messages else ""
    expect("a late check is reported", "exceeded its time limit" in said, True)
    client.open(folder / "fine.yaml", "a: 'b\n")
    client.notify("textDocument/didClose", textDocument={"uri": uri(folder / "late.yml")})
    expect("others are checked", [one["code"] for one in client.wait_for(folder / "fine.yaml", some)], ["KV101"])
    expect("it ends in order", client.end(), 0)
    refused = subprocess.run([program, "lsp", "--timeout", "soon"], cwd=folder, capture_output=True, check=False)
    expect("a time that is none is refused", refused.returncode, 2)


def position(text, at):
    """Returns the position of an offset, in the units of the protocol."""
    before = text[:at]
    line = before.count("\n")
    return {"line": line, "character": len(before.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2}


def typed_at_random(program, folder):
    """After random changes the client shows the findings that `kval check` reports for the resulting document."""
    (folder / "schema.yml").write_text(MEANT)
    (folder / ".kval.yaml").write_text(PROJECT)
    (folder / "envs").mkdir(exist_ok=True)
    path = folder / "envs/prod.yml"
    path.write_text("name: x\n")
    rng = random.Random(7)
    pieces = ["name: x\n", "level: low\n", "level: 3\n", "tls:\n  enabled: true\n", "  enabled: é\n", "ports:\n- number: 1\n", "x",
              "😀", "ü: ", ": ", "\n", "  ", "- ", "[", "]", "\"", "# c\n", "port", "\r\n", "{a: 😀}\n"]
    client = Client(program, folder)
    client.start()
    text = "name: x\n"
    client.open(path, text)
    differences = []
    for _ in range(40):
        changes = []
        for _ in range(rng.randrange(1, 5)):
            begin = rng.randrange(len(text) + 1)
            end = min(len(text), begin + rng.choice([0, 0, 1, 3, 12]))
            if "\r\n" in text[max(0, begin - 1):begin + 1] or "\r\n" in text[max(0, end - 1):end + 1]:
                continue  # editors never split \r\n
            new = rng.choice(pieces)
            changes.append({"range": {"start": position(text, begin), "end": position(text, end)}, "text": new})
            text = text[:begin] + new + text[end:]
        if rng.random() < 0.1:
            text = "".join(rng.choice(pieces) for _ in range(6))
            changes = [text]
        client.change(path, *changes)
        said = subprocess.run([program, "check", "-", "--stdin-filename", "envs/prod.yml", "-o", "lsp"], cwd=folder,
                              input=text.encode(), capture_output=True, check=False).stdout.decode()
        wanted = [diagnostic for line in said.splitlines() for diagnostic in json.loads(line)["params"].get("diagnostics", [])]
        try:
            client.wait_for(path, lambda found, wanted=wanted: found == wanted, 5)
        except AssertionError:
            differences.append((text, texts(client.findings.get(uri(path), [])), texts(wanted)))
    expect("what is typed at random", differences, [])
    expect("it ends in order", (client.end(), client.process.stderr.read()), (0, b""))


def nonsense(program, folder):
    client = Client(program, folder)
    client.write(b"Content-Length: 5\r\n\r\n{...}")
    expect("what is no JSON is refused", client.receive(10)["error"]["code"], -32700)
    client.write(b"GET / HTTP/1.1\r\n\r\n")
    expect("what is no message ends it", client.process.wait(10), 2)
    expect("and is told", client.process.stderr.read(),
           b"kval: the input is not a message of the Language Server Protocol: it has no Content-Length\n")
    gone = subprocess.run([program, "lsp", "--stdio"], cwd=folder, input=b"", capture_output=True, check=False)
    expect("a client that is gone", (gone.returncode, gone.stdout, gone.stderr), (2, b"", b""))


def main():
    program = os.path.realpath(sys.argv[1])
    for part in (a_project, what_the_schema_says, what_kubernetes_says, the_schema_of_the_check, values_of_charts, files_of_no_project, code_without_a_project, unsaved_documents,
                 findings_of_open_documents, what_kills_a_check, a_check_takes_too_long, typed_at_random, nonsense):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(os.path.realpath(name))
            (folder / "envs").mkdir()
            for file, text in {"schema.yml": SCHEMA, "envs/prod.yml": "name: 1\n", ".kval.yaml": PROJECT}.items():
                if part is a_project:
                    (folder / file).write_text(text)
            part(program, folder)
    return 1 if failures else 0


sys.exit(main())
