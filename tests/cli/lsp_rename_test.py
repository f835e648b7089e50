#!/usr/bin/env python3
"""Tests references and renaming with `kval lsp`: of keys in values and schemas, and of anchors.

  lsp_rename_test.py PROGRAM
"""
import sys
import tempfile
from pathlib import Path

from lsp_client import Client, uri
from lsp_expectations import expect, failures

SCHEMA = '#@data/values-schema\n---\n#@schema/desc "The port."\nport: 8080\ntls:\n  port: 1\nname: ""\n'
FILES = {
    "schema.yml": SCHEMA,
    "base.yml": "port: 1\n",
    "envs/prod.yml": 'tls: {port: 3}\n"port": 2\n',
    "envs/test.yml": "port: 2\nname: port\n",
    ".kval.yaml": 'sets:\n- name: shop\n  schema: schema.yml\n  values: [base.yml, "envs/{env}.yml"]\n',
}


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
    expect("attributes of KCL are not changed", project.refusal("v.yaml", "port"),
           "cannot rename: `s.k` is KCL code, which may use the name `port` in other places")
    project.client.end()


CHART = {
    "Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies:\n- name: db\n  version: 1.0.0\n  condition: db.enabled\n",
    "values.yaml": "image:\n  tag: a\n  name: x\nports:\n- port: 1\nother: {tag: b}\ndb: {enabled: false}\nreplica-count: 1\nwhole: {tag: c}\nglobal: {tag: d}\nkey: 1\n",
    "values-prod.yaml": "image: {\"tag\": c}\n",
    "ci/test-values.yaml": "ports:\n- {port: 2}\n- port: 3\n",
    "values.schema.json": '{"properties": {"image": {"required": ["tag"], "properties": {"tag": {"type": "string"}}}}}\n',
    "templates/a.yaml": "a: {{ .Values.image.tag }}\nb: {{ $.Values.image.tag | quote }}{{ .Values.other.tag }}\n"
                        "{{- with .Values.image }}\nc: {{ .tag }}{{ .name }}\n{{- end }}\n{{- range .Values.ports }}\n- {{ .port }}\n{{- end }}\n"
                        "{{- if and .Values.image .Values.key }}\n{{- end }}\n",
    "templates/b.yaml": "a: {{ toYaml .Values.whole }}\nb: {{ index .Values \"key\" }}\n",
    "charts/db/Chart.yaml": "apiVersion: v2\nname: db\nversion: 1.0.0\n",
    "charts/db/values.yaml": "enabled: true\nimage: {tag: z}\n",
    "charts/db/templates/x.yaml": "a: {{ .Values.image.tag }}\n",
}


def names_of_kcl(program, folder):
    files = {
        "kcl.mod": '[package]\nname = "m"\n',
        "app/schema.k": 'schema Web:\n    port: int = defaultPort\n    other?: Web\n\ntype Port = Web\n',
        "app/main.k": 'defaultPort = 80\nweb = Web { port = defaultPort }\nmany = [Web {port = p} for p in [defaultPort, 1]]\nurl = "http://${defaultPort}/Web"\nx = lambda w: Web -> int { w.port }\n',
        "base/base.k": "name = 1\n",
        "base/use.k": "import app\n\ny = app.many\n",
        "base/more.k": "a = name\n",
    }
    project = Project(program, folder, files)
    expect("a schema in all files of the package", project.renamed("app/schema.k", "Web:", "Site"), {
        "app/schema.k": files["app/schema.k"].replace("Web", "Site"),
        "app/main.k": files["app/main.k"].replace("Web", "Site").replace("/Site", "/Web")})
    expect("a variable, from a use in a string", project.renamed("app/main.k", "defaultPort}/", "standardPort"), {
        "app/schema.k": files["app/schema.k"].replace("defaultPort", "standardPort"),
        "app/main.k": files["app/main.k"].replace("defaultPort", "standardPort")})
    expect("references", project.places("app/main.k", "Web {"),
           [("app/main.k", 1, 6), ("app/main.k", 2, 8), ("app/main.k", 4, 14), ("app/schema.k", 0, 7), ("app/schema.k", 2, 12), ("app/schema.k", 4, 12)])
    for name, file, text, message in [
            ("a name that another package may use", "app/main.k", "many", "`base/use.k` may use the name `many`"),
            ("a local name", "app/main.k", "p} for", "only keys and anchors have references")]:
        expect(name, project.refusal(file, text), "cannot rename: " + message)
    expect("a name that exists", project.renamed("app/main.k", "web =", "url"), "cannot rename: `main.k` uses the name `url` already")
    expect("a keyword", project.renamed("app/main.k", "web =", "schema"), "cannot rename: `schema` is not a name of KCL")
    expect("a private name", project.renamed("app/main.k", "web =", "_web"), "cannot rename: names that begin with `_` are private")
    project.client.open(folder / "app/schema.k", "schema Web:\n    port: int = \n")
    expect("a package with errors", project.refusal("app/main.k", "Web {"), "cannot rename: the package has errors, so that the meaning of some names is not known")
    project.client.end()


