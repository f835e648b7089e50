#!/usr/bin/env python3
"""Compares src/helm/functions with Sprig 3.3 and Helm's functions on random calls: the output and the error.

  differential.py PEER [--cases 3000] [--seed 1] [--go PATH] [--proxy URL] [--function NAME]

PEER is the program helm_functions_peer. Functions with placeholders are left out, as are texts of errors that differ by
design (of YAML, TOML and durations). Skipped with a message if Go or a module is not on this machine; `--proxy` permits
downloads. Differences are printed."""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

STRINGS = ["", "a", "abc", "foo bar", "HTTPServer", "some_words-here", "  padded  ", "1", "0x1F", "3.00", "1e3", "-7", "true", "null",
           "é日本", "ß", "a\nb", "a\n\nb\n", "tab\t", "x: y", "- a", "#c", "%d %v", "\\d+", "a,b,c", "/a/b/../c.txt", "./x//y", "..",
           "http://u:p@host:80/p/a%20th?q=1#f", "mailto:a@b", "://", "1.2.3", "v1.2", "1.2.3-rc.1+b", ">=1.2.0 <2", "^1", "aGVsbG8=", "NBSWY3DP",
           "[a-z]+", "(", "(a)(b)?", "^$", "", "{\"a\": 1, \"b\": [1, 2.5, \"x\"]}", "[1, \"a\", null]", "a: 1\nb:\n- x\n- 2.5\n",
           "- 1\n- a\n", "2006-01-02", "2023-05-06", "15:04:05", "2006-01-02T15:04:05Z07:00", "2023-05-06T07:08:09Z", "1h30m", "95m", "yes", "~", "012", "1_000",
           "key = 1\n[t]\nx = \"y\"\n", "nil", "Bld4Floor3rd", "http2xx", "<b>&", "'q'", "\"dq\"", "ÀÉ", "x  y", "$1-$2", "${1}x", "_x", "1.5", "=",
           "line one is long enough to wrap at some point", "\u00a0nb\u2003", "a b", "😀", "2:30", "0b1", ".5", "inf", "NaN", "-0", "1e400", "9223372036854775808"]
LITERALS = ["0", "1", "-1", "2", "3", "5", "7", "10", "100", "-3", "1.5", "-2.5", "0.1", "1e6", "1e21", "123456789", "0.5", "3.14159", "1e-7", "true",
            "false", "nil", "9223372036854775807", "-9223372036854775808"]
KEYS = ["a", "b", "c", "x10", "x2", "scheme", "host", "path", "query", "A", "_u", "1"]
LETTERS = {"s": "string", "i": "int", "I": "int64", "f": "float", "b": "bool", "a": "any", "m": "map", "l": "list", "L": "strings", "n": "ints", "M": "map"}
# Arguments that make sense, for calls that would otherwise mostly fail.
SENSIBLE = {"date": "td", "dateInZone": "tdz", "date_in_zone": "tdz", "htmlDate": "d", "htmlDateInZone": "dz", "toDate": "tT", "mustToDate": "tT", "dateModify": "uD",
            "mustDateModify": "uD", "unixEpoch": "D", "duration": "a", "durationRound": "u", "regexMatch": "rs", "regexFindAll": "rsi", "regexFind": "rs",
            "regexReplaceAll": "rsR", "regexReplaceAllLiteral": "rsR", "regexSplit": "rsi", "semver": "v", "semverCompare": "cv", "fromYaml": "y", "fromYamlArray": "y",
            "fromJson": "j", "fromJsonArray": "j", "mustFromJson": "j", "fromToml": "o", "urlParse": "U", "urlJoin": "P", "dig": "kaP", "split": "ps", "splitList": "ps",
            "splitn": "pis", "join": "pl", "without": "laa", "slice": "Lii", "chunk": "il", "has": "al", "pluck": "kPP", "pick": "Pkk", "omit": "Pkk", "get": "Pk", "set": "Pka",
            "hasKey": "Pk", "unset": "Pk", "b64dec": "s", "abbrev": "is", "round": "fi", "first": "l", "last": "l", "rest": "l", "initial": "l", "push": "la",
            "prepend": "la", "reverse": "l", "uniq": "l", "compact": "l", "sortAlpha": "l", "concat": "ll", "merge": "PP", "mergeOverwrite": "PP", "toToml": "P",
            "mustMerge": "PPP", "mustMergeOverwrite": "PPP", "typeIs": "Ka", "kindIs": "Ka", "typeIsLike": "Ka"}
