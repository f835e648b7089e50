"""Kinds of input with n objects and n related objects: finding the related ones must not compare all pairs."""

import hashlib
import json

from makers import (
    ANY, CHART, CHECK_ANY, CONFIG, EMPTY, Kind, declared_keys, json_schema, lines, schema_and_values, starlark, template)


def baseline(n):
    known = [{"code": "KV300", "fingerprint": "sha256:" + hashlib.sha256(str(i).encode()).hexdigest()} for i in range(n)]
    return ({"schema.yml": EMPTY, "values.yml": lines("k{i}: 1\n")(n),
             "known.json": json.dumps({"format": "kval-baseline/1", "findings": known})}, [*CHECK_ANY, "--baseline", "known.json"])


def suppressions(n):
    return ({"schema.yml": EMPTY, "values.yml": lines("# kval: ignore KV401\nk{i}: 1\n")(n)}, CHECK_ANY)


def crd(rules):
    """A CustomResourceDefinition with `rules` rules for the field `text`."""
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "apps.example.org"},
            "spec": {"group": "example.org", "scope": "Namespaced",
                     "names": {"plural": "apps", "kind": "App", "singular": "app", "listKind": "AppList"},
                     "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {
                         "type": "object", "properties": {"spec": {"type": "object", "properties": {
                             "text": {"type": "string", "maxLength": 10}}, "x-kubernetes-validations": [
                                 {"rule": f"self.text != 'a{i}'"} for i in range(rules)]}}}}}]}}


def resources(count):
    app = "apiVersion: example.org/v1\nkind: App\nmetadata: {{name: a{i}}}\nspec: {{text: b}}\n"
    return "---\n".join(app.format(i=i) for i in range(count))


def rules_and_documents(rules, documents):
    return lambda n: ({"crd.yml": json.dumps(crd(rules(n))), "in.yml": resources(documents(n))},
                      ["k8s", "--crds", "crd.yml", "in.yml"])


def policies(n):
    """n kinds with one policy and one resource each."""
    definitions = [json.dumps(crd(0)).replace("apps.", f"apps{i}.").replace('"App"', f'"App{i}"').replace("AppList", f"App{i}List")
                   .replace('"apps"', f'"apps{i}"').replace('"app"', f'"app{i}"') for i in range(n)]
    files = {f"p{i}.yml": f"#@data/values-schema\n---\n#@schema/type any=True\nspec: {{}}\n" for i in range(n)}
    files |= {f"in/{i}.yml": f"apiVersion: example.org/v1\nkind: App{i}\nmetadata: {{name: a}}\nspec: {{text: b}}\n" for i in range(n)}
    named = [word for i in range(n) for word in ("-f", f"App{i}=p{i}.yml")]
    return {**files, "crds.yml": "\n---\n".join(definitions)}, ["k8s", "--crds", "crds.yml", "in", *named]


def policy_and_documents(n):
    return ({"p.yml": "#@data/values-schema\n---\napiVersion: \"\"\nkind: \"\"\n#@schema/type any=True\nmetadata: {}\n"
                      "#@schema/type any=True\ndata: {}\n",
             "in.yml": "---\n".join(CONFIG.format(i=i) for i in range(n))}, ["k8s", "-f", "ConfigMap=p.yml", "in.yml"])


def infer_samples(n):
    """n samples, each with a different key."""
    return {f"in/v{i}.yml": f"name: a\nk{i}: 1\nlist: [{i}, a{i}]\n" for i in range(n)}, ["schema", "infer", "in"]


def infer_items(n):
    return {"v.yml": "list:\n" + lines("- {{name: n{i}, k: {i}}}\n")(n)}, ["schema", "infer", "v.yml", "--enumerations"]


def convert_types(n):
    """n types and n fields; each field has a different type."""
    return ({"s.k": lines("schema T{i}:\n    v: int\n")(n) + "schema App:\n" + lines("    f{i}: T{i}\n")(n)},
            ["schema", "convert", "--to", "json-schema", "-f", "s.k"])


