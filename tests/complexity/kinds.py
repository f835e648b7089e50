"""The kinds of input whose cost is measured: how each is made for a size n, and the command that takes it."""

import io
import json
import tarfile
from typing import Callable, NamedTuple

import collisions

ANY = '#@data/values-schema\n---\n#@schema/type any=True\nany: null\n'
EMPTY = "#@data/values-schema\n---\nname: app\n"
CHECK_ANY = ["check", "-f", "schema.yml", "-f", "values.yml"]


class Kind(NamedTuple):
    name: str
    size: int
    make: Callable
    status: int = 0


def values(text, schema=ANY, args=CHECK_ANY):
    return lambda n: ({"schema.yml": schema, "values.yml": text(n)}, args)


def schema_and_values(schema, text, *args):
    return lambda n: ({"schema.yml": schema(n), "values.yml": text(n)}, [*CHECK_ANY, *args])


def template(text, *args):
    return lambda n: ({"t.yml": text(n)}, ["render", "-f", "t.yml", *args])


def starlark(body, after="x: #@ run()\n"):
    """A function of which N is the size."""
    def make(n):
        lines = "".join(f"#@   {line}\n" for line in body.replace("N", str(n)).splitlines())
        return {"t.yml": f"#@ def run():\n{lines}#@ end\n{after}"}, ["render", "-f", "t.yml"]
    return make


def kcl(text, *args):
    return lambda n: ({"a.k": text(n)}, ["run", "a.k", *args])


def flags(*options, schema=ANY):
    return lambda n: ({"schema.yml": schema}, ["check", "-f", "schema.yml"] + [word for o in options for word in o(n)])


def lines(pattern):
    return lambda n: "".join(pattern.format(i=i, j=i + 1) for i in range(n))


def under_any(pattern):
    return lambda n: "any:\n" + lines(pattern)(n)


def unknown_keys(n):
    return lines("key_{i}_of_values: 1\n")(n)


def declared_keys(n):
    return "#@data/values-schema\n---\n" + lines("key_{i}_of_schema: 1\n")(n)


def many_files(n):
    files = {f"in/f{i}.yml": f"any:\n  k{i}: 1\n" for i in range(n)}
    return {"in/a.yml": ANY, **files}, ["check", "-f", "in"]


def overlay_by_name(n):
    items = lines("- name: n{i}\n  v: 1\n")(n)
    head = '#@ load("@ytt:overlay", "overlay")\n#@overlay/match by=overlay.all\n---\n'
    edits = lines('#@overlay/match by="name"\n- name: n{i}\n  v: 2\n')(n)
    return {"a.yml": items, "b.yml": head + edits}, ["render", "-f", "a.yml", "-f", "b.yml"]


def overlay_of_all(n):
    items = lines("- name: n{i}\n  v: 1\n")(n)
    edit = ('#@ load("@ytt:overlay", "overlay")\n#@overlay/match by=overlay.all\n---\n'
            '#@overlay/match by=overlay.all, expects="1+"\n-\n  v: 2\n')
    return {"a.yml": items, "b.yml": edit}, ["render", "-f", "a.yml", "-f", "b.yml"]


def overlay_by_index(n):
    items = lines("- {i}\n")(n)
    head = '#@ load("@ytt:overlay", "overlay")\n#@overlay/match by=overlay.all\n---\n'
    edits = "".join(f"#@overlay/match by=overlay.index({i})\n- {i + 1}\n" for i in range(n))
    return {"a.yml": items, "b.yml": head + edits}, ["render", "-f", "a.yml", "-f", "b.yml"]


def overlays_of_documents(matcher):
    """As many overlays as documents, each of which meets one of them."""
    def make(n):
        documents = "---\n".join(f"kind: Service\nmetadata:\n  name: n{i}\n  id: i{i}\n" for i in range(n))
        edits = "".join(f"#@overlay/match by={matcher}\n---\nmetadata:\n  #@overlay/match missing_ok=True\n  added: {i}\n"
                        .replace("NAME", f"n{i}") for i in range(n))
        head = '#@ load("@ytt:overlay", "overlay")\n'
        return {"a.yml": documents, "b.yml": head + edits}, ["render", "-f", "a.yml", "-f", "b.yml"]
    return make


