#!/usr/bin/env python3
"""Compares src/lang/gotemplate with Go's text/template on random templates and data: the output and the error.

  differential.py PEER [--cases 1500] [--seed 1] [--go PATH]

PEER is the program gotemplate_peer. Excluded: complex numbers, which kval rejects, and printed addresses, templates that take too long and
endless recursion. Skipped with a
message if Go is not found. Differences are printed, with the template and the data."""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

KEYS = ["a", "b", "c", "name", "list", "map", "n", "missing", "s", "Name"]
STRINGS = ["", "a", "abc", "x y", "true", "1", "<b>&\"'", "é日本", "line\nbreak", "tab\t", "0", "%d", "\\", "a=b&c", "\u200b",
           "😀", "\u0007"]
FLOATS = [0, 1, -1, 2, 3.5, 1e6, 1e20, 1e21, 123456789, 0.1, 1e-5, 1e-7, -0.0, 1.5e300, 100000, 1234567, 5e-324, 0.30000000000000004]
INTS = ["0", "1", "-1", "2", "3", "5", "42", "-9223372036854775808"]
NUMBER_WORDS = ["0", "1", "2", "3", "-1", "10", "1.5", "-0.0", "1e3", "0x1F", "0x_1f", "0o17", "017", "0b101", "1_000", "1__0", "08",
                "'a'", "'\\n'", "'\\u00e9'", "'ab'", "''", "'\\''", "1e400", "9223372036854775807", "9223372036854775808",
                "18446744073709551615", "99999999999999999999", ".5", "5.", "+5", "-0x1e", "0x1p4", "0x1.8p-2", "0x", "1e", "0x1e",
                "1e+2", "_1", "1_", "0_7", "1.0", "2e0", "1e18", "1e19", "1E5", "0X1P-2", "-", "1.5.2", "0b12", "0x1.8"]
VERBS = "vsdqxXtcUbogGeEfFTw%zO"
FLAGS = ["", "", "", "+", "-", "#", " ", "0", "+0", "-5", "5", "05", "08.3", ".2", "8.3", "#+", "+8", "-8", "*", "[2]", "[1]", "[5]", "[x]",
         "10.*", ".*", "# ", "06", " 5", "+.3", "#.3", ".0", "20.10", "[2]*[1]"]
SPACES = ["", "", "", " ", "\n", "  \n\t", "text", " text ", "\n\n", "- a: ", "é", "}}", "{", "{ {"]


