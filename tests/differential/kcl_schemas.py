"""Random KCL programs about schemas and the system modules, for kcl_programs.Generator: attributes of all types,
inheritance, mixins, protocols, signatures, check lines, and valid and invalid instances. Known differences of
COMPATIBILITY.md are excluded."""


class Schemas:
    """Mixin for a generator with `rng` and `pick`."""

    # Type -> (valid values, invalid values).
    TYPES = {
        "int": (["1", "0", "-4", "1Ki"], ['"s"', "1.5", "[1]", "{}", "True"]),
        "float": (["1.5", "2", "-0.25"], ['"s"', "[1.0]", "True"]),
        "str": (['"s"', '""', '"a-b"'], ["1", "[]", "True"]),
        "bool": (["True", "False"], ["1", '"True"']),
        "any": (["1", '"x"', "[1]", "{k = 1}", "True"], []),
        '"a" | "b"': (['"a"', '"b"'], ['"c"', "1"]),
        "1 | 2": (["1", "2"], ["3", '"1"']),
        "True": (["True"], ["False", "1"]),
        '"only"': (['"only"'], ['"other"']),
        "int | str": (["1", '"s"'], ["1.5", "[1]", "True"]),
        "[int]": (["[1, 2]", "[]", "[3]"], ['["s"]', "1", "{}", "[1.5]"]),
        "[int | str]": (['[1, "s"]', "[]"], ["[1.5]", '"s"']),
        "[[str]]": (['[["a"], []]', "[]"], ["[1]", '["a"]']),
        "{str:int}": (["{p = 1}", "{}", "{p = 1, q = 2}"], ['{p = "s"}', "[1]", "1"]),
        "{str:[int]}": (["{p = [1]}", "{}"], ["{p = 1}", '{p = ["s"]}']),
        "{str:}": (["{p = 1, q = {}}", "{}"], ["1", "[]"]),
        "[]": (['[1, "s"]', "[]"], ["1"]),
        "Leaf": (["{n = 1}", "Leaf {n = 2}", "{n = 3, t = \"u\"}"], ['{n = "s"}', "{}", "{z = 1}", "1", "[{n = 1}]"]),
        "[Leaf]": (["[{n = 1}]", "[]", "[Leaf {n = 1}, {n = 2}]"], ['[{n = "s"}]', "[1]", "{n = 1}"]),
        "{str:Leaf}": (["{p = {n = 1}}", "{p: Leaf {n = 4}}"], ["{p = 1}", '{p = {n = "s"}}']),
        "Leaf | int": (["1", "{n = 1}", "Leaf {n = 1}"], ['"s"', "{z = 1}"]),
        "Leaf | Twig": (["{n = 1}", "{w = 1}", "Twig {w = 2}"], ["{z = 1}", "1"]),
    }
    LEAVES = ["schema Leaf:", "    n: int", '    t: str = "t"', "    check:", "        n > 0", "", "schema Twig:", "    w: int",
              "    v: int = w + 1", ""]

    def kind(self):
        return self.rng.choice(list(self.TYPES))

    def fitting(self, kind):
        return self.rng.choice(self.TYPES[kind][0])

    def wrong(self, kind):
        return self.rng.choice(self.TYPES[kind][1] or self.TYPES[kind][0])

    def attribute_line(self, name, kind):
        optional = self.pick("", "", "?")
        default = f" = {self.fitting(kind)}" if self.rng.random() < 0.4 else ""
        return f"    {name}{optional}: {kind}{default}"

    def wanted(self, kinds, is_faulty):
        """Returns configuration entries for the attributes, with one mistake if `is_faulty`."""
        entries = []
        broken = self.rng.choice(list(kinds)) if kinds and is_faulty else None
        for name, kind in kinds.items():
            if name == broken and self.rng.random() < 0.7:
                entries.append(f'{name}{self.pick(" = ", ": ")}{self.wrong(kind)}')
            elif name != broken and self.rng.random() < 0.85:
                entries.append(f'{name}{self.pick(" = ", ": ")}{self.fitting(kind)}')
        if is_faulty and self.rng.random() < 0.1:
            entries.append("unknown = 1")
        self.rng.shuffle(entries)
        return entries

    def schema_types(self):
        """One schema with attributes of all types, and an instance."""
        kinds = {f"a{i}": self.kind() for i in range(self.rng.randint(1, 4))}
        lines = list(self.LEAVES) + ["schema S:"] + [self.attribute_line(name, kind) for name, kind in kinds.items()]
        entries = self.wanted(kinds, self.rng.random() < 0.4)
        separator = self.pick(", ", "\n    ")
        body = separator.join(entries)
        body = f"{{\n    {body}\n}}" if separator != ", " else f"{{{body}}}"
        form = self.pick(f"s = S {body}", f"s: S = {body}", f"s: S {body}", f"_f = lambda c: {{str:}} {{ S {{**c}} }}\ns = _f({body})")
        return "\n".join(lines + ["", form]) + "\n"

    def schema_lines(self):
        """Inheritance, mixins and statements in bodies; check lines on all levels."""
        lines = list(self.LEAVES)
        lines += ["mixin AgeMixin:", self.pick("    old: bool = age > 50", "    old?: bool", "    if age > 50:\n        old: bool = True"), ""]
        lines += ["protocol AgeProtocol:", "    age: int", "", "mixin NextMixin for AgeProtocol:", "    next: int = age + 1", ""]
        lines += ["schema Base:", "    name: str" + self.pick("", ' = "b"'), "    age: int = " + self.pick("1", "60", "len(name)"),
                  "    " + self.pick("tags: [str] = []", "tags?: [str]", "leaf?: Leaf", "all: {str:} = {}"), "    check:",
                  "        age >= 0" + self.pick("", ', "age ${age}"', " if name"), ""]
        lines += [f"schema Mid(Base):", "    mixin [" + self.pick("AgeMixin", "NextMixin", "AgeMixin, NextMixin") + "]",
                  self.pick("    age: int = 2", "    _hidden = name", "    kind: \"m\" | \"n\" = \"m\""),
                  self.pick("    if age > 10:\n        label: str = \"big\"\n    else:\n        label: str = \"small\"",
                            "    label = name + \"!\"", "    label?: str"),
                  "    check:", "        len(name) < " + self.pick("3", "9"), ""]
        lines += ["schema Top(Mid):", self.pick("    name = \"top\"", "    extra?: int = age", "    [...str]: int"), ""]
        entries = []
        for entry in self.rng.sample(['name = "n"', 'name: "longer name"', "age = 70", "age: -1", "age = 11", 'label = "l"', "extra = 3",
                                      "next = 9", 'name = 1', "unknown = 1", "old = False", 'kind = "n"', 'kind = "z"'],
                                     self.rng.randint(0, 3)):
            if entry.split()[0].rstrip(":") not in [e.split()[0].rstrip(":") for e in entries]:
                entries.append(entry)
        lines.append(f'x = {self.pick("Base", "Mid", "Top", "Mid")} {{{", ".join(entries)}}}')
        lines += [self.pick("", "", "y = x {age = 3}", "y = x | {age = 4}", "y = typeof(x)", "y = x.name + str(x.age)", "y = [k for k in x]",
                            "y = {k: v for k, v in x if v}", "y = x?.missing", "assert x.age < 100, \"old\"")]
        return "\n".join(lines) + "\n"

    def number_units(self):
        """Numbers with multipliers, and operations on them."""
        lines = ["import units", "schema Q:", "    n: " + self.pick("int", "float", "units.NumberMultiplier", "int | str", "any", "1Mi | 2Mi", "str"), ""]
        lines.append("_as_is = lambda v { v }")
        for i in range(self.rng.randint(1, 3)):
            number = f'{self.rng.choice([0, 1, 2, 12, 1024])}{self.pick("n", "u", "m", "k", "K", "M", "G", "T", "P", "Ki", "Mi", "Gi", "Ti", "")}'
            other = f'{self.rng.choice([1, 2, 3])}{self.pick("m", "K", "M", "Ki", "Mi", "")}'
            lines.append(f"a{i} = " + self.pick(
                number, f"str({number})", f"int({number})", f"float({number})", f"{number} + {other}", f"{number} * {other}",
                f"{number} - {other}", f"{number} / {other}", f"{number} == {other}", f"{number} > {other}", f"typeof({number})",
                f'"${{{number}}}"', f"[{number}, {other}]", f"{{k = {number}}}", f"Q {{n = {number}}}", f"Q {{n: {number}}}",
                f"+{number}", f"max({number}, {other})", f"min([{number}, {other}])", f"-{number}", f"{number} if {number} else 0",
                f"{number} // {other}", f"{number} % {other}", f"units.to_{self.pick('Mi', 'K', 'Ki', 'm', 'M')}({number})",
                f"sum([{number}, {other}])", f"round({number})", f"hex({number})", f"bool({number})", f"{number} as int",
                f"sorted([{number}, {other}])", f'"{{}}".format({number})', f"{number} and {other}", f"not {number}", f"str([{number}])",
                f"_as_is({number}) {self.pick('+', '-', '*', '<', '>=', '//', '**', '%')} _as_is({other})", f"-_as_is({number})"))
        return "\n".join(lines) + "\n"

    def system_modules(self):
        """Functions of the system modules with arguments of all types, usually valid ones."""
        texts = ['"a"', '""', '"Hello World"', '"1"', '"{\\"a\\": 1}"', '"a: 1\\nb: [1, 2]"', '"é"', '"YWJj"', '"[1, 2"', '"- a\\n- b"']
        values = ["1", "1.5", "True", "None", '"s"', "[1, 2]", "{a = 1}", '{b = [1, {c = None}], _p = 2}', "[]", "{}"]
        lines = ["import base32", "import base64", "import crypto", "import datetime", "import json",
                 "import manifests", "import math", "import net", "import regex", "import template", "import units", "import yaml"]
        for i in range(self.rng.randint(1, 3)):
            text = self.rng.choice(texts) if self.rng.random() < 0.93 else self.rng.choice(values)
            value, other = self.rng.choice(values), self.rng.choice(values)
            number = self.pick("0", "1", "-1", "2.5", "100", "7", "1e10", "0.1")
            cidr = self.pick('"10.0.0.0/8"', '"192.168.1.0/24"', '"2001:db8::/32"', '"10.0.0.1/33"', '"x"')
            address = self.pick('"10.1.2.3"', '"::1"', '"fe80::1"', '"224.0.0.1"', '"0.0.0.0"', '"8.8.8.8"', '"ff02::1"', '"1.2.3"')
            flag = self.pick("True", "False")
            lines.append(f"a{i} = " + self.pick(
                f"json.encode({value}, sort_keys = {flag})", f"json.encode({value}, ignore_private = {flag})", f"json.encode({value}, ignore_none = {flag})",
                f"json.encode({value}, indent = {self.pick(0, 1, 4)})", f"json.decode({text})", f"json.validate({text})", f"json.merge({{a = 1, b = {{c = 2}}}}, {value})",
                f"yaml.encode({value}, sort_keys = {flag})", f"yaml.encode({value}, ignore_none = {flag})", f"yaml.encode({value}, ignore_private = {flag})",
                f"yaml.encode_all([{value}, {other}])", f"yaml.decode({text})", f'yaml.decode_all("a: 1\\n---\\nb: 2\\n")', f"yaml.validate({text})",
                f"base64.encode({text})", f"base64.decode({text})", f"base32.encode({text})", f'base32.decode(base32.encode({text}))',
                f"crypto.{self.pick('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'blake3')}({text})",
                f"math.{self.pick('ceil', 'floor', 'sqrt', 'exp', 'isfinite', 'isinf', 'isnan', 'modf', 'log1p')}({number})",
                f"math.{self.pick('gcd', 'pow')}({self.pick(4, 6, 0)}, {self.pick(2, 3, 9)})", f"math.factorial({self.pick(0, 5, 20, 10)})",
                f"net.parse_CIDR({cidr})", f"net.is_IP_in_CIDR({address}, {cidr})", f"net.is_{self.pick('global_unicast', 'unspecified', 'link_local_multicast', 'link_local_unicast', 'interface_local_multicast', 'loopback', 'multicast')}_IP({address})",
                f"net.to_IP4({address})", f"net.to_IP6({address})", f"net.IP_string({address})", f"net.is_IPv6({address})", f"net.split_host_port({self.pick(chr(34) + 'a:1' + chr(34), chr(34) + '[::1]:80' + chr(34), chr(34) + 'a' + chr(34))})",
                f"net.join_host_port({address}, {self.pick(80, chr(34) + '80' + chr(34))})",
                f'regex.replace({text}, "[a-z]", "<$0>", {self.pick(0, 1, 2)})', f'regex.split({text}, "[ ,]", {self.pick(0, 1, 2)})', f'regex.findall({text}, "{self.pick("[a-z]+", "(l+)(o)", "(x)?")}")',
                f'template.execute("{{{{a}}}} {{{{#if b}}}}yes{{{{else}}}}no{{{{/if}}}}", {{a = {value}, b = {flag}}})', f"template.html_escape({self.pick(text, chr(34) + '<a&b>' + chr(34))})",
                f'template.execute("{{{{#each l}}}}{{{{this}}}},{{{{/each}}}}", {{l = {value}}})', f"units.to_{self.pick('n', 'u', 'm', 'K', 'M', 'G', 'T', 'P', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi')}({number})",
                f'datetime.validate("{self.pick("2024-02-29", "2023-02-29", "24:00", "12:30:01")}", "{self.pick("%Y-%m-%d", "%H:%M", "%H:%M:%S", "%Y")}")',
                f'datetime.is_rfc3339("{self.pick("2024-01-01T00:00:00Z", "2024-01-01", "2024-01-01T00:00:00+01:00", "x")}")', f'datetime.is_iso8601("{self.pick("2024-01-01", "20240101", "2024-W01", "x")}")'))
        if self.rng.random() < 0.1:
            lines.append(f"manifests.yaml_stream([{self.rng.choice(values)}, {{a = 1, _b = 2, c = None}}]{self.pick('', ', opts = {ignore_none = True}', ', opts = {sort_keys = True}')})")
        return "\n".join(lines) + "\n"

    def quantifiers(self):
        """all, any, map, filter and comprehensions over lists, dicts, strings and instances."""
        lines = ["schema E:", "    n: int", "    l: [int] = [n]", "", '_l = [3, 1, 2]', '_d = {a = 1, b = {c = 2}, "d-e" = None}', '_s = "xyz"',
                 "_e = [E {n = 1}, E {n = 5}]", "_n = None", "_i = E {n = 4}", "_r = range(3)"]
        over = lambda: self.pick("_l", "_d", "_s", "_e", "[]", "{}", "_i", "_r", "_n", "5")
        for i in range(self.rng.randint(1, 3)):
            one, two, source = "x", "k, v", over()
            name = self.pick(one, one, two)
            value = "v" if name == two else "x"
            test = self.pick(f"{value} > 1", f"{value}", f"{value}.n > 2", f'{value} == "x"', "True", f"len({value}) > 0", f"typeof({value}) == \"int\"")
            guard = self.pick("", "", f" if {value}", " if False")
            lines.append(f"a{i} = " + self.pick(
                f"all {name} in {source} {{ {test}{guard} }}", f"any {name} in {source} {{ {test}{guard} }}", f"filter {name} in {source} {{ {test} }}",
                f"map {name} in {source} {{ {value}{guard} }}", f"[{value} for {name} in {source}{guard}]", f"{{str({value}): 1 for {name} in {source}}}",
                f"[[{value}, y] for {name} in {source} for y in [1, 2]]", f"[y for {name} in {source} for y in [{value}] if y]",
                f"{{k: v for k, v in {source}}}", f"[*[{value}] for {name} in {source}]", f"sum([{value} for {name} in {source}])", f"map {name} in {source} {{ {{w = {value}}} }}",
                f"filter {name} in {source} {{ {test}{guard} }}", f"all_true([{test} for {name} in {source}])", f"len([{value} for {name} in {source}])"))
        return "\n".join(lines) + "\n"

    def formats(self):
        """format, interpolation and string methods with arguments of possibly wrong types."""
        values = ["1", "-2.5", "1.0", '"s"', "True", "None", "[1, \"a\"]", "{k = [1], \"a b\" = None}", "1e20", "255", "3Mi"]
        specs = ["{}", "{0}", "{:d}", "{:x}", "{:b}", "{:o}", "{:e}", "{:.2f}", "{:5}", "{:<5}", "{:>5}", "{:^7}", "{:*^7}", "{:+}", "{:05}", "{{}}", "{:,}", "{:%}",
                 "{:#x}", "{!r}", "{a}", "{1}", "{", "}", "{:10.3f}", "{:X}", "{:s}", "{0[0]}"]
        lines = [f"_v = {self.rng.choice(values)}"]
        for i in range(self.rng.randint(1, 3)):
            value = self.rng.choice(values)
            lines.append(f"a{i} = " + self.pick(
                f'"{self.rng.choice(specs)}".format({value})', f'"{self.rng.choice(specs)}{self.rng.choice(specs)}".format({value}, _v)',
                '"${_v}"', '"${_v: #json}"', '"${_v: #yaml}"', '"a${_v}b${_v}"', f'"{self.rng.choice(specs)}".format(a = {value})', f'"x".join([{value}])',
                f"str({value}) + str(_v)", f'"%s" % {value}', '"""${_v: #yaml}\\n  x"""', f'"abc".find({value})', f'"abc".replace({value}, "z")', f'"a,b".split({value})',
                f'"abc".startswith({value})', f'"abc" * {value}', f'"abc"[{value}]', f'"abc".count({value})', f'"abc".index({self.pick(chr(34) + "b" + chr(34), chr(34) + "z" + chr(34))})',
                f'"abc".strip({value})', f'"a b".title().upper()', f"int({value})", f"float({value})", f"bool({value})", f"list({value})", f"dict({value})", f"len({value})", f"typeof({value})",
                f"int({value}, 16)", f"hex({value})", f"sorted({value})", f"range({value})", f"abs({value})", f"max({value}, _v)", f"zip({value}, [1])", f"isunique({value})",
                f"ord({value})", f"sum({value})", f"bin({value})", f"multiplyof({value}, 3)", f"any_true({value})", f"isnullish({value})", f'print({value})'))
        return "\n".join(lines) + "\n"


SCHEMA_KINDS = ["schema_types", "schema_lines", "number_units", "system_modules", "quantifiers", "formats"]
