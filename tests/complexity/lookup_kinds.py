"""Kinds of input with n lookups among n names in manifests, charts and overlays."""

import json

from makers import CHART, Kind, cel, definition, json_schema, lines
from products import DRAFT, OVERLAY


def manifest(make):
    return lambda n: ({"in.json": json.dumps(make(n))}, ["k8s", "in.json"])


def selected_labels(n):
    labels = {f"l{i}": "x" for i in range(n)}
    exists = [{"key": f"l{i}", "operator": "Exists"} for i in range(n)]
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "a"}, "spec": {
        "selector": {"matchLabels": labels, "matchExpressions": exists},
        "template": {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "c", "image": "a"}]}}}}


def devices(n):
    claims = [{"name": f"r{i}", "resourceClaimName": "x"} for i in range(n)]
    uses = [{"name": f"r{i}"} for i in range(n)]
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {
        "resourceClaims": claims, "containers": [{"name": "c", "image": "a", "resources": {"claims": uses}}]}}


def amounts_of_a_range(n):
    amounts = {f"example.org/r{i}": 1 for i in range(n)}
    limit = {"type": "Container", "min": amounts, "max": amounts, "default": amounts, "defaultRequest": amounts}
    return {"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "a"}, "spec": {"limits": [limit]}}


def secret_of_lines(n):
    """A multi-line secret in a quoted string."""
    return {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"}, "stringData": {"a": "x5J\n" * n}, "type": 1}


def variables_of_flux(n):
    """A text of `${` without the end of a variable, and nested defaults."""
    flux = ("apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\n"
            "spec: {path: ., postBuild: {substitute: {A: x}}}\n")
    texts = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: \"" + "${" * n + "}\"\n  b: \"" + "${B:=" * n + "}" * n + "\"\n"
    return {"m/flux.yaml": flux, "m/texts.yaml": texts + "immutable: \"" + "${" * n + "}\"\n"}, ["k8s", "m"]


def values_from(n):
    release = ("apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: a}\nspec:\n  valuesFrom:\n"
               + lines("  - {{kind: ConfigMap, name: c{i}}}\n")(n))
    sources = lines("---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: c{i}}}\ndata: {{values.yaml: 'k{i}: 1'}}\n")(n)
    return {"app/Chart.yaml": CHART, "app/values.yaml": "a: 1\n", "v.yaml": release + sources}, ["helm", "app", "-f", "v.yaml"]


def files_that_are_missing(n):
    return {f"t{i}.yml": f'#@ load("l{i}.star", "f")\na: 1\n' for i in range(n)}, ["render", "-f", "."]


def inserted_items(matcher):
    def make(n):
        edits = "".join(f"#@overlay/match by={matcher}\n#@overlay/insert before=True\n- name: n{i}\n".replace("NAME", f"n{i}")
                        for i in range(n))
        return {"a.yml": lines("- name: n{i}\n  v: 1\n")(n), "b.yml": OVERLAY + edits}, ["render", "-f", "a.yml", "-f", "b.yml"]
    return make


def inserted_documents(n):
    edits = "".join(f"#@overlay/match by=overlay.subset({{'a': {i}}})\n#@overlay/insert after=True\n---\nb: 1\n" for i in range(n))
    return ({"a.yml": lines("---\na: {i}\n")(n), "b.yml": '#@ load("@ytt:overlay", "overlay")\n' + edits},
            ["render", "-f", "a.yml", "-f", "b.yml"])


def types_that_share_types(n):
    definitions = {f"n{i}": {"type": "object", "properties": {
        "a": {"$ref": f"#/$defs/n{(i + 1) % n}"}, "b": {"$ref": f"#/$defs/n{(i * 7 + 3) % n}"}}} for i in range(n)}
    return ({"s.json": json.dumps({"$schema": DRAFT, "$ref": "#/$defs/n0", "$defs": definitions})},
            ["schema", "convert", "--to", "kcl", "-f", "s.json"])


def policies_of_one_schema(n):
    policy = "#@data/values-schema\n---\nkind: K0\n" + lines("k{i}: 1\n")(n)
    flags = [part for i in range(n) for part in ("-f", f"K{i}=p.yml")]
    resource = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"}, "spec": {"ports": [{"port": 1}]}}
    return {"p.yml": policy, "in.json": json.dumps(resource)}, ["k8s", *flags, "in.json"]


def locations_and_documents(n):
    """n documents of a kind and n schema locations without a schema for it."""
    folders = {f"d{i}/a.json": "{}" for i in range(n)}
    documents = "---\n".join(f"apiVersion: x.org/v1\nkind: K\nmetadata: {{name: a{i}}}\n" for i in range(n))
    options = [word for i in range(n) for word in ("--schema-location", f"d{i}/{{{{.Group}}}}/{{{{.ResourceKind}}}}.json")]
    return {"m.yml": documents, **folders}, ["k8s", "m.yml", *options]


def options_of_kcl(n):
    return ({"a.k": lines("k{i} = option('k{i}')\n")(n)},
            ["run", "a.k", *(word for i in range(n) for word in ("-D", f"k{i}={i}"))])


def selected_properties(n):
    """An object with n properties and a rule that reads each of them."""
    rule = " && ".join("(" + " && ".join(f"self.f{i} == 'a'" for i in range(at, min(at + 100, n))) + ")" for at in range(0, n, 100))
    made = definition(lambda n: {f"f{i}": {"type": "string"} for i in range(n)}, lambda n: {f"f{i}": "a" for i in range(n)})(n)
    text = made[0]["m.yml"].replace('"properties": {"f0"', f'"x-kubernetes-validations": [{{"rule": "{rule}"}}], "properties": {{"f0"')
    return {"m.yml": text}, made[1]


def told_apart(word, more):
    """n maps and n alternatives. A constant selects the alternative of each map."""
    members = lambda n: [{"type": "object", "properties": {"kind": {"const": f"k{i}"}, "a": {"type": "integer"}},
                          "required": ["kind"], **more} for i in range(n)]
    return json_schema(lambda n: {"items": {word: members(n)}}, lambda n: [{"kind": f"k{i}", "a": 1} for i in range(n)])


def conditions(n):
    return {"items": {"allOf": [{"if": {"properties": {"kind": {"enum": [f"k{i}"]}}, "required": ["kind"]},
                                 "then": {"required": ["a"]}} for i in range(n)]}}


def wanted_items(more):
    return json_schema(lambda n: {"allOf": [{"contains": {"const": i}} for i in range(n)], **more}, lambda n: list(range(n)))


def attributes_of_their_schema(args):
    """A recursive schema: all attributes have the type of the schema."""
    return lambda n: ({"s.k": "schema Node:\n    name: str = 'n'\n" + lines("    next{i}?: Node\n")(n), "v.yml": "name: a\n"}, args)


def findings_of_versions(n):
    resource = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {f"k{i}": i for i in range(n)}}
    return {"in.json": json.dumps(resource)}, ["k8s", "--k8s-version", "1.29,1.31,1.35", "in.json"]


def documents_of_no_use(n):
    """Plain documents in a data values file. Each causes a finding that refers to the data values document."""
    return {"s.yml": lines("---\nb{i}: 1\n")(n) + "#@data/values-schema\n---\na: 1\n"}, ["schema", "dump", "-f", "s.yml"]


def alternatives_in_one_frame(n):
    """A finding that shows n alternatives, each two lines long, inside one schema."""
    one_of = [{"required": ["k"]}] * n
    files, args = definition(lambda n: {"a": {"type": "object", "oneOf": one_of, "properties": {"k": {"type": "integer"}}}}, lambda n: {"a": {"k": 1}})(n)
    return {"m.yml": files["m.yml"].replace('{"required"', '\n{"required"')}, args


def computed_attributes(n):
    """n computed attributes, each evaluated separately, and each fails."""
    schema = "schema App:\n    port: int\n    lost: int = [7][port]\n" + lines("    a{i}: int = lost + {i}\n")(n)
    return {"s.k": schema, "v.yml": "port: 1\n"}, ["vet", "v.yml", "s.k"]


LOOKUPS = [
    Kind("k8s: locations × documents", 200, locations_and_documents, 1),
    Kind("schemas: documents of no use", 1000, documents_of_no_use, 2),
    Kind("frames: alternatives", 1000, alternatives_in_one_frame, 1),
    Kind("kcl: attributes that cannot be computed", 100, computed_attributes, 1),
    Kind("kcl: options", 600, options_of_kcl),
    Kind("json schema: any of maps × items", 600, told_apart("anyOf", {})),
    Kind("json schema: one of maps × items", 600, told_apart("oneOf", {"additionalProperties": False})),
    Kind("json schema: conditions × items", 600, json_schema(conditions, lambda n: [{"kind": f"k{i}", "a": 1} for i in range(n)])),
    Kind("json schema: names one by one", 1000, json_schema(
        lambda n: {"propertyNames": {"anyOf": [{"const": f"k{i}"} for i in range(n)]}}, lambda n: {f"k{i}": 1 for i in range(n)})),
    Kind("json schema: contains × items", 1000, wanted_items({})),
    Kind("json schema: unevaluated × contains", 1000, wanted_items({"unevaluatedItems": False})),
    Kind("cel: properties × selects", 1500, selected_properties),
    Kind("cel: keys of a query", 4000, cel(lambda n: "url('https://a/?" + "&".join(f"k{i}" for i in range(n)) + "').getQuery().size()")),
    Kind("cel: entries taken away", 1500, cel(
        lambda n: "{" + "".join(f"{i}: 1, " for i in range(n)) + ", ".join(f"?{i}: optional.none()" for i in range(n)) + "}.size()")),
    Kind("cel: lastIndexOf", 20_000, cel(lambda n: f"'{'a' * n}'.lastIndexOf('b{'a' * (n // 2)}')")),
    Kind("cel: a pattern × texts", 1500, cel(lambda n: f"'{'ab' * n}'.findAll('a.').size()")),
    Kind("k8s: labels × selectors", 3000, manifest(selected_labels)),
    Kind("k8s: devices of a container", 2000, manifest(devices)),
    Kind("k8s: amounts of a range", 1500, manifest(amounts_of_a_range)),
    Kind("k8s: policies of one schema", 300, policies_of_one_schema, 2),
    Kind("k8s: findings of several versions", 800, findings_of_versions, 1),
    Kind("kcl: attributes of their schema", 800, attributes_of_their_schema(["check", "-f", "s.k", "-f", "v.yml"])),
    Kind("dump: attributes of their schema", 800, attributes_of_their_schema(["schema", "dump", "-f", "s.k"])),
    # Exceeds the maximum number of types that are written out.
    Kind("export: attributes of their schema", 1600, attributes_of_their_schema(["schema", "export", "-f", "s.k"])),
    Kind("convert: attributes of their schema", 1600, attributes_of_their_schema(["schema", "convert", "--to", "ytt", "-f", "s.k"])),
    Kind("secrets: a text of many lines", 20_000, manifest(secret_of_lines), 1),
    Kind("helm: values from other objects", 400, values_from),
    Kind("k8s: variables of Flux in one text", 2000, variables_of_flux, 1),
    Kind("templates: files that are missing", 600, files_that_are_missing, 1),
    Kind("overlay: items inserted by name", 800, inserted_items('"name"')),
    Kind("overlay: items inserted by part", 400, inserted_items('overlay.subset({"name": "NAME"}), expects="1+"')),
    Kind("overlay: inserted documents", 300, inserted_documents),
    Kind("convert: types that share types", 60, types_that_share_types),
]