def convert_from_json(n):
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {
        f"t{i}": {"type": "object", "properties": {"v": {"type": "integer"}}} for i in range(n)},
        "properties": {f"f{i}": {"$ref": f"#/$defs/t{i}"} for i in range(n)}}
    return {"s.json": json.dumps(schema)}, ["schema", "convert", "--to", "kcl", "-f", "s.json"]


def select(n):
    names = "KV300,KV301,KV302,KV303,KV304,KV305,KV306"
    return ({"schema.yml": EMPTY, "values.yml": lines("k{i}: 1\n")(n)},
            [*CHECK_ANY, *[word for _ in range(n) for word in ("--select", names)]])


def select_and_ignore(n):
    return ({"schema.yml": declared_keys(1), "values.yml": "key_0_of_schema: 1\n"},
            ["check", "-f", "schema.yml", "-f", "values.yml", "--select", ",".join(["KV301", "type-mismatch", "KV4", "ALL"] * n),
             "--ignore", ",".join(["KV300", "unknown-key"] * n), "--severity", "KV302=note"])


def sets_and_files(n):
    """n sets and n files; each set has a different pattern."""
    sets = "".join(f"- name: s{i}\n  schema: schema.yml\n  values: d{i}/*.yml\n" for i in range(n))
    return {".kval.yaml": "sets:\n" + sets, "schema.yml": EMPTY, **{f"d{i}/v.yml": "name: a\n" for i in range(n)}}, ["check", "--list"]


def excludes_and_files(pattern):
    return lambda n: ({".kval.yaml": "exclude:\n" + lines(pattern)(n) + "each:\n- schema: schema.yml\n  files: 'd/*.yml'\n",
                       "schema.yml": EMPTY, **{f"d/v{i}.yml": "name: a\n" for i in range(n)}}, ["check", "--list"])


def overrides_and_findings(n):
    overrides = "overrides:\n" + "".join(f"- files: 'd/v{i}.yml'\n  rules: {{KV301: off}}\n" for i in range(n))
    return ({".kval.yaml": overrides + "each:\n- schema: schema.yml\n  files: 'd/*.yml'\n", "schema.yml": EMPTY,
             **{f"d/v{i}.yml": "name: 1\n" for i in range(n)}}, ["check"])


def deep_patterns(n):
    """A pattern that matches each directory of a deep tree in many ways."""
    folder = "d/" * 40
    return ({".kval.yaml": f"each:\n- schema: schema.yml\n  files: '{'**/*/' * 8}v*.yml'\n", "schema.yml": EMPTY,
             **{f"{folder}v{i}.yml": "name: a\n" for i in range(n)}}, ["check", "--list"])


def paths_and_sets(n):
    files, _ = sets_and_files(n)
    return files, ["check", *[f"d{i}/v.yml" for i in range(n)]]


def questions(n):
    return {"stdin": lines('{{"id":"{i}","expr":"{i} + size(\'a\')","vars":{{}}}}\n')(n)}, ["cel", "--jsonl"]


DRAFT = "https://json-schema.org/draft/2020-12/schema"
OVERLAY = '#@ load("@ytt:overlay", "overlay")\n#@overlay/match by=overlay.all\n---\n'


def overlay_of_missing(n):
    """n missing keys. For suggestions, each is compared only with the first existing keys."""
    return ({"a.yml": lines("k{i}: 1\n")(n), "b.yml": OVERLAY + lines("z{i}: 1\n")(n)}, ["render", "-f", "a.yml", "-f", "b.yml"])


def duplicates(n):
    """A list of n equal items on one line."""
    definition = crd(0)
    definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"] = {
        "type": "object", "properties": {"l": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "integer"}}}}
    resource = {"apiVersion": "example.org/v1", "kind": "App", "metadata": {"name": "a"}, "spec": {"l": [1] * n}}
    return {"crd.json": json.dumps(definition), "in.json": json.dumps(resource)}, ["k8s", "--crds", "crd.json", "in.json"]


