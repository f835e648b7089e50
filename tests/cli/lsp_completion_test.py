#!/usr/bin/env python3
"""Completion and hover of `kval lsp` in all positions of a document: block and flow collections, items, quotes, before
comments, half-typed words, alternatives, defaults, Kubernetes resources, project files and ytt templates.

  lsp_completion_test.py PROGRAM
"""
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

from lsp_client import Client, uri

SCHEMA = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "type": "object",
    "properties": {
        "type": {"enum": ["ClusterIP", "NodePort"]},
        "port": {"type": "integer", "minimum": 1, "maximum": 65535, "default": 80, "description": "The port."},
        "image": {
            "type": "object",
            "required": ["repository", "tag"],
            "properties": {"repository": {"type": "string"}, "tag": {"type": "string", "default": "latest"},
                           "pull": {"enum": ["Always", "Never"]}},
        },
        "tags": {"type": "array", "items": {"enum": ["red", "green"]}},
        "hosts": {"type": "array", "items": {"type": "object", "required": ["name"],
                                             "properties": {"name": {"type": "string"}, "tls": {"type": "boolean"}}}},
        "runner": {"anyOf": [{"type": "string", "enum": ["small", "large"]},
                             {"type": "object", "properties": {"group": {"type": "string"}}}]},
        "store": {"oneOf": [
            {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "s3"}, "bucket": {"type": "string"}}},
            {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "disk"}, "path": {"type": "string"}}},
        ]},
        "label": {"anyOf": [{"type": "string"}, {"enum": ["auto", 5]}]},
        "switch": {"type": ["boolean", "null"]},
        "scalar": {"type": ["string", "number", "boolean"]},
        "sizes": {"type": "object", "propertyNames": {"enum": ["small", "large"]}, "additionalProperties": {"type": "integer"}},
        "log": {"oneOf": [
            {"type": "object", "required": ["to"], "additionalProperties": False,
             "properties": {"to": {"const": "file"}, "path": {"type": "string"}, "rotate": {"enum": ["daily", "weekly"]}}},
            {"type": "object", "required": ["to"], "additionalProperties": False,
             "properties": {"to": {"const": "syslog"}, "host": {"type": "string"}, "facility": {"enum": ["user", "local0"]}}},
        ]},
    },
}
KEYS = ["type", "port", "image", "tags", "hosts", "runner", "store", "label", "switch", "scalar", "sizes", "log"]
MODELINE = "# yaml-language-server: $schema=schema.json\n"
DEPLOYMENT = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n"
PROGRAM = None


