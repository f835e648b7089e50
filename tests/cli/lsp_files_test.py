#!/usr/bin/env python3
"""Completion and hover of `kval lsp` by the content of other files: resources that a kustomization loads, charts that
manifests install, local actions, patches and values in block scalars.

  lsp_files_test.py PROGRAM
"""
import re
import sys
import tempfile
import unittest
from pathlib import Path

from lsp_client import Client, uri

APPLICATION = """apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: a}
spec:
  source:
    path: charts/app
    helm:
"""
FILES = {
    "charts/app/Chart.yaml": "apiVersion: v2\nname: app\nversion: 1.0.0\n",
    "charts/app/values.yaml": "# -- How many.\nreplicas: 1\nimage:\n  # -- The tag.\n  tag: latest\n  pull: Always\n"
                              "ingress:\n  enabled: false\na.b: 1\nhosts: [x]\n",
    "charts/app/values.schema.json": '{"properties": {"image": {"properties": {"pull": {"enum": ["Always", "Never"]}}}}}',
    "base/kustomization.yaml": "resources: [web.yaml]\n",
    "base/web.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\n"
                     "spec: {template: {spec: {containers: [{name: a, image: \"ghcr.io/shop/web:1@sha256:0\"}]}}}\n---\n"
                     "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Service, metadata: {name: web-svc}}\n",
    "act/action.yml": "name: A\ndescription: A.\ninputs:\n  path: {description: The path., required: true}\n"
                      "  depth: {default: 1}\nruns: {using: composite, steps: []}\n",
    ".github/workflows/reuse.yml": "on:\n  workflow_call:\n    inputs:\n      target: {type: string, description: Where.}\n"
                                   "    secrets: {token: {required: true}}\njobs: {}\n",
}
PROGRAM = None