def volumes_and_mounts(n):
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {
        "volumes": [{"name": f"v{i}", "emptyDir": {}} for i in range(n)],
        "containers": [{"name": "c", "image": "a", "volumeMounts": [{"name": f"v{i}", "mountPath": f"/m{i}"} for i in range(n)]}]}}
    return {"in.json": json.dumps(pod)}, ["k8s", "in.json"]


def volumes_that_are_missing(n):
    """n misspelled names and n declared names. Suggestions stop after a limited number of comparisons."""
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {
        "volumes": [{"name": f"va{i}", "emptyDir": {}} for i in range(n)],
        "containers": [{"name": "c", "image": "a", "volumeMounts": [{"name": f"vb{i}", "mountPath": f"/m{i}"} for i in range(n)]}]}}
    return {"in.json": json.dumps(pod)}, ["k8s", "in.json"]


def anchors_that_are_missing(n):
    return {"v.yml": lines("a{i}: &va{i} 1\n")(n) + lines("b{i}: *vb{i}\n")(n)}, ["check", "--yaml-only", "-f", "v.yml"]


def undefined_names(n):
    return {"t.yml": lines("#@ va{i} = 1\n")(n) + lines("b{i}: #@ vb{i}\n")(n)}, ["render", "-f", "t.yml"]


def tabs_and_lines(n):
    """n errors whose quick fix needs the file's indentation width, in a file without indented lines."""
    return {"v.yml": "a: 1\n" + lines('\t\nb{i}: "x"\n  \t\n')(n)}, ["check", "--yaml-only", "-f", "v.yml"]


def code_over_lines(n):
    """Multi-line code in a block scalar, whose offsets in the file and in the string differ."""
    return ({"t.yml": "#@yaml/text-templated-strings\ntext: |\n  (@= str(1 +\n" + '     2) @) and (@= "a" +\n' * n + '     "b") @)\n'},
            ["render", "-f", "t.yml"])


def patches_as_texts(n):
    patch = "- patch: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {{name: c{i}}}\n    data: {{a: b}}\n"
    return {"kustomization.yaml": "patches:\n" + lines(patch)(n)}, ["k8s", "kustomization.yaml"]


def kustomization(n):
    return {"kustomization.yaml": "resources:\n" + lines("- r{i}.yml\n")(n)}, ["k8s", "kustomization.yaml"]


def kcl_unknown_attributes(n):
    return ({"a.k": "schema A:\n" + lines("    attribute{i}?: int\n")(n) + "x = A {\n" + lines("    atribute{i} = 1\n")(n) + "}\n"},
            ["run", "a.k"])


def kcl_union(n):
    return {"a.k": "type T = " + " | ".join(f'"v{i}"' for i in range(n)) + "\nx: T = 'v0'\n"}, ["run", "a.k"]


def kcl_overrides(n):
    options = [word for i in range(n) for word in ("-O", f"x.k{i}={i}")]
    return {"a.k": "x = {" + ",".join(f"k{i} = 1" for i in range(n)) + "}\n"}, ["run", "a.k", *options]


def repaired_files(n):
    return ({"schema.yml": EMPTY, **{f"in/v{i}.yml": "nam: a\n" for i in range(n)}},
            ["check", "--each", "-f", "schema.yml", "in", "--diff", "-j", "1"])


def faulty_expression(n):
    return {}, ["cel", " || ".join(f"nope{i}" for i in range(n))]


def chain_of_references(n):
    """A chain of n references without a cycle."""
    schema = {"$schema": DRAFT, "$ref": "#/$defs/n0", "$defs": {
        **{f"n{i}": {"$ref": f"#/$defs/n{i + 1}"} for i in range(n)}, f"n{n}": {"type": "integer"}}}
    return {"s.json": json.dumps(schema), "v.json": "1"}, ["check", "-f", "s.json", "-f", "v.json"]