class Completion(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = Path(directory.name).resolve()
        (self.folder / "schema.json").write_text(json.dumps(SCHEMA))
        self.client = Client(PROGRAM, self.folder)
        self.client.start(textDocument={"completion": {"completionItem": {"snippetSupport": True}}})
        self.addCleanup(self.client.end)

    def ask(self, method, text, name="values.yaml"):
        """Asks at the cursor `|` of a text."""
        before, after = text.split("|", 1)
        path = self.folder / name
        self.client.open(path, before + after)
        return self.client.ask(f"textDocument/{method}", textDocument={"uri": uri(path)},
                               position={"line": before.count("\n"), "character": len(before.rsplit("\n", 1)[-1])})["result"]

    def items(self, text, name="values.yaml"):
        return self.ask("completion", text, name) or []

    def labels(self, text, name="values.yaml"):
        return [item["label"] for item in self.items(text, name)]

    def applied(self, text, label, name="values.yaml"):
        """Returns the text after the completion with a label."""
        item = next(item for item in self.items(text, name) if item["label"] == label)
        edit, lines = item["textEdit"], text.replace("|", "", 1).split("\n")
        start, end = edit["range"]["start"], edit["range"]["end"]
        self.assertEqual(start["line"], end["line"])
        line = lines[start["line"]]
        new = re.sub(r"\$[0-9]", "", edit["newText"]) if item.get("insertTextFormat") == 2 else edit["newText"]
        lines[start["line"]] = line[:start["character"]] + new + line[end["character"]:]
        return "\n".join(lines)

    def expect_labels(self, cases):
        for text, labels in cases:
            with self.subTest(text=text):
                self.assertEqual(self.labels(MODELINE + text), labels)

    def expect_applied(self, cases):
        for text, label, result in cases:
            with self.subTest(text=text):
                self.assertEqual(self.applied(MODELINE + text, label), MODELINE + result)

    def test_keys(self):
        self.expect_labels([
            ("|", KEYS), ("po|", KEYS), ("port: 1\n|", [key for key in KEYS if key != "port"]),
            ("image:\n  tag: x\n  |", ["repository", "pull"]), ("image: {|}", ["repository", "tag", "pull"]),
            ("image: {|", ["repository", "tag", "pull"]), ("image: {tag: x, |", ["repository", "pull"]),
            ("hosts:\n- |", ["name", "tls"]), ("hosts:\n- name: x\n  |", ["tls"]), ("hosts: [{|}]", ["name", "tls"]),
            ("store:\n  kind: s3\n  |", ["bucket"]), ("store:\n  |", ["kind", "bucket", "path"]),
            ("image:\n  tag: x\n  |# note\n", ["repository", "pull"]), ("hosts:\n- name: x\n  |  # note\n", ["tls"]),
            ("image:\n  tag: [x\n  |", ["repository", "pull"]), ("hosts:\n- name: {a: b\n- |", ["name", "tls"]),
        ])

    def test_values(self):
        both = ["ClusterIP", "NodePort"]
        self.expect_labels([
            ("type: |", both), ("type: Cl|", both), ("type: Cl| # note", both), ("type: \"|\"", both), ("type: 'No|'", both),
            ("type: \"Cl|", both), ("{type: |}", both), ("{\"type\": |}", both), ("image: {pull: |", ["Always", "Never"]),
            ("tags:\n- |", ["red", "green"]), ("tags:\n- r|\n- green", ["red"]), ("tags: [|]", ["red", "green"]),
            ("tags: [red, |", ["green"]), ("hosts:\n- tls: |", ["true", "false"]), ("runner: |", ["small", "large"]),
            ("store:\n  kind: |", ["s3", "disk"]), ("store: {kind: |}", ["s3", "disk"]), ("port: |", ["80"]),
        ])
        self.assertEqual(set(self.labels(MODELINE + "runner:\n  |")), {"group", "small", "large"})

    def test_alternatives(self):
        self.expect_labels([
            ("label: |", ["auto", "5"]), ("switch: |", ["true", "false", "null"]), ("scalar: |", []),
            ("log:\n  |", ["to", "path", "rotate", "host", "facility"]), ("log: {host: a, |}", ["to", "facility"]),
            ("log:\n  to: file\n  |", ["path", "rotate"]), ("log:\n  to: file\n  rotate: |", ["daily", "weekly"]),
            ("log:\n  to: |", ["file", "syslog"]), ("sizes:\n  |", ["small", "large"]), ("sizes: {small: 1, |}", ["large"]),
        ])

    def test_schemas_of_all_comments(self):
        for comment in ("# $schema: schema.json", "# yaml-language-server: $schema=schema.json", "# kval: schema=schema.json"):
            with self.subTest(comment=comment):
                self.assertEqual(self.labels(comment + "\ntype: |"), ["ClusterIP", "NodePort"])

    def test_the_whole_word_is_replaced(self):
        self.expect_applied([
            ("type: Cluster|IP", "NodePort", "type: NodePort"), ("type: Cl|usterIP # note", "NodePort", "type: NodePort # note"),
            ("type:|", "NodePort", "type: NodePort"), ("type: \"Cl|ust\"", "NodePort", "type: \"NodePort\""),
            ("{type: Cl|ust, port: 1}", "NodePort", "{type: NodePort, port: 1}"), ("po|rt: 1", "port", "port: 1"),
            ("tags: [r|ed, blue]", "green", "tags: [green, blue]"), ("\"po|\": 1", "port", "\"port\": 1"),
        ])

    def test_keys_bring_their_default_and_required_keys(self):
        self.expect_applied([
            ("|", "port", "port: 80"), ("|", "image", "image:\n  repository: \n  tag: latest"), ("|", "type", "type: "),
            ("|", "tags", "tags:\n  - "), ("|", "hosts", "hosts:\n  - name: "), ("image: {|}", "tag", "image: {tag: latest}"),
            ("hosts:\n- |", "name", "hosts:\n- name: "),
        ])

    def test_other_text(self):
        self.expect_labels([(text, []) for text in
                            ("# po|", "type: # |", "type: |-\n  te|".replace("|-", ">-"), "&a |", "image: &x |")])
        self.assertEqual(self.labels("a: 1\n|"), [], "a file without a schema")

    def test_resources(self):
        for text, some in [
            (DEPLOYMENT + "spec:\n  |", {"replicas", "selector", "template"}),
            (DEPLOYMENT + "spec: {strategy: {type: |}}", {"Recreate", "RollingUpdate"}),
            (DEPLOYMENT + "spec:\n  template:\n    spec:\n      containers:\n      - |", {"name", "image"}),
            ("apiVersion: apps/v1\nkind: De|", {"Deployment", "StatefulSet"}), ("kind: Deployment\napiVersion: |", {"apps/v1"}),
            ("kind: Deployment\n|", {"apiVersion", "metadata"}), ("apiVersion: v1\nkind: \"|\"", {"Pod", "Service"}),
            ("apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Service\n  spec:\n    type: |", {"NodePort"}),
            ("apiVersion: v1\nkind: List\nitems:\n- apiVersion: batch/v1\n  kind: |", {"Job", "CronJob"}),
            ("apiVersion: v1\nkind: Pod\n---\n" + DEPLOYMENT + "sp|", {"spec"}),
        ]:
            with self.subTest(text=text):
                self.assertLessEqual(some, set(self.labels(text)))
        self.assertNotIn("Pod", self.labels("apiVersion: apps/v1\nkind: |"))
        self.assertEqual(self.labels("kind: Mine\napiVersion: example.com/v1\nspec:\n  |"), [])

    def test_candidates_that_the_check_rejects(self):
        pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  "
        job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec:\n  template:\n    spec:\n      "
        service = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  type: ClusterIP\n  ports:\n  - port: 80\n    "
        policy = "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: a}\nspec:\n  podSelector: {}\n  ingress:\n"
        for text, offered, rejected in [
            (job + "restartPolicy: |", {"Never", "OnFailure"}, {"Always"}),
            (pod + "restartPolicy: |", {"Always", "Never", "OnFailure"}, set()),
            (pod + "volumes:\n  - name: x\n    |", {"emptyDir", "hostPath"}, {"name"}),
            (pod + "volumes:\n  - name: x\n    emptyDir: {}\n    |", set(), {"hostPath", "configMap"}),
            (pod + "volumes:\n  - |\n    name: x\n    emptyDir: {}\n", set(), {"hostPath"}),
            (pod + "containers:\n  - name: a\n    env:\n    - name: A\n      |", {"value", "valueFrom"}, set()),
            (pod + "containers:\n  - name: a\n    env:\n    - name: A\n      value: b\n      |", set(), {"valueFrom"}),
            (pod + "containers: [{name: a, livenessProbe: {exec: {command: [a]}, |}}]", {"periodSeconds"}, {"httpGet"}),
            (pod + "tolerations:\n  - operator: |", {"Equal", "Exists"}, set()),
            (DEPLOYMENT + "spec:\n  strategy:\n    type: Recreate\n    |", set(), {"rollingUpdate"}),
            (service + "|", {"targetPort"}, {"nodePort"}),
            (policy + "  - from:\n    - ipBlock: {cidr: 10.0.0.0/8}\n      |", set(), {"podSelector"}),
            ("apiVersion: v1\nkind: ConfigMap\n---\n" + job + "restartPolicy: |\n---\napiVersion: v1\nkind: Pod\n", {"Never"}, {"Always"}),
        ]:
            with self.subTest(text=text):
                labels = set(self.labels(text, "resource.yaml"))
                self.assertLessEqual(offered, labels)
                self.assertFalse(rejected & labels)
        (self.folder / "one.json").write_text(json.dumps({
            "properties": {"a": {}, "b": {}, "c": {}, "mode": {"enum": ["x", "y"]}, "level": {"enum": ["low", "high"]}},
            "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
            "if": {"properties": {"mode": {"const": "x"}}, "required": ["mode"]},
            "then": {"properties": {"level": {"const": "low"}, "c": False}}}))
        modeline = "# yaml-language-server: $schema=one.json\n"
        self.assertEqual(self.labels(modeline + "|"), ["a", "b", "c", "mode", "level"])
        self.assertEqual(self.labels(modeline + "a: 1\n|"), ["c", "mode", "level"])
        self.assertEqual(self.labels(modeline + "a: 1\nmode: x\n|"), ["level"])
        self.assertEqual(self.labels(modeline + "a: 1\nmode: x\nlevel: |"), ["low"])
        self.assertEqual(self.labels(modeline + "a: 1\nmode: y\nlevel: '|'"), ["low", "high"])

    def test_kustomizations_have_no_kind(self):
        for text, some in [("|", {"resources", "patches", "images"}), ("resources:\n- a.yaml\npatches:\n- |", {"path", "patch", "target"}),
                           ("kind: Component\ngeneratorOptions:\n  |", {"disableNameSuffixHash"})]:
            with self.subTest(text=text):
                self.assertLessEqual(some, set(self.labels(text, "kustomization.yaml")))
        self.assertIn("prefix", self.ask("hover", "name|Prefix: a\n", "kustomization.yaml")["contents"]["value"].lower())
        self.assertEqual(self.labels("name|\n", "other.yaml"), [])

    def test_files_of_resources(self):
        for text in ("|", "apiVersion: v1\nkind: Pod\n---\n|"):
            self.assertLessEqual({"apiVersion", "kind"}, set(self.labels(text, "pod.yaml")), text)
        for name in ("mkdocs.yml", ".pre-commit-config.yaml", "values.yaml", "a.json"):
            self.assertEqual(self.labels("|", name), [], name)

    def test_known_values(self):
        pod = "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: a\n"
        for name, text, some in [
            ("a.yaml", "apiVersion: v1\nkind: Secret\ntype: |", {"Opaque", "kubernetes.io/tls"}),
            ("a.yaml", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  scope: |", {"Cluster", "Namespaced"}),
            ("a.yaml", pod + "    resources:\n      limits:\n        |", {"cpu", "memory"}),
            ("a.yaml", "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nrules:\n- verbs: [get, |]", {"list", "watch"}),
            ("a.yaml", "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nrules:\n- apiGroups: [|]", {'""', "apps", "batch"}),
            (".github/workflows/a.yml", "jobs:\n  a:\n    runs-on: |", {"ubuntu-latest"}),
            (".github/workflows/a.yml", "on:\n  pull_request:\n    types: [|]", {"opened"}),
        ]:
            with self.subTest(text=text):
                self.assertLessEqual(some, set(self.labels(text, name)))
        self.assertNotIn("cpu", self.labels(pod + "    resources:\n      limits:\n        cpu: 1\n        |", "a.yaml"))

    def test_names_of_other_objects(self):
        (self.folder / "o.yaml").write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shared}\n---\n"
                                            "apiVersion: v1\nkind: Secret\nmetadata: {name: other}\n")
        pod = "apiVersion: v1\nkind: Pod\nspec:\n  volumes:\n  - name: data\n  - name: more\n  containers:\n  - name: a\n"
        for name, text, labels in [
            ("a.yaml", pod + "    volumeMounts:\n    - name: |", ["data", "more"]),
            ("a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: own}\n---\n" + pod + "    envFrom:\n    - configMapRef: {name: |}",
             ["own", "shared"]),
            (".github/workflows/a.yml", "jobs:\n  build: {runs-on: x}\n  test:\n    needs: [|]", ["build"]),
            ("compose.yaml", "services:\n  db: {image: a}\n  web:\n    depends_on:\n    - |", ["db"]),
        ]:
            with self.subTest(text=text):
                self.assertEqual(self.labels(text, name), labels)

    def test_definitions_of_the_workspace(self):
        (self.folder / "crds").mkdir()
        (self.folder / "crds" / "things.yaml").write_text(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\n"
            "spec:\n  group: example.com\n  scope: Namespaced\n  names: {kind: Thing, plural: things}\n  versions:\n"
            "  - name: v1\n    served: true\n    storage: true\n    schema: {openAPIV3Schema: {type: object, properties: "
            "{spec: {type: object, properties: {colour: {type: string, enum: [red, green]}}}}}}\n")
        thing = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec:\n"
        self.assertEqual(self.labels(thing + "  |", "a.yaml"), ["colour"])
        self.assertEqual(self.labels(thing + "  colour: |", "a.yaml"), ["red", "green"])
        self.assertEqual(self.labels("apiVersion: example.com/v1\nkind: |", "a.yaml"), ["Thing"])
        self.client.open(self.folder / "b.yaml", thing + "  colour: blue\n")
        found = self.client.wait_for(self.folder / "b.yaml", lambda findings: findings)
        self.assertIn("spec.colour", found[0]["message"])

    def test_values_of_releases(self):
        (self.folder / "chart").mkdir()
        (self.folder / "chart" / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 1.0.0\n")
        (self.folder / "chart" / "values.yaml").write_text("# -- How many.\nreplicas: 1\nimage: {tag: a, pull: b}\n")
        application = "apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    path: chart\n    helm:\n      valuesObject:\n"
        release = ("apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec:\n  chart: {spec: {chart: ./chart, "
                   "sourceRef: {kind: GitRepository, name: a}}}\n  values:\n")
        self.assertEqual(self.labels(application + "        |", "app.yaml"), ["replicas", "image"])
        self.assertEqual(self.labels(application + "        image: {tag: x, |}", "app.yaml"), ["pull"])
        self.assertEqual(self.labels(release + "    |", "release.yaml"), ["replicas", "image"])
        self.assertIn("How many", self.ask("hover", application + "        repl|icas: 2\n", "app.yaml")["contents"]["value"])
        self.assertEqual(self.labels(application.replace("path: chart", "path: other") + "        |", "app.yaml"), [])

    def test_descriptions_of_charts(self):
        self.assertLessEqual({"version", "dependencies"}, set(self.labels("apiVersion: v2\nname: a\n|", "Chart.yaml")))
        self.assertEqual(self.labels("type: |", "Chart.yaml"), ["application", "library"])
        self.assertLessEqual({"version", "repository"}, set(self.labels("dependencies:\n- |", "Chart.yaml")))
        deeper = "directories/of/an/application/Chart.yaml"  # names of any length
        self.assertLessEqual({"version", "dependencies"}, set(self.labels("apiVersion: v2\nname: a\n|", deeper)))

    def test_custom_resources_of_the_catalogue(self):
        self.assertLessEqual({"Certificate", "Issuer"}, set(self.labels("apiVersion: cert-manager.io/v1\nkind: |")))
        self.assertIn("argoproj.io/v1alpha1", self.labels("kind: Application\napiVersion: |"))
        self.assertNotIn("Certificate", self.labels("apiVersion: apps/v1\nkind: |"))

    def test_loads_of_templates(self):
        (self.folder / "lib.star").write_text("def go(a):\n  return a\nend\n\ndef _own():\n  return 1\nend\n")
        (self.folder / "forms.lib.yml").write_text("#@ def form():\na: 1\n#@ end\n")
        for text, some in [("#@ load(\"|\")\n", {"@ytt:data", "@ytt:overlay", "@ytt:json", "lib.star", "forms.lib.yml"}),
                           ("#@ load(\"@ytt:da|", {"@ytt:data"}), ("#@ load(\"@ytt:json\", \"|\")\n", {"json"}),
                           ("#@ load(\"@ytt:json\", \"json\")\na: #@ json.|\n", {"encode", "decode"}),
                           ("#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.|\n", {"subset", "all"}),
                           ("#@ load(\"@ytt:data\", \"data\")\na: #@ data.|\n", {"values"})]:
            with self.subTest(text=text):
                self.assertLessEqual(some, set(self.labels(text, "t.yml")))
        self.assertEqual(self.labels("#@ load(\"lib.star\", \"|\")\n", "t.yml"), ["go"])
        self.assertEqual(self.labels("#@ load(\"forms.lib.yml\", \"|\")\n", "t.yml"), ["form"])
        self.assertEqual(self.applied("#@ load(\"@ytt:da|\", \"data\")\n", "@ytt:data", "t.yml"), "#@ load(\"@ytt:data\", \"data\")\n")
        self.assertIn("encode", self.labels("load(\"@ytt:base64\", \"base64\")\nx = base64.|\n", "t.star"))
        self.assertEqual(self.labels("a: json.|\n", "t.yml"), [])

    def test_loads_of_directories_and_variables(self):
        (self.folder / "lib").mkdir()
        (self.folder / "lib/a.star").write_text("VERSION = '1'\n_own = 2\ndef f():\n  x = 1\nend\n")
        self.assertEqual(self.labels('#@ load("lib/|")\n', "t.yml")[-1:], ["lib/a.star"])
        self.assertEqual(self.labels('#@ load("lib/a.star", "|")\n', "t.yml"), ["f", "VERSION"])
        self.assertEqual(self.labels('#@ load("lib/a.star", "f", "|")\n', "t.yml"), ["VERSION"])

    def test_kcl(self):
        (self.folder / "port.k").write_text(
            "schema Port:\n    \"\"\"A port.\n\n    More.\n    \"\"\"\n    number: int\n    proto: \"tcp\" | \"udp\" = \"tcp\"\n    open?: bool\n")
        app = "schema Base:\n    name: str\n\nschema App(Base):\n    port: Port\n    ports?: [Port]\n\n"
        for text, labels in [
            (app + "a = App {\n    |\n}\n", ["port", "ports", "name"]), (app + "a = App {\n    name = \"x\"\n    |\n}\n", ["port", "ports"]),
            (app + "a = App {port = Port {|}}\n", ["number", "proto", "open"]), (app + "a = App {port = {|}}\n", ["number", "proto", "open"]),
            (app + "a = App {ports = [{|}]}\n", ["number", "proto", "open"]), (app + "a: App {\n    po|\n}\n", ["port", "ports", "name"]),
            (app + "a = App {}\nb = a.|\n", ["port", "ports", "name"]), ("x = 1 # |", []), ("x = \"|\"", []),
            ("import ma|", None), ("import math\nx = math.|", None),
        ]:
            with self.subTest(text=text):
                found = self.labels(text, "m.k")
                self.assertEqual(found, labels) if labels is not None else self.assertTrue({"math", "floor"} & set(found))
        for text, some in [
            ("p = Port {proto = |}\n", {"\"tcp\"", "\"udp\""}), ("p = Port {proto = \"t|\"}\n", {"tcp", "udp"}),
            ("p: Port = {\n    |\n}\n", {"number", "proto"}), ("p: [Port] = [{|}]\n", {"number", "proto"}), ("p = Port {open = |}\n", {"True", "False"}), (app + "a = App {port = |}\n", {"Port"}),
            (app + "schema B:\n    x: |", {"str", "int", "App", "Port"}), (app + "type X = |", {"App"}), ("a = 1\nx = |", {"a", "print", "Port"}),
            ("x = \"a\".|", {"upper", "split"}), ("import math as m\nx = m.|", {"ceil"}), ("import json\nx = [|]", {"json", "len"}),
        ]:
            with self.subTest(text=text):
                self.assertLessEqual(some, set(self.labels(text, "m.k")))
        self.assertEqual(self.applied(app + "a = App {\n    na|me2\n}\n", "name", "m.k"), app + "a = App {\n    name = \n}\n")

    def test_hover_and_definition_of_kcl(self):
        (self.folder / "port.k").write_text("schema Port:\n    \"\"\"A port.\"\"\"\n    number: int\n")
        for text, shown in [
            ("p = Po|rt {}\n", "**schema Port**\n\nA port."), ("p = Port {num|ber = 1}\n", "**number**: int"), ("p = Port {}\nx = p.num|ber\n", "**number**: int"),
            ("import math\nx = math.flo|or(1)\n", "```kcl\nfloor(x: int | float) -> int\n```\n\nthe greatest integer that is not above `x`"),
            ("schema A(Port):\n    number: int = 1\n    n: int = num|ber\n", "**number**: int"),
        ]:
            with self.subTest(text=text):
                self.assertEqual(self.ask("hover", text, "m.k")["contents"]["value"], shown)
        self.assertIsNone(self.ask("hover", "x = 1|23\n", "m.k"))
        place = self.ask("definition", "p = Port {num|ber = 1}\n", "m.k")
        self.assertEqual((place["uri"], place["range"]["start"]), (uri(self.folder / "port.k"), {"line": 2, "character": 4}))

    def test_project_files(self):
        self.assertIn("sets", self.labels("|", ".kval.yaml"))
        self.assertLessEqual({"schema", "values"}, set(self.labels("sets:\n- name: a\n  |", ".kval.yaml")))
        self.assertIn("KV300", self.labels("rules:\n  |", ".kval.yaml"))
        self.assertIn("KV300", self.labels("overrides:\n- ignore: [|]", ".kval.yaml"))
        self.assertLessEqual({"recommended", "KV7501"}, set(self.labels("kubernetes:\n- rules: [|]", ".kval.yaml")))
        self.assertIn("depth", self.labels("limits:\n  |", ".kval.yaml"))
        self.assertIn("unknown-key", self.ask("hover", "rules:\n  KV3|00: off\n", ".kval.yaml")["contents"]["value"])
        self.assertIn("nested", self.ask("hover", "limits:\n  de|pth: 5\n", ".kval.yaml")["contents"]["value"])

    def test_data_values_of_templates(self):
        (self.folder / "schema.yml").write_text("#@data/values-schema\n---\nname: \"\"\ndb:\n  user: \"\"\n")
        load = "#@ load(\"@ytt:data\", \"data\")\n---\n"
        self.assertEqual(self.labels(load + "a: #@ data.values.|\n", "t.yml"), ["name", "db"])
        self.assertEqual(self.labels(load + "a: #@ f(data.values.db.u|) + 1\n", "t.yml"), ["user"])
        self.assertEqual(self.labels(load + "a: data.values.|\n", "t.yml"), [])
        self.assertEqual(self.applied(load + "a: #@ data.values.na|me2\n", "name", "t.yml"), load + "a: #@ data.values.name\n")

    def test_hover_next_to_a_reference(self):
        (self.folder / "ref.json").write_text(json.dumps({
            "$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"port": {"type": "integer", "description": "A port."}},
            "properties": {"http": {"description": "Of the site.", "$ref": "#/definitions/port"}, "dns": {"$ref": "#/definitions/port"}}}))
        modeline = "# yaml-language-server: $schema=ref.json\n"
        self.assertIn("Of the site.", self.ask("hover", modeline + "ht|tp: 1\n")["contents"]["value"])
        self.assertIn("A port.", self.ask("hover", modeline + "d|ns: 1\n")["contents"]["value"])

    def test_hover(self):
        self.assertEqual(self.ask("hover", MODELINE + "po|rt: 1")["contents"]["value"],
                         "**port**: integer\n\nThe port.\n\nDefault: `80`\n\nMust be: at least 1, at most 65535")
        text = "apiVersion: v1\nkind: List\nitems:\n- " + DEPLOYMENT.replace("\n", "\n  ") + "spec:\n    repl|icas: 1\n"
        self.assertIn("Number of desired pods", self.ask("hover", text)["contents"]["value"])


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
