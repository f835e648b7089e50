#!/usr/bin/env python3
"""Compares `kval render` with ytt on random templates, plain files and overlays: the verdict and the output, byte for byte.

  ytt_template_differential.py KVAL [--cases 1000] [--seed 1] [--kind plain,template,overlay,functions,tabs] [--ytt PATH]

Skipped with a message if ytt is not on PATH. Differences are printed, and their files are kept in a directory. The
generator excludes the known differences of schemas/ytt/COMPATIBILITY.md."""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

KEYS = ["a", "b", "c", "name", "port", "x-z"]
SCALARS = ["1", "0", "-7", "1.5", "true", "false", "null", "~", '"q s"', "'it''s'", "text", "two words", "0x1F", "010",
           "1e3", "yes", "off", "2001-01-01", '""', "'#no'", "a:b", "-1.0", "12_3", '"\\u00e9\\n"', "é"]


class Generator:
    def __init__(self, rng):
        self.rng = rng
        self.anchors = []

    def pick(self, *choices):
        return self.rng.choice(choices)

    def chance(self, odds):
        return self.rng.random() < odds

    def scalar(self):
        return self.rng.choice(SCALARS)

    def flow(self, depth):
        if depth == 0 or self.chance(0.5):
            return self.scalar() if self.chance(0.9) else "[]"
        if self.chance(0.5):
            return "[" + ", ".join(self.flow(depth - 1) for _ in range(self.rng.randint(0, 3))) + "]"
        keys = self.rng.sample(KEYS, self.rng.randint(0, 3))
        return "{" + ", ".join(f"{key}: {self.flow(depth - 1)}" for key in keys) + "}"

    def block_text(self, pad):
        """Returns the header and the lines of a block scalar."""
        lines = [self.pick("line", "two  blanks", "  more", "tab\tin", "", "end ") for _ in range(self.rng.randint(1, 4))]
        if not lines[0].strip() or lines[0].startswith(" "):
            lines[0] = "first"
        head = self.pick("|", "|-", "|+", ">", ">-", ">+")
        return head, [pad + "  " + line if line else "" for line in lines]

    # ---- plain YAML with anchors and merge keys
    def plain_map(self, depth, pad):
        lines = []
        keys = self.rng.sample(KEYS, self.rng.randint(1, 4))
        for key in keys:
            if self.anchors and self.chance(0.3):
                lines.append(f"{pad}<<: {self.rng.choice(self.anchors)}")
            roll = self.rng.random()
            if depth > 0 and roll < 0.3:
                name = f"m{self.rng.randint(0, 99)}"
                inner = self.plain_map(depth - 1, pad + "  ")
                lines.append(f"{pad}{key}: &{name}")
                lines += inner
                self.anchors.append("*" + name)
            elif depth > 0 and roll < 0.45:
                lines.append(f"{pad}{key}:")
                for _ in range(self.rng.randint(1, 3)):
                    lines.append(f"{pad}- {self.flow(1)}")
            elif roll < 0.6:
                head, text = self.block_text(pad)
                lines.append(f"{pad}{key}: {head}")
                lines += text
            else:
                lines.append(f"{pad}{key}: {self.flow(2)}")
        return lines

    def plain(self):
        documents = []
        for _ in range(self.rng.randint(1, 3)):
            self.anchors = []
            documents.append("\n".join(self.plain_map(3, "")))
        return {"a.yml": self.pick("---\n", "") + "\n---\n".join(documents) + self.pick("\n", "\n", "", "\n\n")}

    # ---- templates
    def expression(self, names):
        choices = ["1", "1 + 2", '"s"', "None", "True", "[1, 2]", '{"k": 1}', '"a-{}".format(3)', '"x" * 2', "len([1])",
                   "str(1.5)", "1 if v else 2", "not v", "[i * 2 for i in range(3)]", "dict(q=1)", '"é".upper()',
                   'struct.encode({"a": 1}).a', 'json.encode({"z": [1, None, "<"]})', 'yaml.encode({"y": True})',
                   'base64.encode("hi")', "sorted([3, 1])", '"a,b".split(",")', "f(2)", "g()", "type(g())", "list(t)"]
        return self.rng.choice(choices + names)

    def template_lines(self, depth, pad, names, count=None):
        lines = []
        keys = self.rng.sample(KEYS, count or self.rng.randint(1, 4))
        for key in keys:
            roll = self.rng.random()
            if depth > 0 and roll < 0.12:
                lines.append(f"{pad}#@ if {self.pick('v', 'not v', '1 > 2', 'True')}:")
                lines += self.template_lines(depth - 1, pad, names, 1)
                if self.chance(0.4):
                    lines += [f"{pad}#@ else:", f"{pad}else_{key}: {self.scalar()}"]
                lines.append(f"{pad}#@ end")
            elif depth > 0 and roll < 0.24:
                lines += [f"{pad}{key}:", f"{pad}#@ for i in {self.pick('range(2)', 't', '[]')}:",
                          f"{pad}- {self.pick('#@ i', 'n: #@ i', self.flow(1))}", f"{pad}#@ end"]
            elif depth > 0 and roll < 0.34:
                lines.append(f"{pad}#@ for n in [\"p\", \"q\"]:")
                lines.append(f"{pad}#@yaml/text-templated-strings")
                lines.append(f"{pad}k_(@= n @)_{key}: {self.pick('#@ n', '(@= n @)!', '1')}")
                lines.append(f"{pad}#@ end")
            elif depth > 0 and roll < 0.5:
                lines.append(f"{pad}{key}:")
                lines += self.template_lines(depth - 1, pad + "  ", names)
            elif roll < 0.6:
                lines.append(f"{pad}{key}: #@ {self.expression(names)}")
            elif roll < 0.68:
                lines += [f"{pad}#@ if/end {self.pick('v', 'not v')}:", f"{pad}{key}: {self.flow(1)}"]
            elif roll < 0.74:
                lines.append(f"{pad}_: #@ template.replace({self.pick('g()', 'dict(r1=1)', '{}')})")
            elif roll < 0.8:
                head, text = self.block_text(pad)
                lines.append(f"{pad}{key}: {head}")
                lines += text
            else:
                lines.append(f"{pad}{key}: {self.flow(1)}")
            if self.chance(0.04):
                lines.append(f"{pad}#@ template.replace({self.pick('g()', 'dict(s1=1)', '{}', '[3]')})")
        return lines

    HEAD = ['#@ load("@ytt:template", "template")', '#@ load("@ytt:json", "json")', '#@ load("@ytt:yaml", "yaml")',
            '#@ load("@ytt:base64", "base64")', '#@ load("@ytt:struct", "struct")']

    def template(self):
        lines = list(self.HEAD)
        lines += [f"#@ v = {self.pick('True', 'False', '1', '0')}", "#@ t = (1, \"two\", None)"]
        lines += ["#@ def f(n, m=3):", "#@   return n * m", "#@ end", "#@ def g():"]
        lines += self.template_lines(1, "", ["v", "t"])
        lines += ["#@ end", self.pick("---", "--- #! note", "---")]
        lines += self.template_lines(3, "", ["v", "t"])
        if self.chance(0.2):
            lines += ["---", f"{self.pick('', '  ')}#@ template.replace({self.pick('[g()]', '[dict(s1=1)]', '[]', 'g()')})"]
            lines += self.pick([], ["---", "last: 1"])
        return {"a.yml": "\n".join(lines) + "\n"}

    def functions(self):
        """Nested YAML functions, and documents and arrays created by them."""
        lines = list(self.HEAD)
        body = self.pick(["- 1", "- #@ n", "- x: #@ n"], ["k: #@ n", "l: [1]"], ["---", "d: #@ n", "---", "e: 2"], [])
        lines += ["#@ def first(n):"] + body + ["#@ end"]
        lines += ["#@ def second(n):", f"#@   return {self.pick('first(n)', '[first(n), n]', 'n', 'None')}", "#@ end"]
        use = self.pick("a: #@ first(1)", "a: #@ second(2)", "a:\n- #@ first(1)\n- #@ second(3)",
                        "_: #@ template.replace(first(1))\nz: 1", "a:\n- #@ template.replace(first(1))\n- 9",
                        "--- #@ template.replace(first(1))", "--- #@ first(3)", "a: #@ str(first(1))",
                        "a: #@ len(first(1))", "a: #@ yaml.encode(first(1))", "a: #@ json.encode(first(1))",
                        "a: #@ [k for k in first(1)]", "a: #@ first(1) == first(1)", "a: #@ type(first(1))",
                        "a: #@ struct.decode(struct.encode(first(1)))", "a: #@ yaml.decode(yaml.encode(first(4)))")
        lines += ["---", use] if not use.startswith("---") else [use]
        return {"a.yml": "\n".join(lines) + "\n"}

    # ---- overlays
    def base_map(self, depth):
        made = {}
        for key in self.rng.sample(KEYS, self.rng.randint(1, 4)):
            roll = self.rng.random()
            if depth > 0 and roll < 0.35:
                made[key] = self.base_map(depth - 1)
            elif depth > 0 and roll < 0.6:
                made[key] = [self.pick({"name": "n1", "v": 1}, {"name": "n2", "v": 2}, {"name": "n1"}, 5, "s")
                             for _ in range(self.rng.randint(0, 3))]
            else:
                made[key] = self.pick(1, 2, "s", None, True, 1.5)
        return made

    def match(self, is_item):
        by = self.pick("", "", 'by="name"', 'by=overlay.map_key("name")', "by=overlay.all", "by=overlay.index(0)",
                       'by=overlay.subset({"name": "n1"})', "by=lambda i, l, r: True",
                       'by=overlay.or_op(overlay.index(1), overlay.subset("s"))',
                       "by=overlay.not_op(overlay.index(0))")
        if not is_item and self.chance(0.7):
            by = ""
        count = self.pick("", "", "missing_ok=True", "expects=1", "expects=[0, 1]", 'expects="1+"', "expects=0",
                          "when=1", "expects=lambda n: n < 2")
        text = ", ".join(part for part in (by, count) if part)
        return f"#@overlay/match {text}" if text else ""

    def action(self, is_item):
        actions = ["", "", "", "#@overlay/remove", "#@overlay/replace", "#@overlay/replace via=lambda l, r: r",
                   "#@overlay/replace or_add=True", "#@overlay/merge", "#@overlay/assert",
                   "#@overlay/assert via=lambda l, r: True", "#@overlay/match-child-defaults missing_ok=True"]
        if is_item:
            actions += ["#@overlay/append", "#@overlay/insert before=True", "#@overlay/insert after=True",
                        "#@overlay/insert before=True, after=True, via=lambda l, r: r"]
        return self.rng.choice(actions)

    def overlay_notes(self, pad, is_item):
        return [pad + note for note in (self.match(is_item), self.action(is_item)) if note]

    def overlay_lines(self, base, pad):
        lines = []
        if isinstance(base, dict):
            keys = [key for key in base if self.chance(0.7)] or list(base)[:1]
            if self.chance(0.2):
                keys.append("extra")
            for key in keys:
                lines += self.overlay_notes(pad, False)
                below = base.get(key, 7)
                if isinstance(below, (dict, list)) and below and self.chance(0.8):
                    lines.append(f"{pad}{key}:")
                    lines += self.overlay_lines(below, pad + "  ")
                else:
                    lines.append(f"{pad}{key}: {self.flow(1)}")
            return lines
        for item in base:
            if self.chance(0.3):
                continue
            lines += self.overlay_notes(pad, True)
            lines.append(f"{pad}- {self.pick('{name: n1, w: 1}', '{name: n3}', '6', 's', '{v: 1}')}")
        return lines or [f"{pad}- 1"]

    def overlay(self):
        documents = [self.base_map(2) for _ in range(self.rng.randint(1, 2))]
        overlay = ['#@ load("@ytt:overlay", "overlay")']
        for document in self.rng.sample(documents, self.rng.randint(1, len(documents))):
            overlay.append(self.pick("#@overlay/match by=overlay.all", '#@overlay/match by=overlay.all, expects="0+"',
                                     "#@overlay/match by=overlay.index(0)",
                                     '#@overlay/match by=overlay.subset({"a": 1}), missing_ok=True'))
            if self.chance(0.3):
                overlay.append("#@overlay/match-child-defaults missing_ok=True")
            overlay.append("---")
            overlay += self.overlay_lines(document, "")
        import json
        text = "".join("---\n" + json.dumps(document) + "\n" for document in documents)
        return {"a.yml": text, "o.yml": "\n".join(overlay) + "\n"}


    # ---- plain YAML with valid and invalid tabs
    def tabs(self):
        (name, text), *others = self.plain().items()
        lines = text.split("\n")
        for _ in range(self.rng.randint(1, 2)):
            at = self.rng.randrange(len(lines))
            line = lines[at]
            lead = len(line) - len(line.lstrip(" "))
            place = self.pick(0, lead, lead + 1, len(line), line.find(":") + 1, max(lead - 1, 0))
            if self.chance(0.3):
                lines.insert(at, self.pick("\t", "  \t", "\t# note", "    \t# note", " \t \t"))
            else:
                lines[at] = line[:place] + "\t" + line[place:]
        return {name: "\n".join(lines), **dict(others)}