def circle_of_references(n):
    """A cycle of n references, and n references into the cycle."""
    schema = {"$schema": DRAFT, "$defs": {f"n{i}": {"$ref": f"#/$defs/n{(i + 1) % n}"} for i in range(n)},
              "properties": {f"k{i}": {"$ref": f"#/$defs/n{i}"} for i in range(n)}}
    return {"s.json": json.dumps(schema), "v.json": "{}"}, ["check", "-f", "s.json", "-f", "v.json"]


def references_that_lead_nowhere(n):
    schema = {"$schema": DRAFT, "$defs": {f"a{i}": {} for i in range(n)},
              "properties": {f"k{i}": {"$ref": f"#/$defs/b{i}"} for i in range(n)}}
    return {"s.json": json.dumps(schema), "v.json": "{}"}, ["check", "-f", "s.json", "-f", "v.json"]


def required_fields(n):
    schema = {"$schema": DRAFT, "properties": {f"k{i}": {} for i in range(n)}, "required": [f"k{i}" for i in range(n)],
              "errorMessage": {"required": {f"k{i}": "is wanted" for i in range(n)}}}
    return {"s.json": json.dumps(schema), "v.json": "{}"}, ["check", "-f", "s.json", "-f", "v.json"]


def one_not_null(n):
    """A rule that names all n keys of a map."""
    names = ",".join(f'"k{i}"' for i in range(n))
    schema = f"#@data/values-schema\n---\n#@schema/validation one_not_null=[{names}]\nm:\n" + lines(
        "  #@schema/nullable\n  k{i}: 1\n")(n)
    return {"schema.yml": schema, "values.yml": "m:\n" + lines("  k{i}: 1\n")(n)}, CHECK_ANY


def vet(schema, text, *args):
    return lambda n: ({"a.k": schema(n), "values.yml": text(n)}, ["vet", "values.yml", "a.k", *args])


def kcl_uses_of_a_union(n):
    """A union of n literals, each used once."""
    union = "type T = " + " | ".join(f"'v{i}'" for i in range(n)) + "\n"
    return {"a.k": union + lines("x{i}: T = 'v{i}'\n")(n)}, ["run", "a.k"]


def kcl_list_of_schemas(n):
    union = " | ".join(f"A{i}" for i in range(n))
    items = ", ".join(f"A{i} {{a = {i}}}" for i in range(n))
    return {"a.k": lines("schema A{i}:\n    a: int\n")(n) + f"x: [{union}] = [{items}]\n"}, ["run", "a.k"]


def marks_and_files(mark):
    def make(n):
        files = {f"f{i}.yml": "a: 1\n" for i in range(n)}
        words = [word for i, name in enumerate(files) for word in ("-f", name, "--file-mark", mark.format(i=i) + ":type=data")]
        return files, ["render", *words]
    return make


def chart_of(chart_text, kid_values):
    """A chart with a dependency on the existing subchart `kid`."""
    return lambda n: ({"app/Chart.yaml": CHART + "dependencies:\n" + chart_text(n), "app/values.yaml": "a: 1\n",
                       "app/charts/kid/Chart.yaml": CHART.replace("app", "kid"), "app/charts/kid/values.yaml": kid_values(n)},
                      ["helm", "app"])


def ignored_files(pattern):
    return lambda n: ({"app/Chart.yaml": CHART, "app/values.yaml": "a: 1\n", "app/.helmignore": lines(pattern)(n),
                       **{f"app/files/f{i}.txt": "a" for i in range(n)}}, ["helm", "app"])


def resources_of_a_container(n):
    amounts = {f"example.org/r{i}": 1 for i in range(n)}
    container = {"name": "c", "image": "a", "resources": {"limits": amounts, "requests": amounts}}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [container]}}
    return {"in.json": json.dumps(pod)}, ["k8s", "in.json"]


