"""Random charts and invocations for helm_differential.py: nested subcharts, directories and archives in charts/, aliases
(also two of one chart), conditions with several paths, tags, both forms of import-values, exports, library charts, schemas
at every level, all kinds of values files, and flags with unusual syntax."""
import io
import json
import os
import tarfile

SCALARS = ["1", "0", "-3", "1.5", "1e3", "0755", "yes", "off", "true", "false", "null", "~", "text", '"1"', "''",
           "1_000", "0x1F", "0o17", "0b11", "+12", "9007199254740993", "-9223372036854775809", "1:30", "2024-01-02", "{}",
           "[]", "1.20", "nO", "Y", "n", "\"a\\tb\"", "1e400", "-.5", ".5e1", "1.", "!!str 12", "!!int '3'", "\"\\u00e9\"",
           "2001-12-14t21:59:43.10-05:00", "=", "<<", "!!binary aGVsbG8=", "0.1", "1e21", "123456789012345678901234567890"]
BLOCKS = ["|\n  two\n  lines\n", ">-\n  folded\n  text\n", "|+\n  kept\n\n", "\"a\n  b\"\n"]
ODD_FILES = ["", "# nothing\n", "---\n", "null\n", "[1, 2]\n", "text\n", "7\n", "\ufeffa: 1\n", "a: 1\n---\nb: 2\n",
             "---\n---\na: 1\n", "---\n# first\n---\nb: 2\n", "a:\t1\n", "a:\n\tb: 1\n", "a: 1\n...\nb: 2\n", "{\"a\": 1, \"m\": {\"b\": null}}\n",
             "a: &x {b: 1}\nm: *x\nn:\n  <<: *x\n  c: 2\n", "m:\n  <<: [{a: 1}, {a: 2, b: 3}]\n  b: 4\n", "a: 1\na: 2\n",
             "m: {a: 1}\nm: {b: 2}\n", "1: x\n\"1\": y\n", "yes: 1\nm: {on: 2, 1.5: 3}\n", "? [a]\n: 1\n", "? {a: 1}\n: 1\n", "~: 1\n",
             "a: .inf\n", "a: .nan\n", "%YAML 1.1\n---\na: 1\n", "%YAML 1.2\n---\na: yes\n", "a: !custom 1\n", "a: @x\n", "a: `x`\n", "a: %x\n",
             "- a: 1\n", "a: b: c\n", "a: [1,\n", "a: 'x\n", "a: \"\\ud83d\\ude00\"\n", "a: 1\r\nm:\r\n  b: 2\r\n", "a: 'it''s'\n", "*x\n",
             "a: 08\nb: 09.5\nm: 0o8\n", "a: 1 # c\n# d\n", "a: 1\n--- \nb: 2\n", "--- {a: 1}\n", "a: |2\n    x\n", "m: {a, b: 1}\n", "m: {a: , b}\n",
             "m: [a: 1, b]\n", "\"a\\x41\": 1\n", "a: ! 12\n", "a: !!float 1\n", "a: !!bool yes\n", "a: !!null ''\n", "a: !!set {x, y}\n",
             "a: 12e03\n", "a: 1__0\n", "a: 0x_1\n", "a: -0\n", "a: -0.0\n", "a: +.5\n", "a: 190:20:30\n", "a: 1e+5\n", "? a\n? b\n", "a: &x 1\nb: *x\n"]
FLAG_TEXTS = ["1", "0", "-0", "+7", "007", "1.5", "true", "FALSE", "Null", "", "text", "a b", "{}", "{1,x}", "{a,}", "{,}", "{a\\,b,c}",
              "\\,", "a\\=b", "a=b", "{null,2}", "[]", "1e3", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
              "\\{x\\}", "x}", "\\", "\\\\", "'q'", "\"q\"", "{ a , b }", "[1]", "a.b", "a[0]", "é", "-", "0x10", "1_0", "TRUE", "nil", "{{}}"]
BAD_TEXTS = ["{x", "{a}b", "{a}{b}", "{"]
JSON_TEXTS = ["1", "1.5", "null", "", '"x"', "[1,{\"a\":2}]", '{"a":{"b":1}}', "9007199254740993", " 2 ", "true", "[]", "{}", "-0", "1e3",
              '"a,b=c"', '{"a.b":null}', "[[1],[2]]", '{"a":null}', '"\\u00e9\\n"', "0.1", '{"a":1,"a":2}', '[null]', "1E+2"]