ATTRIBUTES = {
    "kcl.mod": '[package]\nname = "m"\n',
    "app/schema.k": 'schema Port:\n    number: int\n    proto: str = "tcp"\n\nschema Base:\n    port: Port\n\nschema App(Base):\n    ports?: [Port]\n'
                    '    named?: {str:Port}\n    extra?: Port | int\n    url: str = "http://a:${port.number}"\n\n    check:\n'
                    '        port.number > 0, "positive"\n        all p in ports { p.number > 0 } if ports\n',
    "app/main.k": 'a = App {\n    port = {number = 1}\n    ports = [{number = 2, proto = "udp"}, Port {number = 3}]\n    named = {web = {number = 4}}\n'
                  '    port.number = 5\n    extra = {"number" = 6}\n}\nb = a.port.number + a.ports[0].number\nc = [p.number for p in a.ports]\n'
                  'f = lambda p: Port -> int { p.number }\nd = Port {**{number = 7}}\nm = {number: 8}\ne: Port = m\ng = a.port?.number\nh = a.port["number"]\n',
    "use/use.k": 'import app\n\nschema My(app.Port):\n    number: int = 9\n\nx = app.App {port: app.Port {number = 1}}\ny = x.port.number\n'
                 'z: {str:int} = {number = 1}\n',
}


def attributes_of_kcl(program, folder):
    project = Project(program, folder, ATTRIBUTES)
    renamed = {name: text.replace("number", "no") for name, text in ATTRIBUTES.items() if name != "kcl.mod"}
    renamed["use/use.k"] = renamed["use/use.k"].replace("z: {str:int} = {no", "z: {str:int} = {number")
    for file, text in [("app/schema.k", "number: int"), ("app/main.k", "number = 2"), ("app/main.k", "number }"), ("app/main.k", "number: 8"),
                       ("use/use.k", "number: int"), ("use/use.k", "number\nz")]:
        expect("in all packages, from " + text, project.renamed(file, text, "no"), renamed)
    expect("an attribute of a base", sorted(project.renamed("use/use.k", "port: app", "door")), ["app/main.k", "app/schema.k", "use/use.k"])
    expect("references", project.places("use/use.k", "port: app"),
           [("app/main.k", 1, 4), ("app/main.k", 4, 4), ("app/main.k", 7, 6), ("app/main.k", 13, 6), ("app/main.k", 14, 6),
            ("app/schema.k", 5, 4), ("app/schema.k", 11, 27), ("app/schema.k", 14, 8), ("use/use.k", 5, 13), ("use/use.k", 6, 6)])
    found = project.ask("definition", "use/use.k", "number\nz")["result"]
    expect("the definition in another package", (found["uri"], found["range"]["start"]["line"]), (uri(folder / "app/schema.k"), 1))
    expect("a key that is no attribute", project.refusal("use/use.k", "number = 1}\n"),
           "cannot rename: no values file of this schema is known: name them in .kval.yaml")
    for text, message in [("k = lambda q { q.number }\n", "`number` in `app/more.k` may be the attribute"),
                          ("k = \"number\" in a.port\n", "a string in `app/more.k` has the name `number`"),
                          ("k = App {\n", "a package of the module has errors, so that the meaning of some names is not known")]:
        project.client.open(folder / "app/more.k", text)
        expect(message, project.refusal("app/schema.k", "number: int"), "cannot rename: " + message)
    project.client.open(folder / "app/more.k", "")
    expect("a name that exists", project.renamed("app/schema.k", "number: int", "proto"), "cannot rename: `main.k` uses the name `proto` already")
    expect("no name", project.renamed("app/schema.k", "number: int", "a-b"), "cannot rename: `a-b` is not a name of KCL")
    project.client.open(folder / ".kval.yaml", "sets:\n- {schema: app/schema.k, values: v.yaml}\n")
    expect("values of a project", project.refusal("app/schema.k", "proto"),
           "cannot rename: the values that `.kval.yaml` validates by KCL may have the key `proto`")
    project.client.end()