class Files(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = Path(directory.name).resolve()
        (self.folder / ".git").mkdir()
        for name, text in FILES.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.client = Client(PROGRAM, self.folder)
        self.client.start(textDocument={"completion": {"completionItem": {"snippetSupport": True}}})
        self.addCleanup(self.client.end)

    def ask(self, method, name, text):
        """Asks at the cursor `¦` of a text."""
        before, after = text.split("¦", 1)
        self.client.open(self.folder / name, before + after)
        return self.client.ask(f"textDocument/{method}", textDocument={"uri": uri(self.folder / name)},
                               position={"line": before.count("\n"), "character": len(before.rsplit("\n", 1)[-1])})["result"]

    def labels(self, name, text):
        return [item["label"] for item in self.ask("completion", name, text) or []]

    def applied(self, name, text, label):
        """Returns the text after the completion with a label."""
        item = next(item for item in self.ask("completion", name, text) if item["label"] == label)
        lines, edit = text.replace("¦", "", 1).split("\n"), item["textEdit"]
        start, end = edit["range"]["start"], edit["range"]["end"]
        line = lines[start["line"]]
        new = re.sub(r"\$[0-9]", "", edit["newText"]) if item.get("insertTextFormat") == 2 else edit["newText"]
        lines[start["line"]] = line[:start["character"]] + new + line[end["character"]:]
        return "\n".join(lines)

    def hover(self, name, text):
        return (self.ask("hover", name, text) or {"contents": {"value": ""}})["contents"]["value"]

    def expect_labels(self, name, cases):
        for text, labels in cases:
            with self.subTest(text=text):
                self.assertEqual(self.labels(name, text), labels)

    def test_values_in_a_block_scalar_of_an_application(self):
        values = APPLICATION + "      values: |\n"
        self.expect_labels("app.yaml", [
            (values + "        image:\n          ¦", ["tag", "pull"]),
            (values + "        image:\n          ¦\n        replicas: 2\n", ["tag", "pull"]),
            (values + "        image:\n          pull: ¦\n", ["Always", "Never"]),
            (values + "        image: {tag: x, ¦}\n", ["pull"]),
            (values + "        ¦\n  destination: {name: x}\n", ["replicas", "image", "ingress", "a.b", "hosts"]),
            (APPLICATION + "      values: >-\n        im¦\n", ["replicas", "image", "ingress", "a.b", "hosts"]),
            (APPLICATION.replace("app\n", "none\n") + "      values: |\n        ¦\n", []),
        ])
        text = values + "        image:\n          ¦\n  project: é\n"
        self.assertEqual(self.applied("app.yaml", text, "tag"), text.replace("¦", "tag: latest"))
        self.assertIn("The tag.", self.hover("app.yaml", values + "        image:\n          t¦ag: x\n"))
        self.assertEqual(self.hover("app.yaml", values + "        other:\n          t¦ag: x\n"), "")
        declared = self.ask("definition", "app.yaml", values + "        image:\n          t¦ag: x\n")
        self.assertTrue(declared["uri"].endswith("charts/app/values.yaml"))

    def test_an_application_set_has_the_values_of_its_template(self):
        text = APPLICATION.replace("kind: Application\n", "kind: ApplicationSet\n").replace("spec:\n", "spec:\n  template:\n    spec:\n")
        text = re.sub(r"(?m)^(  source|    path|    helm)", r"    \1", text)
        self.expect_labels("set.yaml", [(text + "          valuesObject:\n            image:\n              ¦", ["tag", "pull"])])

    def test_parameters_have_the_paths_of_values(self):
        paths = ["replicas", "image.tag", "image.pull", "ingress.enabled"]
        self.expect_labels("app.yaml", [
            (APPLICATION + "      parameters:\n      - name: ¦\n", paths), (APPLICATION + "      parameters: [{name: im¦}]\n", paths),
        ])
        self.assertIn("The tag.", self.hover("app.yaml", APPLICATION + "      parameters: [{name: image.t¦ag}]\n"))
        self.assertNotIn("The tag.", self.hover("app.yaml", APPLICATION + "      parameters: [{na¦me: image.tag}]\n"))
        self.expect_labels("helmfile.yaml", [("releases:\n- name: a\n  chart: ./charts/app\n  set:\n  - name: ¦\n", paths)])
        self.expect_labels("kustomization.yaml", [("helmCharts:\n- name: app\n  valuesInline:\n    image:\n      ¦\n", ["tag", "pull"])])

    def test_resources_of_a_kustomization(self):
        base = "resources: [base]\n"
        self.expect_labels("kustomization.yaml", [
            (base + "patches:\n- target:\n    name: ¦\n", ["web", "web-svc"]),
            (base + "patches:\n- target: {kind: Service, name: ¦}\n", ["web-svc"]),
            (base + "patches:\n- target: {kind: Deployment, namespace: ¦}\n", ["shop"]),
            (base + "patches:\n- target: {name: web, group: ¦}\n", ["apps"]),
            (base + "replacements:\n- source: {kind: Deployment, name: ¦}\n", ["web"]),
            (base + "replacements:\n- targets: [{select: {name: ¦}}]\n", ["web", "web-svc"]),
            (base + "images:\n- name: ¦\n", ["ghcr.io/shop/web"]), (base + "replicas:\n- name: ¦\n", ["web"]),
            ("resources: [../outside, missing.yaml, https://example.com/x]\nimages:\n- name: ¦\n", []),
        ])
        kinds = self.labels("kustomization.yaml", base + "patches:\n- target:\n    kind: ¦\n")
        self.assertEqual(kinds[:2], ["Deployment", "Service"])
        self.assertIn("StatefulSet", kinds)
        (self.folder / "base/kustomization.yaml").write_text("resources: [web.yaml, ../loop]\n")
        (self.folder / "loop").mkdir()
        (self.folder / "loop/kustomization.yaml").write_text("resources: [../base]\n")
        self.assertEqual(self.labels("kustomization.yaml", base + "patches: [{target: {name: ¦}}]\n"), ["web", "web-svc"])

    def test_patches_in_block_scalars(self):
        patch = "patches:\n- patch: |\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: web}\n    spec:\n"
        text = patch + "      repl¦\n  target: {name: web}\n"
        self.assertIn("minReadySeconds", self.labels("kustomization.yaml", text))
        self.assertEqual(self.applied("kustomization.yaml", text, "replicas"), text.replace("repl¦", "replicas: "))
        self.assertIn("Number of desired pods", self.hover("kustomization.yaml", patch + "      repl¦icas: 1\n"))
        self.assertIn("StatefulSet", self.labels("kustomization.yaml", "patches:\n- patch: |-\n    apiVersion: apps/v1\n    kind: ¦\n"))
        flux = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec:\n  patches:\n  - patch: |\n      - op: ¦\n"
        self.expect_labels("flux.yaml", [(flux, ["add", "remove", "replace", "move", "copy", "test"])])
        self.expect_labels("kustomization.yaml", [("patches:\n- patch: |-\n    - op: add\n      ¦\n", ["path", "value", "from"])])
        self.expect_labels("a.yaml", [("apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n    kind: ¦\n", [])])

    def test_inputs_of_local_actions_and_workflows(self):
        step = "jobs:\n  a:\n    runs-on: x\n    steps:\n    - uses: ./act\n      with:\n"
        job = "jobs:\n  a:\n    uses: ./.github/workflows/reuse.yml\n"
        self.expect_labels(".github/workflows/ci.yml", [
            (step + "        ¦\n", ["path", "depth"]), (step + "        path: x\n        ¦\n", ["depth"]),
            (job + "    with:\n      ¦\n", ["target"]), (job + "    secrets:\n      ¦\n", ["token", "inherit"]),
            (step.replace("./act", "./../out") + "        ¦\n", []), (step.replace("./act", "./none") + "        ¦\n", []),
        ])
        with tempfile.TemporaryDirectory() as outside:
            Path(outside, "action.yml").write_text(FILES["act/action.yml"], encoding="utf-8")
            (self.folder / "away").symlink_to(outside)
            self.expect_labels(".github/workflows/ci.yml", [(step.replace("./act", "./away") + "        ¦\n", [])])
        self.assertIn("The path.", self.hover(".github/workflows/ci.yml", step + "        pa¦th: x\n"))
        self.assertIn("Where.", self.hover(".github/workflows/ci.yml", job + "    with: {tar¦get: x}\n"))

    def test_an_action_that_is_begun(self):
        self.assertTrue({"name", "runs", "inputs"} <= set(self.labels("new/action.yml", "¦")))
        self.assertTrue({"runs", "inputs"} <= set(self.labels("new/action.yml", "name: A\n¦")))
        self.assertIn("blue", self.labels("new/action.yml", "branding:\n  color: ¦\n"))

    def test_dependencies_in_a_chart(self):
        (self.folder / "charts/other").mkdir()
        (self.folder / "charts/other/Chart.yaml").write_text("apiVersion: v2\nname: other\nversion: 1.0.0\n")
        (self.folder / "charts/other/values.yaml").write_text("app:\n  enabled: true\n  size: 1\nglobal: {debug: false}\n")
        chart = "apiVersion: v2\nname: other\nversion: 1.0.0\ndependencies:\n- "
        name = "charts/other/Chart.yaml"
        self.expect_labels(name, [
            (chart + "name: app\n  condition: ¦\n", ["app.enabled", "global.debug"]),
            (chart + "name: x\n  alias: y\n  condition: ¦\n", ["y.enabled", "app.enabled", "global.debug"]),
            (chart + "name: app\n  repository: ¦\n", ["file://../app"]), (chart + "repository: file://¦\n", ["file://../app"]),
            (chart + "repository: \"file://../¦\"\n", ["file://../app"]), (chart + "repository: https:¦\n", []),
            (chart + "name: ¦\n", ["app"]), (chart + "name: app\n- name: ¦\n", []), (chart + "import-values:\n  - ¦\n", ["child", "parent"]),
        ])

    def test_names_that_are_keys(self):
        self.expect_labels("compose.yaml", [
            ("services:\n  db: {image: x}\n  a:\n    depends_on:\n      ¦\n", ["db"]),
            ("services:\n  a:\n    networks:\n      ¦\nnetworks: {front: {}}\n", ["front"]),
        ])

    def test_names_of_the_kind_in_the_same_map(self):
        text = ("apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: reader}\n---\n"
                "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: admin}\n---\n"
                "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nroleRef:\n  kind: %s\n  name: ¦\n")
        self.expect_labels("rbac.yaml", [(text % "Role", ["reader"]), (text % "ClusterRole", ["admin"])])

    def test_large_texts(self):
        """The time is bounded by the time limit of the client: ten seconds."""
        lines = "".join(f"        key{i}: value\n" for i in range(150_000))
        self.assertEqual(self.labels("app.yaml", APPLICATION + "      values: |\n" + lines + "        image:\n          ¦\n"),
                         ["tag", "pull"])


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
