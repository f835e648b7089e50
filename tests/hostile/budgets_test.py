#!/usr/bin/env python3
"""Programs that allocate, output, print or concatenate more than their memory budget. Each run ends with a limit, and the
process never uses much more memory than the budget, for all types of values."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
SANITIZED = sys.argv.pop(1) == "sanitized" if len(sys.argv) > 1 else False
MIB = 1 << 20
BUDGET = 96 * MIB
MOST = BUDGET * 1.2 + 24 * MIB  # includes the memory of the program itself
LIMITS = ["--limit", f"starlark-memory={BUDGET}", "--limit", f"kcl-memory={BUDGET}", "--limit", "starlark-steps=1000000000",
          "--limit", f"output-size={BUDGET // 3}",
          "--limit", "kcl-steps=1000000000"]

TEXT = "x = 'ab' * 400000"
LARGE = "x = 'ab' * 12000000"
DEEP = ["x = [1] * 100000", "for i in range(300):", "  x = {'a': x}", "end"]


def starlark(*lines):
    modules = "".join(f"#@ load('@ytt:{name}', '{name}')\n" for name in ("assert", "ip", "json", "regexp", "toml", "url", "yaml"))
    return modules + "#@ def f():\n#@   l = []\n" + "".join(
        f"#@   {line}\n" for line in lines) + "#@ end\na: #@ f()\n"


def each(count, line):
    return f"for i in range({count}):", "  " + line, "end"


TEMPLATES = {
    "lists that double": starlark("x = [0]", *each(60, "x = x + x"), "return len(x)"),
    "texts that double": starlark("x = 'ab'", *each(60, "x = x + x"), "return len(x)"),
    "texts that are kept": starlark("l = []", *each(10000000, "l.append(str(i) * 20)"), "return len(l)"),
    "tuples": starlark("l = []", *each(10000000, "l.append((i, i, i))"), "return len(l)"),
    "empty maps": starlark("l = []", *each(10000000, "l.append({})"), "return len(l)"),
    "keys": starlark("d = {}", *each(10000000, "d[str(i)] = [i]"), "return len(d)"),
    "keys that are numbers": starlark("d = {}", *each(10000000, "d[i] = i"), "return len(d)"),
    "addresses": starlark("l = []", *each(10000000, "l.append(ip.parse_addr('10.0.0.1'))"), "return len(l)"),
    "functions": starlark("l = []", *each(10000000, "l.append(lambda v: v + i)"), "return len(l)"),
    "join": starlark(TEXT, "return len(x.join(['a'] * 100000))"),
    "join of large texts": starlark(TEXT, "return len(','.join([x] * 100000))"),
    "replace": starlark(TEXT, "return len(x.replace('a', x))"),
    "%": starlark(TEXT, "return len('%s' * 40000 % tuple([x] * 40000))"),
    "format": starlark(TEXT, "return len(('{0}' * 40000).format(x))"),
    "messages that are kept": starlark(LARGE, *each(1000000, "l.append(assert.try_to(lambda: assert.fail(x)))"), "return 1"),
    "messages of fail": starlark(LARGE, *each(1000000, "l.append(assert.try_to(lambda: fail(x, i)))"), "return 1"),
    "messages of equals": starlark(TEXT, *each(1000000, "l.append(assert.try_to(lambda: assert.equals(x, [x])))"), "return 1"),
    "messages of missing keys": starlark(LARGE, *each(1000000, "l.append(assert.try_to(lambda: {}[x]))"), "return 1"),
    "a deep value that is put out": starlark(*DEEP, "return x"),
    "yaml.encode of a deep value": starlark(*DEEP, *each(20, "l.append(yaml.encode(x))"), "return len(l)"),
    "json.encode of a deep value": starlark(*DEEP, *each(20, "l.append(json.encode(x, indent=8))"), "return len(l)"),
    "toml.encode of a deep value": starlark("x = {'a': 1}", "x = {'a' * 1000: [x] * 10000}", "for i in range(100):",
                                            "  x = {'a' * 1000: x}", "end", *each(20, "l.append(toml.encode(x))"), "return len(l)"),
    "json.decode": starlark("x = '{' + ','.join(['\"k%d\":1' % i for i in range(30000)]) + '}'",
                            *each(1000, "l.append(json.decode(x))"), "return 1"),
    "toml.decode": starlark("x = '\\n'.join(['k%d=1' % i for i in range(30000)])", *each(1000, "l.append(toml.decode(x))"),
                            "return 1"),
    "toml.decode of a long text": starlark("return len(toml.decode('a=[' + '1,' * 3000000 + ']'))"),
    "regexp.replace by a function": starlark(TEXT, "return len(regexp.replace('a', 'a' * 1000, lambda s: x))"),
    "url.parse": starlark(TEXT, *each(10000, "l.append(url.parse('http://a/' + x))"), "return 1"),
    "url.query_params_decode": starlark("return len(url.query_params_decode('a&' * 10000000))"),
    "split": starlark("return len((',' * 20000000).split(','))"),
    "rsplit": starlark("return len((',' * 20000000).rsplit(','))"),
    "splitlines": starlark("return len(('\\n' * 20000000).splitlines())"),
    "upper": starlark(TEXT, "return [x.upper() for i in range(100000)]"),
    "print": starlark(TEXT, *each(100000, "print(x)"), "return 1"),
    "print of lists": starlark(TEXT, *each(100000, "print([x])"), "return 1"),
    "json.encode": starlark(TEXT, "return len(json.encode([x] * 100000))"),
    "yaml.encode": starlark(TEXT, "return len(yaml.encode([x] * 100000))"),
    "yaml.encode of a fragment": "#@ def g(v):\na: #@ v\n#@ end\n" + starlark(TEXT, "return len(yaml.encode([g(x)] * 100000))"),
    "values that are put out": "#@ x = 'ab' * 400000\n#@ for i in range(1000000):\n- #@ x\n#@ end\n",
    "values that are put out by functions": "#@ x = 'ab' * 400000\n#@ def g():\n- #@ x\n#@ end\n#@ for i in range(100000):\n- #@ g()\n#@ end\n",
    "documents that are put out": "#@ for i in range(100000000):\n---\na: #@ i\n#@ end\n",
    "documents that are put out as they are": "#@ for i in range(100000000):\n---\na: 1\n#@ end\n",
    "items that are put out": "#@ for i in range(100000000):\n- #@ i\n#@ end\n",
    "maps that are put out": "#@ for i in range(100000000):\n- a: 1\n  b: #@ i\n#@ end\n",
    "keys that are put out": "#@ for i in range(100000000):\n#@yaml/text-templated-strings\nk(@= str(i) @): 1\n#@ end\n",
    "keys that are put out again": "#@ for i in range(100000000):\n#@yaml/map-key-override\na: 1\n#@ end\n",
    "annotated items": "#@ for i in range(100000000):\n#@overlay/match by='a'\n- a: 1\n#@ end\n",
    "text in a template": "#@ x = 'ab' * 400000\n#@yaml/text-templated-strings\na: '(@ for i in range(1000000): @)(@= x @)(@ end @)'\n",
}
LONG = "l:\n" + "".join(f"- {{n: {i}}}\n" for i in range(20000)) + "m:\n" + "".join(f"  k{i}: 1\n" for i in range(20000))
ALL = "#@overlay/match by=overlay.all\n---\n"
OVERLAYS = {
    "items of a long array": ALL + "l:\n#@overlay/match by=overlay.index(0)\n- n: {i}\n",
    "items before a long array": ALL + "l:\n#@overlay/match by=overlay.index(0)\n#@overlay/insert before=True\n- n: {i}\n",
    "keys of a large map that a function sees": (
        "#@overlay/match by=lambda i, l, r: 'm' in l\n---\nm:\n  #@overlay/replace via=lambda l, r: r\n  k{i}: 2\n"),
}
TEXTS = {
    "code": "(@ x = 'ab' * 400000 @)(@ for i in range(1000000): @)(@= x @)(@ end @)",
    "literals": "(@ for i in range(1000000): @)" + "ab" * 100000 + "(@ end @)",
}
DEEP_PROGRAM = "a0 = [1] * 100000\n" + "".join(f"_a{i} = {{a = {'_a' + str(i - 1) if i else 'a0'}}}\n" for i in range(300))
PROGRAMS = {
    "deep output": DEEP_PROGRAM + "b = _a299\n",
    "lines deep in output": DEEP_PROGRAM.replace("[1] * 100000", "'a\\n' * 1000000") + "b = [_a299] * 10\n",
    "keys": TEXT + "\nd = {'${x}' = 1}\na = [d for i in range(100000)]\n",
    "json.encode of controls": "import json\nx = '\\u0001' * 8000000\na = [json.encode(x + str(i)) for i in range(100)]\n",
    "json.encode of a deep value": "import json\n" + DEEP_PROGRAM + "a = [len(json.encode(_a299, indent = 60)) for i in range(20)]\n",
    "lists": "a = [[i] for i in range(1000000) for j in range(100)]\n",
    "texts": "a = ['x' * 100 + str(i) for i in range(1000000)]\n",
    "join": TEXT + "\na = len(x.join(['a' for i in range(100000)]))\n",
    "join of large texts": TEXT + "\na = len(','.join([x for i in range(100000)]))\n",
    "replace": TEXT + "\na = len(x.replace('a', x))\n",
    "format": TEXT + "\na = len(('{0}' * 40000).format(x))\n",
    "text in text": TEXT + "\ny = '${x}${x}${x}${x}${x}${x}${x}${x}'\nz = '${y}${y}${y}${y}${y}${y}${y}${y}'\na = '${z}${z}${z}${z}${z}'\n",
    "split": "a = len((',' * 20000000).split(','))\n",
    "rsplit": "a = len((',' * 20000000).rsplit(','))\n",
    "splitlines": "a = len(('\\n' * 20000000).splitlines())\n",
    "replace of all": "a = len(('a' * 40000000).replace('a', 'b'))\n",
    "slices of a wide text": "x = 'é' * 20000000\na = len(x[1:])\n",
    "slices of a large text": "x = 'ab' * 15000000\na = [x[1:] for i in range(1000)]\n",
    "slices by two": "x = 'ab' * 15000000\na = [x[::2] for i in range(1000)]\n",
    "zip": "x = [i for i in range(100000)]\na = len(zip(" + ", ".join(["x"] * 100) + "))\n",
    "groups of matches": "import regex\nx = 'a' * 100000\na = len(regex.findall(x, '()' * 100 + 'a'))\n",
    "replacements of one match": "import regex\nx = 'a' * 100000\na = len(regex.replace(x, 'a+', '$0' * 100000))\n",
    "html_escape": "import template\na = len(template.html_escape('<' * 20000000))\n",
    "print": TEXT + "\na = [print(x) for i in range(100000)]\n",
    "output": TEXT + "\na = [x for i in range(100000)]\n",
    "json.encode": "import json\n" + TEXT + "\na = len(json.encode([x for i in range(100000)]))\n",
    "base64": "import base64\n" + TEXT + "\na = [base64.encode(x + str(i)) for i in range(1000)]\n",
}


class Budgets(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kval-budgets-")
        self.addCleanup(shutil.rmtree, self.folder)

    def ends(self, what, name, text, command):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)
        out = os.path.join(self.folder, "out")
        with open(out, "wb") as output:
            run = subprocess.Popen([PROGRAM, command, *(["-f"] if command == "render" else []), name, *LIMITS],
                                   cwd=self.folder, stdout=output, stderr=output, stdin=subprocess.DEVNULL,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (100, 100)))
            _, status, usage = os.wait4(run.pid, 0)
            run.returncode = os.waitstatus_to_exitcode(status)
        with open(out, "rb") as output:
            said = output.read(1000)
        held = usage.ru_maxrss * 1024
        with self.subTest(what, command=command):
            self.assertEqual(run.returncode, 3, said)
            if not SANITIZED:
                self.assertLess(held / MIB, MOST / MIB, said)

    def test_templates(self):
        for what, text in TEMPLATES.items():
            self.ends(what, "t.yml", text, "render")

    def test_overlays(self):
        for what, overlay in OVERLAYS.items():
            load = '#@ load("@ytt:overlay", "overlay")\n'
            self.ends(what, "t.yml", load + "---\n" + LONG + "".join(overlay.replace("{i}", str(i)) for i in range(1500)), "render")

    def test_texts(self):
        for what, text in TEXTS.items():
            self.ends(what, "t.txt", text, "render")

    def test_programs(self):
        for what, text in PROGRAMS.items():
            self.ends(what, "t.k", text, "run")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
