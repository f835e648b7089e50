"""Programs of the KCL corpus, each with one or two random changes: literals, types, names, operators, complete lines, or a
use of a variable. For kcl_differential.py with `--kind changed`. Not among its default kinds, because it does not exclude
the known differences of COMPATIBILITY.md."""
import glob
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.environ.get("KVAL_CONFORMANCE", os.path.join(HERE, "..", "..", "..", "shared", "conformance"))
PROGRAMS = os.environ.get("KVAL_KCL_PROGRAMS")  # directory of other programs to change
LITERALS = ["1", '"s"', "None", "True", "1.5", "[1]", "{k = 1}", "[]", "{}", "Undefined", "-1", '"a"', "0"]
TYPES = ["int", "str", "float", "bool", "any", "[int]", "{str:int}", "[str]", "int | str", "{str:}", '"a" | "b"']
USES = ["zz = {0}", "zz = str({0})", "zz = typeof({0})", "zz = {0} | {{zq = 1}}", "zz = len({0})", "zz = [k for k in {0}]",
        "zz = {0}.name", "zz = {0} == {0}", "zz = {0} + {0}", "zz = {{**{0}}}", 'zz = "${{{0}}}"', "zz = {0} {{}}"]
INSTANCES = ["zz = {0} {{}}", "zz: {0} = {{}}", "zz = [{0} {{}}]", "schema ZZ({0}):\n    zq: int = 1\nzz = ZZ {{}}",
             'zz = {0} {{name = "q"}}', "zz = {0}.instances()"]
NEEDS_MORE = re.compile(r"option\(|\bprint\(|\bimport (?!(?:math|regex|json|yaml|base64|net|units|template)\b)")


def programs():
    """Returns the source texts of short single-file programs without dependencies."""
    texts = []
    pattern = os.path.join(PROGRAMS, "**", "*.k") if PROGRAMS else os.path.join(CORPUS, "kcl", "cases*", "**", "main.k")
    for path in sorted(glob.glob(pattern, recursive=True)):
        folder = os.path.dirname(path)
        if not PROGRAMS and len(glob.glob(os.path.join(folder, "**", "*.k"), recursive=True)) > 1:
            continue
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if 20 < len(text) < 1800 and not NEEDS_MORE.search(text):
            texts.append(text)
    return texts


class Changed:
    """Mixin for the generator: random changes of known programs."""

    known = None

    def changed(self):
        if Changed.known is None:
            Changed.known = programs()
        if not Changed.known:
            return "a = 1\n"
        text = self.rng.choice(Changed.known)
        for _ in range(self.rng.choice([1, 1, 1, 2])):
            text = self.rng.choice([self.other_line, self.other_literal, self.other_literal, self.other_type, self.other_name,
                                    self.other_operator, self.other_entry, self.other_place, self.foreign_line, self.under_key, self.use,
                                    self.use])(text)
        return text

    def replaced(self, text, pattern, replacement):
        found = list(re.finditer(pattern, text))
        if not found:
            return text
        match = self.rng.choice(found)
        return text[:match.start()] + replacement(match) + text[match.end():]

    def other_line(self, text):
        lines = text.split("\n")
        at = self.rng.randrange(len(lines))
        lines[at:at + 1] = self.pick([], [lines[at], lines[at]])
        return "\n".join(lines)

    def other_place(self, text):
        """Copies a random line to a random position."""
        lines = text.split("\n")
        lines.insert(self.rng.randrange(len(lines)), self.rng.choice(lines))
        return "\n".join(lines)

    def foreign_line(self, text):
        """Inserts a line of another program after a random line, with the same indentation."""
        line = self.rng.choice(self.rng.choice(Changed.known).split("\n")).strip()
        lines = text.split("\n")
        at = self.rng.randrange(len(lines))
        pad = re.match(" *", lines[at]).group(0)
        lines.insert(at + 1, pad + line)
        return "\n".join(lines)

    def under_key(self, text):
        """Replaces `a: 1` by `zk.a: 1`, or inserts the latter before or after it."""
        def dotted(match):
            line = match.group(0)
            other = line.replace(match.group(2), self.pick("zk.", "zk.zl.", match.group(2) + ".") + match.group(2), 1)
            return self.pick(other, line + other, other + line)
        return self.replaced(text, r"(?m)^( +)([a-z]\w*)(?: = |: (?!.* = )|\.).*\n", dotted)

    def other_literal(self, text):
        return self.replaced(text, r'(?<![\w"\'.])(\d+(?:\.\d+)?|"[^"\n]*"|True|False|None)(?![\w"])',
                             lambda _: self.rng.choice(LITERALS))

    def other_type(self, text):
        return self.replaced(text, r"(?<=: )(int|str|float|bool|any)\b", lambda _: self.rng.choice(TYPES))

    def other_name(self, text):
        names = sorted(set(re.findall(r"\b[a-zA-Z_]\w+\b", text)) - {"schema", "mixin", "if", "else", "check"})
        return self.replaced(text, r"\b[a-zA-Z_]\w+\b", lambda _: self.rng.choice(names)) if names else text

    def other_operator(self, text):
        return self.replaced(text, r" (=|:|\+=|\+|-|\*|==|!=|<|>|and|or|in) ",
                             lambda _: " " + self.pick("=", ":", "+=", "+", "-", "*", "==", "!=", "<", "and", "or", "in", "|") + " ")

    def other_entry(self, text):
        return self.replaced(text, r'(?<=\w)(: | = | \+= )(?=[\w"\[{])', lambda _: self.pick(": ", " = ", " += "))

    def use(self, text):
        names = re.findall(r"^([a-z_]\w*)(?:: \w+)? =", text, re.M)
        schemas = re.findall(r"^schema (\w+)", text, re.M)
        if not names and not schemas:
            return text
        is_schema = not names or (bool(schemas) and self.rng.random() < 0.4)
        line = self.rng.choice(INSTANCES if is_schema else USES).format(self.rng.choice(schemas if is_schema else names))
        return text.rstrip() + "\n" + line + "\n"
