#!/usr/bin/env python3
"""Compares kval with ytt on random calls of the functions of ytt's modules: the result as `repr`, YAML and JSON, or the
failure.

  ytt_modules_differential.py KVAL [--cases 40] [--each 60] [--seed 1] [--ytt PATH]

Results of `math` are compared to ten decimals, because the last digits depend on the C library. Excluded: the known
differences of schemas/ytt/COMPATIBILITY.md, and two constructs that go-yaml accepts: flow indicators in tags and a comment
directly after a quote. Skipped with a message if ytt is not on PATH. Differences are printed."""
import argparse
import os
import random
import shutil
import sys
import tempfile

import ytt_expression_differential as expressions

MODULES = ["ip", "url", "math", "md5", "sha256", "base64", "toml", "version"]

ADDRESSES = ["10.0.0.1", "0.0.0.0", "255.255.255.255", "256.1.1.1", "1.2.3", "01.2.3.4", "::1", "::", "fe80::1%eth0", "2001:DB8::0:1",
             "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7", "1::2::3", "g::1", "", " 10.0.0.1", "1:2:3:4:5:6:1.2.3.4", "::1.2.3.256",
             "2001:db8:0:0:1:0:0:1", "12345::", "::00001", "1.2.3.4.5", "1.2.3.-4", "1:0:0:2:0:0:0:3", "64:ff9b::192.0.2.33", "::fFfF:0:0"]
URLS = ["http://user:pass@host:8080/a%20b?q=1;r=2#f", "mailto:a@b.c", "//host/p", "/a/b?c", "http://[::1]:80/", "http://[fe80::1%25en0]/",
        "http://a b/", "%zz", "http://h:port/", "a:b:c", ":x", "http://user@/x", "http://us%20er:p%3Aw@h", "HTTP://EXAMPLE.com/%7e", "",
        "http://h?", "http://h#", "http://h/#a b", "http://h/ä?ö#ü", "x://h:0", "1http://h", "http://h/%2f%2F", "a/b:c", "./a:b",
        "http://us@er:p@h", "http://[::1", "http://h:80:90/", "http://*host", "http://h/\\\\x", "file:///etc/passwd", "http:opaque?x#y",
        "http://h/a\\nb", "http://h\\x7f", "http://h/?a=b c", "*", "http://h/*'()!", "tel:+1-2", "//u:p@h", "http://:80", "http://:p@h", "#x"]
QUERIES = ["a=1&b=2&a=3", "a", "=x", "a=%zz", "a=b+c%20d", "&&", "a=1;b=2", "ä=ö", "a=b=c", "%41=%42", "", "a&b", "a=%", "a=%4", "=", "b=1&a"]
PACKED = ["YQ==", "YQ", "YWI=", "YWJj", "", "*", "YQ=", "Y Q==", "YQ==\\n", "Y\\nQ==", "_-8=", "/+8=", "/w==", "YR==", "YQ==YQ==", "4pyT", "====", "Y"]
TOMLS = ["a = 1", "a = 1.5", "[t]\\na = true", "[[l]]\\na = 1\\n[[l]]\\na = 2", "a = [1, 2]", "a = {b = 1}", "a = 2147483648",
         "a = 'x'", "a", "a = 1\\na = 2", "a.b.c = 1", "a = [1, 'x']", "a = 0x1F", "a = inf", "a = 1_000", "a = '''\\nx'''", "", "# c",
         "a = nan", "a = -0.0", "a = 1e5", "[a]\\n[a]", "[a.b]\\nc = 1\\n[a]\\nd = 2", "'a b' = 1", "a = []"]
JSONS = ["1", "01", "-0", "1.0", "1e400", "1e5", "[1,]", "{}", "[]", " 1 ", "1 2", "nul", "null", "tru", '{"a":1,"a":2}', '"\\\\u00e9"',
         '"\\\\x"', "'a'", '{"b":1,"a":2}', '{"a":{"b":[1,{"c":null}]}}', "9223372036854775808",
         "123456789012345678901234567890", "1.5e-7", "NaN", "", "// c", '{"a"}', '{1:2}', '"a\\tb"', "[[[]]]", "1.", ".5", "+1", "1E+2", "0x1"]
