"""Kinds of input for languages, schemas, charts and manifests, and for output formats."""

import json

import collisions

from makers import (
    ANY, CHECK_ANY, CONFIG, EMPTY, Kind, cel, chart, colliding, convert, declared_keys, definition, definitions, each,
    each_with_findings, json_schema, kcl, kcl_chain, kcl_chain_of_values, kcl_check, kcl_circle, kcl_failing_checks,
    kcl_mixins, kcl_module, kcl_packages, kcl_schema, kcl_vet, lines, manifests, misspelt, misspelt_as_one, nested, packed_chart,
    project, report, ruled, starlark, subcharts, subcharts_with_values, texts, under_any, values)

LANGUAGE_KINDS = [
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
    Kind("kcl: many tokens in few characters", 10_000, kcl(lambda n: "_x=[]\n" * n + "a = 1\n")),
    Kind("kcl: a list", 4000, kcl(lambda n: f"a = [i for i in range({n})]\n")),
    Kind("kcl: a dict", 1500, kcl(lambda n: f"a = {{str(i): i for i in range({n})}}\n")),
    Kind("kcl: paths in one literal", 1000, kcl(lambda n: "x = {\n" + lines("    a.b.k{i}: {i}\n")(n) + "}\n")),
    Kind("kcl: nested paths in one literal", 1000, kcl(lambda n: "x = {\n" + lines("    a.b{i}.c: {i}\n")(n) + "}\n")),
    Kind("kcl: entries of one if", 1000, kcl(lambda n: "x = {\n    if True:\n" + lines("        a.b.k{i}: {i}\n")(n) + "}\n")),
    Kind("kcl: many ifs in one literal", 600, kcl(lambda n: "x = {\n" + lines("    if True:\n        a.b.k{i}: {i}\n")(n) + "}\n")),
    Kind("kcl: instances read before they are made", 600, kcl(
        lambda n: "schema S:\n    n: int\n" + lines("a{i} = x{i}.n\n")(n) + lines("x{i} = S {{n = {i}}}\n")(n) + "c = len(S.instances())\n")),
    Kind("kcl: instances written out", 300, kcl(lambda n: "schema A:\n    x: int\n    y: str = 'a'\n    check:\n        x >= 0\n"
                                                 "a = [\n" + lines("    A {{x = {i}}}\n")(n) + "]\n")),
    Kind("kcl: names of one statement", 4000, kcl(lambda n: " = ".join(f"a{i}" for i in range(n)) + " = 1\n")),
    Kind("kcl: one name many times in a statement", 4000, kcl(lambda n: "_a = " * n + "1\na = _a\n")),
    Kind("kcl: parts of one name in a statement", 2000, kcl(lambda n: "_d = {x = 1}\n" + "".join(f"_d.k{i} = " for i in range(n))
                                                             + "1\na = len(_d)\n")),
    Kind("kcl: attributes", 500, kcl_vet),
    Kind("kcl: check lines", 300, kcl_check),
    Kind("kcl: rfind", 400_000, kcl(lambda n: f"_x = 'a' * {n}\na = _x.rfind('a' * {n // 2} + 'b')\n")),
    Kind("kcl: rsplit", 400_000, kcl(lambda n: f"_x = 'a' * {n}\na = len(_x.rsplit('a' * {n // 2} + 'b'))\n")),
    Kind("kcl: strip", 40_000, kcl(lambda n: f"_x = 'a' * {n}\na = len(_x.strip('b' * {n} + 'a'))\n")),
    Kind("kcl: matches", 4000, kcl(lambda n: f"import regex\na = len(regex.findall('ab' * {n}, 'a.'))\n")),
    Kind("kcl: named arguments", 600, kcl(lambda n: "f = lambda " + ", ".join(f"a{i}: int" for i in range(n)) + " {a0}\nb = f("
                                         + ", ".join(f"a{i} = 1" for i in range(n)) + ")\n")),
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
    # kval compares keywords that draft 7 ignores next to $ref with the referenced schema.
    Kind("json schema: keywords beside references", 400, json_schema(
        lambda n: {"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"t": {"enum": list(range(n))}},
                   "properties": {f"k{i}": {"$ref": "#/definitions/t", "enum": list(range(20)), "type": "integer"} for i in range(n)}},
        lambda n: {})),
    Kind("json schema: idle keywords", 400, json_schema(
        lambda n: {"properties": {f"k{i}": {"type": "string", "minimum": 1, "then": {}, "maxItems": 2} for i in range(n)}},
        lambda n: {})),
    Kind("json schema: doubling allOf", 400, json_schema(
        lambda n: {"$ref": "#/$defs/n0", "$defs": {**{f"n{i}": {"allOf": [{"$ref": f"#/$defs/n{i + 1}"}] * 2}
                                                     for i in range(n)}, f"n{n}": {"type": "object"}}}, lambda n: {})),
    # Only the innermost value decides which member of the union applies.
    Kind("json schema: nested unions", 400, json_schema(
        lambda n: {"$ref": "#/$defs/n0", "$defs": {**{f"n{i}": {"anyOf": [
            {"type": "object", "required": ["a", "b"], "properties": {"a": {"$ref": f"#/$defs/n{i + 1}"}}},
            {"type": "object", "required": ["a"], "properties": {"a": {"$ref": f"#/$defs/n{i + 1}"}}}]}
            for i in range(n)}, f"n{n}": {"type": "integer"}}}, lambda n: nested("a", n, 1))),
    Kind("json schema: 200 unions in items", 20, json_schema(
        lambda n: {"items": {"properties": {f"k{i}": {"anyOf": [{"type": "string"}, {"type": "object", "required": ["a"]}]}
                                            for i in range(200)}}},
        lambda n: [{f"k{i}": {"a": 1} for i in range(200)}] * n)),
    Kind("json schema: one of many", 3000, json_schema(
        lambda n: {"items": {"oneOf": [{"const": i} for i in range(100)]}}, lambda n: [i % 100 for i in range(n)])),
    Kind("json schema: allowed values", 2000, json_schema(
        lambda n: {"items": {"enum": [f"v{i}" for i in range(100)]}}, lambda n: [f"v{i % 100}" for i in range(n)])),
    Kind("json schema: unique numbers", 2000, json_schema(
        lambda n: {"uniqueItems": True}, lambda n: [2**62 + i for i in range(n)])),
    # Every entry of the map can select a member of the union.
    Kind("json schema: missed choice", 200, json_schema(
        lambda n: {"anyOf": [{"type": "object", "properties": {"kind": {"enum": [f"k{i}", f"a{i}"]}, f"f{i}": {"type": "integer"}},
                              "required": ["kind"]} for i in range(n)]}, lambda n: {"kind": "none", "a": {}}), 1),
    Kind("json schema: missed choice of many keys", 300, json_schema(
        lambda n: {"anyOf": [{"type": "object", "additionalProperties": False,
                              "properties": {f"k{i}": {"enum": [f"v{i}", j]} for i in range(n)}} for j in range(20)]},
        lambda n: {f"k{i}": "none" for i in range(n)}), 1),
    Kind("json schema: alternatives × keys", 600, json_schema(
        lambda n: {"anyOf": [{"properties": {f"k{i}": {"type": "string"}}, "required": [f"k{i}"]} for i in range(n)]},
        lambda n: {f"k{i}": i for i in range(n)}), 1),
    Kind("json schema: choices × keys", 400, json_schema(
        lambda n: {"oneOf": [{"properties": {f"k{i}": {"enum": ["a", "b"]}}, "required": [f"k{i}"]} for i in range(n)]},
        lambda n: {f"k{i}": i for i in range(n)}), 1),
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
    Kind("repairs: keys meant for one", 1500, misspelt_as_one, 1),
    Kind("kcl: packages", 60, kcl_packages),
    Kind("kcl: a chain of schemas", 400, kcl_chain),
    Kind("kcl: a chain of schemas with values", 300, kcl_chain_of_values),
    Kind("kcl: a circle of schemas", 400, kcl_circle, 1),
    Kind("kcl: mixins of mixins", 300, kcl_mixins, 3),
    Kind("json schema: defaults", 400, json_schema(
        lambda n: {"x-kval-values": True, "properties": {f"k{i}": {"type": "string", "default": f"v{i}"} for i in range(n)}},
        lambda n: {})),
    Kind("json schema: pattern properties", 1200, json_schema(
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
    # Keys that collide in tables with an unkeyed hash.
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
