#!/usr/bin/env python3
"""Tests that `kval lsp` reuses results of unchanged files only: files change on disk and in the editor.

  lsp_reuse_test.py PROGRAM
"""
import os
import sys
import tempfile
from pathlib import Path

from lsp_client import Client, uri
from lsp_expectations import expect, failures, none, some, texts


def files_that_change_on_the_disk(program, folder):
    """Results of documents that did not change are reused until a file that they depend on changes."""
    def write(name, text):
        (folder / name).write_text(text)
        stamp[0] += 1
        os.utime(folder / name, (stamp[0], stamp[0]))

    def changed(what, name, wanted, expected):
        client.notify("workspace/didChangeWatchedFiles", changes=[])
        expect(what, texts(client.wait_for(folder / name, wanted)), expected)

    stamp = [1600000000]
    write("s.json", '{"properties": {"a": {"type": "integer"}}}')
    write("kustomization.yaml", "resources: [d.yaml]\n")
    client = Client(program, folder)
    client.start()
    client.open(folder / "v.yaml", "# yaml-language-server: $schema=s.json\na: 1\n")
    client.open(folder / "w.yaml", "# yaml-language-server: $schema=s.json\na: x\n")
    client.open(folder / "d.yaml", "apiVersion: v1\nkind: Service\nspec: {ports: [{name: x}]}\n")
    missing = texts(client.wait_for(folder / "d.yaml", some))
    expect("a finding", texts(client.wait_for(folder / "w.yaml", some)), ["a: expected integer, found string"])
    write("s.json", '{"properties": {"a": {"type": "string"}}}')
    changed("a schema that is not open", "v.yaml", some, ["a: expected string, found integer"])
    expect("of all documents", client.wait_for(folder / "w.yaml", none), [])
    client.open(folder / "s.json", '{"properties": {"a": {"type": "boolean"}}}')
    expect("a schema that is opened", texts(client.wait_for(folder / "w.yaml", some)), ["a: expected boolean, found string"])
    client.change(folder / "s.json", '{"properties": {"a": {"type": "string"}}}')
    expect("and edited", client.wait_for(folder / "w.yaml", none), [])
    write("kustomization.yaml", "resources: []\npatches: [{path: d.yaml}]\n")
    changed("a kustomization", "d.yaml", none, [])
    (folder / "kustomization.yaml").unlink()
    changed("that is removed", "d.yaml", some, missing)
    expect("it ends in order", (client.end(), client.process.stderr.read()), (0, b""))


def main():
    with tempfile.TemporaryDirectory() as folder:
        files_that_change_on_the_disk(sys.argv[1], Path(folder).resolve())
    return 1 if failures else 0


sys.exit(main())
