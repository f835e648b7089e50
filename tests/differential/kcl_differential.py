#!/usr/bin/env python3
"""Compares kval with the real KCL on random programs: verdict and output of `kval run` must agree with kcl_lib.

  kcl_differential.py KVAL [--cases 600] [--seed 1] [--kind lists,config,...]

Skips, saying so, when the Python package kcl_lib cannot be imported. A disagreement is printed with its program and
what both say, and kept in a folder. Differences that COMPATIBILITY.md names are left out by the generator."""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

# Asked in processes of its own: some faults of the library end the process.
PEER = r'''
import json, sys
import kcl_lib.api as api
service = api.API()
for line in sys.stdin:
    case = json.loads(line)
    try:
        args = api.ExecProgramArgs(k_filename_list=[case["file"]], work_dir=case["dir"],
                                   args=[api.Argument(name=k, value=v) for k, v in case["options"]],
                                   overrides=case["overrides"])
        result = service.exec_program(args)
        answer = {"ok": not result.err_message, "text": result.log_message + result.yaml_result,
                  "error": result.err_message}
    except Exception as error:
        answer = {"ok": False, "text": "", "error": str(error)}
    print(json.dumps(answer), flush=True)
'''

NAMES = ["alpha", "beta", "gamma", "port", "host", "name"]


class Generator:
    """Random programs; a method for each kind."""

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
        """Items, commas and line breaks in every order that the grammar has."""
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
        """`|`, `+=` and operators that stay with their entries."""
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
        """Names inside instances that stand in schema bodies."""
        def init(depth):
            fields = []
            if self.rng.random() < 0.7:
                fields.append(f'name = "{self.pick("x", "y", "z")}"')
            fields.append("ref = " + self.pick("name", "{k = name}", "[name for i in [1]]", '"${name}!"'))
            if self.rng.random() < 0.3:
                self.rng.shuffle(fields)
            # Behind a nested instance the library forgets what the outer one has set.
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
        """An if statement that sets what its conditions read. The library runs `+=` and its kin twice there, and
        what stands behind the statement, or in a second one, changes which branch it takes."""
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
        """Arithmetic up to the ends of 64 bits."""
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
        """Defaults and what configurations make of them."""
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
        """-D and -O: what their texts mean."""
        values = ["12e1", "true", "None", "null", "1", "01", "1.0", '"a"', "[1]", '{"a":1}', "a", "-1", "1 ", "é"]
        kind = self.pick("", "", ', type="str"', ', type="int"', ', type="bool"', ', type="float"')
        program = f'k = option("k"{kind})\nd = {{labels = {{a = "1", b = 2}}}}\nn = 1\n'
        overrides = ["n=1+1", "n=5", "d.labels.a-", 'd.labels.c="x"', "d.labels=[1]", "n=-1", "d.labels.b:3", "z.y=1"]
        return program, [("k", self.rng.choice(values))], [self.rng.choice(overrides)] if self.rng.random() < 0.6 else []


    def imports(self):
        """Packages that import each other in one direction; what no file reads of them does not run."""
        count = self.rng.randint(1, 4)
        files = {}

        def uses(first):
            lines, body = [], []
            for number in range(first, count):
                if self.rng.random() < 0.4:
                    continue
                name = f"p{number}"
                alias = self.pick("", "", f" as q{number}")
                lines.append(f"import {name}{alias}")
                name = alias[4:] or name
                body.append(self.pick("", "", f"u{number} = {name}.x", f'u{number} = "${{{name}.x}}"',
                                      f"u{number}: {name}.S = {{}}", f"_f{number} = lambda {{ {name}.x }}",
                                      f"u{number} = {{{name} = 1}}", f"u{number} = lambda {name} {{ {name} }}(3)",
                                      f"u{number} = {{a.{name} = 2}}", f"_u{number} = [{name}.x for i in [1]]",
                                      f"u{number} = {name}.x if False else 1",
                                      f"schema T{number}:\n    s?: {name}.S\n"))
            return lines, [line for line in body if line]

        for number in range(count):
            lines, body = uses(number + 1)
            files[f"p{number}/a.k"] = "\n".join(
                lines + [f'print("p{number} runs")', "x = 1", "schema S:", "    a: int = 1"] + body) + "\n"
        lines, body = uses(0)
        files["main.k"] = "\n".join(lines + ['print("main runs")'] + body + ["done = True"]) + "\n"
        return files

    def signatures(self):
        """Instances below index signatures with and without defaults."""
        default = self.pick("", "", " = Part {name: name}", ' = Part {kind = "k"}', " = Part {}")
        key = "[name: str]" if "name: name" in default else self.pick("[str]", "[name: str]", "[...str]", "[n: str]")
        name_type = self.pick("name: str", "name?: str", 'name: str = "d"')
        kind_type = self.pick("kind: str", "kind: str", "kind?: str", 'kind: str = "e"')
        # The library gives several in changing order, and loses one that is called as the alias.
        entries = []
        for name in self.rng.sample(NAMES[:5], 1):
            config = self.pick("", 'kind = "x"', 'name = "y", kind = "z"', "kind: None")
            entries.append(f"    {name}{self.pick(': ', ' = ')}{self.pick('Part ', '')}{{{config}}}")
        return "\n".join(["schema Part:", "    " + name_type, "    " + kind_type, "", "schema Parts:",
                          f"    {key}: Part{default}", "", "parts = Parts {"] + entries + ["}"]) + "\n"

    def computed(self):
        """Attributes that are computed from others, which may be missing."""
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


