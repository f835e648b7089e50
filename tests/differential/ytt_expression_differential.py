#!/usr/bin/env python3
"""Compares kval with ytt on random Starlark expressions and functions: the result as `repr`, YAML and JSON, or the failure.

  ytt_expression_differential.py KVAL [--cases 200] [--each 60] [--seed 1] [--ytt PATH]

A case is one template with many expressions, each evaluated with assert.try_to. Excluded: infinite numbers, which ytt's
Starlark compares incorrectly with integers, and expressions that make ytt panic. Skipped with a message if ytt is not on
PATH. Differences are printed, one line per expression."""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

HEAD = """#@ load("@ytt:assert", "assert")
#@ load("@ytt:struct", "struct")
#@ load("@ytt:yaml", "yaml")
#@ load("@ytt:json", "json")
#@ load("@ytt:regexp", "regexp")
#@ load("@ytt:template", "template")
#@ def shown(f):
#@   v, e = assert.try_to(f)
#@   if e != None:
#@     return "fails"
#@   end
#@   r, e = assert.try_to(lambda: repr(v))
#@   if e != None:
#@     return "cannot be shown"
#@   end
#@   y, e = assert.try_to(lambda: yaml.encode({"v": v}))
#@   j, n = assert.try_to(lambda: json.encode({"v": v}))
#@   return [type(v), r, "fails" if e != None else y, "fails" if n != None else j]
#@ end
#@ def after(v, *fs):
#@   return [[f(v) for f in fs], v]
#@ end
#@ def node():
a: 1
b:
- x
- y: [2]
#@ end
r:
"""

INTS = ["0", "1", "-1", "2", "3", "7", "10", "255", "-8", "100000", "2147483648", "4294967296", "9223372036854775807",
        "9223372036854775808", "18446744073709551615", "18446744073709551616", "-9223372036854775808",
        "123456789012345678901234567890", "0x1F", "0o17"]
FLOATS = ["0.0", "-0.0", "1.0", "1.5", "-2.5", "0.1", "1e3", "1e10", "1e16", "1e21", "1e22", "1e-5", "1e-7", "123456.789",
          "1e308", "5e-324", "float('nan')", "3.0", "1e20", "100000.0", "1234567.0"]
STRINGS = ['""', '"a"', '"abc"', '"ab,cd,,ef"', '"  x y  "', '"é"', '"日本語"', '"\\n"', '"a\\tb\\n"', '"ABC def"',
           '"0x10"', '"12"', '"-7"', '"1e3"', "'say \"hi\"'", '"it\'s"', '"back\\\\slash"', '"😀x"', '"ß"', '"ǆ"', '"İ"',
           '"aXbXc"', '"Hello World foo-bar"', '"a\\nb\\r\\nc\\rd"', '"b"', '"true"', '"null"', '"{}"', '"{0}"', '"%s"',
           '"x=1"', '"\\x41\\101"', "r'\\d'", '"ΑΣ"', '"1_000"', '" 12 "', '"0b11"', '"0o7"', '"inf"', '"NaN"', '"+5"']
METHODS = ["capitalize()", "codepoint_ords()", "codepoints()", "elem_ords()", "elems()", "isalnum()", "isalpha()",
           "isdigit()", "islower()", "isspace()", "istitle()", "isupper()", "lower()", "lstrip()", "rstrip()", "strip()",
           "split()", "rsplit()", "splitlines()", "splitlines(True)", "title()", "upper()", "istitle", "nothing()"]