LAYOUTS = ["2006-01-02", "15:04:05", "Jan 2, 2006 at 3:04pm (MST)", "Monday, 02-Jan-06 15:04:05 MST", "2006-01-02T15:04:05Z07:00", "Mon Jan _2 15:04:05 2006", "02 Jan 06 15:04 -0700",
           "2006-01-02 15:04:05.000", "2006.01.02.150405", "3:04PM", "__2 002", "January", "06/1/2 03:4:5", "x2006y", "Z0700", "_2006", "2006-01-02 15:04:05.999999999 -0700 MST", ""]
TIMES = ["2023-05-06", "07:08:09", "May 6, 2023 at 7:08am (UTC)", "Saturday, 06-May-23 07:08:09 UTC", "2023-05-06T07:08:09Z", "2023-05-06T07:08:09.5+02:00", "Sat May  6 07:08:09 2023",
         "06 May 23 07:08 +0530", "2023-02-30", "2023-13-01", "24:00:00", "2023-05-06x", "", "7:08PM"]
PATTERNS = ["a", "[a-z]+", "(a)(b)?", "^", "$", "", "x*", "\\s+", "(?P<n>\\w)", "(", "[", "a**", "\\d", ".", "(?i)A", "[[:alpha:]]", "a|b", "\\bfoo\\b", "(?<n>a)", "*", "\\pL", ",", "a{2,1}", "\\"]
REPLACEMENTS = ["$1", "${1}x", "$n", "-", "", "$$", "$1x", "${n}", "$", "$10", "${", "\\1", "${1"]
VERSIONS = ["1.2.3", "v1.2", "1", "1.2.3-rc.1+b", "2.0.0", "1.2.3-0", "x", "1.2.3-01", "01.2.3", "1.29.0-gke.1", "0.0.1", "0.2.3", ""]
RANGES = [">=1.2.0 <2", "^1", "~1.2", "1.x", "*", "1.2 - 2", ">1.2.3 || 0.x", "!=1.2.3", "bad", ">= 1.19-0", "=1.2.3", "<2.0.0, >1", "^0.2", "~0", "", "1.2.3-rc.1", ">=1 , <3"]
YAMLS = ["a: 1\nb:\n- x\n- 2.5\n", "- 1\n- a\n", "", "null", "text", "a: yes\nb: 012\nc: 0x1f\nd: 1e3\n", "a: 'x'\n? b\n: c\n", "1: x\ntrue: y\n1.5: z\n", "a: 2001-01-01\n",
         "a: &x [1]\nb: *x\n", "a: |\n  text\n  more\n", "{a: 1, b: {c: null}}", "a: 9007199254740993\nb: 123456789012345678901\n", "a: .inf\n", "a: ~\nb:\n", "---\na: 1\n---\nb: 2\n",
         "a: 1\n b: 2\n", "a: [", "<<: {a: 1}\nb: 2\n", "42", "true", "a: 1\na: 2\n", "a: 0b11\nb: 1_000\nc: +5\nd: -0.0\n"]
JSONS = ['{"a": 1, "b": [1, 2.5, "x"]}', '[1, "a", null]', "null", "1", '"x"', "", "{", '{"a": }', '{"a": 1e999}', '[1,]', 'tru', '{"a": "\\u00e9\\ud800"}', '{"a":1}x', "true", '{"a": {"b": {}}}', ' [ ] ']
TOMLS = ['key = 1\n[t]\nx = "y"\n', "", "a = [1, 2]\nb = 1.5\nc = true\n", "[[p]]\nn = 1\n[[p]]\nn = 2\n", "x", 'a.b.c = "d"\n', "d = 1979-05-27T07:32:00Z\n", "[a]\n[a.b]\nx = 1\n"]
URLS = ["http://u:p@host:80/p/a%20th?q=1#f", "mailto:a@b", "://", "/a/b", "http://[::1]:8080/", "https://example.com", "", "a b", "http://h/%zz", "?q", "#f", "//h/p", "http://h:x/", "HTTP://H/P?a=b&c"]
DURATIONS = ["1h30m", "-1h", "2400h", "1.5s", "100ms", "90s", "", "x", "10000h", "1h1m1s", "0"]
KINDS = ["string", "int", "int64", "float64", "bool", "map", "slice", "invalid", "map[string]interface {}", "[]interface {}", "<nil>", "[]string", "x"]
PLACEHOLDERS = {"now", "ago", "uuidv4", "shuffle", "lookup", "getHostByName", "include", "tpl", "required", "bcrypt", "htpasswd", "derivePassword", "encryptAES", "buildCustomCert"}