def colliding(keys, form="any:\n{}"):
    """The same keys in two layers: read, merged, checked."""
    def make(n):
        text = form.format("".join(f'  "{key}": 1\n' if isinstance(key, str) else f"  {key}: 1\n" for key in keys(n)))
        return ({"schema.yml": ANY, "a.yml": text, "b.yml": text.replace(": 1\n", ": 2\n")},
                ["check", "-f", "schema.yml", "-f", "a.yml", "-f", "b.yml"])
    return make


def report(form):
    return lambda n: ({"schema.yml": EMPTY, "values.yml": lines("k{i}: 1\n")(n)},
                      [*CHECK_ANY, "-o", form, "--max-diagnostics", "none"])


def kcl_vet(n):
    fields = lines("    f{i}: int\n")(n)
    return ({"a.k": f"schema A:\n{fields}", "values.yml": lines("f{i}: {i}\n")(n)}, ["vet", "values.yml", "a.k"])


def kcl_check(n):
    fields = lines("    f{i}: int\n")(n)
    checks = lines("        f{i} >= 0\n")(n)
    return ({"a.k": f"schema A:\n{fields}    check:\n{checks}", "values.yml": lines("f{i}: {i}\n")(n)},
            ["check", "-f", "a.k", "-f", "values.yml"])


def kcl_failing_checks(n):
    schema = "schema I:\n    a: int\n    check:\n        a > 1\nschema S:\n    l: [I]\n"
    return ({"a.k": schema, "values.yml": "l:\n" + "- a: 0\n" * n}, ["vet", "values.yml", "a.k", "-s", "S"])


def kcl_module(n):
    tables = "[package]\nname = \"a\"\nversion = \"0.1.0\"\n[dependencies]\n" + lines('d{i} = "1.0.{i}"\n')(n)
    return {"kcl.mod": tables, "main.k": "a = 1\n"}, ["run", "main.k"]


def json_schema(schema, text, *args):
    """A JSON Schema and values, each made for a size."""
    draft = "https://json-schema.org/draft/2020-12/schema"
    return lambda n: ({"schema.json": json.dumps({"$schema": draft, **schema(n)}), "values.json": json.dumps(text(n))},
                      ["check", "-f", "schema.json", "-f", "values.json", *args])


def convert(make, *args):
    return lambda n: ({make[0]: make[1](n)}, ["schema", *args, "-f", make[0]])


def kcl_schema(n):
    return "schema App:\n" + lines("    key_{i}?: int\n")(n)


CHART = "apiVersion: v2\nname: app\nversion: 1.0.0\n"


def chart(*args, **files):
    """The files of a chart, each made for a size; in their names __ stands for a slash and _ before y for a dot."""
    def make(n):
        made = {"app/Chart.yaml": CHART, "app/values.yaml": "a: 1\n"}
        for name, text in files.items():
            made["app/" + name.replace("__", "/").replace("_y", ".y")] = text(n)
        return made, ["helm", "app", *(word for arg in args for word in arg(n))]
    return make


def packed_chart(n):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", compresslevel=1) as tar:
        for name, text in [("Chart.yaml", CHART)] + [(f"templates/t{i}.yaml", "a: 1\n") for i in range(n)]:
            entry = tarfile.TarInfo("app/" + name)
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text.encode()))
    return {"app.tgz": out.getvalue()}, ["helm", "app.tgz"]


def subcharts(n):
    files = {"app/Chart.yaml": CHART, "app/values.yaml": "a: 1\n"}
    for i in range(n):
        files[f"app/charts/kid{i}/Chart.yaml"] = CHART.replace("app", f"kid{i}")
        files[f"app/charts/kid{i}/values.yaml"] = "b: 2\n"
    return files, ["helm", "app"]


def subcharts_with_values(n):
    """A value for each subchart, and one of all."""
    files, args = subcharts(n)
    files["app/values.yaml"] = "global: {a: 1}\n" + lines("kid{i}:\n  b: 3\n")(n)
    return files, args


def definitions(n):
    """As many CustomResourceDefinitions as resources."""
    made = [definition(texts, lambda n: {"f0": "a"})(1)[0]["m.yml"].replace("apps.example", f"apps.e{i}.example")
            .replace("\"example.org", f"\"e{i}.example.org") for i in range(n)]
    return {"m.yml": "---\n".join(made)}, ["k8s", "m.yml"]


CONFIG = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a{i}\ndata:\n  a: b\n"


def manifests(text, *args):
    return lambda n: ({"m.yml": text(n)}, ["k8s", "m.yml", *args])