class Generator:
    def __init__(self, rng):
        self.rng = rng
        self.names = []

    def pick(self, *choices):
        return self.rng.choice(choices)

    def chance(self, odds):
        return self.rng.random() < odds

    def any(self, depth):
        if self.names and self.chance(0.15):
            return self.rng.choice(self.names)
        kind = self.pick("number", "number", "text", "text", "boolean", "items", "items", "table", "none", "other")
        return getattr(self, kind)(depth)

    def of(self, kind, depth):
        """Returns an expression that usually has the type `kind`."""
        return self.any(depth) if self.chance(0.05) else getattr(self, kind)(depth)

    def none(self, depth):
        return "None"

    def small(self, depth):
        return self.pick("0", "1", "2", "3", "-1", "-2", "5", "None" if self.chance(0.2) else "4")

    def number(self, depth):
        if depth <= 0 or self.chance(0.4):
            return self.rng.choice(INTS if self.chance(0.65) else FLOATS)
        below = depth - 1
        return self.pick(
            lambda: f"({self.of('number', below)} {self.pick('+', '-', '*', '/', '//', '%', '&', '|', '^')} "
                    f"{self.of('number', below)})",
            lambda: f"({self.of('number', below)} {self.pick('<<', '>>')} {self.small(0)})",
            lambda: f"{self.pick('-', '+', '~')}({self.of('number', below)})",
            lambda: f"len({self.any(below)})",
            lambda: f"int({self.any(below)})",
            lambda: f"int({self.of('text', below)}, {self.pick('0', '2', '8', '10', '16', '36', '1', '37')})",
            lambda: f"float({self.any(below)})",
            lambda: f"hash({self.of('text', below)})",
            lambda: f"ord({self.of('text', below)})",
            lambda: f"{self.pick('max', 'min')}({self.of('items', below)})",
            lambda: f"{self.pick('max', 'min')}({self.any(below)}, {self.any(below)})",
            lambda: f"{self.pick('max', 'min')}({self.of('items', below)}, key={self.key()})",
            lambda: f"{self.of('text', below)}.{self.pick('count', 'find', 'rfind', 'index', 'rindex')}"
                    f"({self.of('text', below)}{self.pick('', ', ' + self.small(0), ', 1, -1')})",
            lambda: f"{self.of('items', below)}.index({self.any(below)})",
            lambda: f"{self.of('items', below)}[{self.small(below)}]")()

    def key(self):
        return self.pick("len", "str", "lambda x: x", "lambda x: -x", "lambda x: (len(repr(x)), repr(x))", "type", "None")

    def text(self, depth):
        if depth <= 0 or self.chance(0.35):
            return self.rng.choice(STRINGS)
        below = depth - 1
        return self.pick(
            lambda: f"{self.of('text', below)}.{self.rng.choice(METHODS)}",
            lambda: f"({self.of('text', below)} + {self.of('text', below)})",
            lambda: f"({self.of('text', below)} * {self.small(0)})",
            lambda: f"{self.of('text', below)}[{self.slice()}]",
            lambda: f"{self.of('text', below)}[{self.small(0)}]",
            lambda: f"{self.pick('str', 'repr', 'type')}({self.any(below)})",
            lambda: f"chr({self.pick('65', '233', '128512', '-1', '1114112', '0', self.number(below))})",
            lambda: self.percent(below),
            lambda: self.format(below),
            lambda: f"{self.of('text', below)}.join({self.of('items', below)})",
            lambda: f"{self.of('text', below)}.{self.pick('lstrip', 'rstrip', 'strip')}({self.of('text', below)})",
            lambda: f"{self.of('text', below)}.{self.pick('split', 'rsplit')}({self.of('text', below)}"
                    f"{self.pick('', ', ' + self.small(0))})",
            lambda: f"{self.of('text', below)}.{self.pick('partition', 'rpartition')}({self.of('text', below)})",
            lambda: f"{self.of('text', below)}.replace({self.of('text', below)}, {self.of('text', below)}"
                    f"{self.pick('', ', ' + self.small(0))})",
            lambda: f"json.encode({self.any(below)}{self.pick('', ', indent=2')})",
            lambda: f"yaml.encode({self.any(below)})",
            lambda: f"regexp.replace({self.pattern()}, {self.of('text', below)}, {self.pick(chr(34) + '<$0>' + chr(34), chr(34) * 2, 'lambda m: m.upper()')})")()

    def pattern(self):
        return self.pick('"[a-z]+"', '"x*"', '"(a)|(b)"', '"^"', '"\\\\s"', '"(?i)ab"', '"["', '"(?P<n>.)"', '"."', '"\\\\pL+"',
                         '"[[:upper:]]"', '"(?<n>.)"', '"\\\\C"', '"a{2,1}"', '"\\\\b"', '"(?s:.)$"', '"\\\\z"', '"[^\\\\d]"')

    def percent(self, depth):
        parts = [self.pick("%s", "%r", "%d", "%i", "%x", "%X", "%o", "%e", "%f", "%g", "%c", "%%", "text", "%(k)s", "%q", "%",
                           "%5d", "%E", "%G") for _ in range(self.rng.randint(1, 3))]
        text = '"' + " ".join(parts) + '"'
        takes = sum(part not in ("%%", "text") for part in parts)
        if self.chance(0.1):
            takes += self.pick(-1, 1)
        if any("(k)" in part for part in parts) and self.chance(0.8):
            return f'({text} % {{"k": {self.any(depth)}}})'
        if takes == 1 and self.chance(0.5):
            return f"({text} % {self.any(depth)})"
        arguments = ", ".join(self.any(depth) if self.chance(0.4) else self.rng.choice(INTS) for _ in range(max(takes, 0)))
        return f"({text} % ({arguments}{',' if takes == 1 else ''}))"

    def format(self, depth):
        parts = [self.pick("{}", "{}", "{0}", "{1}", "{k}", "{!r}", "{0!s}", "{{", "}}", "x", "{k!r}", "{:x}", "{", "}", "{0.a}",
                           "{a[0]}", "{ }", "{-1}", "{!z}", "{01}") for _ in range(self.rng.randint(1, 3))]
        arguments = [self.any(depth) for _ in range(self.rng.randint(0, 3))]
        if self.chance(0.4):
            arguments.append(f"k={self.any(depth)}")
        return f'"{"".join(parts)}".format({", ".join(arguments)})'

    def slice(self):
        part = lambda: self.pick("", "0", "1", "2", "-1", "-2", "100", "-100", "None")
        return f"{part()}:{part()}" + self.pick("", "", ":" + self.pick("", "1", "-1", "2", "-2", "0", "3"))

    def boolean(self, depth):
        if depth <= 0 or self.chance(0.3):
            return self.pick("True", "False")
        below = depth - 1
        return self.pick(
            lambda: f"({self.any(below)} {self.pick('==', '!=')} {self.any(below)})",
            lambda: f"({self.of('number', below)} {self.pick('<', '<=', '>', '>=', '==')} {self.of('number', below)})",
            lambda: f"({self.of('text', below)} {self.pick('<', '<=', '>', '>=', 'in', 'not in')} {self.of('text', below)})",
            lambda: f"({self.of('items', below)} {self.pick('<', '<=', '>', '>=')} {self.of('items', below)})",
            lambda: f"({self.any(below)} {self.pick('in', 'not in')} {self.any(below)})",
            lambda: f"(not {self.any(below)})",
            lambda: f"bool({self.any(below)})",
            lambda: f"{self.pick('any', 'all')}({self.any(below)})",
            lambda: f"{self.of('text', below)}.{self.pick('startswith', 'endswith')}({self.pick(self.of('text', below), '(' + self.text(0) + ', ' + self.text(0) + ')')})",
            lambda: f"regexp.match({self.pattern()}, {self.of('text', below)})",
            lambda: f"hasattr({self.any(below)}, {self.pick(chr(34) + 'a' + chr(34), chr(34) + 'append' + chr(34), chr(34) + 'get' + chr(34))})")()

    def items(self, depth):
        if depth <= 0:
            return self.pick("[]", "[1, 2, 3]", "()", "(1,)", '["b", "a"]', "[3, 1, 2]", "(1, 2)", '["x", 1]', "range(3)", "[[1], [2]]",
                             "[(1, 2), (3, 4)]", "set([1, 2])")
        below = depth - 1
        return self.pick(
            lambda: "[" + ", ".join(self.any(below) for _ in range(self.rng.randint(0, 4))) + "]",
            lambda: "(" + "".join(self.any(below) + ", " for _ in range(self.rng.randint(0, 3))) + ")",
            lambda: f"({self.of('items', below)} + {self.of('items', below)})",
            lambda: f"({self.of('items', below)} * {self.small(0)})",
            lambda: f"{self.of('items', below)}[{self.slice()}]",
            lambda: f"{self.pick('list', 'tuple', 'set', 'reversed', 'sorted')}({self.any(below)})",
            lambda: f"sorted({self.of('items', below)}, {self.pick('reverse=True', 'key=' + self.key(), 'key=len, reverse=True')})",
            lambda: f"enumerate({self.of('items', below)}{self.pick('', ', 1')})",
            lambda: f"zip({', '.join(self.of('items', below) for _ in range(self.rng.randint(0, 3)))})",
            lambda: f"range({', '.join(self.pick('0', '1', '5', '-3', '10', '2') for _ in range(self.rng.randint(1, 3)))})",
            lambda: self.comprehension(below),
            lambda: f"{self.of('table', below)}.{self.pick('keys', 'values', 'items')}()",
            lambda: f"dir({self.any(below)})",
            lambda: f"({self.of('items', below)} {self.pick('|', '&', '^')} {self.of('items', below)})",
            lambda: f"after({self.of('items', below)}, {self.change(below)}, {self.change(below)})")()

    def change(self, depth):
        return "lambda l: l." + self.pick(
            f"append({self.any(depth)})", "clear()", f"extend({self.of('items', depth)})", f"insert({self.small(0)}, 9)",
            "pop()", f"pop({self.small(0)})", f"remove({self.any(depth)})", f"union({self.of('items', depth)})", f"index(2, {self.small(0)})")

    def change_table(self, depth):
        key = self.pick('"a"', '"b"', "1", '"zz"', self.any(0))
        return "lambda d: d." + self.pick(
            f"get({key})", f"get({key}, 5)", f"pop({key})", f"pop({key}, 5)", "popitem()", f"setdefault({key}, 3)", f"setdefault({key})",
            f"update({self.of('table', depth)})", f"update({self.of('items', depth)}, q=1)", "clear()", "keys()", "values()", "items()")

    def comprehension(self, depth):
        name = self.pick("i", "j", "k")
        source = self.of("items", depth)
        self.names.append(name)
        body = self.any(depth)
        tail = "" if self.chance(0.6) else f" if {self.boolean(depth)}"
        second = "" if self.chance(0.8) else f" for {name}2 in {self.of('items', depth)}"
        self.names.pop()
        return f"[{body} for {name} in {source}{tail}{second}]"

    def table(self, depth):
        if depth <= 0:
            return self.pick("{}", '{"a": 1}', '{"b": 2, "a": [1]}', '{1: "x"}', '{"k": None, "l": True}', "{(1, 2): 3}", "{True: 1}")
        below = depth - 1
        return self.pick(
            lambda: "{" + ", ".join(f"{self.pick(self.text(0), self.number(0), self.any(below))}: {self.any(below)}"
                                    for _ in range(self.rng.randint(0, 3))) + "}",
            lambda: f"dict({self.of('items', below)})",
            lambda: f"dict(a={self.any(below)}, b={self.any(below)})",
            lambda: f"dict({self.of('table', below)}, a={self.any(below)})",
            lambda: f"{{{self.pick('x', 'str(x)', '(x, 1)')}: {self.any(below)} for x in {self.of('items', below)}}}",
            lambda: f"after({self.of('table', below)}, {self.change_table(below)}, {self.change_table(below)})",
            lambda: f"yaml.decode({self.pick(self.text(below), chr(34) + 'a: 1' + chr(34), 'yaml.encode(' + self.any(below) + ')')})",
            lambda: f"json.decode({self.pick(self.text(below), 'json.encode(' + self.any(below) + ')')})")()

    def other(self, depth):
        below = max(depth - 1, 0)
        return self.pick(
            lambda: f"({self.any(below)} if {self.any(below)} else {self.any(below)})",
            lambda: f"({self.any(below)} {self.pick('and', 'or')} {self.any(below)})",
            lambda: f"(lambda x, y=2: [x, y])({self.any(below)}{self.pick('', ', 3', ', y=4', ', z=1')})",
            lambda: f"(lambda *a, **k: [a, k])({self.any(below)}, n={self.any(below)})",
            lambda: f"(lambda a, b: [a, b])(*{self.of('items', below)})",
            lambda: f"struct.make(a={self.any(below)}, b=1)",
            lambda: f"struct.make(a={self.any(below)}){self.pick('.a', '.b')}",
            lambda: f"struct.encode({self.of('table', below)})",
            lambda: f"struct.decode(struct.encode({self.any(below)}))",
            lambda: f"getattr({self.any(below)}, {self.text(0)}, {self.any(below)})",
            lambda: f"{self.of('table', below)}[{self.pick(chr(34) + 'a' + chr(34), '1', self.any(below))}]",
            lambda: "node()" + self.pick("", '["a"]', '["b"]', '["b"][1]', '["c"]', ".a", '["b"][0:1]', "[0]"),
            lambda: f"{self.pick('len', 'list', 'str', 'type', 'bool', 'dict', 'sorted')}(node(){self.pick('', '[chr(98)]')})",
            lambda: f"fail({self.any(below)})",
            lambda: f"{self.pick('str', 'repr')}({self.pick('len', 'shown', 'struct', '[].append', 'lambda: 1', chr(34) + 'a' + chr(34) + '.upper', 'None')})")()