YAMLS = ["1", "01", "0o17", "0x1F", "0b11", "1_000", "1e3", "1.", ".5", "-.inf", ".NaN", "~", "null", "Null", "yes", "on", "Off", "y", "True", "TRUE",
         "a: b", "a: b: c", "- a", "-a", "[a, b", "{a: 1, b}", "{a: 1, a: 2}", "a: 1\\na: 2", "2001-01-01", "2001-01-01T00:00:00Z", "!!str 1",
         "!!int '1'", "!!binary YQ==", "!x 1", "&a 1", "*a", "&a [*a]", "a: &x 1\\nb: *x", "<<: {a: 1}", "a: |\\n  x\\n", "a: >-\\n  x\\n  y",
         "'it''s'", "--- 1\\n--- 2", "---\\n", "# c", "", "a:\\tb", "\\ta: b", "? a\\n: b", "1: 2", "1.5: 2", "true: 1", "null: 1", "[1]: 2",
         "a: !!float 1", "1:30", "190:20:30", "0.1e1", "+1", "+.inf", "-0", "0777", "08", "1,000", "a: #b", "a:#b", "@a", "`a", "%a", "a: b #c",
         "#@ x\\na: 1", "a: 1 #@ x", "9223372036854775808", "18446744073709551616", "-9223372036854775809", "1e400", "=", "!!set {a}", "a: [1, 2"]
NUMBERS = ["0", "1", "-1", "2", "0.5", "-0.5", "1.5", "2.5", "-2.5", "10", "100", "1e10", "-0.0", "3", "0.1", "1e-3", "7", "True", '"1"', "None",
           "2147483648", "1e300", "45", "180", "1e22", "123456789012345678901234567890"]
UNARY = ["ceil", "fabs", "floor", "round", "exp", "sqrt", "acos", "asin", "atan", "cos", "sin", "tan", "degrees", "radians", "acosh",
         "asinh", "atanh", "cosh", "sinh", "tanh", "gamma", "log"]
BINARY = ["copysign", "mod", "pow", "remainder", "atan2", "hypot", "log"]


