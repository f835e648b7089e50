#!/usr/bin/env python3
"""Hover, completion, definition, references and rename of `kval lsp` in the templates of a Helm chart.

  lsp_template_test.py PROGRAM
"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from lsp_client import Client, uri

VALUES = """# -- The image that runs.
# All pods use it.
image:
  repository: nginx  # no description
  tag: "1.2"
## @param service.port [default: 80] The port of the service
service:
  port: 80
hosts:
  - name: a.example
    paths: [/]
labels: {}
a-b: 1
"""
HELPERS = """{{- define "web.name" -}}
{{ .Values.image.tag }}-{{ $.Release.Name }}
{{- end -}}
{{- define "web.labels" }}x: {{ include "web.name" . }}{{ end }}
"""
SCHEMA = {"type": "object", "properties": {
    "replicas": {"type": "integer", "minimum": 1, "description": "How many pods."},
    "image": {"type": "object", "properties": {"pullPolicy": {"enum": ["Always", "Never"]}, "tag": {"type": "string"}}}}}
PROGRAM = None


class Template(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = Path(directory.name).resolve()
        self.write("web/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.0.0\n")
        self.write("web/values.yaml", VALUES)
        self.write("web/templates/_helpers.tpl", HELPERS)
        self.write("web/templates/service.yaml", "port: {{ .Values.service.port }}\nname: {{ template \"web.name\" . }}\n")
        self.write("web/charts/db/Chart.yaml", "apiVersion: v2\nname: db\nversion: 1.0.0\n")
        self.write("web/charts/db/templates/_db.tpl", "{{ define \"db.name\" }}db{{ end }}")
        self.client = Client(PROGRAM, self.folder)
        self.client.start()
        self.addCleanup(self.client.end)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def request(self, method, text, name="web/templates/t.yaml", **params):
        before, after = text.split("¦", 1)
        path = self.folder / name
        self.client.open(path, before + after)
        position = {"line": before.count("\n"), "character": len(before.rsplit("\n", 1)[-1])}
        return self.client.ask(f"textDocument/{method}", textDocument={"uri": uri(path)}, position=position, **params)

    def ask(self, method, text, name="web/templates/t.yaml", **params):
        return self.request(method, text, name, **params)["result"]

    def labels(self, text, name="web/templates/t.yaml"):
        return [item["label"] for item in self.ask("completion", text, name) or []]

    def hover(self, text, name="web/templates/t.yaml"):
        found = self.ask("hover", text, name)
        return found["contents"]["value"] if found else None

    def places(self, locations):
        shown = []
        for location in locations or []:
            start, end = location["range"]["start"], location["range"]["end"]
            path = location["uri"].removeprefix(uri(self.folder) + "/web/")
            shown.append(f"{path}:{start['line'] + 1}:{start['character'] + 1}-{end['character'] + 1}")
        return shown

    def test_keys_of_values(self):
        top = ["image", "service", "hosts", "labels"]
        image = ["repository", "tag"]
        for text, labels in [
            ("a: {{ .Values.¦ }}", top), ("a: {{ .Values.im¦xy }}", top), ("a: {{ .Values.image.¦ }}", image),
            ("a: {{ $.Values.image.¦", image), ("a: {{- if eq .Values.image.r¦ \"x\" -}}\n", image),
            ("{{ with .Values.image }}\n{{ .¦ }}{{ end }}", image), ("{{ with .Values.image }}{{ else }}{{ .Values.¦ }}", top),
            ("{{ range .Values.hosts }}{{ .¦ }}{{ end }}", ["name", "paths"]), ("{{ $i := .Values.image }}{{ $i.¦ }}", image),
            ("{{ range $k, $h := .Values.hosts }}{{ $h.¦", ["name", "paths"]), ("{{ (.Values.image | default dict).¦ }}", image),
            ("{{ (index .Values \"image\").¦ }}", image), ("{{ (default dict .Values.image).¦ }}", image),
            ("{{ .context.Values.image.¦ }}", image), ("{{ .Values.labels.¦ }}", []), ("{{ .Values.nothing.¦ }}", []),
            ("{{ define \"x\" }}{{ .Values.¦ }}{{ end }}", top), ("{{ if .a }}{{ .Values.¦ }}{{ end }}", top),
            ("a: .Values.¦", []), ("{{/* .Values.¦ */}}", []), ("{{ \"x\" | printf \".Values.¦\" }}", []),
        ]:
            with self.subTest(text=text):
                self.assertEqual(self.labels(text), labels)
        item = self.ask("completion", "a: {{ .Values.service.po¦xx }}")[0]
        self.assertEqual((item["label"], item["detail"]), ("port", "80"))
        self.assertEqual(item["textEdit"]["range"], {"start": {"line": 0, "character": 22}, "end": {"line": 0, "character": 26}})
        self.assertIn("The port of the service", json.dumps(item))

    def test_keys_that_only_the_schema_has(self):
        self.write("web/values.schema.json", json.dumps(SCHEMA))
        self.assertEqual(self.labels("{{ .Values.image.¦ }}"), ["repository", "tag", "pullPolicy"])
        self.assertIn("replicas", self.labels("{{ .Values.¦ }}"))
        self.assertEqual(self.hover("{{ .Values.repl¦icas }}"), "**replicas**: integer\n\nHow many pods.\n\nMust be: at least 1")
        self.assertEqual(self.hover("{{ .Values.image.t¦ag }}"), "**image.tag**: string\n\nDefault: `\"1.2\"` (values.yaml:5)")

    def test_other_data_functions_variables_and_templates(self):
        for text, some in [
            ("{{ .¦ }}", {"Values", "Release", "Chart", "Files", "Capabilities"}), ("{{ .Release.¦ }}", {"Name", "Namespace", "IsUpgrade"}),
            ("{{ .Capabilities.KubeVersion.¦", {"Version", "Minor"}), ("{{ $.Files.¦ }}", {"Get", "Glob"}), ("{{ toY¦ }}", {"toYaml", "include"}),
            ("{{ .Values.a | ¦ }}", {"default", "quote"}), ("{{ ¦ }}", {"if", "include"}), ("{{ $one := 1 }}{{ $t¦ }}", {"$one"}),
            ("{{ include \"¦\" . }}", {"web.name", "web.labels", "db.name"}), ("{{ include \"we¦", {"web.name"}),
            ("{{ template \"¦\" }}", {"web.name"}), ("{{- include `w¦` . | nindent 4 }}", {"web.labels"}),
        ]:
            with self.subTest(text=text):
                self.assertLessEqual(some, set(self.labels(text)))
        self.assertEqual(self.labels("{{ .Values.a ¦ }}"), [], "a space behind an argument")
        self.assertEqual(self.labels("{{ define \"¦\" }}"), [])

    def test_hover(self):
        self.assertEqual(self.hover("{{ .Values.im¦age }}"),
                         "**image**: map\n\nThe image that runs.\nAll pods use it.\n\nDefault (values.yaml:4)")
        self.assertEqual(self.hover("{{ .Values.service.p¦ort }}"),
                         "**service.port**: integer\n\nThe port of the service\n\nDefault: `80` (values.yaml:8)")
        self.assertEqual(self.hover("{{ .Release.Na¦me }}"), "**.Release.Name**: string\n\nThe name of the release.")
        self.assertEqual(self.hover("{{ tr¦unc 3 \"abcd\" }}"),
                         "```\ntrunc length text\n```\n\nReturns the first `length` bytes; with a negative length the last ones.")
        self.assertIn("Executes its block", self.hover("{{ i¦f .x }}{{ end }}"))
        self.assertIn("define \"web.labels\"", self.hover("{{ include \"web.l¦abels\" . }}"))
        self.assertIsNone(self.hover("{{ .Values.noth¦ing }}"))
        self.assertIsNone(self.hover("{{ $x¦y }}"))

    def test_values_files_without_a_schema(self):
        name = "web/values-prod.yaml"
        self.assertEqual(self.hover("service:\n  po¦rt: 81\n", name),
                         "**service.port**: integer\n\nThe port of the service\n\nDefault: `80` (values.yaml:8)")
        self.assertEqual(self.labels("image:\n  ¦", name), ["repository", "tag"])
        self.assertEqual(self.labels("image:\n  tag: x\n  re¦", name), ["repository"])
        self.assertEqual(self.labels("hosts:\n- name: x\n  ¦", name), ["paths"])
        item = self.ask("completion", "service: {}\nimage:\n  ta¦", name)[1]
        self.assertEqual((item["label"], item["textEdit"]["newText"]), ("tag", 'tag: "1.2"'))
        self.assertIsNone(self.hover("nothing¦: 1", name))
        self.assertEqual(self.labels("¦", "web/other.yaml"), [])

    def test_syntax_errors(self):
        for name, text, message in [
            ("t.yaml", "a: {{ .Values.a | quot }}\n", "the template cannot be parsed: function \"quot\" not defined"),
            ("_t.tpl", "{{ define \"x\" }}{{ if .a }}{{ end }}", "the template cannot be parsed: this block has no `{{ end }}`"),
            ("NOTES.txt", "{{ .a", "the template cannot be parsed: unclosed action"),
        ]:
            with self.subTest(name=name):
                path = self.folder / "web/templates" / name
                self.client.open(path, text)
                found = self.client.wait_for(path, bool)
                self.assertEqual([finding["message"].split("\n")[0] for finding in found], [message])
        template = self.folder / "web/templates/twice.yaml"
        template.write_text("a: {{ .Values.a\n")
        self.client.open(template, template.read_text())
        self.client.open(self.folder / "web/values.yaml", (self.folder / "web/values.yaml").read_text())
        self.client.ask("textDocument/hover", textDocument={"uri": uri(template)}, position={"line": 0, "character": 0})
        found = self.client.wait_for(template, bool)
        self.assertEqual([finding["message"].split("\n")[0] for finding in found],
                         ["the template cannot be parsed: unclosed action started at web/templates/twice.yaml:1"])

    def test_templates_are_rendered(self):
        """Each template has the findings of `kval check`, however many of them are open."""
        head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n"
        texts = {"a.yaml": head + "datas: {}\n", "b.yaml": head + "data:\n  a: {{ include \"web.name\" . }}\n",
                 "c.yaml": "{{ if false }}" + head + "datas: {}\n{{ end }}\n", "d.yaml": head + "more: {}\n"}
        self.write("web/templates/service.yaml", "")
        for name, text in texts.items():
            self.write(f"web/templates/{name}", text)
        paths = {name: self.folder / "web/templates" / name for name in texts}
        for name, text in texts.items():
            self.client.open(paths[name], text)
        for name, key in (("a.yaml", "datas"), ("d.yaml", "more")):
            found = self.client.wait_for(paths[name], bool)
            self.assertEqual([one["message"].split("\n")[0] for one in found], [f"{key}: key `{key}` is not declared in the schema"])
        self.assertEqual([self.client.findings.get(uri(paths[name]), []) for name in ("b.yaml", "c.yaml")], [[], []])
        validated = self.client.ask("kval/validatedBy", textDocument={"uri": uri(paths["a.yaml"])})["result"]
        self.assertEqual((validated["title"], validated["isValidated"]), ("chart web", True))
        self.client.change(paths["a.yaml"], head + "data: {}\n")
        self.client.wait_for(paths["a.yaml"], lambda found: not found)
        self.assertEqual(len(self.client.findings[uri(paths["d.yaml"])]), 1, "checked with the other template")
        self.client.notify("textDocument/didClose", textDocument={"uri": uri(paths["a.yaml"])})
        self.client.change(paths["b.yaml"], texts["b.yaml"].replace("web.name", "no.name"))
        found = self.client.wait_for(paths["b.yaml"], bool)
        self.assertIn("no template has the name `no.name`", found[0]["message"])
        self.client.change(paths["b.yaml"], "a: {{ .Values.image.tag }}\nb: [\n")
        found = self.client.wait_for(paths["b.yaml"], lambda found: found and "no.name" not in str(found))
        self.assertEqual([one["message"].split("\n")[0] for one in found],
                         ["web/templates/b.yaml renders to text that is not valid YAML: this `[` is never closed"])

    def test_definition(self):
        def definition(text):
            found = self.ask("definition", text)
            return self.places([found] if found else [])

        self.assertEqual(definition("{{ .Values.image.t¦ag }}"), ["values.yaml:5:3-6"])
        self.assertEqual(definition("{{ range .Values.hosts }}{{ .na¦me }}{{ end }}"), ["values.yaml:10:5-9"])
        self.assertEqual(definition("{{ include \"web.na¦me\" . }}"), ["templates/_helpers.tpl:1:13-21"])
        self.assertEqual(definition("{{ include \"no.na¦me\" . }}"), [])
        self.assertEqual(definition("{{ .Values.none.t¦ag }}"), [])

    def test_references(self):
        context = {"includeDeclaration": True}
        tag = ["templates/_helpers.tpl:2:18-21", "values.yaml:5:3-6"]
        self.assertEqual(self.places(self.ask("references", "{{ .Values.image.t¦ag }}", context=context)),
                         tag[:1] + ["templates/t.yaml:1:18-21"] + tag[1:])
        self.client.open(self.folder / "web/templates/t.yaml", "")
        values = VALUES.replace("tag:", "ta¦g:")
        self.assertEqual(self.places(self.ask("references", values, "web/values.yaml", context=context)), tag)
        names = ["templates/_helpers.tpl:1:13-21", "templates/_helpers.tpl:4:42-50", "templates/service.yaml:2:20-28"]
        helpers = HELPERS.replace("web.name", "web.n¦ame", 1)
        self.assertEqual(self.places(self.ask("references", helpers, "web/templates/_helpers.tpl", context=context)), names)
        self.assertEqual(self.places(self.ask("references", helpers, "web/templates/_helpers.tpl",
                                              context={"includeDeclaration": False})), names[1:])

    def test_findings_of_rendered_manifests_are_at_the_values(self):
        """Reports what `kval helm CHART -f FILE` reports, while the values and the template are typed."""
        self.write("web/templates/service.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: {{ .Values.name }}}\n"
                   "spec: {ports: [{port: {{ .Values.service.port }}}]}\n")
        path, template = self.folder / "web/values-prod.yaml", self.folder / "web/templates/service.yaml"
        some = lambda found: bool(found)
        self.client.open(path, "name: web\nservice: {port: 70000}\n")
        found = self.client.wait_for(path, some)
        self.assertEqual([(one["range"]["start"], one["message"].split("\n")[0]) for one in found],
                         [({"line": 1, "character": 16}, "spec.ports[0].port: 70000 is greater than the maximum of 65535")])
        path.write_text("name: web\nservice: {port: 70000}\n")
        command = subprocess.run([PROGRAM, "helm", "web", "-f", "web/values-prod.yaml", "-o", "lsp"], cwd=self.folder,
                                 capture_output=True, text=True, check=False)
        reported = [json.loads(line)["params"] for line in command.stdout.splitlines()]
        self.assertEqual([one["diagnostics"] for one in reported if one.get("uri") == uri(path)], [found])
        self.client.change(path, "name: Web_1\nservice: {port: 80}\n")
        found = self.client.wait_for(path, lambda found: found and "70000" not in str(found))
        self.assertEqual(found[0]["range"]["start"], {"line": 0, "character": 6})
        self.client.change(path, "name: web\n")
        self.assertEqual(self.client.wait_for(path, lambda found: not found), [])
        self.client.open(template, template.read_text().replace("{{ .Values.service.port }}", "x"))
        self.assertTrue(self.client.wait_for(template, some))

    def test_rename(self):
        edits = self.ask("rename", "{{ include \"web.n¦ame\" . }}", newName="web.fullname")["changes"]
        self.assertEqual({path.rsplit("/", 1)[1]: [edit["newText"] for edit in edits[path]] for path in edits},
                         {"_helpers.tpl": ["web.fullname"] * 2, "service.yaml": ["web.fullname"], "t.yaml": ["web.fullname"]})
        refused = self.request("rename", "{{ include \"web.n¦ame\" . }}", newName="a\"b")["error"]["message"]
        self.assertEqual(refused, "cannot rename: `a\"b` is not the name of a template")
        edits = self.ask("rename", "{{ .Values.image.t¦ag }}", newName="label")["changes"]
        self.assertIn("values.yaml", {path.rsplit("/", 1)[1] for path in edits})


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