class Statements(Generator):
    """Generates functions with random statements."""

    VARIABLES = ["a", "b", "c"]

    def simple(self):
        name = self.rng.choice(self.VARIABLES)
        return self.pick(
            lambda: f"{name} = {self.any(2)}",
            lambda: f"{name} {self.pick('+=', '-=', '*=', '//=', '%=', '|=', '/=')} {self.any(1)}",
            lambda: f"{name}, {self.rng.choice(self.VARIABLES)} = {self.pick('b, a', self.of('items', 1), self.any(1))}",
            lambda: f"[{name}, (a, c)] = {self.pick('[1, [2, 3]]', '(1, (2, 3))', self.of('items', 1))}",
            lambda: f"c.append({self.any(1)})",
            lambda: f"c[{self.small(0)}] = {self.any(1)}",
            lambda: f"c[{self.pick('0', '-1', '1')}] {self.pick('+=', '*=')} {self.any(1)}",
            lambda: f"d[{self.any(1)}] = {self.any(1)}",
            lambda: f"d[{self.pick(chr(34) + 'k' + chr(34), '1')}] {self.pick('+=', '-=')} {self.number(1)}",
            lambda: "pass",
            lambda: f"{name} = inner({self.any(1)})",
            lambda: self.any(1))()

    def block(self, depth, pad, in_loop):
        lines = []
        for _ in range(self.rng.randint(1, 3)):
            lines += self.statement(depth, pad, in_loop)
        return lines

    def statement(self, depth, pad, in_loop):
        roll = self.rng.random()
        if depth <= 0 or roll < 0.5:
            return [pad + self.simple()]
        if roll < 0.65:
            lines = [pad + f"if {self.any(1)}:"] + self.block(depth - 1, pad + "  ", in_loop)
            if self.chance(0.3):
                lines += [pad + f"elif {self.boolean(1)}:"] + self.block(depth - 1, pad + "  ", in_loop)
            if self.chance(0.4):
                lines += [pad + "else:"] + self.block(depth - 1, pad + "  ", in_loop)
            return lines + [pad + "end"]
        if roll < 0.85:
            target = self.pick("i", "i", "(i, j)", "a")
            return ([pad + f"for {target} in {self.pick('c', 'd', 'range(3)', self.of('items', 1))}:"]
                    + self.block(depth - 1, pad + "  ", True) + [pad + "end"])
        if roll < 0.92 and in_loop:
            return [pad + f"if {self.boolean(1)}:", pad + "  " + self.pick("break", "continue"), pad + "end"]
        return [pad + f"return {self.any(1)}" if self.chance(0.2) else pad + self.simple()]

    def function(self, name):
        self.names = ["x", "y", "a", "b", "c", "d", "rest", "more"]
        lines = [f"def {name}(x, y=2, *rest, **more):", "  a = x", "  b = y", "  c = [1, 2, x]", '  d = {"k": 1}',
                 "  i = 0", "  def inner(n):", f"    return {self.pick('n', '[n, a]', 'n + 1', 'c', 'len(d)')}", "  end"]
        lines += self.block(3, "  ", False) + ["  return [a, b, c, d, i]", "end"]
        self.names = []
        call = f"{name}({self.any(1)}{self.pick('', ', 3', ', 3, 4', ', z=1', ', y=5', ', *[1, 2]', ', **{chr(122): 1}', ', x=1')})"
        return lines, call