def chart(program, folder):
    project = Project(program, folder, CHART)
    changed = {
        "values.yaml": CHART["values.yaml"].replace("  tag: a", "  version: a"),
        "values-prod.yaml": 'image: {"version": c}\n',
        "values.schema.json": CHART["values.schema.json"].replace('"tag"', '"version"'),
        "templates/a.yaml": CHART["templates/a.yaml"].replace(".image.tag", ".image.version").replace("{{ .tag", "{{ .version"),
    }
    expect("from values", project.renamed("values.yaml", "tag: a", "version"), changed)
    expect("from other values", project.renamed("values-prod.yaml", "tag", "version"), changed)
    expect("from a template", project.renamed("templates/a.yaml", "tag", "version"), changed)
    expect("from `with`", project.renamed("templates/a.yaml", "tag }}{{ .name", "version"), changed)
    expect("from the schema", project.renamed("values.schema.json", 'tag": {', "version"), changed)
    expect("items of a list", project.renamed("values.yaml", "port: 1", "number"), {
        "values.yaml": CHART["values.yaml"].replace("- port", "- number"), "ci/test-values.yaml": "ports:\n- {number: 2}\n- number: 3\n",
        "templates/a.yaml": CHART["templates/a.yaml"].replace("{{ .port", "{{ .number")})
    expect("a key that templates do not read", project.renamed("values.yaml", "replica-count", "replicas"),
           {"values.yaml": CHART["values.yaml"].replace("replica-count", "replicas")})
    expect("references", project.places("values.yaml", "port: 1"),
           [("ci/test-values.yaml", 1, 3), ("ci/test-values.yaml", 2, 2), ("templates/a.yaml", 6, 6), ("values.yaml", 4, 2)])
    for name, file, text, message in [
            ("computed names", "values.yaml", "key: 1", "a string in `b.yaml` has the name `key`"),
            ("a map that is used as a whole", "values.yaml", "tag: c", "`b.yaml` passes `.Values.whole` on as a whole"),
            ("a subchart", "values.yaml", "enabled", "`db` has the values of a subchart"),
            ("global values", "values.yaml", "tag: d", "`global` belongs to all charts of a release"),
            ("values of a subchart", "charts/db/values.yaml", "tag", f"the chart in `{folder}/` may set the values of this subchart")]:
        expect(name, project.refusal(file, text), "cannot rename: " + message)
    expect("a name that templates cannot read", project.renamed("values.yaml", "tag: a", "image-tag"),
           "cannot rename: templates read the key as `.tag`, which `image-tag` cannot be")
    expect("a name that exists", project.renamed("values.yaml", "tag: a", "name"),
           "cannot rename: `a.yaml` reads another value `name`")
    project.client.open(folder / "templates/c.yaml", '{{- define "x" }}\n{{ .tag }}\n{{- end }}\n')
    expect("data of a template that is not known", project.refusal("values.yaml", "tag: a"), "cannot rename: `.tag` in `c.yaml` may read it")
    project.client.open(folder / "templates/c.yaml", "{{ .Values.image }}\n")
    expect("a map that is printed", project.refusal("values.yaml", "tag: a"), "cannot rename: `c.yaml` passes `.Values.image` on as a whole")
    project.client.open(folder / "templates/c.yaml", "a: 1\n")
    project.client.open(folder / "values.schema.json", '{"$defs": {"image": {"properties": {"tag": {}}}}}')
    expect("a schema with references", project.refusal("values.yaml", "tag: a"),
           "cannot rename: `values.schema.json` mentions `tag` in another place than `properties`")
    project.client.end()


def chart_in_a_project(program, folder):
    files = {**{"chart/" + name: text for name, text in CHART.items() if not name.startswith("charts/")},
             "chart/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n", "prod.yaml": "image: {tag: p}\n",
             ".kval.yaml": "sets:\n- {chart: chart, values: prod.yaml}\n"}
    project = Project(program, folder, files)
    changed = project.renamed("chart/templates/a.yaml", "tag", "version")
    expect("values files of the project", changed.get("prod.yaml") if isinstance(changed, dict) else changed, "image: {version: p}\n")
    expect("without losing the others", sorted(changed), ["chart/templates/a.yaml", "chart/values-prod.yaml", "chart/values.schema.json", "chart/values.yaml", "prod.yaml"])
    project.client.end()


def schema_in_the_program(program, folder):
    project = Project(program, folder, {"Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n", ".kval.yaml": FILES[".kval.yaml"]})
    for name, text in [(".kval.yaml", "schema:"), ("Chart.yaml", "version")]:
        expect("no declaration in a file", project.ask("definition", name, text)["result"], None)
        expect("no references", bool(project.places(name, text)), False)
    project.client.end()


def main():
    for test in [schema_in_the_program, names_of_kcl, attributes_of_kcl, chart, chart_in_a_project, a_set, names_in_code, json_schema, without_a_schema, versions, kcl]:
        with tempfile.TemporaryDirectory() as folder:
            test(sys.argv[1], Path(folder).resolve())
    return 1 if failures else 0


sys.exit(main())