BAD_JSON = ["1e400", "{", "01", "'x'", "nul", "+1", "[1,]", "1 2", "tru", '"\t"', "x", "{a:1}"]
SUBS = ["kid", "other", "deep", "base-lib"]
KEYS = ["a", "b", "c", "m", "n", "l"]
ODD_KEYS = ["global", "enabled", "x.y", "1", "tags", "exports", "true", "a b", "", "é", "a/b"]
DRAFTS = ["http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#", "http://json-schema.org/draft-07/schema#",
          "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema"]
PROBE = ("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: p}\ndata:\n  v: {{ .Values | toJson | b64enc }}\n"
         "{{ if eq .Release.Name \"test-release\" }}{{ fail (printf \"PROBE %s %s\" .Chart.Name (.Values | toJson | b64enc)) }}{{ end }}\n")


class TreeMaker:
    def __init__(self, rng):
        self.rng = rng
        self.schemas = rng.choice([0, 0, 0.3])  # probability of a schema per chart
        self.oddities = rng.choice([0, 0.01, 0.04])  # probability of input that Helm usually rejects

    def chance(self, share):
        return self.rng.random() < share

    # Values

    def key(self):
        return self.rng.choice(ODD_KEYS) if self.chance(0.12) else self.rng.choice(KEYS)

    def value(self, depth):
        roll = self.rng.random()
        if depth > 4 or roll < 0.5:
            return self.rng.choice(SCALARS)
        if roll < 0.62:
            return "[" + ", ".join(self.value(depth + 1) for _ in range(self.rng.randint(0, 3))) + "]"
        return self.table(depth + 1)

    def table(self, depth):
        keys = {self.key() for _ in range(self.rng.randint(0, 4))}
        if self.chance(0.25):
            keys.add("global")
        return "{" + ", ".join(f"{json.dumps(k)}: {self.value(depth)}" for k in sorted(keys)) + "}"

    def part_of(self, chart):
        """Returns values for a subchart in its parent's values, usually a map with related keys."""
        if self.chance(self.oddities):
            return self.value(1)
        pairs = [f"{json.dumps(self.key())}: {self.value(2)}" for _ in range(self.rng.randint(0, 3))]
        pairs += [f"{json.dumps(name)}: {self.part_of(below)}" for name, below in chart["below"].items() if self.chance(0.6)]
        if self.chance(0.35):
            pairs.append(f"global: {self.globals()}")
        if self.chance(0.3):
            pairs.append(f"enabled: {self.rng.choice(['true', 'false', 'false', 'null', 'yes', '1', 'text'])}")
        if self.chance(0.2):
            pairs.append("exports: {d: {a: 1, c: {x: 2}}, e: {m: {a: 5}}}")
        return "{" + ", ".join(dict.fromkeys(pairs)) + "}"

    def globals(self):
        return self.table(2) if self.chance(0.93) else self.value(2)

    def document(self, chart):
        if self.chance(2 * self.oddities):
            return self.rng.choice(ODD_FILES)
        lines = {self.key(): self.value(1) for _ in range(self.rng.randint(0, 5))}
        for name, below in chart["below"].items():
            if self.chance(0.7):
                lines[name] = self.part_of(below)
        if self.chance(0.5):
            lines["global"] = self.globals()
        if self.chance(0.25):
            lines["tags"] = "{" + ", ".join(f"{t}: {self.rng.choice(['true', 'false', 'null', 'yes', '1'])}" for t in ("front", "back")
                                            if self.chance(0.7)) + "}"
        if self.chance(0.25):
            lines["exports"] = self.rng.choice(["{d: {a: 1, m: {b: 2}}, e: {c: {x: 1}}}", "{d: 5}", "{d: {global: {g: 1}}}"])
        text = "".join(f"{json.dumps(k)}: {v}\n" for k, v in lines.items())
        return text + (f"block: {self.rng.choice(BLOCKS)}" if self.chance(0.1) else "")

    # Schemas

    def schema(self, depth=0):
        types = ["string", "integer", "number", "boolean", "object", "array", "null"]
        choices = [lambda: {"type": self.rng.choice(types)}, lambda: {"type": self.rng.sample(types, 4)}, lambda: {"enum": [1, "1", None, True]},
                   lambda: {"minimum": 2}, lambda: {"maxLength": 2}, lambda: {"items": {"type": self.rng.choice(types)}},
                   lambda: {"anyOf": [{"type": "string"}, {"minimum": 1}]}, lambda: {"not": {"type": "null"}}, lambda: {"multipleOf": 0.5},
                   lambda: {"const": 1}, lambda: {"if": {"type": "number"}, "then": {"minimum": 1}, "else": {"type": types[0:1] + types[3:]}},
                   lambda: {"$ref": "#/definitions/d"}, lambda: {"minProperties": 1}, lambda: {"uniqueItems": True}, lambda: True]
        if depth < 2:
            choices += [lambda: self.schema(depth + 1)] * 3
        names = self.rng.sample(KEYS + ["global"] + SUBS, 4)
        schema = {"properties": {k: self.rng.choice(choices)() for k in names}}
        if self.chance(0.5):
            schema["type"] = "object" if self.chance(0.9) else ["object", "null"]
        if self.chance(0.25):
            schema["required"] = [self.key()]
        if self.chance(0.12):
            schema["additionalProperties"] = self.rng.choice([False, {"type": ["object", "string", "number"]}])
        if depth == 0:
            schema["definitions"] = {"d": {"type": self.rng.sample(types, 4)}}
            if self.chance(0.5):
                schema["$schema"] = self.rng.choice(DRAFTS)
        return schema

    # Charts

    def shape(self, name, depth=0):
        """Returns the tree of subcharts by values key. Must run before the values are generated."""
        chart = {"name": name, "below": {}, "folders": [], "listed": [], "library": name == "base-lib", "archive": self.chance(0.3)}
        if depth < 3 and not chart["library"]:
            for sub in SUBS:
                if self.chance((0.6, 0.45, 0.25)[depth]):
                    self.add_sub(chart, sub, depth)
        return chart

    def add_sub(self, chart, sub, depth):
        below = self.shape(sub, depth + 1)
        chart["folders"].append(below)
        if not self.chance(0.75):
            chart["below"][sub] = below
            return
        names = [None] if self.chance(0.7) else ["twin", "second"] if self.chance(0.5) else [None, "twin"]
        for alias in names:
            alias = alias and f"{sub}-{alias}"
            chart["below"][alias or sub] = below
            chart["listed"].append(self.dependency(sub, alias))

    def dependency(self, name, alias):
        key = alias or name
        lines = [f"  - name: {name}\n", f"    version: '{self.rng.choice(['1.2.3', '^1.0.0', '*', '>=1.0.0', '2.x', '1.2.x', '~1.2', '>1 <2', '']) }'\n"]
        if alias:
            lines.append(f"    alias: {alias}\n")
        if self.chance(0.45):
            paths = [f"{key}.enabled", "enabled", "global.on", "m.n", f"{key}.m.a", "a", "global.a"]
            lines.append("    condition: '" + self.rng.choice([",", ", ", ",,"]).join(self.rng.sample(paths, self.rng.randint(1, 3))) + "'\n")
        if self.chance(0.3):
            lines.append(f"    tags: [{self.rng.choice(['front', 'back', 'front, back', 'front, none'])}]\n")
        if self.chance(0.45):
            forms = ["d", "e", "none", "{child: m, parent: n}", "{child: exports.d, parent: imp}", "{child: global, parent: m.n}", "{child: m, parent: .}",
                     "{child: n.a, parent: a.b.c}", "{child: m}", "{child: l, parent: l}", "{child: a, parent: m}"]
            lines.append("    import-values: [" + ", ".join(self.rng.sample(forms, self.rng.randint(1, 3))) + "]\n")
        return "".join(lines)

    def files(self, chart):
        """Returns path -> content of a chart's directory."""
        files = {"templates/probe.yaml": PROBE} if not chart["library"] else {"templates/_h.tpl": "{{ define \"x\" }}{{ end }}\n"}
        text = f"apiVersion: v2\nname: {chart['name']}\nversion: 1.2.3\n" + ("type: library\n" if chart["library"] else "")
        files["Chart.yaml"] = text + ("dependencies:\n" + "".join(chart["listed"]) if chart["listed"] else "")
        if self.chance(0.93):
            files["values.yaml"] = self.document(chart)
        if self.chance(self.schemas):
            files["values.schema.json"] = json.dumps(self.schema(), indent=1)
        for below in chart["folders"]:
            inner = self.files(below)
            if below["archive"]:
                files[f"charts/{below['name']}-1.2.3.tgz"] = pack(below["name"], inner)
            else:
                files.update({f"charts/{below['name']}/{path}": text for path, text in inner.items()})
        return files

    # Flags

    def name(self):
        name = self.key() if not self.chance(self.oddities) else self.rng.choice(["", "a\\.b", "\\,", "a\\=b", "\\[0]", "a b", "é"])
        return name.replace(".", "\\.") if "\\" not in name else name

    def path(self, chart):
        path, below = "", chart
        while below["below"] and self.chance(0.5):
            name, below = self.rng.choice(list(below["below"].items()))
            path += name + "."
        if self.chance(0.2):
            path += "global."
        path += self.rng.choice(["enabled", "tags.front", "exports.d.a"]) if self.chance(0.12) else self.name()
        for _ in range(self.rng.choice([0, 0, 0, 0, 1, 2, 3])):
            path += f"[{self.index()}]" if self.chance(0.35) else "." + self.name()
        return path

    def index(self):
        return self.rng.choice(["0", "1", "2", "3", "5"]) if not self.chance(2 * self.oddities) else self.rng.choice(
            ["-1", "+1", "01", "65536", "65537", "99999999999", "", "a", " 1", "0x1", "1.0", "1_0"])

    def text(self, texts, bad):
        return self.rng.choice(bad) if bad and self.chance(self.oddities) else self.rng.choice(texts)

    def flag(self, chart):
        kind = self.rng.choice(["--set"] * 5 + ["--set-string", "--set-json", "--set-json", "--set-literal", "--set-file"])
        texts, bad = {"--set-json": (JSON_TEXTS, BAD_JSON), "--set-file": (["v0.yaml", "bytes", "{v0.yaml,bytes}"], ["none"])}.get(
            kind, (FLAG_TEXTS, BAD_TEXTS))
        pairs = [f"{self.path(chart)}={self.text(texts, bad)}" for _ in range(1 if kind == "--set-literal" else self.rng.choice([1, 1, 1, 2, 3]))]
        line = ",".join(pairs)
        if self.chance(self.oddities):
            line = self.rng.choice([line + ",", "," + line, line.replace("=", "", 1), "=" + line, line + ",=", line + "\\", line.replace(".", "..", 1),
                                    line.replace("[", "", 1), line.replace("]", "", 1), line.replace("=", "==", 1), line.replace("=", " =", 1), ""])
        return [kind, line]

    def invocation(self, folder):
        """Writes folder/chart and all other files. Returns the arguments after the chart."""
        shape = self.shape("root")
        for path, text in self.files(shape).items():
            write(os.path.join(folder, "chart", path), text)
        write(os.path.join(folder, "bytes"), bytes(self.rng.choice([list(range(1, 128)), [0, 255, 254, 10], list("é\r\n".encode())])))
        write(os.path.join(folder, "v0.yaml"), self.document(shape))
        groups = [["-f", "v0.yaml"]] if self.chance(0.7) else []
        if self.chance(0.4):
            write(os.path.join(folder, "v1.yaml"), self.document(shape))
            groups.append(["-f", "v1.yaml"] if self.chance(0.7) else ["--values=v1.yaml,v0.yaml"])
        groups += [self.flag(shape) for _ in range(self.rng.choice([0, 0, 1, 1, 2, 3, 5]))]
        self.rng.shuffle(groups)
        return [word for group in groups for word in group]


def pack(name, files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for path, text in files.items():
            data = text if isinstance(text, bytes) else text.encode()
            info = tarfile.TarInfo(f"{name}/{path}")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