class Calls(expressions.Generator):
    """Generates calls of module functions."""

    def quoted(self, texts):
        """Returns one of the strings as a literal, sometimes with a random change."""
        text = self.rng.choice(texts)
        if self.chance(0.15) and text:
            at = self.rng.randrange(len(text))
            if "\\" not in text:
                text = text[:at] + self.pick("", "%", ":", "/", ".", "=", "0", " ", "@", "[", "ä", "?", "#") + text[at + self.pick(0, 1):]
        return self.any(1) if self.chance(0.04) else f'"{text}"'

    def arguments(self, text):
        """Returns the arguments, sometimes too few or too many."""
        if self.chance(0.03):
            return self.pick("", f"{text}, {text}", f"x={text}", f"*[{text}]")
        return text

    def call(self):
        return getattr(self, self.pick("address", "network", "link", "query", "sum", "digest", "packed", "table_text", "release",
                                       "document", "document"))()

    def address(self):
        of = f"ip.parse_addr({self.arguments(self.quoted(ADDRESSES))})"
        return of + self.pick(".string()", ".is_ipv4()", ".is_ipv6()", "", ".nope", ".string(1)")

    def network(self):
        text = self.rng.choice(ADDRESSES) + self.pick("/24", "/0", "/32", "/128", "/129", "/33", "", "/", "/-1", "/08", "/a", "/64", "/ 8", "/8/8")
        of = f"ip.parse_cidr({self.arguments(self.quoted([text]))})"
        return of + self.pick("[0].string()", "[1].string()", "[1].addr().string()", "[0].is_ipv6()", "[1]", "", "[1].addr().is_ipv4()")

    def link(self):
        of = f"url.parse({self.arguments(self.quoted(URLS))})"
        return of + self.pick(".string()", ".hostname()", ".user", ".user.name", ".user.password", ".user.string()", ".without_user().string()",
                              ".without_user().user", "", ".nope", ".string()", ".hostname()")

    def query(self):
        roll = self.rng.random()
        if roll < 0.25:
            return f"url.query_params_decode({self.arguments(self.quoted(QUERIES))})"
        if roll < 0.5:
            lists = ["[]", '["1"]', '["b c", "ä"]', '"x"', "[1]", "None", '("x",)']
            pairs = ", ".join(f"{self.quoted(['a', 'b', 'k k', '', 'ä&'])}: {self.rng.choice(lists)}" for _ in range(self.rng.randint(0, 3)))
            return f"url.query_params_encode({{{pairs}}})"
        name = self.pick("path_segment", "query_param_value")
        texts = QUERIES + URLS + ["a/b c", "$&+,/:;=?@", "ä€😀", "~-_.!*'()", "\\x00\\x7f", "%41%zz", "a+b"]
        return f"url.{name}_{self.pick('encode', 'decode')}({self.arguments(self.quoted(texts))})"

    def sum(self):
        if self.chance(0.1):
            return self.pick("math.e", "math.pi", "math.tau", "math.inf", "dir(math)", "repr(math)", "type(math.sin)")
        if self.chance(0.6):
            name = self.rng.choice(UNARY)
            call = f"math.{name}({self.arguments(self.rng.choice(NUMBERS))})"
            return call if name in ("ceil", "floor") else f"near({call})"
        return f"near(math.{self.rng.choice(BINARY)}({self.rng.choice(NUMBERS)}, {self.rng.choice(NUMBERS)}))"

    def digest(self):
        return f"{self.pick('md5', 'sha256')}.sum({self.arguments(self.any(1) if self.chance(0.2) else self.text(1))})"

    def packed(self):
        if self.chance(0.4):
            return f"base64.encode({self.arguments(self.text(1))})"
        return f"base64.decode({self.arguments(self.quoted(PACKED))})"

    def table_text(self):
        if self.chance(0.5):
            return f"toml.decode({self.arguments(self.quoted(TOMLS))})"
        more = self.pick("", "", ", indent=4", ", indent=-1", ", indent=0")
        return f"toml.encode({self.arguments(self.table(2) if self.chance(0.8) else self.any(2))}{more})"

    def document(self):
        """Returns a call that decodes JSON or YAML and encodes the result."""
        name = self.pick("json", "yaml")
        of = f"{name}.decode({self.arguments(self.quoted_once(JSONS if name == 'json' or self.chance(0.2) else YAMLS))})"
        if name == "json":
            more = self.pick("", "", ", indent=1", ", indent=9", ", escape_html=True", ", escape_html=False", ", indent=None", ", x=1")
        else:
            more = self.pick("", "", ", indent=2", ", indent=4", ", indent=9", ", indent=1", ", indent_sequence=True", ", x=1")
        return of if self.chance(0.6) else f"{name}.encode({of if self.chance(0.7) else self.any(2)}{more})"

    def quoted_once(self, texts):
        """Returns one of the strings in single quotes, sometimes with a random change."""
        text = self.rng.choice(texts)
        if self.chance(0.2) and text and "\\" not in text and not set("!'") & set(text):
            at = self.rng.randrange(len(text))
            text = text[:at] + self.pick("", ":", "-", " ", ",", "#", "[", "!", "0", "{", "~", '"') + text[at + self.pick(0, 1):]
        return "'" + text.replace("'", "\\'") + "'"

    def release(self):
        return f"version.require_at_least({self.pick(chr(34) + '999.0.0' + chr(34), chr(34) + 'a' + chr(34), self.any(1))})"


# Rounds floats to ten decimals. Large floats become the string "large".
NEAR = """#@ def near(x):
#@   if type(x) != "float" or x == 0 or x - x != 0.0:
#@     return x
#@   end
#@   return int(x * 1e10 + (0.5 if x > 0 else -0.5)) if -1e5 < x and x < 1e5 else "large"
#@ end
"""


def head():
    loads = "".join(f'#@ load("@ytt:{name}", "{name}")\n' for name in MODULES)
    return loads + NEAR + expressions.HEAD


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kval")
    parser.add_argument("--cases", type=int, default=40)
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ytt", default=shutil.which("ytt"))
    options = parser.parse_args()
    if not options.ytt:
        print("differential test skipped: there is no ytt on PATH")
        return 77
    expressions.HEAD = head()
    disagreements = 0
    with tempfile.TemporaryDirectory(prefix="kval-modules-diff-") as folder:
        for case in range(options.cases):
            calls = Calls(random.Random(f"{options.seed} {case}"))
            texts = [calls.call() for _ in range(options.each)]
            for line in expressions.compared(os.path.abspath(options.kval), options.ytt, texts, folder):
                disagreements += 1
                print(line)
    print(f"{options.cases * options.each} calls, {disagreements} disagreements")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
