#!/usr/bin/env python3
"""Completion and hover of `kval lsp` in JSON Schemas, kustomizations, KCL and ytt templates, and checks of files that a
kustomization in another directory uses.

  lsp_languages_test.py PROGRAM
"""
import sys
import tempfile
import unittest
from pathlib import Path

from lsp_client import Client, uri

DRAFT_07 = '"$schema": "http://json-schema.org/draft-07/schema#"'
DRAFT_2020 = '"$schema": "https://json-schema.org/draft/2020-12/schema"'
PATCH = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2}\n"
APPLICATION = "apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n"
RELEASE = "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec:\n  chart:\n    spec:\n  "
PROGRAM = None


class Languages(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = Path(directory.name).resolve()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def start(self, **capabilities):
        self.client = Client(PROGRAM, self.folder)
        self.client.start(**capabilities)
        self.addCleanup(self.client.end)

    def ask(self, method, name, text):
        """Asks at the cursor `|` of a text."""
        before, after = text.split("|", 1)
        self.client.open(self.folder / name, before + after)
        return self.client.ask(f"textDocument/{method}", textDocument={"uri": uri(self.folder / name)},
                               position={"line": before.count("\n"), "character": len(before.rsplit("\n", 1)[-1])})["result"]

    def labels(self, name, text):
        return [item["label"] for item in self.ask("completion", name, text) or []]

    def hover(self, name, text):
        return (self.ask("hover", name, text) or {"contents": {"value": ""}})["contents"]["value"]

    def test_json_schemas_have_the_keywords_of_their_draft(self):
        self.start()
        new = self.labels("a.schema.json", "{" + DRAFT_2020 + ', "|"}')
        self.assertTrue({"$defs", "prefixItems", "type", "unevaluatedProperties"} <= set(new))
        self.assertFalse({"definitions", "additionalItems", "$schema"} & set(new))
        old = self.labels("b.json", "{" + DRAFT_07 + ', "|"}')
        self.assertTrue({"definitions", "additionalItems", "type"} <= set(old))
        self.assertFalse({"$defs", "prefixItems"} & set(old))
        nested = '{"properties": {"a": {"items": {"|"}}}, ' + DRAFT_2020 + "}"
        self.assertIn("minLength", self.labels("c.json", nested))
        self.assertEqual(self.labels("d.schema.json", '{"properties": {"a": {"type": "|"}}}')[:3], ["object", "array", "string"])
        self.assertEqual(self.labels("e.schema.json", '{"$ref": "|", "$defs": {"port": {}}}'), ["#/$defs/port"])
        self.assertIn("smallest number of items", self.hover("f.schema.json", '{"items": {"minimum": 1, "min|Items": 1}}'))
        self.assertEqual(self.labels("plain.json", '{"|"}'), [])

    def test_paths_in_kustomizations_and_project_files(self):
        self.write("a.yaml", "")
        self.write("notes.txt", "")
        self.write("base/kustomization.yaml", "")
        self.write("base/b.yaml", "")
        self.write("other/c.yaml", "")
        self.write("schema.yml", "")
        self.start()
        self.assertEqual(self.labels("kustomization.yaml", "resources:\n- |"), ["a.yaml", "base", "other/", "schema.yml"])
        self.assertEqual(self.labels("kustomization.yaml", "resources:\n- a.yaml\n- |"), ["base", "other/", "schema.yml"])
        self.assertEqual(self.labels("kustomization.yaml", "resources:\n- base/|"), ["base/b.yaml"])
        self.assertEqual(self.labels("kustomization.yaml", "components: [|]"), ["base", "other/"])
        self.assertEqual(self.labels("kustomization.yaml", "patches:\n- path: |"), ["a.yaml", "base/", "other/", "schema.yml"])
        self.assertEqual(self.labels("kustomization.yaml", "configMapGenerator:\n- files:\n  - |"),
                         ["a.yaml", "base/", "notes.txt", "other/", "schema.yml"])
        self.assertIn("schema.yml", self.labels(".kval.yaml", "sets:\n- schema: |"))

    def test_helmfiles(self):
        self.write("charts/web/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.0.0\n")
        self.write("charts/web/values.yaml", "# -- How many.\nreplicas: 1\nimage: {tag: a}\nisOn: true\n")
        self.write("charts/web/values.schema.json", '{"properties": {"mode": {"enum": ["a", "b"]}}}')
        self.write("prod.yaml", "replicas: 2\n")
        self.start()
        release = "releases:\n- name: web\n  chart: ./charts/web\n  "
        self.assertIn("releases", self.labels("helmfile.yaml", "|"))
        self.assertLessEqual({"chart", "values", "needs"}, set(self.labels("helmfile.yaml", "releases:\n- |")))
        self.assertEqual(self.labels("helmfile.yaml", "releases:\n- chart: ./charts/|"), ["./charts/web"])
        self.assertEqual(self.labels("helmfile.yaml", "releases:\n- chart: |"), [])
        self.assertEqual(self.labels("helmfile.yaml", "repositories:\n- name: r\nreleases:\n- chart: |"), ["r"])
        self.assertEqual(self.labels("helmfile.yaml", release + "needs: [|]\n- name: db\n"), ["db"])
        self.assertEqual(self.labels("helmfile.yaml", release + "values:\n  - pro|"), ["replicas", "image", "isOn", "mode", "charts/", "prod.yaml"])
        self.assertEqual(self.labels("helmfile.yaml", release + "values:\n  - replicas: 1\n    |"), ["image", "isOn", "mode"])
        self.assertEqual(self.labels("helmfile.yaml", release + "values:\n  - mode: |"), ["a", "b"])
        self.assertEqual(self.labels("helmfile.yaml", release + "values:\n  - isOn: |"), ["true", "false"])
        self.assertIn("How many", self.hover("helmfile.yaml", release + "values:\n  - rep|licas: 1\n"))
        self.assertIn("chart: REPOSITORY/CHART", self.hover("helmfile.yaml", "releases:\n- ch|art: a/b\n"))

    def place(self, name, text):
        """Returns the file and the position of a definition."""
        found = self.ask("definition", name, text)
        return found and (found["uri"].rsplit("/", 1)[-1], *found["range"]["start"].values())

    def test_definitions_in_templates_and_values(self):
        self.write("f.star", "def label(x):\n  return x\nend\n")
        self.write("schema.yml", "#@data/values-schema\n---\nname: a\nport: 80\n")
        self.write("chart/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.0.0\n")
        self.write("chart/values.yaml", "image:\n  tag: a\n")
        self.start()
        load = '#@ load("f.star", "label", other="label")\n#@ load("@ytt:data", "data")\n'
        self.assertEqual(self.place("t.yml", load + "a: #@ la|bel(1)\n"), ("f.star", 0, 4))
        self.assertEqual(self.place("t.yml", load + "a: #@ oth|er(1)\n"), ("f.star", 0, 4))
        self.assertEqual(self.place("t.yml", load + "#@ def own():\na: 1\n#@ end\nb: #@ ow|n()\n"), ("t.yml", 2, 7))
        self.assertEqual(self.place("t.yml", load + "a: #@ data.values.po|rt\n"), ("schema.yml", 3, 0))
        self.assertIsNone(self.place("t.yml", load + "a: #@ x.la|bel(1)\n"))
        self.assertIsNone(self.place("t.yml", load + "a: la|bel\n"))
        self.assertEqual(self.place("g.star", 'load("f.star", "label")\ndef g():\n  return la|bel(1)\nend\n'), ("f.star", 0, 4))
        self.assertEqual(self.place("chart/values-prod.yaml", "image:\n  ta|g: b\n"), ("values.yaml", 1, 2))
        self.assertIsNone(self.place("chart/values.yaml", "image:\n  ta|g: b\n"))

    def test_paths_in_the_repository(self):
        self.write(".git/HEAD", "")
        self.write("charts/web/Chart.yaml", "")
        self.write("actions/build/action.yml", "")
        self.write(".github/workflows/shared.yml", "")
        self.start()
        self.assertEqual(self.labels("apps/a.yaml", APPLICATION + "    path: |"), ["actions", "charts"])
        self.assertEqual(self.labels("apps/a.yaml", APPLICATION + "    path: charts/|"), ["charts/web"])
        self.assertEqual(self.labels("apps/r.yaml", RELEASE + "    chart: ./charts/|"), ["./charts/web"])
        self.assertEqual(self.labels(".github/workflows/ci.yml", "jobs:\n  a:\n    steps:\n    - uses: ./actions/|"),
                         ["./actions/build"])
        self.assertEqual(self.labels(".github/workflows/ci.yml", "jobs:\n  a:\n    uses: ./.github/workflows/|"),
                         ["./.github/workflows/shared.yml"])
        self.assertEqual(self.labels(".github/workflows/ci.yml", "jobs:\n  a:\n    steps:\n    - uses: |"), [])

    def test_errors_of_a_kustomization_hide_none_of_its_files(self):
        self.write("kustomization.yaml", "resources:\n- a.yaml\npat[\n")
        self.start()
        self.client.open(self.folder / "a.yaml", "apiVersion: v1\nkind: Service\nmetadata: {nam1e: a}\nspec: {}\n")
        found = self.client.wait_for(self.folder / "a.yaml", lambda findings: findings)
        self.assertIn("nam1e", found[0]["message"])

    def test_placeholders_are_one_warning(self):
        self.start()
        text = "apiVersion: v1\nkind: Service\nmetadata: {name: \"${APP}\"}\nspec:\n  ports:\n  - port: $PORT\n"
        self.client.open(self.folder / "a.yaml", text)
        found = self.client.wait_for(self.folder / "a.yaml", lambda findings: findings)
        self.assertEqual([(one["code"], one["severity"]) for one in found], [("KV004", 2)])
        self.assertIn("2 values with placeholders are not checked", found[0]["message"])
        self.client.change(self.folder / "a.yaml", text.replace("$PORT", "{port: ${PORT}}"))
        found = self.client.wait_for(self.folder / "a.yaml", lambda findings: len(findings) > 1)
        self.assertIn("KV132", [one["code"] for one in found])

    def test_kcl(self):
        self.start()
        schema = 'schema Port:\n    """A port.\n\n    Attributes\n    ----------\n    number: int\n        The number.\n    """\n    number: int\n'
        self.assertTrue({"number", "True", "Port"} <= set(self.labels("a/a.k", schema + "    twice: int = |\n")))
        self.assertNotIn("number", self.labels("b/b.k", schema + "\nx = |\n"))
        self.assertEqual(self.labels("c/c.k", schema + "\nf = lambda p: Port { p.| }\n"), ["number"])
        self.assertEqual(self.labels("d/d.k", "x = {a = 1}\ny = x.|\n"), ["a"])
        self.assertIn("The number.", self.hover("e/e.k", schema[:-len("ber: int\n")] + "|ber: int\n"))
        self.assertEqual(self.hover("f/f.k", 'x = "pri|nt"\n'), "")
        self.assertEqual(self.hover("g/g.k", "# pri|nt\n"), "")

    def test_ytt(self):
        self.write("schema.yml", "#@data/values-schema\n---\n#@schema/desc \"The name.\"\nname: \"\"\n")
        self.start()
        load = '#@ load("@ytt:data", "data")\n'
        self.assertIn("The name.", self.hover("a.yml", load + "a: #@ data.values.na|me\n"))
        self.assertIn("The name.", self.hover("values.yml", "#@data/values\n---\nna|me: x\n"))
        self.assertEqual(self.labels("more.yml", "#@data/values\n---\n|\n"), ["name"])
        self.assertIn("name", self.labels("b.yml", load + "a: (@= data.values.| @)\n"))
        function = "#@ def port(host, name=\"x\"):\na: #@ |\n#@ end\n"
        self.assertEqual(sorted(self.labels("c.yml", load + function)), ["data", "host", "name", "port"])
        self.assertEqual(sorted(self.labels("d.yml", load + function.replace("|", "1") + "b: #@ |\n")), ["data", "port"])

    def test_functions_that_a_template_loads(self):
        self.write("lib.star", "# Joins names.\ndef join(a, b):\n  return a + b\nend\ndef both(a):\n  \"\"\"Says it twice.\"\"\"\n  return a\nend\n")
        self.write("funcs.lib.yml", "#! Makes labels.\n#@ def labels(app):\napp: #@ app\n#@ end\n")
        self.start()
        load = '#@ load("lib.star", "join", twice="both")\n#@ load("funcs.lib.yml", "labels")\n---\n'
        self.assertEqual(self.hover("a.yml", load + 'a: #@ jo|in("a", "b")\n'), "```python\ndef join(a, b)\n```\n\nJoins names.\n\nlib.star")
        self.assertIn("def both(a)\n```\n\nSays it twice.", self.hover("b.yml", load + 'a: #@ twi|ce("a")\n'))
        self.assertIn("def labels(app)\n```\n\nMakes labels.\n\nfuncs.lib.yml", self.hover("c.yml", load + 'a: #@ lab|els("a")\n'))
        self.assertEqual(self.hover("d.yml", load + 'a: #@ oth|er("a")\n'), "")

    def test_jobs_of_gitlab(self):
        self.start()
        jobs = "stages: [a]\nvariables: {A: b}\n.base:\n  script: x\nbuild:\n  script: x\ntest:\n  script: x\n  "
        self.assertEqual(self.labels(".gitlab-ci.yml", jobs + "needs: [|]\n"), ["build"])
        self.assertEqual(self.labels(".gitlab-ci.yml", jobs + "needs:\n  - job: |\n"), ["build"])
        self.assertEqual(self.labels(".gitlab-ci.yml", jobs + "extends: |\n"), [".base", "build"])

    def test_words_that_other_keys_exclude(self):
        self.start()
        tolerations = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  tolerations:\n  - operator: %s\n    key: a\n    |\n"
        self.assertNotIn("value", self.labels("a.yaml", tolerations % "Exists"))
        self.assertIn("value", self.labels("b.yaml", tolerations % "Equal"))
        selector = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  selector:\n    matchExpressions:\n    - key: a\n      operator: "
        self.assertNotIn("values", self.labels("d.yaml", selector + "Exists\n      |\n"))
        self.assertEqual(self.labels("e.yaml", selector + "In\n      |\n"), ["values"])
        self.assertIn("In", self.labels("f.yaml", selector + "|\n"))

    def test_words_that_need_other_keys(self):
        self.start()
        self.assertIn("delayed", self.labels(".gitlab-ci.yml", "test:\n  script: x\n  when: |\n"))
        events = self.labels(".github/workflows/a.yml", "on:\n  |\n")
        self.assertIn("push", events)
        self.assertEqual(len(events), len(set(events)))

    def test_hover_in_comments_and_block_scalars(self):
        self.start()
        self.assertEqual(self.hover("a.yaml", "apiVersion: v1\nkind: Pod\n# no|te\nspec: {}\n"), "")
        self.assertEqual(self.hover("b.yaml", "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: >\n    wo|rd\n"), "")

    def test_properties_and_marks_before_values(self):
        self.start()
        service = "apiVersion: v1\nkind: Service\nspec:\n  type: "
        types = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"]
        for name, text in [("a.yaml", service + "&x |"), ("b.yaml", service + "!!str |"), ("c.yaml", "\ufeff" + service + "|")]:
            self.assertEqual(sorted(self.labels(name, text)), types, text)

    def test_tab_stops(self):
        text = "apiVersion: apps/v1\nkind: Deployment\nspec:\n  selector: {}\n  template:\n    spec:\n      containers:\n      - name: a\n        resizePol|"
        for support, expected in [(False, "resizePolicy:"),
                                  (True, "resizePolicy:\n          - resourceName: $1\n            restartPolicy: $2")]:
            self.start(textDocument={"completion": {"completionItem": {"snippetSupport": support}}})
            item = next(one for one in self.ask("completion", "a.yaml", text) if one["label"] == "resizePolicy")
            self.assertEqual(item["textEdit"]["newText"], expected)
            self.assertEqual(item.get("insertTextFormat"), 2 if support else None)

    def test_what_validates_a_document(self):
        self.start()
        self.client.open(self.folder / "a.yaml", PATCH)
        answer = self.client.ask("kval/validatedBy", textDocument={"uri": uri(self.folder / "a.yaml")})["result"]
        self.assertRegex(answer["title"], r"^Deployment apps/v1, Kubernetes 1\.\d+$")

    def findings(self, name):
        return [one["message"] for one in self.client.wait_for(self.folder / name, lambda _: True)]

    def test_a_patch_of_a_kustomization_above(self):
        self.write("app/kustomization.yaml", "resources: [https://example.com/base]\npatches:\n- path: overlay/web.yaml\n")
        self.start()
        self.client.open(self.folder / "app/overlay/web.yaml", PATCH)
        self.client.open(self.folder / "app/overlay/alone.yaml", PATCH)
        self.assertEqual(self.findings("app/overlay/web.yaml"), [])
        self.assertIn("required key", self.findings("app/overlay/alone.yaml")[0])

    def test_defaults_of_a_chart_next_to_values_of_releases(self):
        schema = '{"$schema": "http://json-schema.org/draft-07/schema#", "required": ["tag"], "properties": {"port": {"type": "integer"}}}'
        for chart in "alone", "web":
            self.write(f"{chart}/Chart.yaml", f"apiVersion: v2\nname: {chart}\nversion: 1.0.0\n")
            self.write(f"{chart}/values.schema.json", schema)
            self.write(f"{chart}/values.yaml", "port: x\n")
        self.write("web/values-prod.yaml", "tag: a\nport: 1\n")
        self.start()
        for chart in "alone", "web":
            self.client.open(self.folder / chart / "values.yaml", "port: x\n")
        self.assertEqual(["required key" in text for text in self.findings("alone/values.yaml")], [True, False])
        self.assertEqual(["required key" in text for text in self.findings("web/values.yaml")], [False])

    def test_files_without_definitions_in_a_directory_of_definitions(self):
        self.write("crds/kustomization.yaml", "resources: [things.yaml]\n")
        self.write("crds/things.yaml", "a: 1\n")
        self.start()
        self.client.open(self.folder / "a.yaml", "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\n")
        self.assertEqual(self.findings("a.yaml"), [])
        self.client.ask("textDocument/hover", textDocument={"uri": uri(self.folder / "a.yaml")}, position={"line": 0, "character": 0})
        self.assertEqual([one["message"] for one in self.client.messages], [])

    def test_a_patch_in_a_project(self):
        self.write(".kval.yaml", "kubernetes:\n- {files: \"**/*.yaml\"}\n")
        self.write("app/kustomization.yaml", "resources: [https://example.com/base]\npatches:\n- path: overlay/web.yaml\n")
        self.write("app/overlay/web.yaml", PATCH)
        (self.folder / ".git").mkdir()
        self.start()
        self.client.open(self.folder / "app/overlay/web.yaml", PATCH)
        self.assertEqual(self.findings("app/overlay/web.yaml"), [])


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