class Generator:
    def __init__(self, rng):
        self.rng = rng
        self.names = []
        self.templates = ["t"]
        self.in_range = 0
        self.known = {}  # paths of the data by kind

    def learn(self, value, path):
        """Records the paths of a value and of what it holds."""
        kind = "map" if isinstance(value, dict) else {list: "list", str: "string", bool: "bool", type(None): "nil"}.get(type(value), "float")
        if isinstance(value, dict) and len(value) == 1 and (special := next(iter(value)))[0] == "$":
            kind = {"$int": "int", "$int64": "int64", "$strings": "strings", "$ints": "strings", "$values": "map"}.get(special, "other")
            value = value[special] if kind == "map" else {}
        self.known.setdefault(kind, []).append(path or "$")
        if isinstance(value, dict):
            for key, held in value.items():
                self.learn(held, (path or "$") + "." + key)

    def typed(self, kind, depth):
        """Returns an operand that usually has the type."""
        if self.chance(0.04):
            return self.operand(depth)
        found = self.known.get(kind, [])
        if found and self.chance(0.6):
            return self.rng.choice(found)
        made = {"string": lambda: self.string(), "int": lambda: self.pick("0", "1", "2", "-1", "0x10", "(len $)", "(count `ab`)"),
                "float": lambda: self.pick("1.5", "2", "1e3", "(half 3.0)"), "int64": lambda: self.pick("3", "(wide 5)"),
                "bool": lambda: self.pick("true", "false", "(flip true)", "(not .)"),
                "map": lambda: self.pick("(dict)", "(dict `a` 1 `b` `x`)", "(dict `a` (list 1 2) `b` .)"),
                "list": lambda: self.pick("(list)", "(list 1 `x` nil 2.5)", "(list (list 1) (dict `a` 1))"),
                "strings": lambda: self.pick("(strs `a` `b`)", "(strs)")}.get(kind, lambda: self.operand(depth))
        return made()

    def pick(self, *choices):
        return self.rng.choice(choices)

    def chance(self, odds):
        return self.rng.random() < odds

    # Data.
    def data(self, depth=3):
        if depth <= 0 or self.chance(0.45):
            return self.scalar()
        kind = self.pick("list", "map", "map", "map", "other")
        if kind == "list":
            return [self.data(depth - 1) for _ in range(self.rng.randrange(4))]
        if kind == "map":
            return {self.rng.choice(KEYS): self.data(depth - 1) for _ in range(self.rng.randrange(6))}
        return self.other(depth)

    def scalar(self):
        return self.pick(None, True, False, self.rng.choice(STRINGS), self.rng.choice(STRINGS), self.rng.choice(FLOATS),
                         self.rng.choice(FLOATS), {"$int": self.rng.choice(INTS)}, {"$int64": self.rng.choice(INTS)},
                         {"$uint64": self.pick("0", "7")}, {"$byte": self.pick(0, 65, 255)},
                         {"$number": self.pick("1", "1.50", "-3")})

    def other(self, depth):
        return self.pick({"$strings": [self.rng.choice(STRINGS) for _ in range(self.rng.randrange(3))]},
                         {"$ints": [self.rng.randrange(5) for _ in range(self.rng.randrange(3))]}, {"$bytes": self.pick("", "ab", "\u00e9")},
                         {"$stringmap": {self.rng.choice(KEYS): self.rng.choice(STRINGS) for _ in range(2)}}, {"$nilmap": None},
                         {"$nillist": None}, {"$item": self.pick("it", "")}, {"$nilitem": None}, {"$version": self.pick(1, 2)},
                         {"$values": {key: self.data(depth - 1) for key in ("a", "b")}})

    def root(self):
        if self.chance(0.1):
            return self.data(2)
        return {key: self.data(3) for key in KEYS if key != "missing" and self.chance(0.75)}

    # Expressions.
    def path(self):
        names = KEYS + (["Greet", "Sum", "Fails", "Count", "Tags", "hidden", "Size", "Major"] if self.chance(0.3) else [])
        return "".join("." + self.rng.choice(names) for _ in range(self.pick(1, 1, 1, 2, 2, 3)))

    def string(self):
        text = self.rng.choice(STRINGS)
        if self.chance(0.25) and "`" not in text:
            return "`" + text + "`"
        if self.chance(0.05):
            return self.pick('"\\x41"', '"\\u00e9"', '"\\101"', '"\\q"', '"\\xff"', '"\\\'"', '"\\ud800"', '"\\400"', '"\\U0001F600"')
        return json.dumps(text, ensure_ascii=self.chance(0.5)) if all(ord(c) < 0x10000 for c in text) else '"' + text + '"'

    def variable(self):
        if self.chance(0.2) or not self.names:
            return self.pick("$", "$" + self.path())
        return self.rng.choice(self.names) + (self.path() if self.chance(0.3) else "")

    def operand(self, depth):
        if self.known and self.chance(0.75):
            kind = self.pick("string", "int", "float", "bool", "map", "list", "list", "strings", *self.known)
            if kind not in ("nil", "other"):
                return self.typed(kind, depth)
            return self.rng.choice(self.known.get(kind) or ["$"])
        if self.chance(0.3):
            return self.rng.choice(self.names) if self.names else "."
        kind = self.rng.random()
        if kind < 0.33:
            return self.path()
        if kind < 0.40:
            return "."
        if kind < 0.52:
            return self.variable()
        if kind < 0.60:
            return self.rng.choice(NUMBER_WORDS[:8] if self.chance(0.8) else NUMBER_WORDS)
        if kind < 0.70:
            return self.string()
        if kind < 0.74:
            return self.pick("true", "false")
        if kind < 0.76:
            return "nil"
        if depth <= 0:
            return self.path()
        if kind < 0.79:
            return self.pick("nothing", "list", "dict", "strs")
        return "(" + self.pipeline(depth - 1) + ")" + (self.path() if self.chance(0.25) else "")

    def call(self, depth):
        below = depth - 1
        arg = lambda: self.operand(below)  # noqa: E731
        args = lambda low, high: " ".join(arg() for _ in range(self.rng.randrange(low, high + 1)))  # noqa: E731
        name = self.pick("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "len", "index", "slice", "print", "println", "printf",
                         "html", "js", "urlquery", "call", "str", "strs", "same", "count", "fails", "size", "double", "half", "wide",
                         "flip", "list", "first", "dict", "set", "printf", "index", "list", "dict")
        if name == "printf":
            return self.printf(below)
        if self.chance(0.85):
            params = {"lt": "pp", "le": "pp", "gt": "pp", "ge": "pp", "eq": "ppp", "ne": "pp", "len": self.pick("m", "l", "s", "t"),
                      "index": self.pick("mk", "mk", "li", "ti", "si"), "slice": self.pick("sii", "li", "ti", "lii", "liii"), "str": "s",
                      "count": "saa", "fails": "s", "size": "m", "double": "i", "half": "f", "wide": "w", "flip": "b", "first": "l",
                      "dict": "sasa", "set": "msa", "strs": "ss", "list": "aaa"}.get(name)
            if params:
                common = self.pick("string", "int", "float")
                kinds = {"m": "map", "l": "list", "s": "string", "t": "strings", "i": "int", "f": "float", "w": "int64", "b": "bool", "p": common}
                return name + " " + " ".join(
                    self.operand(below) if c == "a" else json.dumps(self.rng.choice(KEYS)) if c == "k" else self.typed(kinds[c], below)
                    for c in params)
        low, high = {"eq": (1, 3), "ne": (2, 2), "lt": (2, 2), "le": (2, 2), "gt": (2, 2), "ge": (2, 2), "not": (1, 1), "len": (1, 1),
                     "index": (1, 3), "slice": (1, 4), "call": (1, 2), "set": (3, 3), "str": (1, 1), "double": (1, 1), "half": (1, 1),
                     "wide": (1, 1), "flip": (1, 1), "first": (1, 1), "size": (1, 1), "fails": (1, 1), "same": (1, 1)}.get(name, (0, 3))
        if self.chance(0.07):
            high += 1
            low = max(0, low - 1)
        return (name + " " + args(low, high)).strip() if self.chance(0.85) else name

    def printf(self, depth):
        form = ""
        for _ in range(self.rng.randrange(1, 4)):
            form += self.pick("", "x", " ", "|") + "%" + self.rng.choice(FLAGS) + self.rng.choice(VERBS)
        if self.chance(0.05):
            form += "%"
        return "printf " + json.dumps(form) + " " + " ".join(self.operand(depth) for _ in range(self.rng.randrange(0, 4)))

    def command(self, depth):
        if depth > 0 and self.chance(0.5):
            return self.call(depth)
        if self.chance(0.01):
            return self.operand(depth) + " " + self.operand(depth)
        return self.operand(depth)

    def pipeline(self, depth):
        text = self.command(depth)
        while self.chance(0.12):
            text += self.pick(" | ", "|", " |") + (self.call(depth) if self.chance(0.9) else self.command(depth))
        return text

    # Actions.
    def action(self, inside):
        left, right = self.pick("{{", "{{", "{{- ", "{{ "), self.pick("}}", "}}", " -}}", " }}")
        return left + inside + right

    def declared(self, depth):
        if self.chance(0.3) and self.names:
            return self.rng.choice(self.names) + " = " + self.pipeline(depth)
        text = self.pipeline(depth)
        name = self.pick("$x", "$y", "$z")
        if name not in self.names:
            self.names.append(name)
        return name + " := " + text

    def piece(self, depth):
        kind = self.rng.random()
        if kind < 0.2:
            return self.rng.choice(SPACES)
        if kind < 0.62 or depth <= 0:
            return self.action(self.pipeline(2))
        if kind < 0.70:
            return self.action(self.declared(2))
        if kind < 0.73:
            return self.pick("{{/* c */}}", "{{- /* c\n */ -}}", "{{/**/}}", "{{ /* c */}}")
        if kind < 0.77:
            name = self.pick(*self.templates, *self.templates, "u", "nope")
            if name == "t":
                return self.rng.choice(SPACES)
            return self.action(self.pick("template ", "template ") + json.dumps(name) + (" " + self.pipeline(1) if self.chance(0.6) else ""))
        if kind < 0.79 and self.in_range:
            return self.action(self.pick("break", "continue"))
        return self.control(depth)

    def control(self, depth):
        names = list(self.names)
        word = self.pick("if", "if", "with", "range", "range")
        iterable = self.pick("list", "map", "strings", "int")
        head = self.declared(1) if self.chance(0.15) else self.typed(iterable, 1) if word == "range" and self.chance(0.8) else self.pipeline(2)
        if word == "range" and self.chance(0.4):
            variables = self.pick(["$i"], ["$i", "$e"], ["$e"])
            head = ", ".join(variables) + self.pick(" := ", " := ", " := ", " = ") + self.typed(iterable, 1)
            self.names += [name for name in variables if name not in self.names]
        self.in_range += word == "range"
        text = self.action(word + " " + head) + self.body(depth - 1)
        self.in_range -= word == "range"
        while self.chance(0.2) and word != "range":
            text += self.action("else " + word + " " + self.pipeline(1)) + self.body(depth - 1)
        if self.chance(0.35):
            text += self.action("else") + self.body(depth - 1)
        self.names = names
        return text + self.action("end")

    def body(self, depth):
        return "".join(self.piece(depth) for _ in range(self.rng.randrange(0, 4)))

    def template(self):
        text = ""
        if self.chance(0.4):
            text += self.action('define "u"') + self.body(1) + self.action("end")
            self.names = []
            self.templates.append("u")
        if self.chance(0.1):
            text += self.action('block "v" ' + self.pipeline(1)) + self.body(1) + self.action("end")
            self.names = []
        text += "".join(self.piece(2) for _ in range(self.rng.randrange(1, 5)))
        return self.broken(text) if self.chance(0.12) else text

    def broken(self, text):
        """Changes characters, mostly in actions."""
        for _ in range(self.pick(1, 1, 2)):
            at = self.rng.randrange(len(text) + 1)
            insert = self.pick("", "", "{{", "}}", "(", ")", "|", ".", "$", '"', "'", "`", ":=", "=", ",", " ", "\n", "-", "@", "é", "\x00",
                               "end", "else", "{{end}}", "{{else}}", "/*", "*/", "\\", "9", "x", "+", "#", ":", "\u2028", "{{break}}",
                               '{{define "u"}}{{end}}', "nil", "{{- ", " -}}", "!", "😀")
            text = text[:at] + insert + text[at + self.pick(0, 0, 1, 2):]
        return text

    def case(self):
        data = self.root()
        if self.chance(0.8):
            self.learn(data, "")
        return {"Name": self.pick("t", "t", "dir/t.yaml"), "Text": self.template(), "Data": data,
                "Missing": self.pick("default", "zero", "zero", "error")}