TIMED_OUT = 124  # exit code on a busy machine; the case has no result

KINDS = ["plain", "template", "functions", "overlay", "tabs"]


def run(command, folder):
    try:
        result = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return (TIMED_OUT, "", "")
    return (result.returncode, result.stdout.decode("utf-8", "replace"), result.stderr.decode("utf-8", "replace"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kval")
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default=",".join(KINDS))
    parser.add_argument("--ytt", default=shutil.which("ytt"))
    options = parser.parse_args()
    if not options.ytt:
        print("differential test skipped: there is no ytt on PATH")
        return 77
    kval = os.path.abspath(options.kval)
    kinds = options.kind.split(",")
    failures = {kind: 0 for kind in kinds}
    rendered = 0
    for case in range(options.cases):
        kind = kinds[case % len(kinds)]
        files = getattr(Generator(random.Random(f"{options.seed} {case} {kind}")), kind)()
        folder = tempfile.mkdtemp(prefix="kval-template-diff-")
        flags = []
        for name, text in files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
            flags += ["-f", name]
        theirs = run([options.ytt] + flags, folder)
        mine = run([kval, "render"] + flags, folder)
        rendered += theirs[0] == 0
        if theirs[0] not in (0, 1) or mine[0] == TIMED_OUT or (mine[0] == 0) == (theirs[0] == 0) and (mine[0] != 0 or mine[1] == theirs[1]):
            shutil.rmtree(folder)
            continue
        failures[kind] += 1
        shown = "".join(f"--- {name}\n{text}" for name, text in files.items())
        print(f"case {case} ({kind}) differs: {folder}\n{shown}--- ytt {theirs[0]}\n{theirs[1]}{theirs[2][:400]}\n"
              f"--- kval {mine[0]}\n{mine[1]}{mine[2][:400]}")
    wrong = sum(failures.values())
    print(f"ytt_template_differential: {options.cases - wrong} of {options.cases} agree, ytt renders {rendered}; "
          + ", ".join(f"{kind} {count}" for kind, count in failures.items() if count))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