def definition(properties, spec):
    """A CustomResourceDefinition and one resource of it."""
    def make(n):
        schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": properties(n)}}}
        crd = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
               "metadata": {"name": "apps.example.org"},
               "spec": {"group": "example.org", "scope": "Namespaced",
                        "names": {"plural": "apps", "kind": "App", "singular": "app", "listKind": "AppList"},
                        "versions": [{"name": "v1", "served": True, "storage": True,
                                      "schema": {"openAPIV3Schema": schema}}]}}
        resource = {"apiVersion": "example.org/v1", "kind": "App", "metadata": {"name": "a"}, "spec": spec(n)}
        return {"m.yml": json.dumps(crd) + "\n---\n" + json.dumps(resource) + "\n"}, ["k8s", "m.yml"]
    return make


def texts(n):
    return {f"f{i}": {"type": "string"} for i in range(n)}


def ruled(n):
    return {f"f{i}": {"type": "string", "maxLength": 10, "x-kubernetes-validations": [{"rule": "self.size() > 0"}]}
            for i in range(n)}


def cel(expression):
    return lambda n: ({}, ["cel", "--limit", "cel-call-cost=100000000", expression(n)])


def each(n):
    return ({"schema.yml": ANY, **{f"in/f{i}.yml": f"any: {i}\n" for i in range(n)}},
            ["check", "--each", "in", "-f", "schema.yml", "-j", "1"])


def each_with_findings(n):
    return ({"schema.yml": EMPTY, **{f"in/f{i}.yml": f"k{i}: 1\n" for i in range(n)}},
            ["check", "--each", "in", "-f", "schema.yml", "-j", "1", "--limit", "findings=100"])


def nested(key, depth, innermost):
    for _ in range(depth):
        innermost = {key: innermost}
    return innermost


def project(n):
    """A project of many checks, each of one file."""
    sets = lines("- name: c{i}\n  schema: schema.yml\n  values: [in/f{i}.yml]\n")(n)
    return ({".kval.yaml": "version: 1\nsets:\n" + sets, "schema.yml": ANY, **{f"in/f{i}.yml": f"any: {i}\n" for i in range(n)}},
            ["check", "-j", "1"])


def misspelt(n):
    """Keys with one letter too many: each has a repair."""
    return ({"schema.yml": declared_keys(n), "values.yml": lines("key_{i}_of_schemaa: 2\n")(n)}, [*CHECK_ANY, "--diff"])


def kcl_packages(n):
    return ({"kcl.mod": '[package]\nname = "a"\nversion = "0.1.0"\n', "main.k": lines("import p{i}\n")(n) + "a = 1\n",
             **{f"p{i}/a.k": f"x = {i}\n" for i in range(n)}}, ["run", "main.k"])


def kcl_chain(n):
    """Schemas, each of which inherits from the one before."""
    return kcl(lambda n: "schema A0:\n    a0: int = 0\n" + "".join(
        f"schema A{i}(A{i - 1}):\n    a{i}: int = {i}\n" for i in range(1, n)) + f"x = A{n - 1} {{}}\n")(n)


def kcl_chain_of_values(n):
    """A value for each attribute of the last of them."""
    return kcl(lambda n: "schema A0:\n    a0: int\n" + "".join(
        f"schema A{i}(A{i - 1}):\n    a{i}: int\n" for i in range(1, n)) + f"x = A{n - 1} {{\n" + lines("    a{i} = {i}\n")(n) + "}\n")(n)


def kcl_circle(n):
    return kcl(lambda n: "".join(f"schema A{i}(A{(i + 1) % n}):\n    a?: int\n" for i in range(n)))(n)


def kcl_mixins(n):
    """Mixins, each of which has the two before it."""
    mixins = "".join(f"schema M{i}Mixin:\n" + (f"    mixin [M{i - 1}Mixin, M{i - 2}Mixin]\n" if i > 1 else "") + f"    a{i}?: int\n"
                     for i in range(n))
    return {"a.k": mixins + f"schema A:\n    mixin [M{n - 1}Mixin]\n    z?: int\n"}, ["run", "a.k"]


