#!/usr/bin/env python3
"""Small inputs that expand to huge data: each run ends quickly with a limit."""

import io
import json
import signal
import tarfile
import unittest

from black_box import MIB, SANITIZED, HostileTest


def archive(files):
    """Returns a .tgz archive of (name, content) pairs."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name, content in files:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return out.getvalue()


class Bombs(HostileTest):
    """Small inputs that expand to huge data: each run ends quickly with a limit and never reports success."""

    DRAFT = "https://json-schema.org/draft/2020-12/schema"
    SLOW = "^(?=x?)(a+)+$"

    def bomb(self, *command):
        # Without limits, each input takes hours or all available memory.
        run = self.run_kval(*command, memory=1500 * MIB, timeout=500)
        self.assertEqual(run.returncode, 3, (command, run.stdout[:500], run.stderr[:500]))
        return run

    def schema(self, schema, values):
        self.write("s.json", json.dumps({"$schema": self.DRAFT, **schema}))
        self.write("v.yml", json.dumps(values))
        return "check", "-f", "s.json", "-f", "v.yml"

    def doubling(self, leaf, **root):
        kind = {f"n{i}": {"type": "object", "properties": {k: {"$ref": f"#/$defs/n{i + 1}"} for k in "xy"}}
                for i in range(26)}
        return {**root, "$ref": "#/$defs/n0", "$defs": {**kind, "n26": leaf}}

    def test_defaults_that_double(self):
        check = self.schema(self.doubling({"type": "integer", "default": 1}, **{"x-kval-values": True}), {})
        self.bomb(*check)
        self.bomb("values", *check[1:])

    def test_defaults_without_an_end(self):
        node = {"type": "object", "properties": {"l": {"$ref": "#/$defs/n"}, "r": {"$ref": "#/$defs/n"}}}
        self.bomb(*self.schema({"x-kval-values": True, "$ref": "#/$defs/n", "$defs": {"n": node}}, {}))

    def test_fragments_that_double(self):
        function = "#@ def f(x):\na: #@ x\nb: #@ x\n#@ end\n#@ x = f(1)\n" + "#@ x = f(x)\n" * 60
        for document in ("r: #@ x\n", "r:\n- #@ x\n- #@ [x, x]\n", "r: #@ template.replace(x)\n"):
            self.write("t.yml", '#@ load("@ytt:template", "template")\n' + function + "---\n" + document)
            self.bomb("render", "-f", "t.yml")
        self.write("s.yml", function + "#@data/values-schema\n---\nr: #@ x\n")
        self.write("v.yml", "r: {}\n")
        self.bomb("check", "-f", "s.yml", "-f", "v.yml")

    def test_kcl_programs_of_millions_of_expressions(self):
        """The memory of syntax trees counts towards the limit, like the memory of values."""
        if SANITIZED:
            self.skipTest("a sanitizer has its own idea of memory")
        texts = {"statements.k": "a=1\n" * 5_000_000, "entries.k": "a={" + "b=1\n" * 5_000_000 + "}\n",
                 "items.k": "a=[" + "1," * 10_000_000 + "1]\n"}
        for name, text in texts.items():
            self.write(name, text)
            self.assertRegex(self.bomb("run", name).stderr.decode(), "KV024.*more than [0-9]+ (expressions|tokens)")
        self.write("data.json", "[" + "1," * 6_000_000 + "1]")
        self.write("schema.k", "schema App:\n    a: int\n")
        self.assertRegex(self.bomb("vet", "data.json", "schema.k", "--limit", "kcl-memory=256MiB").stdout.decode(), "KV024.*more than [0-9]+ expressions")

    def test_kcl_defaults_that_double(self):
        self.write("a.k", "".join(f"schema N{i}:\n    x: N{i + 1} = {{}}\n    y: N{i + 1} = {{}}\n\n" for i in range(26))
                   + "schema N26:\n    v: int = 1\n")
        self.bomb("schema", "dump", "-f", "a.k")

    def test_a_type_that_contains_itself_is_exported(self):
        self.write("a.k", "schema Node:\n    left?: Node\n    right?: Node\n    v: int\n")
        run = self.run_kval("schema", "export", "-f", "a.k", timeout=60)
        self.assertEqual(run.returncode, 0)
        self.assertIn(b"contains itself", run.stderr)

    def test_kcl_types_that_double_when_written_out(self):
        """Types share their parts: a check validates each part once, and type descriptions are truncated."""
        self.write("a.k", "schema A:\n    x: A0\n" + "".join(f"type A{i} = A{i + 1} | [A{i + 1}]\n" for i in range(60)) + "type A60 = str\n")
        self.write("v.yml", "x: [[a]]\n")
        self.write("w.yml", "x: [[1]]\n")
        for status, command in ((0, ("check", "-f", "a.k", "-f", "v.yml")), (1, ("check", "-f", "a.k", "-f", "w.yml")),
                                (0, ("schema", "dump", "-f", "a.k")), (0, ("schema", "export", "-f", "a.k")),
                                *((0, ("schema", "convert", "--to", language, "-f", "a.k")) for language in ("kcl", "ytt", "json-schema"))):
            self.assertEqual(self.run_kval(*command, memory=600 * MIB, timeout=60).returncode, status, command)

    def test_dynamic_references_in_many_orders(self):
        some = {f"d{i}": {"$id": f"http://x/{i}", "$dynamicAnchor": f"m{i}",
                          "properties": {"a": {"$dynamicRef": f"#m{(i + 1) % 20}"},
                                         **{f"p{k}": {"$ref": f"http://x/{k}"} for k in range(20)}}} for i in range(20)}
        check = self.schema({"$ref": "http://x/0", "$defs": some}, {})
        self.bomb(*check)

    def test_patterns_that_track_back(self):
        keys = {"a" * 40 + "b" + str(i): 1 for i in range(1000)}
        self.bomb(*self.schema({"additionalProperties": {"pattern": self.SLOW}}, {k: k for k in keys}))
        self.bomb(*self.schema({"patternProperties": {self.SLOW: True}}, keys))
        self.bomb(*self.schema({"propertyNames": {"pattern": self.SLOW}}, keys))

    def test_a_pattern_that_was_given_up_decides_nothing(self):
        slow = {"pattern": self.SLOW}
        text = "a" * 40 + "b"
        for schema in ({"not": slow}, {"if": slow, "then": False}, {"anyOf": [slow, True]}, {"oneOf": [slow, True]}):
            self.bomb(*self.schema({"properties": {"x": schema}}, {"x": text}))

    def test_archives_in_archives(self):
        chart = b"apiVersion: v2\nname: a\nversion: 1.0.0\n"
        inner = archive([("a/Chart.yaml", chart)])
        for _ in range(24):
            inner = archive([("a/Chart.yaml", chart), ("a/charts/a.tgz", inner), ("a/charts/b.tgz", inner)])
        self.write("a.tgz", inner)
        self.bomb("helm", "a.tgz")

    def test_large_values_among_many_allowed_ones(self):
        def one(last):
            return {**{f"k{i}": 1 for i in range(300)}, "z": last}
        check = self.schema({"items": {"enum": [one(i) for i in range(100)]}}, [one(-1)] * 100)
        self.assertEqual(self.run_kval(*check, timeout=60).returncode, 1)
        deep = [json.loads("[" * 150 + str(i) + "]" * 150) for i in range(1000)]
        self.assertEqual(self.run_kval(*self.schema({"uniqueItems": True}, deep), timeout=60).returncode, 0)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    unittest.main(verbosity=1)
