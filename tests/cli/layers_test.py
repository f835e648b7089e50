#!/usr/bin/env python3
"""Passes an invalid values file next to a valid one in every possible way, in each schema language: kval must report the
invalid file. Files are layers only with `-f` or as `values:` of a set; a warning (KV312) then reports values that a later
layer hides."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.path.abspath(sys.argv.pop(1))

CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: apps.e.org}
spec:
  group: e.org
  scope: Namespaced
  names: {plural: apps, kind: App, singular: app, listKind: AppList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {port: {type: integer, maximum: 10}}}
"""
RESOURCE = "apiVersion: e.org/v1\nkind: App\nmetadata: {name: a}\nspec:\n  "
# By language: the file name of the schema, the schema, and the lines before `port` in a values file.
LANGUAGES = {
    "annotated YAML": ("schema.yml", "#@data/values-schema\n---\n#@schema/validation max=10\nport: 1\n", ""),
    "KCL": ("schema.k", "schema App:\n    port: int\n\n    check:\n        port <= 10\n", ""),
    "JSON Schema": ("schema.json", '{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", '
                                   '"properties": {"port": {"type": "integer", "maximum": 10}}}', ""),
    "CustomResourceDefinition": ("crd.yml", CRD, RESOURCE),
}
MISTAKES = {"type": "x", "rule": "99"}
FAILS, WARNS = 1, 0  # exit codes; in both cases kval reports a finding in the invalid file


def ways(schema, mistake):
    """Yields a description, the arguments, the file of the finding, and the exit code; None: either code."""
    # For annotated YAML and KCL, kval checks types after each layer.
    hidden = FAILS if mistake == "type" and schema in ("schema.yml", "schema.k") else WARNS
    yield "paths, the wrong one first", ["-f", schema, "bad.yml", "good.yml"], "bad.yml", FAILS
    yield "paths, the wrong one last", ["-f", schema, "good.yml", "bad.yml"], "bad.yml", FAILS
    yield "the schema is a path, too", [schema, "bad.yml", "good.yml"], "bad.yml", FAILS
    yield "a directory", ["-f", schema, "dir"], "dir/bad.yml", FAILS
    yield "a directory with the schema", ["all"], "all/bad.yml", FAILS
    yield "--each", ["--each", "-f", schema, "bad.yml", "good.yml"], "bad.yml", FAILS
    yield "two documents of a path", ["-f", schema, "both.yml"], "both.yml", FAILS
    yield "standard input", ["-f", schema, "-"], "<stdin>", FAILS
    yield "two documents of a layer", ["-f", schema, "-f", "both.yml"], "both.yml", None
    yield "layers, the wrong one last", ["-f", schema, "-f", "good.yml", "-f", "bad.yml"], "bad.yml", FAILS
    yield "layers, the wrong one first", ["-f", schema, "-f", "bad.yml", "-f", "good.yml"], "bad.yml", hidden
    yield "a path over a wrong layer", ["-f", schema, "-f", "bad.yml", "good.yml"], "bad.yml", hidden
    yield "each file of a project", ["--config", "each.yaml"], "bad.yml", FAILS
    yield "layers of a project", ["--config", "sets.yaml"], "bad.yml", hidden


class Layers(unittest.TestCase):
    def check(self, schema, text, begin, mistake):
        good, bad = f"{begin}port: 1\n", f"{begin}port: {MISTAKES[mistake]}\n"
        files = {schema: text, "good.yml": good, "bad.yml": bad, "both.yml": f"{bad}---\n{good}", "dir/bad.yml": bad,
                 "dir/good.yml": good, f"all/{schema}": text, "all/bad.yml": bad, "all/good.yml": good,
                 "each.yaml": f"each:\n- {{name: a, schema: {schema}, files: [bad.yml, good.yml]}}\n",
                 "sets.yaml": f"sets:\n- {{name: a, schema: {schema}, values: [bad.yml, good.yml]}}\n"}
        if not begin:
            line = f"# kval: schema={schema}\n"
            files.update({"named/bad.yml": line.replace("=", "=../") + bad, "named/good.yml": line.replace("=", "=../") + good})
        with tempfile.TemporaryDirectory() as folder:
            for name, content in files.items():
                path = Path(folder, name)
                path.parent.mkdir(exist_ok=True)
                path.write_text(content)
            all_ways = list(ways(schema, mistake))
            if not begin:
                all_ways.append(("files name their schema", ["named/bad.yml", "named/good.yml"], "named/bad.yml", FAILS))
            for name, args, place, status in all_ways:
                with self.subTest(schema=schema, mistake=mistake, way=name):
                    no_config = [] if "--config" in args else ["--no-config"]
                    run = subprocess.run([PROGRAM, "check", *no_config, "-o", "concise", *args], cwd=folder, text=True,
                                         capture_output=True, input=f"{bad}---\n{good}", timeout=60)
                    self.assertTrue(any(row.startswith(place + ":") for row in run.stdout.splitlines()), run.stdout + run.stderr)
                    self.assertIn(run.returncode, (FAILS, WARNS) if status is None else (status,), run.stdout + run.stderr)


if __name__ == "__main__":
    for language, (schema, text, begin) in LANGUAGES.items():
        for mistake in MISTAKES:
            def test(self, schema=schema, text=text, begin=begin, mistake=mistake):
                self.check(schema, text, begin, mistake)
            setattr(Layers, f"test {language}, a mistake of a {mistake}", test)
    unittest.main()