KINDS = ["lists", "config", "unions", "instances", "branches", "mixins", "numbers", "defaults", "options",
         "signatures", "computed", "imports"]


class Peer:
    """kcl_lib in a process of its own, begun anew when a program ends it."""

    def __init__(self):
        self.process = None

    def ask(self, case):
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen([sys.executable, "-c", PEER], stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.process.stdin.write(json.dumps(case) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        return json.loads(line) if line else {"ok": False, "text": "", "error": "the process ended"}


def agree(ours, theirs):
    if not theirs["ok"]:
        return ours.returncode != 0
    return ours.returncode == 0 and ours.stdout.strip() == theirs["text"].strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kval")
    parser.add_argument("--cases", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default=",".join(KINDS))
    options = parser.parse_args()
    if subprocess.run([sys.executable, "-c", "import kcl_lib"], capture_output=True, check=False).returncode != 0:
        print("kcl_differential: skipped, there is no kcl_lib")
        return 0
    peer, kval = Peer(), os.path.abspath(options.kval)
    kinds = options.kind.split(",")
    failures = {kind: 0 for kind in kinds}
    kept = tempfile.mkdtemp(prefix="kcl_differential_")
    for number in range(options.cases):
        kind = kinds[number % len(kinds)]
        made = getattr(Generator(random.Random(f"{options.seed} {number} {kind}")), kind)()
        made, given, overrides = made if isinstance(made, tuple) else (made, [], [])
        files = made if isinstance(made, dict) else {"main.k": made}
        program = "".join(text if len(files) == 1 else f"--- {name}\n{text}" for name, text in files.items())
        folder = os.path.join(kept, str(number))
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        path = os.path.join(folder, "main.k")
        theirs = peer.ask({"file": path, "dir": folder, "options": given, "overrides": overrides})
        flags = [part for key, value in given for part in ("-D", f"{key}={value}")]
        flags += [part for override in overrides for part in ("-O", override)]
        ours = subprocess.run([kval, "run", "main.k"] + flags, cwd=folder, capture_output=True, text=True, check=False)
        if agree(ours, theirs):
            shutil.rmtree(folder)
            continue
        failures[kind] += 1
        print(f"--- {kind} in {folder} {' '.join(flags)}\n{program}--- KCL: "
              f"{theirs['text'] if theirs['ok'] else theirs['error'][:400]}\n--- kval: {ours.stdout}{ours.stderr[:400]}")
    wrong = sum(failures.values())
    print(f"kcl_differential: {options.cases - wrong} of {options.cases} agree; "
          + ", ".join(f"{kind} {count}" for kind, count in failures.items() if count))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