KINDS = [
    # Reading YAML.
    Kind("keys", 4000, values(under_any("  k{i}: {i}\n"))),
    Kind("items", 4000, values(under_any("- item {i}\n"))),
    Kind("nesting", 400, values(lambda n: "any:\n" + ("- " + "[" * n + "]" * n + "\n") * 20)),
    Kind("documents", 1500, values(lines("---\nany: {i}\n"))),
    Kind("comments", 8000, values(lambda n: "any:\n" + lines("  # comment {i}\n")(n) + "  a: 1\n")),
    Kind("anchors and aliases", 3000, values(under_any("  a{i}: &a{i} x\n  b{i}: *a{i}\n"))),
    Kind("aliases on one line", 4000, values(lambda n: "any:\n  a: &a 1\n  b: [" + "*a, " * n + "]\n")),
    Kind("merge keys", 2000, values(lambda n: "any:\n  base: &b {x: 1, y: 2}\n" + lines("  m{i}: {{<<: *b, z: 1}}\n")(n))),
    Kind("a long plain scalar", 200_000, values(lambda n: "any: " + "word " * n + "\n")),
    Kind("plain lines", 10_000, values(lambda n: "any:\n  a" + "\n  b" * n + "\n")),
    Kind("escapes", 50_000, values(lambda n: 'any: "' + "\\n\\u00e9" * n + '"\n')),
    Kind("bad escapes", 4000, values(lambda n: 'any: "' + "\\q" * n + '"\n'), 1),
    Kind("a block scalar", 10_000, values(lambda n: "any: |\n" + "  a line of text\n" * n)),
    Kind("a long flow sequence", 10_000, values(lambda n: "any: [" + "1, " * n + "]\n")),
    Kind("a long flow map", 5000, values(lambda n: "any: {" + "".join(f"k{i}: 1, " for i in range(n)) + "}\n")),
    Kind("equal keys", 1500, values(lambda n: "any:\n" + "  a: 1\n" * n), 1),
    Kind("tabs", 2000, values(lambda n: "any:\n" + "  a: 1\n\tb: 2\n" * n), 1),
    Kind("open brackets", 500, values(lambda n: "any:\n" + "  a: [1\n" * n), 1),
    Kind("open brackets above blocks", 500, values(lambda n: "any:\n" + "  a: [1,\n  b:\n    c: 1\n    d: 1\n" * n), 1),
    Kind("open quotes above entries", 1500, values(lambda n: "any:\n" + '  a:\n    "ke\n    b: "x"\n' * n), 1),
    Kind("bad indentation", 1500, values(lambda n: "any:\n" + "   a: 1\n  b: 2\n" * n), 1),
    Kind("control characters", 4000, values(lambda n: "any: " + "a\x01" * n + "\n"), 1),
    Kind("a long key", 20_000, values(lambda n: "any: 1\n" + "k" * n + ": 1\n"), 1),
    Kind("handles of tags", 2000, values(
        lambda n: lines("%TAG !a{i}! tag:yaml.org,2002:\n")(n) + "---\nany:\n" + lines("- !a{i}!str x\n")(n))),
    Kind("documents with handles", 1000, values(lambda n: "%TAG !a! tag:yaml.org,2002:\n---\nany: !a!str b\n...\n" * n)),
    # What go-yaml alone refuses, in ytt's dialect.
    Kind("flow keys without values", 5000, values(lambda n: "any: {" + "".join(f"k{i}, " for i in range(n)) + "}\n")),
    Kind("keys that are missing", 2000, values(lambda n: "any: {" + ": 1, " * n + "}\n"), 1),
    Kind("flow keys over two lines", 2000, values(lambda n: "any: {" + "".join(f"k{i}\n :  1, " for i in range(n)) + "}\n"), 1),
    Kind("separators of lines", 8000, values(lambda n: 'any: "' + "a\u2028b" * n + '"\n')),
    Kind("comments with separators", 4000, values(lambda n: "any:\n" + "  # a\u2028\n" * n + "  a: 1\n")),
    Kind("tabs behind values", 4000, values(lambda n: "any:\n" + lines("  k{i}:\t{i}\t\n")(n))),
    Kind("texts at the margin", 1500, values(lambda n: "--- |\ntext\n" * n, ANY), 1),
    # Checking.
    Kind("fields", 1500, schema_and_values(declared_keys, lines("key_{i}_of_schema: 2\n"))),
    Kind("unknown against declared keys", 400, schema_and_values(declared_keys, unknown_keys), 1),
    Kind("unknown keys in a map", 2000, values(lines("k{i}: 1\n"), EMPTY), 1),
    Kind("wrong types", 1000, schema_and_values(declared_keys, lines("key_{i}_of_schema: a\n")), 1),
    Kind("findings on one line", 4000, values(
        lambda n: "list: [" + '"a", ' * n + "]\n", "#@data/values-schema\n---\nlist:\n- 1\n"), 1),
    Kind("failing rules", 1000, values(
        lambda n: "list:\n" + "- 0\n" * n,
        "#@data/values-schema\n---\nlist:\n#@schema/validation min=1\n- 1\n"), 1),
    Kind("patterns over long text", 100_000, values(
        lambda n: "s: " + "ab" * n + "\n",
        '#@data/values-schema\n---\n#@schema/validation regexp="^(a|b|ab)*c?$"\ns: ""\n'), 0),
    Kind("unique items", 3000, values(
        lambda n: "list:\n" + lines("- i{i}\n")(n),
        '#@data/values-schema\n---\n#@schema/validation unique=True\nlist:\n- ""\n')),
    # Comments that ignore.
    Kind("codes that a comment ignores", 2000, values(
        lambda n: "# kval: ignore-file " + "".join(f"KV{i % 1000:03} word{i} " for i in range(n)) + "\nk: 1\n", EMPTY), 0),
    Kind("comments that ignore", 2000, values(
        lambda n: "# kval: ignore KV401\n" * n + lines("k{i}: 1 # kval: ignore KV300\n")(n), EMPTY), 0),
    # Flags and files.
    Kind("flags", 500, flags(lambda n: [w for i in range(n) for w in ("--data-value", f"any.k{i}={i}")])),
    Kind("a long --set", 1500, flags(lambda n: ["--set", ",".join(f"any.k{i}={i}" for i in range(n))])),
    Kind("a deep --set-json", 100, flags(lambda n: ["--set-json", "any=[" + ",".join(["[" * 100 + "]" * 100] * n) + "]"])),
    Kind("files", 300, many_files),
    # Merging and templates.
    Kind("layers", 2000, lambda n: ({"schema.yml": ANY, "a.yml": under_any("  k{i}: 1\n")(n),
                                     "b.yml": under_any("  k{i}: 2\n")(n)},
                                    ["values", "-f", "schema.yml", "-f", "a.yml", "-f", "b.yml"])),
    Kind("overlay by name", 500, overlay_by_name),
    Kind("overlay by index", 300, overlay_by_index),
    Kind("overlay of all", 1500, overlay_of_all),
    Kind("overlays × documents", 150, overlays_of_documents('overlay.subset({"metadata": {"name": "NAME"}})')),
    Kind("overlays × documents, two parts", 150, overlays_of_documents(
        'overlay.and_op(overlay.subset({"kind": "Service"}), overlay.subset({"metadata": {"name": "NAME"}}))')),
    Kind("template lines", 1500, template(lines("k{i}: #@ {i} + 1\n"))),
    Kind("a template loop", 3000, template(lambda n: f"#@ for i in range({n}):\n- #@ i\n#@ end\n")),
    Kind("a text template", 2000, lambda n: ({"t.txt": lines("line (@= str({i}) @)\n")(n)}, ["render", "-f", "t.txt"])),
    Kind("yaml.decode", 2000, template(
        lambda n: '#@ load("@ytt:yaml", "yaml")\nx: #@ yaml.decode("a: 1\\n" + "".join(["k" + str(i) + ": 1\\n" for i in range('
                  + str(n) + ')]))\n')),
    Kind("json.encode", 2000, template(
        lambda n: f'#@ load("@ytt:json", "json")\nx: #@ json.encode([{{"a": i}} for i in range({n})])\n')),
    # Starlark.
    Kind("starlark: a loop", 20_000, starlark("x = 0\nfor i in range(N):\n  x += i\nend\nreturn x")),
    Kind("starlark: sorted", 5000, starlark("return sorted([str(i * 7919 % 10007) for i in range(N)])[0]")),
    Kind("starlark: dict", 5000, starlark("d = {}\nfor i in range(N):\n  d[str(i)] = i\nend\nreturn len(d)")),
    Kind("starlark: split and join", 10_000, starlark('return len(",".join([str(i) for i in range(N)]).split(","))')),
    Kind("starlark: str", 5000, starlark("return len(str([i for i in range(N)]))")),
    # KCL.
    Kind("kcl: globals", 1000, kcl(lines("a{i} = {i}\n"))),
    Kind("kcl: comprehension", 5000, kcl(lambda n: f"a = sum([i for i in range({n})])\n")),
    Kind("kcl: a list that grows", 4000, kcl(lambda n: "_x = []\n" + "_x += [1]\n" * n + "a = len(_x)\n")),
    Kind("kcl: check lines that fail", 4000, kcl_failing_checks, 1),
    Kind("kcl: a list", 4000, kcl(lambda n: f"a = [i for i in range({n})]\n")),
    Kind("kcl: a dict", 1500, kcl(lambda n: f"a = {{str(i): i for i in range({n})}}\n")),
    Kind("kcl: paths in one literal", 1000, kcl(lambda n: "x = {\n" + lines("    a.b.k{i}: {i}\n")(n) + "}\n")),
    Kind("kcl: nested paths in one literal", 1000, kcl(lambda n: "x = {\n" + lines("    a.b{i}.c: {i}\n")(n) + "}\n")),
    Kind("kcl: instances written out", 300, kcl(lambda n: "schema A:\n    x: int\n    y: str = 'a'\n    check:\n        x >= 0\n"
                                                 "a = [\n" + lines("    A {{x = {i}}}\n")(n) + "]\n")),
    Kind("kcl: attributes", 500, kcl_vet),
    Kind("kcl: check lines", 300, kcl_check),
    Kind("kcl: kcl.mod", 500, kcl_module),
    # Output.
    Kind("values as YAML", 3000, values(under_any("  k{i}: text {i}\n"), ANY, ["values", *CHECK_ANY[1:]])),
    Kind("values as JSON", 3000, values(under_any("  k{i}: text {i}\n"), ANY, ["values", "-o", "json", *CHECK_ANY[1:]])),
    *[Kind(f"findings as {form}", 800, report(form), 1)
      for form in ("full", "concise", "grouped", "json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjson", "azure", "tap")],
    Kind("secrets", 800, values(lines("password{i}: hunter{i}\n"), EMPTY), 1),
    Kind("secrets: pairs on one line", 8000, values(lambda n: "x: k=1" + ",k=1" * n + "\n", EMPTY), 1),
    Kind("secrets: tags on one line", 8000, values(lambda n: "x: 'k=!a" + "k=!a" * n + "'\n", EMPTY), 1),
    Kind("secrets: options on one line", 4000, values(lambda n: "x: a" + " --token=a=--token=" * n + "\n", EMPTY), 1),
    Kind("secrets: options glued", 4000, values(lambda n: "x: a --token=a" + "=--token=a" * n + "\n", EMPTY), 1),
    Kind("secrets: addresses in addresses", 4000, values(lambda n: "x: " + "hooks.slack.com/services/" * n + "x\n", EMPTY), 1),
    Kind("secrets: elements", 8000, values(lambda n: "x: " + "<token>" * n + "\n", EMPTY), 1),
    Kind("secrets: users of curl", 8000, values(lambda n: "x: curl" + " -u a:" * n + "\n", EMPTY), 1),
    Kind("secrets: keys apart", 2000, values(lambda n: "? token\n: x\n" * n, EMPTY), 1),
    Kind("secrets: names of pairs", 4000, values(lambda n: "x: {name=a" + "=name=a" * n + "}\n", EMPTY), 1),
    Kind("secrets: items on one line", 8000, values(lambda n: "password: [a" + " a" * n + "]\n", EMPTY), 1),
    Kind("trace on one line", 1000, lambda n: ({"s.k": "schema S:\n    a?: S | T\n    z?: int\nschema T:\n    b: int\n",
                                               "v.yaml": "x: {y: 1}\nz: [" + "{k: 1}, " * n + "]\n"},
                                              ["check", "-f", "s.k", "-f", "v.yaml"]), 1),
    # JSON Schema.
    Kind("json schema: properties", 800, json_schema(
        lambda n: {"properties": {f"k{i}": {"type": "integer"} for i in range(n)}}, lambda n: {f"k{i}": i for i in range(n)})),
    Kind("json schema: references", 500, json_schema(
        lambda n: {"$ref": "#/$defs/n0", "$defs": {**{f"n{i}": {"properties": {"a": {"$ref": f"#/$defs/n{i + 1}"}}}
                                                     for i in range(n)}, f"n{n}": {}}}, lambda n: {})),
    Kind("json schema: doubling allOf", 400, json_schema(
        lambda n: {"$ref": "#/$defs/n0", "$defs": {**{f"n{i}": {"allOf": [{"$ref": f"#/$defs/n{i + 1}"}] * 2}
                                                     for i in range(n)}, f"n{n}": {"type": "object"}}}, lambda n: {})),
    # Which member of a union is meant is known only at the innermost value.
    Kind("json schema: nested unions", 400, json_schema(
        lambda n: {"$ref": "#/$defs/n0", "$defs": {**{f"n{i}": {"anyOf": [
            {"type": "object", "required": ["a", "b"], "properties": {"a": {"$ref": f"#/$defs/n{i + 1}"}}},
            {"type": "object", "required": ["a"], "properties": {"a": {"$ref": f"#/$defs/n{i + 1}"}}}]}
            for i in range(n)}, f"n{n}": {"type": "integer"}}}, lambda n: nested("a", n, 1))),
    Kind("json schema: 200 unions in items", 20, json_schema(
        lambda n: {"items": {"properties": {f"k{i}": {"anyOf": [{"type": "string"}, {"type": "object", "required": ["a"]}]}
                                            for i in range(200)}}},
        lambda n: [{f"k{i}": {"a": 1} for i in range(200)}] * n)),
    Kind("json schema: one of many", 300, json_schema(
        lambda n: {"items": {"oneOf": [{"const": i} for i in range(100)]}}, lambda n: [i % 100 for i in range(n)])),
    Kind("json schema: allowed values", 2000, json_schema(
        lambda n: {"items": {"enum": [f"v{i}" for i in range(100)]}}, lambda n: [f"v{i % 100}" for i in range(n)])),
    Kind("json schema: unique numbers", 2000, json_schema(
        lambda n: {"uniqueItems": True}, lambda n: [2**62 + i for i in range(n)])),
    # Each entry of a map may say which member of the union is meant.
    Kind("json schema: missed choice", 200, json_schema(
        lambda n: {"anyOf": [{"type": "object", "properties": {"kind": {"enum": [f"k{i}", f"a{i}"]}, f"f{i}": {"type": "integer"}},
                              "required": ["kind"]} for i in range(n)]}, lambda n: {"kind": "none", "a": {}}), 1),
    Kind("json schema: missed choice of many keys", 300, json_schema(
        lambda n: {"anyOf": [{"type": "object", "additionalProperties": False,
                              "properties": {f"k{i}": {"enum": [f"v{i}", j]} for i in range(n)}} for j in range(20)]},
        lambda n: {f"k{i}": "none" for i in range(n)}), 1),
    Kind("json schema: unevaluated", 500, json_schema(
        lambda n: {"allOf": [{"properties": {f"k{i}": True}} for i in range(20)], "unevaluatedProperties": {"type": "integer"}},
        lambda n: {f"k{i}": i for i in range(n)})),
    Kind("json schema: a converted one", 400, convert(
        ("s.json", lambda n: json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {
            f"k{i}": {"type": "integer", "minimum": 1} for i in range(n)}})), "convert", "--to", "ytt")),
    Kind("an exported schema", 800, convert(("s.yml", declared_keys), "export")),
    Kind("a dumped schema", 800, convert(("s.k", kcl_schema), "dump")),
    Kind("an inferred schema", 1000, lambda n: ({"v.yml": lines("k{i}: text\n")(n)}, ["schema", "infer", "v.yml"])),
    # Helm.
    Kind("helm: values", 1500, chart(values_yaml=lines("k{i}: {i}\n"))),
    Kind("helm: templates", 1000, chart(lambda n: ["--infer"], templates__t_yaml=lines("a{i}: {{{{ .Values.k{i} }}}}\n"))),
    Kind("helm: --set", 1500, chart(lambda n: ["--set", ",".join(f"k{i}={i}" for i in range(n))])),
    Kind("helm: a packed chart", 1000, packed_chart),
    Kind("helm: subcharts", 100, subcharts),
    # Kubernetes.
    Kind("k8s: documents", 400, manifests(lambda n: "---\n".join(CONFIG.format(i=i) for i in range(n)))),
    Kind("k8s: a list", 400, manifests(
        lambda n: json.dumps({"apiVersion": "v1", "kind": "List", "items": [
            {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": f"a{i}"}} for i in range(n)]}))),
    Kind("k8s: containers", 100, manifests(
        lambda n: json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [
            {"name": f"c{i}", "image": "a", "ports": [{"containerPort": i + 1}]} for i in range(n)]}}))),
    Kind("k8s: faults of one map", 400, manifests(
        lambda n: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n" + lines('  "a b{i}": x\n')(n)), 1),
    Kind("k8s: a definition", 300, definition(texts, lambda n: {f"f{i}": "a" for i in range(n)})),
    Kind("k8s: rules", 150, definition(ruled, lambda n: {f"f{i}": "a" for i in range(n)})),
    # CEL.
    Kind("cel: a list", 3000, cel(lambda n: "[" + ",".join(["1"] * n) + "].size()")),
    Kind("cel: a comprehension", 1500, cel(lambda n: "[" + ",".join(str(i) for i in range(n)) + "].all(x, x >= 0)")),
    Kind("cel: a text", 10_000, cel(lambda n: "'" + "ab" * n + "'.replace('a', 'c').size()")),
    # Everything around checks.
    Kind("project: checks", 60, project),
    Kind("repairs", 500, misspelt, 1),
    Kind("kcl: packages", 60, kcl_packages),
    Kind("kcl: a chain of schemas", 400, kcl_chain),
    Kind("kcl: a chain of schemas with values", 300, kcl_chain_of_values),
    Kind("kcl: a circle of schemas", 400, kcl_circle, 1),
    Kind("kcl: mixins of mixins", 300, kcl_mixins, 3),
    Kind("json schema: defaults", 400, json_schema(
        lambda n: {"x-kval-values": True, "properties": {f"k{i}": {"type": "string", "default": f"v{i}"} for i in range(n)}},
        lambda n: {})),
    Kind("json schema: pattern properties", 400, json_schema(
        lambda n: {"patternProperties": {f"^p{i}_": {"type": "integer"} for i in range(20)}},
        lambda n: {f"p{i % 20}_{i}": i for i in range(n)})),
    Kind("json schema: dependent keys", 800, json_schema(
        lambda n: {"dependentRequired": {f"k{i}": [f"k{i + 1}"] for i in range(n)}}, lambda n: {f"k{i}": i for i in range(n + 1)})),
    Kind("json schema: contains", 4000, json_schema(
        lambda n: {"contains": {"const": "x"}, "minContains": 1}, lambda n: [f"v{i}" for i in range(n)] + ["x"])),
    Kind("json schema: one long enum", 1500, json_schema(
        lambda n: {"items": {"enum": [f"v{i}" for i in range(n)]}}, lambda n: ["v0"] * n)),
    Kind("helm: values of subcharts", 60, subcharts_with_values),
    Kind("k8s: definitions", 60, definitions),
    Kind("k8s: list maps", 300, manifests(
        lambda n: json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [
            {"name": "c", "image": "a", "env": [{"name": f"E{i}", "value": "a"} for i in range(n)]}]}}))),
    Kind("cel: a map", 1500, cel(lambda n: "{" + ",".join(f"'k{i}': {i}" for i in range(n)) + "}.size()")),
    Kind("cel: concatenation", 2000, cel(lambda n: "[" + ",".join(["'ab' + 'cd'"] * n) + "].size()")),
    # Keys that meet in one slot of a table whose hash has no key of its own.
    Kind("colliding: texts", 1000, colliding(collisions.murmur_texts)),
    Kind("colliding: products", 2000, colliding(collisions.multiplied_integers)),
    Kind("colliding: multiples", 2000, colliding(collisions.multiples)),
    Kind("colliding: json schema", 1000, json_schema(
        lambda n: {"properties": {key: {"type": "integer"} for key in collisions.murmur_texts(n)}},
        lambda n: {key: 1 for key in collisions.murmur_texts(n)})),
    Kind("colliding: kcl", 500, kcl(lambda n: "a = {" + ", ".join(f'"{key}" = 1' for key in collisions.murmur_texts(n)) + "}\n")),
    Kind("colliding: cel", 2000, cel(
        lambda n: "{" + ",".join(f"{key}: 1" for key in collisions.multiplied_integers(n, 40)) + "}.size()")),
    Kind("colliding: fractions", 1000, starlark(
        "d = {}\nfor i in range(N):\n  d[float(i) / (N + 1)] = i\nend\nreturn len(d)")),
    Kind("colliding: big integers", 2000, starlark(
        "d = {}\nfor i in range(N):\n  d[i << 70] = i\nend\nreturn len(d)")),
    # Many files.
    Kind("each file by itself", 200, each),
    Kind("each file with findings", 200, each_with_findings, 1),
]
