"""Random KCL programs for kcl_differential.py: one method per kind. Known differences of COMPATIBILITY.md are excluded."""
import random

from kcl_configs import Configs
from kcl_imports import Imports
from kcl_schemas import SCHEMA_KINDS, Schemas

NAMES = ["alpha", "beta", "gamma", "port", "host", "name"]


class Generator(Configs, Imports, Schemas):
    """Generator of random programs with one method per kind."""

    def __init__(self, rng):
        self.rng = rng

    def pick(self, *choices):
        return self.rng.choice(choices)

    def scalar(self):
        return self.pick("1", "2", "-3", "0", "1.5", '"a"', '"b c"', "True", "False", "None", "10", '"10"')

    def number(self):
        return str(self.rng.choice([0, 1, 2, 3, 7, -1, -2, 10, 255, 2**31, 2**62, 9223372036854775807]))

    def separator(self, indent):
        return self.pick(", ", ",\n" + indent, "\n" + indent, ", ")

    def lists(self):
        """Items, commas and line breaks in every order that the grammar allows."""
        lines = []
        for i in range(self.rng.randint(1, 3)):
            indent = self.pick("", "", "    ")
            opening = self.pick("", "\n" + indent)
            items = [self.pick(self.scalar(), "{x = 1}", "[1]", "if True: 1", "*[1, 2]")
                     for _ in range(self.rng.randint(0, 4))]
            text = "".join(item + self.separator(indent) for item in items)
            closing = self.pick("]", "\n]")
            lines.append(f"a{i} = [{opening}{text}{closing}")
        lines.append("after = 1")
        return "\n".join(lines) + "\n"

    def entries(self, depth, indent):
        lines = []
        for name in self.rng.sample(NAMES, self.rng.randint(1, 3)):
            operator = self.pick(" = ", ": ", " = ")
            roll = self.rng.random()
            if depth > 0 and roll < 0.25:
                lines.append(f"{indent}if {self.pick('True', 'False', '1 > 2')}:")
                lines += self.entries(depth - 1, indent + "    ")
                if self.rng.random() < 0.5:
                    lines.append(f"{indent}else:")
                    lines += self.entries(depth - 1, indent + "    ")
            elif depth > 0 and roll < 0.45:
                lines.append(f"{indent}{name}{operator}{{")
                lines += self.entries(depth - 1, indent + "    ")
                lines.append(indent + "}")
            elif roll < 0.55:
                lines.append(f"{indent}{name}.{self.pick('x', 'y')}{operator}{self.scalar()}")
            elif roll < 0.65:
                lines.append(f"{indent}{name}{operator}{{k: v for k, v in {{p = 1, q = 2}} if v > {self.pick(0, 1)}}}")
            else:
                lines.append(f"{indent}{name}{operator}{self.scalar()}")
        return lines

    def config(self):
        return "a = {\n" + "\n".join(self.entries(3, "    ")) + "\n}\nb = 1\n"

    def unions(self):
        """`|`, `+=` and the operators of configuration entries."""
        def value(depth):
            roll = self.rng.random()
            if depth > 0 and roll < 0.5:
                entries = []
                for name in self.rng.sample(NAMES[:3], self.rng.randint(1, 2)):
                    if self.rng.random() < 0.2:
                        entries.append(f"{name} += [{self.pick('7', '8, 9')}]")
                    else:
                        entries.append(f"{name} {self.pick('=', ':')} {value(depth - 1)}")
                return "{" + ", ".join(entries) + "}"
            if roll < 0.75:
                return "[" + ", ".join(self.pick("1", "2", "{alpha = 1}", "{beta = [1]}")
                                       for _ in range(self.rng.randint(0, 3))) + "]"
            return self.scalar()

        def literal():
            text = value(2)
            return text if text.startswith("{") else "{alpha = " + text + "}"

        lines = [f"_a = {literal()}"]
        for _ in range(self.rng.randint(1, 3)):
            lines.append(f"_a |= {literal()}")
        return "\n".join(lines) + "\na = _a\n"

    def instances(self):
        """Names inside instances in schema bodies."""
        def init(depth):
            fields = []
            if self.rng.random() < 0.7:
                fields.append(f'name = "{self.pick("x", "y", "z")}"')
            fields.append("ref = " + self.pick("name", "{k = name}", "[name for i in [1]]", '"${name}!"'))
            if self.rng.random() < 0.3:
                self.rng.shuffle(fields)
            # The nested instance comes last: after it, the library loses the attributes of the outer one.
            if depth > 0 and self.rng.random() < 0.5:
                fields.append(f"inner = {init(depth - 1)}")
            return "D {" + ", ".join(fields) + "}"

        body = [f'    d{i}: D = {init(2)}' for i in range(self.rng.randint(1, 3))]
        if self.rng.random() < 0.5:
            body.append(f'    many: [D] = [D {{name = n, ref = name}} for n in ["p", "q"]]')
        if self.rng.random() < 0.5:
            body.append('    plain: {str:} = {name = "w", ref = name}')
        config = self.pick("", 'name = "given"', 'd0.name = "set"')
        return ("schema D:\n    name: str = \"default\"\n    ref?: any\n    inner?: D\n\n"
                "schema A:\n    name: str = \"outer\"\n" + "\n".join(body) + f"\n\na = A {{{config}}}\n")

    def branches(self):
        """An if statement that assigns the variables of its conditions. Excluded: augmented assignments, which the library
        executes twice, and later statements, which change the selected branch in the library."""
        names = ["_a", "_b"]

        def body():
            return [f"    {name} = {self.pick(0, 1, 2, 3)}" for name in self.rng.sample(names, self.rng.randint(1, 2))]

        def condition():
            return f"{self.rng.choice(names)} {self.pick('>', '<', '==')} {self.pick(0, 1, 2)}"

        lines = ["_a = 1", "_b = 2", f"if {condition()}:"] + body()
        for _ in range(self.rng.randint(0, 2)):
            lines += [f"elif {condition()}:"] + body()
        if self.rng.random() < 0.6:
            lines += ["else:"] + body()
        return "\n".join(lines + ["a = _a", "b = _b"]) + "\n"

    def mixins(self):
        types = ["int", "str", "any", "float", "int | str"]
        values = {"int": "1", "str": '"s"', "any": "2", "float": "1.5", "int | str": '"u"'}

        def attribute(name):
            kind = self.rng.choice(types)
            default = f" = {values[kind]}" if self.rng.random() < 0.5 else ""
            return f"    {name}{self.pick('', '?')}: {kind}{default}"

        lines = ["mixin PMixin:", attribute("x"), attribute("y"), "", "schema Base:", "    z: int = 1", "",
                 f"schema Host{self.pick('', '(Base)')}:", "    mixin [PMixin]", attribute("x"), "",
                 f"h = Host {{{self.pick('', 'x = 1', 'x: 2', 'x = 3, y = 4')}}}"]
        return "\n".join(lines) + "\n"

    def numbers(self):
        """Arithmetic up to the limits of 64-bit integers."""
        lines = []
        for i in range(3):
            left, right = self.number(), self.number()
            operator = self.pick("+", "-", "*", "//", "%", "**", "&", "^", ">>")
            if operator in ("//", "%") and (right == "0" or (left, right) == ("9223372036854775807", "-1")):
                right = "3"
            if operator == ">>":
                right = str(self.rng.randint(0, 63))
            if operator == "**":
                left, right = self.pick("2", "3", "4", "16", "256", "-2", "0", "1", "10"), str(self.rng.randint(0, 140))
            lines.append(f"a{i} = {left} {operator} {right}")
        return "\n".join(lines) + "\n"

    def defaults(self):
        """Defaults and their overrides in configurations."""
        kinds = [("int", ["1", '_any("x")']), ("[int]", ["[1, 2]", '_any(["x"])', "[]"]),
                 ("{str:int}", ["{a = 1}", '_any({a = "x"})']), ("P", ["P {q = 1}", "{q = 2}", "{}"]),
                 ("str", ['"a"', "_any(1)"])]
        given = {"int": ["5", "None"], "[int]": ["[9]", "[7, 8, 9]"], "{str:int}": ["{b: 1}", "{a: 3}"],
                 "P": ["{q: 3}", "P {q = 4}"], "str": ['"z"']}
        lines, config = [], []
        for i in range(self.rng.randint(1, 3)):
            kind, choices = self.rng.choice(kinds)
            lines.append(f"    f{i}: {kind} = {self.rng.choice(choices)}")
            if self.rng.random() < 0.7:
                config.append(f"f{i}{self.pick(': ', ': ', ' = ')}{self.rng.choice(given[kind])}")
        return ("_any = lambda x { x }\nschema P:\n    q: int = 0\n    r: str = \"r\"\n\nschema S:\n" + "\n".join(lines) +
                "\n\ns = S {" + ", ".join(config) + "}\n")

    def options(self):
        """Conversion of the values of -D and -O."""
        values = ["12e1", "true", "None", "null", "1", "01", "1.0", '"a"', "[1]", '{"a":1}', "a", "-1", "1 ", "é"]
        kind = self.pick("", "", ', type="str"', ', type="int"', ', type="bool"', ', type="float"')
        program = f'k = option("k"{kind})\nd = {{labels = {{a = "1", b = 2}}}}\nn = 1\n'
        overrides = ["n=1+1", "n=5", "d.labels.a-", 'd.labels.c="x"', "d.labels=[1]", "n=-1", "d.labels.b:3", "z.y=1"]
        return program, [("k", self.rng.choice(values))], [self.rng.choice(overrides)] if self.rng.random() < 0.6 else []

    def signatures(self):
        """Instances in index signatures with and without defaults."""
        default = self.pick("", "", " = Part {name: name}", ' = Part {kind = "k"}', " = Part {}")
        key = "[name: str]" if "name: name" in default else self.pick("[str]", "[name: str]", "[...str]", "[n: str]")
        name_type = self.pick("name: str", "name?: str", 'name: str = "d"')
        kind_type = self.pick("kind: str", "kind: str", "kind?: str", 'kind: str = "e"')
        # Only one entry: the library returns several in random order. It also loses an entry with the name of the alias.
        entries = []
        for name in self.rng.sample(NAMES[:5], 1):
            config = self.pick("", 'kind = "x"', 'name = "y", kind = "z"', "kind: None")
            entries.append(f"    {name}{self.pick(': ', ' = ')}{self.pick('Part ', '')}{{{config}}}")
        return "\n".join(["schema Part:", "    " + name_type, "    " + kind_type, "", "schema Parts:",
                          f"    {key}: Part{default}", "", "parts = Parts {"] + entries + ["}"]) + "\n"

    def computed(self):
        """Attributes that are computed from other, possibly missing attributes."""
        lines = ["schema S:", "    " + self.pick("a: int", "a?: int", "a: int = 3"),
                 "    " + self.pick("b: str", "b?: str", 'b: str = "x"'),
                 "    c: int = " + self.pick("a + 1", "len(b)", "a * 2 if a else 0", "int(b)"),
                 "    d: str = " + self.pick('b + "!"', "b.upper()", '"${a}-${b}"', "str(a)", 'b or "q"'),
                 "    e?: [int] = " + self.pick("[a, c]", "[i + a for i in [1, 2]]", "[]")]
        checks = [self.pick("c > 2", 'd != "x!"', "len(d) < 9 if d", "a in [3, 4] if a", 'b, "b is ${b}"')
                  for _ in range(self.rng.randint(0, 2))]
        lines += ["    check:"] + ["        " + check for check in checks] if checks else []
        config = ", ".join(self.rng.sample(["a = 5", 'b = "7"', "c = 9"], self.rng.randint(0, 3)))
        return "\n".join(lines) + f"\n\ns = S {{{config}}}\n"

    def comprehensions(self):
        """Clauses, conditions and quantifiers over lists, dicts and strings."""
        lists = ["[1, 2, 3]", "[]", "[0, -1, 5, 5]", "range(4)", "[i * 2 for i in [1, 2]]"]
        dicts = ["{p = 1, q = 2}", "{}", '{"a-b" = 3, c = 0}']
        lines = []
        for i in range(self.rng.randint(1, 4)):
            one = self.rng.choice(lists)
            two = self.rng.choice(lists)
            plain = self.rng.choice(lists[:3])
            many = self.rng.choice(dicts)
            guard = self.pick("", " if x > 1", " if x % 2 == 0 and x", " if x in [1, 5]")
            lines.append(f"a{i} = " + self.pick(
                f"[x + 1 for x in {one}{guard}]",
                f"[k * 10 + x for k, x in {one}{guard}]",
                f"[[x, y] for x in {one}{guard} for y in {two}]",
                f"[x + y for x in {one} for y in {two} if y > x]",
                f"{{str(x) = x for x in {one}{guard}}}",
                f"{{str(k) = x for k, x in {one}{guard}}}",
                f"{{k = x for k, x in {many}{guard}}}",
                f'{{"${{k}}_${{x}}" = [x] for k, x in {many}{guard}}}',
                f"[k for k in {many}]",
                f'[x for x in "abc"]',
                f'{{x = i for i, x in "ab"}}',
                f"all x in {plain} {{ x >= 0 }}",
                f"any x in {plain} {{ x > 2 }}",
                f"map x in {plain} {{ x * x }}",
                f"filter x in {plain} {{ x > 1 }}",
                f"all k, x in {many} {{ x > 0 }}",
                f"any k, x in {many} {{ x == 0 if k }}",
                f"map k, x in {many} {{ k + str(x) }}",
                f"filter k, x in {many} {{ x > 1 }}",
                f"sum([x for x in {one}])",
                f"[{{v = x, if x > 1: big = True}} for x in {one}]",
            ))
        return "\n".join(lines) + "\n"

    def protocols(self):
        """Mixins for protocols, host schemas with bases, and values computed by mixins."""
        kind = self.pick("int", "str", "any")
        value = {"int": "3", "str": '"s"', "any": "3"}[kind]
        default = self.pick("", f" = {value}")
        lines = ["protocol PProtocol:", f"    a: {kind}", "    b?: str", "",
                 "mixin AMixin for PProtocol:", f"    c: str = {self.pick('str(a)', chr(34) + 'a is ${a}' + chr(34), chr(34) + 'c' + chr(34))}"]
        if self.rng.random() < 0.5:
            lines += ["    if a:", "        d = a"]
        if self.rng.random() < 0.4:
            lines += ['    b = "mixed"']
        lines += ["", "schema Base:", f"    a: {kind}{default}", "", "schema Host(Base):", "    mixin [AMixin]"]
        # Attributes that read a mixin's attribute are excluded: the library then skips the mixin's assignments.
        lines += self.pick([], ["    b?: str"], ['    d: any = "own"'])
        lines += ["    check:", f"        a != {value}"] if self.rng.random() < 0.2 else []
        config = ", ".join(self.rng.sample([f"a = {value}", 'b = "given"', 'c = "set"'], self.rng.randint(0, 2)))
        return "\n".join(lines) + f"\n\nh = Host {{{config}}}\nt = typeof(h)\n"

    def inheritance(self):
        """Bases, arguments, defaults that read other attributes, and unions of instances with maps and instances."""
        # Excluded: after a nested instance of a base, the library loses the arguments of the base.
        lines = ["schema A[x: int = 1, y = \"arg\"]:", "    n: int = x", "    m?: {str:}",
                 "    t: str = " + self.pick('"${y}-${n}"', "y", 'y + "!"'), "",
                 "schema B(A):", "    k: [int] = " + self.pick("[n]", "[]", "[n + 1]"),
                 "    s: " + self.pick("D = D {n = 7}", "D = D(5)", "D = {n = 8}", "{str:int} = {q = n}"), "",
                 "schema D[x: int = 1]:", "    n: int = x", "",
                 "schema C(B):", "    n: int = " + self.pick("10", "20 if z else 30"),
                 "    " + "z?: int"]
        entries = ["n = 4", "n: 6", 'm = {a = 1}', "m: {b = 2}", "k = [9]", "k += [8]", "k: [3, 4]", 't = "u"',
                   "m.c = 3", "s: {n = 2}" if "s: D" in "".join(lines) else "s: {w = 2}"]
        name = self.pick("A", "B", "C", "B", "C")
        usable = [e for e in entries if name != "A" or not e.startswith(("k", "s"))]
        chosen = self.rng.sample(usable, self.rng.randint(0, 3))
        seen, config = set(), []
        for entry in chosen:
            if entry[0] not in seen:
                seen.add(entry[0])
                config.append(entry)
        # The library loses the arguments of the bases if an instance is configured again, or if a derived schema reads
        # attributes of the base. The program therefore has no arguments, or else neither of these two.
        again = self.rng.random() < 0.7
        if again:
            lines[0] = "schema A:"
            lines[1:4] = ["    n: int = 1", "    m?: {str:}", '    t: str = "t-${n}"']
        else:
            lines = [line.replace("[n]", "[]").replace("[n + 1]", "[4]").replace("{q = n}", "{q = 1}") for line in lines]
        lines += ["", f"_v = {name} {{{', '.join(config)}}}"]
        for _ in range(self.rng.randint(0, 2)):
            lines.append("_v |= " + self.pick("{n = 11}", "{m = {d = 4}}", "{m.a = 5}", f"{name} {{n = 12}}"))
        lines += ["v = _v"]
        if again:
            lines += [f"w = _v {{{self.pick('', 'n = 13', 'm = {}')}}}", "same = v == w"]
        return "\n".join(lines) + "\n"

    def text(self):
        return self.pick('""', '"a"', '"Hello World"', '"  pad "', '"a,b,,c"', '"ABC"', '"x-y_z"', '"12"', '"é€"',
                         '"tab\\there"', '"aXbXc"', '"line\\nbreak"', '"MiXed caSe"', '"000"')

    def strings(self):
        """Methods and operators of strings."""
        lines = []
        for i in range(self.rng.randint(2, 5)):
            text, other, number = self.text(), self.text(), str(self.rng.randint(-3, 12))
            lines.append(f"a{i} = " + self.pick(
                f"{text}.upper()", f"{text}.lower()", f"{text}.title()", f"{text}.capitalize()",
                f"{text}.strip()", f"{text}.lstrip({self.pick('', other)})", f"{text}.rstrip({self.pick('', other)})",
                f"{text}.split({self.pick('', chr(34) + ',' + chr(34), chr(34) + 'X' + chr(34))})",
                f'{text}.split("X", {self.pick(0, 1, 2)})', f'{text}.rsplit("X", {self.pick(0, 1)})',
                f"{text}.splitlines()", f"{text}.replace({other}, {self.text()})" if other != '""' else f"{text}.isupper()",
                f"{text}.find({other})", f"{text}.rfind({other})", f"{text}.count({other})" if other != '""' else "0",
                f"{text}.startswith({other})", f"{text}.endswith({other})", f"{text}.isdigit()", f"{text}.isalpha()",
                f"{text}.isalnum()", f"{text}.isspace()", f"{text}.islower()", f"{text}.isupper()", f"{text}.istitle()",
                f"{other}.join([{text}, {self.text()}])", f"{text} * {self.pick(0, 1, 3)}", f"{text} + {other}",
                f"{text} in {other}", f"{text} == {other}", f"{text}.removeprefix({other})", f"{text}.removesuffix({other})",
                f"len({text})", f"{text}[{self.rng.randint(-2, 2)}:]", f"{text}[:{number}]", f"{text}[::-1]",
                f'"{{}} {{}}".format({text}, {number})',
                f'"{{0}}-{{1}}-{{0}}".format({text}, {number})', f'"{{k}}".format(k = {text})',
                f'"${{{text[1:-1] and number}}}"', f"str({number})", f"int({number})", f'int("{abs(int(number))}")',
                f'float("{number}.5")', f"hex({abs(int(number))})", f"bin({abs(int(number))})", f"oct({abs(int(number))})",
                f"bool({text})", f"sorted([{text}, {other}, {self.text()}])", f"min([{text}, {other}])",
                f"max([{text}, {other}])", f"typeof({text})", f'ord("a")', f"list([{text}, {other}])"))
        return "\n".join(lines) + "\n"

    def value(self, depth=2):
        """Returns a value that JSON and YAML can represent."""
        roll = self.rng.random()
        if depth > 0 and roll < 0.3:
            return "[" + ", ".join(self.value(depth - 1) for _ in range(self.rng.randint(0, 3))) + "]"
        if depth > 0 and roll < 0.6:
            keys = self.rng.sample(NAMES + ['"a-b"', '"1"', '"yes"', '"x y"'], self.rng.randint(0, 3))
            return "{" + ", ".join(f"{key} = {self.value(depth - 1)}" for key in keys) + "}"
        return self.pick(self.scalar(), self.text(), '"true"', '"1.0"', '"null"', '"- a"', '"a: b"', '"#c"', '"~"',
                         '"0x1f"', '"2020-01-01"', '"|"', '"y"', '"no"', '"1e3"', '"@a"', '"*b"', '"%c"', "1e3", "0.1",
                         "1e21", "1e-7", "100000.0", '"a\\nb\\n"', '"\\n"', '" a"', '"a "', "'\"'", '"\'"')

    def documents(self):
        """Output of values as YAML and by the modules json and yaml."""
        lines = ["import json", "import yaml"]
        for i in range(self.rng.randint(1, 3)):
            value = self.value()
            lines.append(f"a{i} = {value}")
            lines.append(f"b{i} = " + self.pick(f"json.encode({value})", f"yaml.encode({value})",
                                                f"json.decode(json.encode({value}))", f"yaml.decode(yaml.encode({value}))",
                                                f"json.encode({value}, indent = 2)", f"json.encode({value}, sort_keys = True)",
                                                f"str({value})", f'"${{{self.pick("a" + str(i), "a" + str(i) + ": #json", "a" + str(i) + ": #yaml")}}}"'))
        return "\n".join(lines) + "\n"

    def signature_bodies(self):
        """Index signatures with attributes: types of values, aliases in check lines, unpacked keys."""
        kind = self.pick("int", "str", "int | str", "[int]", "{str:int}", "any", "Item")
        good = {"int": ["1", "2"], "str": ['"a"'], "int | str": ["1", '"b"'], "[int]": ["[1]", "[]"],
                "{str:int}": ["{q = 1}", "{}"], "any": ["1", '"x"', "[1]", "{}"], "Item": ["{v = 1}", "Item {v = 2}"]}
        bad = self.pick("1", '"t"', "[1]", "{q = 1}", "None", "1.5")
        other = self.pick("", "...")
        lines = ["schema Item:", "    v: int", "    w: int = v", "", "schema S:",
                 f"    [{self.pick('', 'k: ')}{other}str]: {kind}"]
        if kind == "any" or other:
            lines.append("    own: str = " + self.pick('"o"', '"p"'))
        if "k: " in lines[-1] + lines[-2] and self.rng.random() < 0.6:
            lines += ["    check:", f"        {self.pick('len(k) < 5', 'k != ' + chr(34) + 'beta' + chr(34), 'k')}"]
        name = self.rng.choice(NAMES)
        value = bad if self.rng.random() < 0.25 else self.rng.choice(good[kind])
        config = [f"{name}{self.pick(' = ', ': ')}{value}"]
        return "\n".join(lines) + f"\n\ns = S {{{', '.join(config)}}}\nn = typeof(s)\n"

    def lambdas(self):
        """Functions, closures, positional and named arguments, and recursion."""
        lines = ["_base = 10"]
        bodies = ["x + _base", "x * y", '"${x}-${y}"', "[x, y]", "{p = x, q = y}", "x if x > y else y"]
        lines.append(f"f = lambda x, y = {self.pick('2', '3', '_base')} {{ {self.rng.choice(bodies)} }}")
        lines.append("g = lambda n: int -> int {\n    1 if n < 2 else n * g(n - 1)\n}")
        lines.append("h = lambda k {\n    " + self.pick("_t = k + 1\n    _t * 2", "lambda z { z + k }(5)",
                                                         "_l = [i + k for i in [1, 2]]\n    sum(_l)") + "\n}")
        calls = [f"f({self.pick(1, 4, 11)})", f"f(3, {self.pick(1, 5)})", "f(2, y = 9)", "f(x = 1, y = 1)",
                 f"g({self.pick(0, 3, 5)})", f"h({self.pick(1, 2)})", "[f(i) for i in [1, 2]]", "map i in [1, 2] { h(i) }",
                 "lambda { 5 }()", "f(g(3), h(1))", "(lambda a { a + _base })(1)", "f()", "f(1, 2, 3)", "g()"]
        lines += [f"r{i} = {call}" for i, call in enumerate(self.rng.sample(calls, self.rng.randint(1, 4)))]
        return "\n".join(lines) + "\n"

    def operators(self):
        """Operators with operands of all types; most are errors."""
        values = ["1", "2.5", '"a"', "True", "None", "[1]", "{a = 1}", "[]", "{}", "0", '""', "Undefined", "-7", "3"]
        lines = []
        for i in range(self.rng.randint(1, 2)):
            left, right = self.rng.choice(values), self.rng.choice(values)
            # A lambda hides the type of the operand from the resolver, so the evaluator must check it.
            if self.rng.random() < 0.5:
                lines.append(f"_l{i} = lambda v {{ v }}({left})")
                left = f"_l{i}"
            operator = self.pick("+", "-", "*", "/", "//", "%", "|", "&", "^", "==", "!=", "<", ">=", "and", "or", "in",
                                 "not in", "is", "is not", "<<", ">>")
            if operator in ("<<", ">>", "/", "//", "%") and right in ("0", "-7", "{}", "[]"):
                right = "3"
            lines.append(f"a{i} = " + self.pick(f"{left} {operator} {right}", f"{left} {operator} {right}",
                                                f"not ({left})", f"-({left})" if left != "True" else "not True",
                                                f"{left} if {right} else 9"))
        return "\n".join(lines) + "\n"

    def indexes(self):
        """Subscripts, slices, selectors, each with `?`."""
        lines = ["_l = [1, 2, [3, 4], {k = 5}]", '_d = {a = {b = [6, 7], "c-d" = 8}, e = None}', '_s = "hello"']
        steps = ["_l[0]", "_l[-1]", "_l[2][1]", "_l[3].k", "_l[1:]", "_l[:-1]", "_l[::2]", "_l[::-1]", "_l[3:1]", "_l[9:]",
                 "_l[9]", "_l?[9]", "_d.a.b[0]", '_d.a["c-d"]', '_d["a"].b', "_d?.x", "_d?.a?.y", "_d.e?.f", "_d.x", '_d["x"]',
                 "_s[1]", "_s[-1]", "_s[1:3]", "_s[::2]", "_s[10]", "_d.a.b[-2:]", '_d?["a"]?["b"]', "_d.a?.b?[0]", "_l[4]",
                 "_s[5:]", "_l[True]", '_l["a"]', "_d[0]", "None?.a", "len(_d.a)", "_d.a.b | [1]", "_l[-5]"]
        lines += [f"r{i} = {step}" for i, step in enumerate(self.rng.sample(steps, self.rng.randint(1, 3)))]
        return "\n".join(lines) + "\n"


KINDS = ["lists", "config", "unions", "instances", "branches", "mixins", "numbers", "defaults", "options", "signatures",
         "computed", "imports", "comprehensions", "protocols", "inheritance", "strings", "documents", "modules",
         "signature_bodies", "lambdas", "operators", "indexes", "packages",
         "names_alone", "given", "unpacking", "checks"] + SCHEMA_KINDS