def values_without_defaults(n):
    """n undeclared keys. For suggestions, each is compared only with the first declared keys."""
    return ({"app/Chart.yaml": CHART, "app/values.yaml": lines("key{i}: 1\n")(n), "v.yaml": lines("kei{i}: 1\n")(n)},
            ["helm", "app", "--infer", "-f", "v.yaml"])


def loaded_files(n):
    files = {f"l{i}.star": f"def f{i}():\n  return {i}\nend\n" for i in range(n)}
    return {"t.yml": lines('#@ load("l{i}.star", "f{i}")\n')(n) + lines("k{i}: #@ f{i}()\n")(n), **files}, ["render", "-f", "."]


def libraries(n):
    """n libraries, each evaluated once with different data values."""
    used = lines('--- #@ template.replace(library.get("l{i}").with_data_values({{"a": {i}}}).eval())\n')(n)
    files = {"t.yml": '#@ load("@ytt:library", "library")\n#@ load("@ytt:template", "template")\n' + used}
    for i in range(n):
        files[f"_ytt_lib/l{i}/v.yml"] = "#@data/values-schema\n---\na: 1\n"
        files[f"_ytt_lib/l{i}/t.yml"] = '#@ load("@ytt:data", "data")\nb: #@ data.values.a\n'
    return files, ["render", "-f", "."]


def removed_keys(n):
    return {"a.yml": lines("k{i}: 1\n")(n), "b.yml": OVERLAY + lines("#@overlay/remove\nk{i}:\n")(n)}, ["render", "-f", "a.yml", "-f", "b.yml"]


def documents_and_keys(text, first, limit):
    """n documents that each change one key. Copying costs steps, which `limit` bounds."""
    return lambda n: ({"schema.yml": ANY if "any" in first else declared_keys(n),
                       "values.yml": first + "".join(f"---\n{text.format(i=i)}" for i in range(n))},
                      [*CHECK_ANY, "--limit", f"check-steps={limit}"])


def documents_that_replace(n):
    return documents_and_keys("any:\n  k{i}: 2\n", "---\nany:\n" + lines("  k{i}: 1\n")(n), 500_000)(n)


