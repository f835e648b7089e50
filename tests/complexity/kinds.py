"""Kinds of input for reading, validating and merging YAML."""

import json

from makers import (
    ANY, EMPTY, Kind, declared_keys, flags, layers, lines, overlay_by_index, overlay_by_name, overlay_of_all,
    overlays_of_documents, overlays_of_one_map, overlays_that_append, schema_and_values, template, under_any, unknown_keys,
    values)

KINDS = [
    # Reading YAML.
    Kind("keys", 4000, values(under_any("  k{i}: {i}\n"))),
    Kind("items", 4000, values(under_any("- item {i}\n"))),
    Kind("nesting", 400, values(lambda n: "any:\n" + ("- " + "[" * n + "]" * n + "\n") * 20)),
    Kind("documents", 1500, values(lines("---\nany: {i}\n"))),
    Kind("comments", 8000, values(lambda n: "any:\n" + lines("  # comment {i}\n")(n) + "  a: 1\n")),
    Kind("anchors and aliases", 3000, values(under_any("  a{i}: &a{i} x\n  b{i}: *a{i}\n"))),
    Kind("aliases on one line", 4000, values(lambda n: "any:\n  a: &a 1\n  b: [" + "*a, " * n + "]\n")),
    Kind("a template of Go's", 2000, values(lines("{{{{- if .a{i} }}}}\nk{i}: {{{{ .b }}}}\n{{{{- end }}}}\n"), ANY), 1),
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
    Kind("keys in quotes at the margin", 1500, values(lambda n: '"k\ney": 1\n' + 'any:\n  "a\nb":\n    - 1\n\'c\nd\': 2\n' * n), 1),
    Kind("bad indentation", 1500, values(lambda n: "any:\n" + "   a: 1\n  b: 2\n" * n), 1),
    Kind("control characters", 4000, values(lambda n: "any: " + "a\x01" * n + "\n"), 1),
    Kind("a long key", 20_000, values(lambda n: "any: 1\n" + "k" * n + ": 1\n"), 1),
    Kind("handles of tags", 2000, values(
        lambda n: lines("%TAG !a{i}! tag:yaml.org,2002:\n")(n) + "---\nany:\n" + lines("- !a{i}!str x\n")(n))),
    Kind("documents with handles", 1000, values(lambda n: "%TAG !a! tag:yaml.org,2002:\n---\nany: !a!str b\n...\n" * n)),
    # Syntax that only go-yaml (ytt's dialect) restricts.
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
    # Suppression comments.
    Kind("codes that a comment ignores", 2000, values(
        lambda n: "# kval: ignore-file " + "".join(f"KV{i % 1000:03} word{i} " for i in range(n)) + "\nk: 1\n", EMPTY), 0),
    Kind("a code that a comment ignores again", 20_000, values(lambda n: "k: 1  # kval: ignore" + " KV301" * n + "\n", EMPTY), 1),
    Kind("comments that ignore", 2000, values(
        lambda n: "# kval: ignore KV401\n" * n + lines("k{i}: 1 # kval: ignore KV300\n")(n), EMPTY), 0),
    # Quick fixes.
    Kind("repairs", 3000, lambda n: ({"schema.yml": "#@data/values-schema\n---\nlist:\n- 1\n", "values.yml": "list:\n" + '- "1"\n' * n},
                                     ["check", "--diff", "-f", "schema.yml", "-f", "values.yml"]), 1),
    Kind("repairs beyond the limit on findings", 1500, lambda n: (
        {"schema.yml": "#@data/values-schema\n---\nlist:\n- 1\n", "values.yml": "list:\n" + '- "1"\n' * n},
        ["check", "--diff", "--limit", "findings=50", "-f", "schema.yml", "-f", "values.yml"]), 1),
    # Flags and files.
    Kind("flags", 500, flags(lambda n: [w for i in range(n) for w in ("--data-value", f"any.k{i}={i}")])),
    Kind("a long --set", 1500, flags(lambda n: ["--set", ",".join(f"any.k{i}={i}" for i in range(n))])),
    Kind("a deep --set-json", 100, flags(lambda n: ["--set-json", "any=[" + ",".join(["[" * 100 + "]" * 100] * n) + "]"])),
    Kind("one file", 1000, lambda n: ({"schema.yml": ANY, "a.yml": "any: {a: 1, b: [1]}\n"},
                                     ["values", "-f", "schema.yml", *["-f", "a.yml"] * n])),
    Kind("files", 1000, layers("any:\n  k{i}: 1\n")),
    # Merging and templates.
    Kind("layers", 2000, lambda n: ({"schema.yml": ANY, "a.yml": under_any("  k{i}: 1\n")(n),
                                     "b.yml": under_any("  k{i}: 2\n")(n)},
                                    ["values", "-f", "schema.yml", "-f", "a.yml", "-f", "b.yml"])),
    Kind("files that change a key", 1000, layers("any:\n  k{i}: 1\n  last: {i}\n")),
    Kind("overlays that change a map", 1000, overlays_of_one_map),
    Kind("overlays that append", 1000, overlays_that_append),
    Kind("overlay by name", 500, overlay_by_name),
    Kind("overlay by index", 300, overlay_by_index),
    Kind("overlay of all", 1500, overlay_of_all),
    Kind("overlays × documents", 150, overlays_of_documents('overlay.subset({"metadata": {"name": "NAME"}})')),
    Kind("overlays × documents, two parts", 150, overlays_of_documents(
        'overlay.and_op(overlay.subset({"kind": "Service"}), overlay.subset({"metadata": {"name": "NAME"}}))')),
    Kind("template lines", 1500, template(lines("k{i}: #@ {i} + 1\n"))),
    Kind("a template loop", 3000, template(lambda n: f"#@ for i in range({n}):\n- #@ i\n#@ end\n")),
    Kind("a key that a loop overrides", 3000, template(lambda n: f"#@ for i in range({n}):\n#@yaml/map-key-override\na: 1\n#@ end\n")),
    Kind("items that statements replace", 2000, template(
        lambda n: '#@ load("@ytt:template", "template")\nm:\n'
        + lines("  k{i}: 0\n  l{i}: 0\n  #@ template.replace(dict(r{i}=1))\n")(n))),
    Kind("a text template", 2000, lambda n: ({"t.txt": lines("line (@= str({i}) @)\n")(n)}, ["render", "-f", "t.txt"])),
    Kind("yaml.decode", 2000, template(
        lambda n: '#@ load("@ytt:yaml", "yaml")\nx: #@ yaml.decode("a: 1\\n" + "".join(["k" + str(i) + ": 1\\n" for i in range('
                  + str(n) + ')]))\n')),
    Kind("json.encode", 2000, template(
        lambda n: f'#@ load("@ytt:json", "json")\nx: #@ json.encode([{{"a": i}} for i in range({n})])\n')),
]