def is_excluded(answer):
    """Whether Go prints an address or kval rejects a complex number."""
    address = 0xC000010000  # what kval prints
    return "complex" in answer or any(format(address, form) in answer for form in "xXdob")


def decoded(line):
    return tuple(bytes.fromhex(part).decode("utf-8", "replace") for part in line.rstrip("\n").split(" "))


def answers(command, cases):
    """Returns None for cases that take too long: a template may count to a large number."""
    text = "".join(json.dumps(case) + "\n" for case in cases)
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=10 if len(cases) > 1 else 2)
    except subprocess.TimeoutExpired:
        return [None] if len(cases) == 1 else [answer for case in cases for answer in answers(command, [case])]
    lines = done.stdout.splitlines()
    if len(lines) != len(cases):
        sys.exit(f"{command[0]} ended at case {len(lines)}: {cases[len(lines)]}\n{done.stderr[-3000:]}")
    return [decoded(line) for line in lines]


def all_answers(command, cases, chunk=100):
    return [answer for start in range(0, len(cases), chunk) for answer in answers(command, cases[start:start + chunk])]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("peer")
    parser.add_argument("--cases", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go", default=shutil.which("go") or "/usr/local/go/bin/go")
    arguments = parser.parse_args()
    if not os.access(arguments.go, os.X_OK):
        print("skipped: Go is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "peer")
        source = str(Path(__file__).resolve().parent / "peer" / "main.go")
        built = subprocess.run([arguments.go, "build", "-o", program, source], capture_output=True, text=True, check=False,
                               env={**os.environ, "GOTOOLCHAIN": "local", "GO111MODULE": "off"})
        if built.returncode != 0:
            print("skipped: Go does not build the peer: " + built.stderr[-500:])
            sys.exit(77)
        cases = [Generator(random.Random(f"{arguments.seed}-{number}")).case() for number in range(arguments.cases)]
        expected, actual = all_answers([program], cases), all_answers([arguments.peer], cases)
    excluded = different = failed = 0
    for case, want, got in zip(cases, expected, actual):
        if want is None or got is None or "exceeded maximum template depth" in want[1]:
            excluded += 1
            continue
        failed += want[1] != ""
        if want == got:
            continue
        if any(map(is_excluded, want + got)):
            excluded += 1
            continue
        different += 1
        if different <= 20:
            print(f"template: {case['Text']!r}\n    data: {json.dumps(case['Data'], ensure_ascii=False)} missing={case['Missing']}\n"
                  f"      Go: {want}\n    kval: {got}")
    print(f"{len(cases)} cases, {failed} with an error, {excluded} excluded, {different} different")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
