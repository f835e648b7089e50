#!/usr/bin/env python3
"""Semantic tokens, inlay hints and indentation of `kval lsp`.

  lsp_hints_test.py PROGRAM
"""
import sys
import tempfile
import unittest
from pathlib import Path

from lsp_client import Client, uri

SCHEMA = """#@data/values-schema
---
name: ""
replicas: 1
password: secret
tls:
  enabled: false
  port: 443
hosts:
- name: ""
  port: 80
"""
PROJECT = """sets:
- name: app
  schema: schema.yml
  values: [base.yml, "envs/{env}.yml"]
"""
BASE = "name: shop\nreplicas: 2\npassword: a\ntls:\n  port: 8443\nhosts:\n- name: x\n"
PROGRAM = None


class Hints(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = Path(directory.name).resolve()
        (self.folder / "envs").mkdir()
        for name, text in {"schema.yml": SCHEMA, ".kval.yaml": PROJECT, "base.yml": BASE, "envs/prod.yml": "replicas: 3\npassword: b\n"}.items():
            (self.folder / name).write_text(text)

    def start(self, options=None, **capabilities):
        self.client = Client(PROGRAM, self.folder)
        self.addCleanup(self.client.end)
        return self.client.start(options, **capabilities)["capabilities"]

    def ask(self, method, name, **params):
        return self.client.ask(f"textDocument/{method}", textDocument={"uri": uri(self.folder / name)}, **params)["result"]

    def hints(self, name, text, last=1000):
        """The hints as lines: the line of the text up to the hint, and its label."""
        self.client.open(self.folder / name, text)
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": last, "character": 0}}
        lines = text.split("\n")
        return [(lines[hint["position"]["line"]][:hint["position"]["character"]], hint["label"])
                for hint in self.ask("inlayHint", name, range=whole)]

    def test_effective_values_and_defaults(self):
        self.assertTrue(self.start()["inlayHintProvider"])
        self.assertEqual(self.hints("base.yml", BASE), [
            ("replicas: 2", "→ 3 (prod.yml:1)"), ("password: a", "→ … (prod.yml:2)"), ("  port: 8443", "+ enabled: false"),
            ("- name: x", "+ port: 80")])
        self.assertEqual(self.hints("envs/prod.yml", "name: y\n"), [])
        self.assertEqual(self.hints("envs/prod.yml", "tls: {}\n"), [])
        hint = self.ask("inlayHint", "base.yml", range={"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}})
        self.assertEqual([(one["label"], one["tooltip"], one["paddingLeft"]) for one in hint], [])

    def test_several_environments(self):
        self.start()
        (self.folder / "envs/dev.yml").write_text("replicas: 1\n")
        (self.folder / "envs/test.yml").write_text("replicas: 3\n")
        self.assertEqual(self.hints("base.yml", "name: a\nreplicas: 2\n", 2)[0], ("replicas: 2", "→ 1 (dev.yml:1)"))
        self.assertEqual(len([one for one in self.hints("base.yml", "replicas: 2\n") if one[1].startswith("→")]), 3)

    def test_open_texts_count(self):
        self.start()
        self.client.open(self.folder / "envs/prod.yml", "\nreplicas: 7\n")
        self.assertEqual(self.hints("base.yml", "replicas: 2\n")[0], ("replicas: 2", "→ 7 (prod.yml:2)"))

    def test_other_files_have_no_hints(self):
        self.start()
        self.assertEqual(self.hints("other.yml", "a: 1\n"), [])
        self.assertEqual(self.hints("base.yml", "replicas: [\n"), [])

    def test_values_files_of_a_chart(self):
        self.start()
        chart = self.folder / "chart"
        (chart / "values").mkdir(parents=True)
        own = "replicas: 1\nimage:\n  tag: a\n  pull: Always\nhosts:\n- a\nports: [80]\npassword: x\nempty:\nbox: {a: 1}\n"
        (chart / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 1.0.0\n")
        (chart / "values-prod.yaml").write_text("replicas: 3\nimage: {tag: 'b', pull: \"Always\"}\nhosts: [x]\npassword: y\nempty: 1\nnew: 1\n")
        (chart / "values/dev.yaml").write_text("replicas: 2\nports: [80]\nbox:\n")
        self.assertEqual(self.hints("chart/values.yaml", own), [
            ("replicas: 1", "→ 3 (values-prod.yaml)"), ("replicas: 1", "→ 2 (dev.yaml)"), ("  tag: a", "→ 'b' (values-prod.yaml)"),
            ("hosts:", "→ […] (values-prod.yaml)"), ("password: x", "→ … (values-prod.yaml)"),
            ("empty:", "→ 1 (values-prod.yaml)"), ("box: {a: 1}", "→ null (dev.yaml)")])
        self.assertEqual(self.hints("chart/values-prod.yaml", "replicas: 3\n"), [])
        self.assertEqual(self.hints("chart/values.yaml", "a: [\n"), [])

    def test_defaults_of_every_schema(self):
        service = "apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  ports:\n  - port: 80\n  - port: 81\n    protocol: UDP\n"
        self.start()
        self.assertEqual(self.hints("service.yaml", service), [])
        self.start({"defaultHints": True})
        self.assertEqual(self.hints("service.yaml", service), [("  - port: 80", "+ protocol: TCP")])
        (self.folder / "s.json").write_text('{"properties": {"a": {"default": 1}, "b": {"default": "x"}, "c": {"properties": {"password": {"default": "y"}}}}}')
        text = "# yaml-language-server: $schema=s.json\nb: y\nc:\n  d: 1\n"
        self.assertEqual(self.hints("named.yaml", text), [("  d: 1", "+ password: …"), ("  d: 1", "+ a: 1")])
        self.assertEqual(self.hints("base.yml", BASE)[-1], ("- name: x", "+ port: 80"), "defaults are shown once")

    def test_semantic_tokens(self):
        provider = self.start()["semanticTokensProvider"]
        self.assertTrue(provider["full"] and provider["range"])
        types = provider["legend"]["tokenTypes"]
        self.client.open(self.folder / "a.k", "schema A:\n    x: int\n")
        data = self.ask("semanticTokens/full", "a.k")["data"]
        tokens = [data[i:i + 5] for i in range(0, len(data), 5)]
        self.assertEqual([(token[:3], types[token[3]]) for token in tokens],
                         [([0, 0, 6], "keyword"), ([0, 7, 1], "class"), ([1, 4, 1], "property"), ([0, 3, 3], "type")])
        second = {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}}
        self.assertEqual(self.ask("semanticTokens/range", "a.k", range=second)["data"][:3], [1, 4, 1])
        self.client.open(self.folder / "t.yml", "é: #@ f(1)\n")
        self.assertEqual(self.ask("semanticTokens/full", "t.yml")["data"][:2], [0, 3])

    def test_semantic_tokens_of_clients_that_count_bytes(self):
        self.start(general={"positionEncodings": ["utf-8"]})
        self.client.open(self.folder / "t.yml", "é: #@ f(1)\n")
        self.assertEqual(self.ask("semanticTokens/full", "t.yml")["data"][:2], [0, 4])

    def test_indentation(self):
        self.assertEqual(self.start()["documentOnTypeFormattingProvider"], {"firstTriggerCharacter": "\n"})
        self.client.open(self.folder / "a.yml", "a:\n")
        edits = self.ask("onTypeFormatting", "a.yml", position={"line": 1, "character": 0}, ch="\n",
                         options={"tabSize": 4, "insertSpaces": True})
        self.assertEqual([edit["newText"] for edit in edits], ["    "])

    def test_large_texts(self):
        """The time is bounded by the time limit of the client: ten seconds."""
        self.start()
        self.client.open(self.folder / "a.k", "a = [" + "1, " * 1_500_000 + "]\n")
        self.assertEqual(len(self.ask("semanticTokens/full", "a.k")["data"]), 5 * 200_000)
        self.client.open(self.folder / "t.yml", "a: 1 #@ b\n" * 400_000)
        last = {"start": {"line": 399_999, "character": 0}, "end": {"line": 400_000, "character": 0}}
        self.assertEqual(len(self.ask("semanticTokens/range", "t.yml", range=last)["data"]), 10)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