def is_placeholder(name):
    return name in PLACEHOLDERS or name.startswith(("rand", "gen"))


def table():
    """The functions of functions.def with their parameters; those with types that have no letter get `SENSIBLE`."""
    text = (Path(__file__).resolve().parents[3] / "src/helm/functions/functions.def").read_text()
    found = {}
    for name, signature in re.findall(r"^KVAL_FUNCTION\((\w+),\s*([^,]+),", text, re.M):
        found[name] = signature.strip().strip('"').split(":")[0] if '"' in signature else None
    return found


class Generator:
    def __init__(self, rng, functions, only):
        self.rng = rng
        self.functions = {name: params for name, params in functions.items() if not is_placeholder(name)}
        self.names = [only] if only else sorted(self.functions)

    def quoted(self, text):
        return json.dumps(text, ensure_ascii=False) if all(ord(c) < 0x10000 for c in text) else '"' + text + '"'

    def text(self):
        return self.quoted(self.rng.choice(STRINGS))

    def number(self):
        return self.rng.choice(["0", "1", "2", "3", "5", "-1", "-2", "4", "10", "7", "20"])

    def list(self, depth, is_exact=False):
        kind = self.rng.randrange(6)
        if is_exact:  # without spare capacity, which only Go has
            kind = 5
        if kind == 0:
            return "(splitList \",\" %s)" % self.quoted(self.rng.choice(["a,b,a", "", "c,,b", "x"]))
        if kind == 1:
            return "(until %s)" % self.rng.choice("0135")
        if kind == 2:
            return self.rng.choice([".l", ".nested", "(rest (list))", "(list nil)", ".empty"])
        return "(list%s)" % "".join(" " + self.any(depth - 1) for _ in range(self.rng.randrange(5)))

    def map(self, depth):
        if self.rng.random() < 0.2:
            return self.rng.choice([".m", ".deep", "(dict)", "(fromJson \"null\")", ".emptymap"])
        pairs = "".join(" %s %s" % (self.quoted(self.rng.choice(KEYS)), self.any(depth - 1)) for _ in range(self.rng.randrange(5)))
        return "(dict%s)" % pairs

    def any(self, depth):
        kind = self.rng.random()
        if kind < 0.35:
            return self.text()
        if kind < 0.6 or depth <= 0:
            return self.rng.choice(LITERALS)
        if kind < 0.72:
            return self.list(depth)
        if kind < 0.84:
            return self.map(depth)
        if kind < 0.9:
            return self.rng.choice(["(int64 %s)", "(float64 %s)", "(toString %s)", "(int %s)"]) % self.rng.choice(LITERALS)
        return self.rng.choice([".n", ".s", ".missing", ".f", ".t", ".m", "(split \",\" \"a,b\")", "(semver \"1.2.3\")", "(toDate \"2006-01-02\" \"2023-05-06\")"])

    def value(self, letter, depth):
        pick = self.rng.choice
        special = {"t": LAYOUTS, "T": TIMES, "z": ["UTC", "Local", "", "Nowhere/None"], "u": DURATIONS, "r": PATTERNS, "R": REPLACEMENTS, "v": VERSIONS, "c": RANGES, "y": YAMLS,
                   "j": JSONS, "o": TOMLS, "U": URLS, "k": KEYS, "p": [",", "", "a", "/", " ", ", "], "K": KINDS}
        if letter in special:
            return self.quoted(pick(special[letter]))
        if letter in "dD":
            return pick(["(toDate \"2006-01-02T15:04:05Z07:00\" %s)" % self.quoted(pick(TIMES)), "(toDate \"2006-01-02\" \"2024-02-29\")"] + (["1700000000", "(int64 -1)", "0"] if letter == "d" else []))
        if letter == "P":
            return self.map(depth)
        return {"s": self.text, "i": self.number, "I": lambda: "(int64 %s)" % self.number(), "f": lambda: pick(["1.5", "0.3", "2", "-1.25"]), "b": lambda: pick(["true", "false"]),
                "a": lambda: self.any(depth), "m": lambda: self.map(depth), "l": lambda: self.list(depth), "L": lambda: self.list(depth, True), "M": lambda: self.map(depth)}[letter]()

    def call(self, depth):
        name = self.rng.choice(self.names)
        base = name[4].lower() + name[5:] if name.startswith("must") and name not in SENSIBLE else name
        # Other arguments of dates mean the current time. kval's reader rejects more of what is not YAML.
        is_strict = "date" in base.lower() or base.startswith(("duration", "fromYaml"))
        params = SENSIBLE.get(base) if is_strict or "lice" in base or self.rng.random() < 0.75 else None
        params = params or self.functions[name] or SENSIBLE.get(base) or ""
        if params.endswith("*"):
            params = params[:-2] + params[-2] * self.rng.randrange(4)
        if not is_strict and self.rng.random() < 0.03:
            params = params[:-1] if self.rng.random() < 0.5 else params + "a"
        return name + "".join(" " + (self.value(p, depth) if is_strict or self.rng.random() > 0.03 else self.any(depth)) for p in params)

    def case(self):
        call = self.call(2)
        # Go does not end on a map that contains itself, or a range of all numbers; copystructure leaves out the fields of versions.
        while re.search(r"^set \.|(set|erge\w*) .*\.(m|deep|emptymap)\b.*\.(m|deep|emptymap)\b|eepCopy.*semver|^(until|seq|n?indent|repeat).*922337", call):
            call = self.call(2)
        if self.rng.random() < 0.25:
            call += " | " + self.rng.choice(["toJson", "quote", "typeOf", "kindOf", "toYaml", "toString", "empty", "toPrettyJson", "len", "toRawJson"])
        data = {"n": self.rng.choice([0, 1, 5, 1.5, 1e21, -7]), "f": 0.1, "t": True, "s": self.rng.choice(STRINGS), "l": [3, "a", None, [1]], "m": {"a": 1, "b": {"c": "x", "d": []}},
                "deep": {"a": {"b": {"c": 5}}}, "nested": [{"a": 1}, {"b": [2]}], "empty": [], "emptymap": {}}
        return {"Text": "{{ " + call + " }}", "Data": data}


