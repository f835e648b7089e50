"""Generators of inputs of size n. Each returns the files and the arguments of the command."""

import io
import itertools
import json
import string
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
    """A Starlark function; N in `body` is replaced by the size."""
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


def layers(text):
    return lambda n: ({"in/a.yml": ANY, **{f"in/f{i}.yml": text.format(i=i) for i in range(n)}}, ["check", "-f", "in"])


def overlays_of_one_map(n):
    """n documents that each change a different key."""
    edits = "".join(f"#@overlay/match by=overlay.all\n---\nk{i}: 2\n" for i in range(n))
    return {"a.yml": lines("k{i}: 1\n")(n), "b.yml": '#@ load("@ytt:overlay", "overlay")\n' + edits}, [
        "render", "-f", "a.yml", "-f", "b.yml"]


def overlays_that_append(n):
    """n documents that each append an item to the same array."""
    edits = "".join(f"#@overlay/match by=overlay.all\n---\nl:\n#@overlay/append\n- {i}\n" for i in range(n))
    return {"a.yml": "l:\n- 0\n", "b.yml": '#@ load("@ytt:overlay", "overlay")\n' + edits}, ["render", "-f", "a.yml", "-f", "b.yml"]


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
    """n overlays and n documents; each overlay matches one document."""
    def make(n):
        documents = "---\n".join(f"kind: Service\nmetadata:\n  name: n{i}\n  id: i{i}\n" for i in range(n))
        edits = "".join(f"#@overlay/match by={matcher}\n---\nmetadata:\n  #@overlay/match missing_ok=True\n  added: {i}\n"
                        .replace("NAME", f"n{i}") for i in range(n))
        head = '#@ load("@ytt:overlay", "overlay")\n'
        return {"a.yml": documents, "b.yml": head + edits}, ["render", "-f", "a.yml", "-f", "b.yml"]
    return make


def colliding(keys, form="any:\n{}"):
    """Reads, merges and validates two layers with the same keys."""
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
    """A JSON Schema and values, generated for size n."""
    draft = "https://json-schema.org/draft/2020-12/schema"
    return lambda n: ({"schema.json": json.dumps({"$schema": draft, **schema(n)}), "values.json": json.dumps(text(n))},
                      ["check", "-f", "schema.json", "-f", "values.json", *args])


def convert(make, *args):
    return lambda n: ({make[0]: make[1](n)}, ["schema", *args, "-f", make[0]])


def kcl_schema(n):
    return "schema App:\n" + lines("    key_{i}?: int\n")(n)


CHART = "apiVersion: v2\nname: app\nversion: 1.0.0\n"


def chart(*args, **files):
    """The files of a chart, generated for size n. In the names, `__` is replaced by `/` and `_y` by `.y`."""
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
    """n subcharts with one value each, and a global value."""
    files, args = subcharts(n)
    files["app/values.yaml"] = "global: {a: 1}\n" + lines("kid{i}:\n  b: 3\n")(n)
    return files, args


def definitions(n):
    """n CustomResourceDefinitions with one resource each."""
    made = [definition(texts, lambda n: {"f0": "a"})(1)[0]["m.yml"].replace("apps.example", f"apps.e{i}.example")
            .replace("\"example.org", f"\"e{i}.example.org") for i in range(n)]
    return {"m.yml": "---\n".join(made)}, ["k8s", "m.yml"]


CONFIG = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a{i}\ndata:\n  a: b\n"


def manifests(text, *args):
    return lambda n: ({"m.yml": text(n)}, ["k8s", "m.yml", *args])


def definition(properties, spec):
    """One CustomResourceDefinition with one resource."""
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
    """A project with n sets of one file each."""
    sets = lines("- name: c{i}\n  schema: schema.yml\n  values: [in/f{i}.yml]\n")(n)
    return ({".kval.yaml": "version: 1\nsets:\n" + sets, "schema.yml": ANY, **{f"in/f{i}.yml": f"any: {i}\n" for i in range(n)}},
            ["check", "-j", "1"])


def misspelt(n):
    """n keys with an extra letter. Each finding has a quick fix."""
    return ({"schema.yml": declared_keys(n), "values.yml": lines("key_{i}_of_schemaa: 2\n")(n)}, [*CHECK_ANY, "--diff"])


def misspelt_as_one(n):
    """n misspelled keys of one map with the same suggestion."""
    letters = string.ascii_letters + string.digits
    names = itertools.islice(itertools.product(letters, letters), n)
    return {"schema.yml": "#@data/values-schema\n---\nm:\n  replicas: 1\n",
            "values.yml": "m:\n" + "".join(f"  replicas{a}{b}: 2\n" for a, b in names)}, [*CHECK_ANY, "--diff"]


def kcl_packages(n):
    return ({"kcl.mod": '[package]\nname = "a"\nversion = "0.1.0"\n', "main.k": lines("import p{i}\n")(n) + "a = 1\n",
             **{f"p{i}/a.k": f"x = {i}\n" for i in range(n)}}, ["run", "main.k"])


def kcl_chain(n):
    """A chain of n schemas; each inherits from the previous one."""
    return kcl(lambda n: "schema A0:\n    a0: int = 0\n" + "".join(
        f"schema A{i}(A{i - 1}):\n    a{i}: int = {i}\n" for i in range(1, n)) + f"x = A{n - 1} {{}}\n")(n)


def kcl_chain_of_values(n):
    """A chain of n schemas, and an instance of the last with a value for each attribute."""
    return kcl(lambda n: "schema A0:\n    a0: int\n" + "".join(
        f"schema A{i}(A{i - 1}):\n    a{i}: int\n" for i in range(1, n)) + f"x = A{n - 1} {{\n" + lines("    a{i} = {i}\n")(n) + "}\n")(n)


def kcl_circle(n):
    return kcl(lambda n: "".join(f"schema A{i}(A{(i + 1) % n}):\n    a?: int\n" for i in range(n)))(n)


def kcl_mixins(n):
    """n mixins; each includes the two previous ones."""
    mixins = "".join(f"schema M{i}Mixin:\n" + (f"    mixin [M{i - 1}Mixin, M{i - 2}Mixin]\n" if i > 1 else "") + f"    a{i}?: int\n"
                     for i in range(n))
    return {"a.k": mixins + f"schema A:\n    mixin [M{n - 1}Mixin]\n    z?: int\n"}, ["run", "a.k"]