def run(command, folder):
    try:
        result = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return None
    return result.returncode, result.stdout.decode("utf-8", "replace"), result.stderr.decode("utf-8", "replace")


def items_of(output):
    """Returns the text of each item of `r`. All items begin with `- ` in column 1."""
    found = []
    for line in output.split("\n")[1:]:
        if line.startswith("- ") and not line.startswith("- - ") or line.startswith("- - "):
            found.append(line)
        elif found:
            found[-1] += "\n" + line
    return found


def compared(kval, ytt, expressions, folder):
    """Yields the differences. Splits a template in halves if one program rejects all of it. The last line of each item of
    `expressions` is the expression; the lines before it are code."""
    head, items = HEAD.removesuffix("r:\n"), ""
    for text in expressions:
        *code, call = text.split("\n")
        head += "".join(f"#@ {line}\n" for line in code)
        items += f"- #@ shown(lambda: {call})\n"
    with open(os.path.join(folder, "a.yml"), "w", encoding="utf-8") as file:
        file.write(head + "r:\n" + items)
    theirs = run([ytt, "-f", "a.yml"], folder)
    mine = run([kval, "render", "-f", "a.yml"], folder)
    if theirs is None or mine is None:
        return
    if theirs[0] == 0 and mine[0] == 0:
        left, right = items_of(theirs[1]), items_of(mine[1])
        for number, text in enumerate(expressions):
            a = left[number] if number < len(left) else "?"
            b = right[number] if number < len(right) else "?"
            if a != b:
                yield f"{text}\n    ytt:  {a}\n    kval: {b}"
        return
    if len(expressions) > 1:
        middle = len(expressions) // 2
        yield from compared(kval, ytt, expressions[:middle], folder)
        yield from compared(kval, ytt, expressions[middle:], folder)
    elif theirs[0] in (0, 1) and "(backtrace: goroutine" not in theirs[2] and (theirs[0] == 0) != (mine[0] == 0):
        yield f"{expressions[0]}\n    ytt:  {theirs[0]} {theirs[2][:300]}\n    kval: {mine[0]} {mine[2][:300]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kval")
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ytt", default=shutil.which("ytt"))
    options = parser.parse_args()
    if not options.ytt:
        print("differential test skipped: there is no ytt on PATH")
        return 77
    kval = os.path.abspath(options.kval)
    disagreements = 0
    with tempfile.TemporaryDirectory(prefix="kval-expression-diff-") as folder:
        for case in range(options.cases):
            generator = Generator(random.Random(f"{options.seed} {case}"))
            expressions = [generator.any(generator.pick(1, 2, 2, 3)) for _ in range(options.each)]
            writer = Statements(random.Random(f"{options.seed} {case} statements"))
            for number in range(options.each // 4):
                lines, call = writer.function(f"f{number}")
                expressions.append("\n".join(lines + [call]))
            for line in compared(kval, options.ytt, expressions, folder):
                disagreements += 1
                print(line)
    count = options.cases * (options.each + options.each // 4)
    print(f"{count} expressions and functions, {disagreements} disagreements")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