# Messages that are in kval's own words.
OWN_WORDS = re.compile(r"error converting YAML to JSON:|yaml: |toml: |time: (invalid|missing|unknown)|incompatible types for comparison|0xc0")


def normalized(answer):
    output, error = answer
    found = OWN_WORDS.search(output + error)
    return (found.group(0)[:4] if found else output, OWN_WORDS.split(error)[0] if found else error)


def decoded(line):
    return tuple(bytes.fromhex(part).decode("utf-8", "replace") for part in line.rstrip("\n").split(" "))


def answers(command, cases):
    text = "".join(json.dumps(case) + "\n" for case in cases)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, env={**os.environ, "TZ": "UTC"})
    lines = done.stdout.splitlines()
    if len(lines) != len(cases):
        sys.exit(f"{command[0]} ended at case {len(lines)}: {cases[len(lines)]}\n{done.stderr[-3000:]}")
    return [decoded(line) for line in lines]


def build(go, proxy, folder):
    """Returns the peer, or skips the test."""
    shutil.copytree(Path(__file__).resolve().parent / "peer", folder, dirs_exist_ok=True)
    program = os.path.join(folder, "program")
    env = {**os.environ, "GOTOOLCHAIN": "local", "GOFLAGS": "-mod=mod", "GOPROXY": proxy}
    if proxy == "off":
        env["GOSUMDB"] = "off"
    built = subprocess.run([go, "build", "-o", program, "."], cwd=folder, capture_output=True, text=True, check=False, env=env)
    if built.returncode != 0:
        print("skipped: Go does not build the peer: " + built.stderr[-500:])
        sys.exit(77)
    return program


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("peer")
    parser.add_argument("--cases", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go", default=shutil.which("go") or "/usr/local/go/bin/go")
    parser.add_argument("--proxy", default="off")
    parser.add_argument("--function")
    parser.add_argument("--shown", type=int, default=20)
    arguments = parser.parse_args()
    if not os.access(arguments.go, os.X_OK):
        print("skipped: Go is not installed")
        sys.exit(77)
    functions = table()
    cases = [Generator(random.Random(f"{arguments.seed}-{number}"), functions, arguments.function).case() for number in range(arguments.cases)]
    with tempfile.TemporaryDirectory() as folder:
        expected = answers([build(arguments.go, arguments.proxy, folder)], cases)
    actual = answers([arguments.peer], cases)
    different = failed = 0
    for case, want, got in zip(cases, expected, actual):
        failed += want[1] != ""
        if normalized(want) == normalized(got) or "exceeded the limit" in got[1]:
            continue
        different += 1
        if different <= arguments.shown:
            print(f"{case['Text']}   s={case['Data']['s']!r} n={case['Data']['n']}\n      Go: {want}\n    kval: {got}")
    print(f"{len(cases)} cases, {failed} with an error, {different} different")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