def policy_of_variables(n):
    """An admission policy with n variables and n validations; each validation uses one variable."""
    rule = {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"]}
    spec = {"matchConstraints": {"resourceRules": [rule]}, "variables": [{"name": f"v{i}", "expression": "1"} for i in range(n)],
            "validations": [{"expression": f"variables.v{i} == 1"} for i in range(n)]}
    return {"in.json": json.dumps({"apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingAdmissionPolicy",
                                   "metadata": {"name": "a"}, "spec": spec})}, ["k8s", "in.json"]


def blocks_that_are_ignored(n):
    """n blocks with one suppression comment above and one inside each."""
    block = "# kval: ignore KV401\n- k{i}:\n  # kval: ignore KV402\n    b: 1\n"
    return {"schema.yml": EMPTY, "values.yml": "l:\n" + lines(block)(n)}, CHECK_ANY


def maps_of_members(n):
    """n maps and n members of a union; each map matches a different member."""
    members = [{"type": "object", "properties": {"kind": {"const": f"k{i}"}}, "required": ["kind"]} for i in range(n)]
    return json_schema(lambda n: {"items": {"oneOf": members}}, lambda n: [{"kind": f"k{i}"} for i in range(n)])(n)


PRODUCTS = [
    Kind("comments that ignore blocks", 1000, blocks_that_are_ignored, 1),
    Kind("json schema: patterns × keys", 600, json_schema(
        lambda n: {"patternProperties": {f"^p{i}_": {"type": "integer"} for i in range(n)}, "additionalProperties": False},
        lambda n: {f"p{i}_x": i for i in range(n)})),
    Kind("json schema: allowed maps × items", 1500, json_schema(
        lambda n: {"items": {"enum": [{"a": i} for i in range(n)]}}, lambda n: [{"a": i} for i in range(n)])),
    Kind("long unknown keys", 200, schema_and_values(
        lambda n: "#@data/values-schema\n---\n" + lines("k" * 100 + "{i}: 1\n")(n), lines("k" * 100 + "x{i}: 1\n")), 1),
    Kind("starlark: names of a format", 3000, starlark(
        'return len("".join(["{a%d}" % i for i in range(N)]).format(**{"a%d" % i: i for i in range(N)}))')),
    Kind("starlark: parameters × arguments", 1000, template(
        lambda n: "#@ def f(" + ",".join(f"a{i}=0" for i in range(n)) + "):\n#@   return a0\n#@ end\nk: #@ f("
        + ",".join(f"a{i}=1" for i in range(n)) + ")\n")),
    Kind("helm: ignored classes × files", 1000, ignored_files("[a-z]x{i}*\n")),
    Kind("helm: rules that are turned round × files", 1000, ignored_files("!*\n")),
    Kind("json schema: members × maps", 1500, maps_of_members),
    Kind("k8s: variables × validations", 4000, policy_of_variables),
    Kind("documents × declared keys", 1500, documents_and_keys("key_{i}_of_schema: 2\n", "", 500_000), 3),
    Kind("documents × keys that they replace", 1500, documents_that_replace),
    Kind("helm: keys without defaults", 1000, values_without_defaults),
    Kind("templates: files that are loaded", 500, loaded_files),
    Kind("templates: libraries", 100, libraries),
    Kind("overlay: keys that are removed", 3000, removed_keys),
    Kind("kcl: uses of a union", 2000, kcl_uses_of_a_union),
    Kind("kcl: a list of many schemas", 1500, kcl_list_of_schemas),
    Kind("file marks × files", 1000, marks_and_files("f{i}.yml")),
    Kind("file marks with stars × files", 1000, marks_and_files("*{i}.yml")),
    Kind("helm: ignored names × files", 1000, ignored_files("x{i}.txt\n")),
    Kind("helm: ignored beginnings × files", 1000, ignored_files("x{i}*\n")),
    Kind("helm: ignored middles × files", 1000, ignored_files("*x{i}*\n")),
    Kind("helm: imported values", 3000, chart_of(
        lambda n: "- name: kid\n  version: 1.0.0\n  import-values:\n" + lines("  - e{i}\n")(n),
        lambda n: "exports:\n" + lines("  e{i}: {{a{i}: 1}}\n")(n))),
    Kind("helm: aliases", 1500, chart_of(lines("- name: kid\n  version: 1.0.0\n  alias: kid{i}\n"), lambda n: "b: 1\n")),
    Kind("k8s: resources of a container", 2500, resources_of_a_container),
    Kind("json schema: schemas of dependent keys", 1500, json_schema(
        lambda n: {"dependentSchemas": {f"k{i}": {"required": [f"k{i}"]} for i in range(n)}, "unevaluatedProperties": True},
        lambda n: {f"k{i}": 1 for i in range(n)})),
    Kind("json schema: unevaluated × parts", 500, json_schema(
        lambda n: {"allOf": [{"properties": {f"k{i}": {"type": "integer"}}} for i in range(n)], "unevaluatedProperties": False},
        lambda n: {f"k{i}": i for i in range(n)})),
    Kind("json schema: allowed values × items", 1500, json_schema(
        lambda n: {"items": {"enum": [f"v{i}" for i in range(n)]}}, lambda n: [f"v{i}" for i in range(n)])),
    Kind("json schema: contains one of many", 1500, json_schema(
        lambda n: {"contains": {"enum": [f"x{i}" for i in range(n)]}}, lambda n: [f"v{i}" for i in range(n)]), 1),
    Kind("one of × wrong items", 1000, schema_and_values(
        lambda n: "#@data/values-schema\n---\nlist:\n#@schema/validation one_of=[" + ",".join(f'"a{i}"' for i in range(n)) +
        "]\n- ''\n", lambda n: "list:\n" + lines("- b{i}\n")(n)), 1),
    Kind("kcl vet: missing attributes", 1000, vet(lambda n: "schema A:\n" + lines("    f{i}: int\n")(n), lambda n: "{}\n"), 1),
    Kind("kcl vet: unknown keys", 1000, vet(lambda n: "schema A:\n    f?: int\n", lines("g{i}: 1\n")), 1),
    Kind("kcl vet: faulty items", 1000, vet(
        lambda n: "schema B:\n    a: int\n    b: int\nschema A:\n    l: [B]\n", lambda n: "l:\n" + "- a: 1\n" * n, "-s", "A"), 1),
    Kind("json schema: a chain of references", 5000, chain_of_references),
    Kind("json schema: a circle of references", 3000, circle_of_references, 2),
    Kind("json schema: references that lead nowhere", 3000, references_that_lead_nowhere, 2),
    Kind("json schema: required fields", 3000, required_fields, 1),
    Kind("one not null × keys", 3000, one_not_null, 1),
    Kind("k8s: duplicates on one line", 1500, duplicates, 1),
    Kind("k8s: volumes × mounts", 1000, volumes_and_mounts),
    Kind("k8s: volumes that are missing", 2000, volumes_that_are_missing, 1),
    Kind("yaml: anchors that are missing", 2000, anchors_that_are_missing, 1),
    Kind("starlark: undefined names", 2000, undefined_names, 1),
    Kind("yaml: tabs × lines", 2000, tabs_and_lines, 1),
    Kind("templates: code in a text × lines", 2000, code_over_lines, 1),
    Kind("k8s: a kustomization", 1500, kustomization, 1),
    Kind("k8s: patches as texts", 1000, patches_as_texts, 0),
    Kind("kcl: unknown attributes", 500, kcl_unknown_attributes, 1),
    Kind("kcl: a union", 3000, kcl_union),
    Kind("kcl: overrides", 1500, kcl_overrides),
    Kind("repairs of files", 200, repaired_files, 1),
    Kind("cel: many faults", 1500, faulty_expression, 2),
    Kind("overlay: keys that are missing", 4000, overlay_of_missing, 1),
    Kind("baseline × findings", 800, baseline, 1),
    Kind("comments that ignore × findings", 800, suppressions, 1),
    Kind("k8s: documents with 20 rules", 100, rules_and_documents(lambda n: 20, lambda n: n)),
    Kind("k8s: rules of 20 documents", 60, rules_and_documents(lambda n: n, lambda n: 20)),
    Kind("k8s: policies × kinds", 60, policies),
    Kind("k8s: documents with a policy", 300, policy_and_documents),
    Kind("infer: samples", 200, infer_samples),
    Kind("infer: items", 800, infer_items),
    Kind("convert: types of KCL", 300, convert_types),
    Kind("convert: types of JSON Schema", 300, convert_from_json),
    Kind("select × findings", 400, select, 1),
    Kind("words of select and ignore", 500, select_and_ignore),
    Kind("project: sets × files", 100, sets_and_files),
    Kind("project: excludes × files", 300, excludes_and_files("- 'x{i}/**'\n")),
    Kind("project: excluded names × files", 1000, excludes_and_files("- '**/x{i}*.yml'\n")),
    Kind("project: excluded names of a folder × files", 1000, excludes_and_files("- 'd/*x{i}*'\n")),
    Kind("project: overrides × findings", 100, overrides_and_findings),
    Kind("project: many ways to a folder", 100, deep_patterns),
    Kind("project: paths × sets", 60, paths_and_sets),
    Kind("cel: questions", 400, questions),
]
