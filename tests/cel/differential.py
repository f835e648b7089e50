#!/usr/bin/env python3
"""Compares the evaluation of random CEL expressions by kval and by the API server's code (k8soracle, found by
KVAL_K8SORACLE or on PATH): verdict and value must be equal. `differential.py KVAL [COUNT [SEED]]`; skipped without the
oracle."""
import json
import os
import random
import shutil
import subprocess
import sys

STRINGS = ["''", "'a'", "'abc'", "'A-b_c'", "'1'", "'12.5'", "'true'", "'äöü€'", "'1Gi'", "'500m'", "'10.0.0.1'", "'::1'",
           "'10.0.0.0/8'", "'https://a.b:80/c?d=e'", "'1.2.3'", "'90s'", "'2024-02-29T12:00:00Z'", "'a,b,,c'", "'[a-c]+'"]
INTS = ["0", "1", "-1", "2", "7", "100", "9223372036854775807", "-9223372036854775808"]
UINTS = ["0u", "1u", "3u", "18446744073709551615u"]
DOUBLES = ["0.0", "1.0", "-1.5", "2.5e10", "1e-7", "1e300", "123456.789"]
# Frequent arguments of functions that parse strings.
TEXTS = {
    "quantity": ["'1Gi'", "'1.5Gi'", "'500m'", "'1500m'", "'2k'", "'0.1'", "'1e3'", "'-3'", "'100'", "'1000Ki'", "'1n'", "'0.5Ki'", "'12E'"],
    "ip": ["'10.0.0.1'", "'127.0.0.1'", "'::1'", "'2001:db8::1'", "'fe80::1'", "'224.0.0.1'", "'0.0.0.0'", "'255.255.255.255'"],
    "cidr": ["'10.0.0.0/8'", "'10.1.2.3/16'", "'2001:db8::/32'", "'0.0.0.0/0'", "'::/0'", "'192.168.1.7/32'"],
    "url": ["'https://a.b:80/c?d=e'", "'http://[::1]/x%20y'", "'/a/b c'", "'https://u:p@h/?a=1&a=2#f'", "'mailto:a@b'"],
    "semver": ["'1.2.3'", "'1.2.3-alpha.1+b'", "'0.0.1'", "'10.20.30'", "'1.2.3-rc.2'"],
    "duration": ["'90s'", "'1h30m'", "'-1.5h'", "'100ms'", "'1us'", "'2562047h'"],
    "timestamp": ["'2024-02-29T12:00:00Z'", "'2023-12-31T23:59:59.999+01:00'", "'1969-07-20T20:17:40Z'", "'0001-01-01T00:00:00Z'"],
    "int": ["'1'", "'-42'", "'9223372036854775807'"], "uint": ["'1'", "'42'"], "double": ["'1.5'", "'1e3'", "'-0.0'", "'NaN'", "'Inf'"],
    "pattern": ["'[a-c]+'", "'^a.*$'", "'[0-9]'", "'(?i)A'", "'b|c'", "'\\\\w+'", "''"],
}
FORMATS = ["'dns1123Label'", "'dns1123Subdomain'", "'dns1035Label'", "'qualifiedName'", "'dns1123LabelPrefix'", "'labelValue'", "'uri'", "'uuid'", "'byte'", "'date'", "'datetime'", "'none'"]
VARS = {
    "s": {"string": "abc"}, "i": {"int": "3"}, "u": {"uint": "4"}, "d": {"double": "2.5"}, "b": {"bool": True},
    "l": {"list": [{"int": "1"}, {"int": "2"}, {"int": "3"}]}, "n": {"list": [{"string": "x"}, {"string": "yy"}]},
    "m": {"map": [[{"string": "a"}, {"int": "1"}], [{"string": "b"}, {"int": "2"}]]},
    "self": {"map": [[{"string": "name"}, {"string": "web"}], [{"string": "n"}, {"int": "5"}],
                     [{"string": "list"}, {"list": [{"string": "p"}, {"string": "q"}]}],
                     [{"string": "sub"}, {"map": [[{"string": "k"}, {"string": "v"}]]}]]},
}


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.locals = []

    def pick(self, *makers):
        return self.random.choice(makers)

    def text(self, kind, depth):
        if self.random.random() < 0.85:
            return self.random.choice(TEXTS[kind])
        return self.of("string", depth)

    def any(self, depth):
        return self.of(self.pick("bool", "int", "string", "list", "strings", "double", "uint", "map", "opaque"), depth)

    def of(self, kind, depth):
        if self.random.random() < 0.01:
            kind = self.pick("bool", "int", "string", "list", "double")
        return getattr(self, kind)(depth - 1)

    def bool(self, depth):
        if depth <= 0:
            return self.pick("true", "false", "b", "has(self.name)", "has(self.none)", "has(self.sub.k)")
        kind = self.pick("int", "string", "double", "uint", "bool", "list", "strings", "map")
        a, c = self.of(kind, depth), self.of(kind, depth)
        return self.pick(
            lambda: f"{a} {self.pick('==', '!=', '<', '<=', '>', '>=')} {c}",
            lambda: f"({self.of('bool', depth)} {self.pick('&&', '||')} {self.of('bool', depth)})",
            lambda: f"!({self.of('bool', depth)})",
            lambda: f"{self.of('int', depth)} in {self.of('list', depth)}",
            lambda: f"{self.of('string', depth)} in {self.pick(self.of('strings', depth), 'm', 'self')}",
            lambda: f"{self.of('string', depth)}.{self.pick('startsWith', 'endsWith', 'contains', 'matches')}({self.of('string', depth)})",
            lambda: self.loop("list", self.pick("all", "exists", "exists_one"), "bool", depth),
            lambda: self.loop("strings", self.pick("all", "exists", "exists_one"), "bool", depth),
            lambda: f"{self.pick('isIP', 'isCIDR', 'isURL', 'isQuantity', 'isSemver')}({self.text(self.pick('ip', 'cidr', 'url', 'quantity', 'semver'), depth)})",
            lambda: f"semver({self.text('semver', depth)}).{self.pick('isLessThan', 'isGreaterThan')}(semver({self.text('semver', depth)}))",
            lambda: f"cidr({self.text('cidr', depth)}).containsCIDR({self.text('cidr', depth)})",
            lambda: f"quantity({self.text('quantity', depth)}).isInteger()",
            lambda: f"quantity({self.text('quantity', depth)}).{self.pick('isLessThan', 'isGreaterThan')}(quantity({self.text('quantity', depth)}))",
            lambda: f"sets.{self.pick('contains', 'intersects', 'equivalent')}({self.of('list', depth)}, {self.of('list', depth)})",
            lambda: f"{self.of('list', depth)}.isSorted()",
            lambda: f"dyn({self.any(depth)}) {self.pick('==', '!=', '<')} {self.pick('', 'dyn')}({self.any(depth)})",
            lambda: f"format.{self.pick('dns1123Label', 'qualifiedName', 'labelValue', 'dns1035LabelPrefix', 'uri', 'date')}().validate({self.of('string', depth)}).hasValue()",
            lambda: f"{self.optional(depth)}.hasValue()",
            lambda: f"ip({self.text('ip', depth)}).{self.pick('isLoopback', 'isGlobalUnicast', 'isUnspecified')}()",
            lambda: f"cidr({self.text('cidr', depth)}).containsIP({self.text('ip', depth)})",
            lambda: f"cidr({self.text('cidr', depth)}).contains{self.pick('IP(ip', 'CIDR(cidr')}({self.text(self.pick('ip', 'cidr'), depth)}))",
            lambda: f"ip.isCanonical({self.text('ip', depth)})",
            lambda: f"ip({self.text('ip', depth)}).{self.pick('isLinkLocalMulticast', 'isLinkLocalUnicast')}()",
            lambda: f"{self.of(self.pick('int', 'string', 'bool', 'double', 'map'), depth)} in {self.pick('[]', '{}', '[[]]', '[1, ' + chr(39) + 'a' + chr(39) + ']')}",
            lambda: f"{self.any(depth)} in {self.pick(self.of('list', depth), self.of('map', depth), self.of('strings', depth), 'dyn([])')}",
            lambda: f"isSemver({self.text('semver', depth)}, {self.pick('true', 'false')})",
            lambda: f"format.named({self.pick(*FORMATS)}).hasValue()",
            lambda: f"{self.opaque(depth)} {self.pick('==', '!=', '<', '>=')} {self.opaque(depth)}",
            lambda: f"{self.of('bytes', depth)} {self.pick('==', '<', '!=')} {self.of('bytes', depth)}",
            lambda: f"type({self.any(depth)}) == {self.pick('int', 'string', 'list', 'map', 'bool', 'double', 'uint', 'bytes', 'null_type', 'type', 'timestamp')}",
            lambda: f"has({self.pick('self.none', 'self.sub.x', 'm.a', 'm.zz', 'self.list', 'self.?sub.k')})",
            lambda: f"{self.of('map', depth)}.{self.pick('all', 'exists', 'exists_one', 'existsOne')}({self.pick('k, v', 'k', 'v')}, {self.of('bool', depth)})",
            lambda: f"cel.bind(z, {self.any(depth)}, z == z)",
        )()

    def bytes(self, depth):
        if depth <= 0:
            return self.pick("b''", "b'abc'", "b'\\xff\\000'", "bytes('ä')")
        return self.pick(
            lambda: f"bytes({self.of('string', depth)})",
            lambda: f"({self.of('bytes', depth)} + {self.of('bytes', depth)})",
        )()

    def loop(self, kind, macro, result, depth):
        name = self.pick("x", "y", "i", "self")
        source = self.of(kind, depth)
        self.locals.append((name, "int" if kind == "list" else "string"))
        body = self.of(result, depth)
        self.locals.pop()
        if self.random.random() < 0.15 and macro in ("all", "exists", "exists_one"):
            return f"{source}.{macro}(k, {name}, {body})"
        return f"{source}.{macro}({name}, {body})"

    def local(self, kind, other):
        names = [name for name, of in self.locals if of == kind]
        return self.random.choice(names) if names and self.random.random() < 0.6 else other

    def int(self, depth):
        if depth <= 0:
            return self.local("int", self.pick(self.random.choice(INTS), "i", "self.n", "l[0]", "m.a", "m['b']", "self.missing"))
        return self.pick(
            lambda: f"({self.of('int', depth)} {self.pick('+', '-', '*', '/', '%')} {self.of('int', depth)})",
            lambda: f"-({self.of('int', depth)})",
            lambda: f"{self.of(self.pick('string', 'list', 'strings', 'map'), depth)}.size()",
            lambda: f"int({self.pick(self.text('int', depth), self.of(self.pick('double', 'uint', 'int'), depth))})",
            lambda: f"{self.of('list', depth)}[{self.of('int', depth)}]",
            lambda: f"{self.of('list', depth)}.{self.pick('sum', 'min', 'max')}()",
            lambda: f"{self.of('string', depth)}.{self.pick('indexOf', 'lastIndexOf')}({self.of('string', depth)})",
            lambda: f"{self.of('list', depth)}.{self.pick('indexOf', 'lastIndexOf')}({self.of('int', depth)})",
            lambda: f"({self.of('bool', depth)} ? {self.of('int', depth)} : {self.of('int', depth)})",
            lambda: f"timestamp('2024-0{self.pick(1, 2, 3)}-28T1{self.pick(0, 9)}:30:59.5Z').{self.pick('getMonth', 'getDayOfYear', 'getHours', 'getDayOfWeek', 'getMilliseconds', 'getDate')}({self.pick('', chr(39) + '-05:30' + chr(39))})",
            lambda: f"duration({self.text('duration', depth)}).{self.pick('getSeconds', 'getMinutes')}()",
            lambda: f"quantity({self.text('quantity', depth)}).{self.pick('asInteger()', 'compareTo(quantity(' + self.of('string', depth) + '))')}",
            lambda: f"semver({self.text('semver', depth)}).{self.pick('major', 'minor', 'patch')}()",
            lambda: f"{self.optional(depth)}.orValue({self.of('int', depth)})",
            lambda: f"{self.optional(depth)}.value()",
            lambda: f"quantity({self.text('quantity', depth)}).sign()",
            lambda: f"cidr({self.text('cidr', depth)}).prefixLength()",
            lambda: f"ip({self.text('ip', depth)}).family()",
            lambda: f"semver({self.text('semver', depth)}).compareTo(semver({self.text('semver', depth)}))",
            lambda: f"{self.of('string', depth)}.{self.pick('indexOf', 'lastIndexOf')}({self.of('string', depth)}, {self.of('int', depth)})",
            lambda: f"{self.of('bytes', depth)}.size()",
            lambda: f"int({self.pick('timestamp(' + self.text('timestamp', depth) + ')', 'true', self.of('string', depth))})",
            lambda: f"timestamp({self.text('timestamp', depth)}).{self.pick('getFullYear', 'getDayOfMonth', 'getMinutes', 'getSeconds')}({self.pick('', chr(39) + 'America/New_York' + chr(39), chr(39) + '+25:00' + chr(39), chr(39) + 'Nowhere' + chr(39))})",
            lambda: f"duration({self.text('duration', depth)}).{self.pick('getHours', 'getMilliseconds')}()",
            lambda: f"{self.of('map', depth)}[{self.of('string', depth)}]",
            lambda: f"{{{self.of('int', depth)}: 1, 2: 2}}[{self.of(self.pick('int', 'uint', 'double'), depth)}]",
        )()

    def optional(self, depth):
        return self.pick("self.?n", "self.?none", "l[?1]", "l[?9]", "m[?'a']", "m.?zz", f"optional.of({self.of('int', depth)})",
                         "optional.none()", f"{self.of('list', depth)}.{self.pick('first', 'last')}()",
                         f"m.?a.optMap(x, x + {self.of('int', depth)})", "self.?sub.?none",
                         f"m.?zz.or(optional.of({self.of('int', depth)}))", f"m.?a.optFlatMap(x, optional.of(x + {self.of('int', depth)}))",
                         f"optional.ofNonZeroValue({self.of('int', depth)})", f"{self.of('list', depth)}[?{self.of('int', depth)}]",
                         f"m[?{self.of('string', depth)}]", "optional.none().or(optional.none())")

    def uint(self, depth):
        if depth <= 0:
            return self.pick(self.random.choice(UINTS), "u")
        return self.pick(
            lambda: f"({self.of('uint', depth)} {self.pick('+', '-', '*', '/', '%')} {self.of('uint', depth)})",
            lambda: f"uint({self.pick(self.text('uint', depth), self.of(self.pick('double', 'int'), depth))})",
        )()

    def double(self, depth):
        if depth <= 0:
            return self.pick(self.random.choice(DOUBLES), "d")
        return self.pick(
            lambda: f"({self.of('double', depth)} {self.pick('+', '-', '*', '/')} {self.of('double', depth)})",
            lambda: f"double({self.pick(self.text('double', depth), self.of(self.pick('uint', 'int'), depth))})",
            lambda: f"quantity({self.text('quantity', depth)}).asApproximateFloat()",
        )()

    def string(self, depth):
        if depth <= 0:
            return self.local("string", self.pick(self.random.choice(STRINGS), "s", "self.name", "self.sub.k", "n[1]"))
        return self.pick(
            lambda: f"({self.of('string', depth)} + {self.of('string', depth)})",
            lambda: f"string({self.of(self.pick('int', 'bool', 'double', 'uint', 'string'), depth)})",
            lambda: f"{self.of('string', depth)}.{self.pick('lowerAscii', 'upperAscii', 'trim')}()",
            lambda: f"{self.of('string', depth)}.substring({self.of('int', depth)})",
            lambda: f"{self.of('string', depth)}.replace({self.of('string', depth)}, {self.of('string', depth)})",
            lambda: f"{self.of('string', depth)}.charAt({self.of('int', depth)})",
            lambda: f"{self.of('strings', depth)}.join({self.pick('', self.of('string', depth))})",
            lambda: f"{self.of('string', depth)}.find({self.text('pattern', depth)})",
            lambda: f"'%{self.pick('s', 'd', 'x', 'b', 'o', '.2f', 'f', 'X')} %s'.format([{self.any(depth)}, {self.any(depth)}])",
            lambda: f"url({self.text('url', depth)}).{self.pick('getHost', 'getPort', 'getEscapedPath', 'getScheme')}()",
            lambda: f"strings.quote({self.of('string', depth)})",
            lambda: f"string({self.pick(self.of('bytes', depth), 'quantity(' + self.text('quantity', depth) + ')', 'ip(' + self.text('ip', depth) + ')', 'cidr(' + self.text('cidr', depth) + ')', 'url(' + self.text('url', depth) + ')')})",
            lambda: f"{self.of('string', depth)}.substring({self.of('int', depth)}, {self.of('int', depth)})",
            lambda: f"{self.of('string', depth)}.replace({self.of('string', depth)}, {self.of('string', depth)}, {self.of('int', depth)})",
            lambda: f"url({self.text('url', depth)}).getHostname()",
            lambda: f"'{self.pick('%e', '%.3e', '%5d', '%%', '%c', '%s%s', '%', '%.0f', '%x')}'.format([{self.any(depth)}])",
            lambda: f"({self.of('bool', depth)} ? {self.of('string', depth)} : {self.of('string', depth)})",
            lambda: f"{self.of('string', depth)}.{self.pick('reverse', 'lowerAscii().upperAscii')}()",
        )()

    def strings(self, depth):
        if depth <= 0:
            return self.pick("n", "self.list", "['a', 'b']", "[]")
        return self.pick(
            lambda: f"{self.of('string', depth)}.split({self.of('string', depth)}{self.pick('', ', 2')})",
            lambda: f"{self.of('string', depth)}.findAll({self.text('pattern', depth)}{self.pick('', ', ' + self.of('int', depth))})",
            lambda: f"[{self.of('string', depth)}, {self.of('string', depth)}]",
            lambda: self.loop("strings", "map", "string", depth),
            lambda: self.loop("strings", "filter", "bool", depth),
            lambda: f"{self.of('strings', depth)}.{self.pick('sort', 'reverse', 'distinct')}()",
        )()

    def list(self, depth):
        if depth <= 0:
            return self.pick("l", "[]", "[1, 2]", "[i, 1]")
        return self.pick(
            lambda: f"[{', '.join(self.of('int', depth) for _ in range(self.random.randrange(4)))}]",
            lambda: f"({self.of('list', depth)} + {self.of('list', depth)})",
            lambda: self.loop("list", "map", "int", depth),
            lambda: self.loop("list", "filter", "bool", depth),
            lambda: f"{self.of('list', depth)}.{self.pick('sort', 'reverse', 'distinct')}()",
            lambda: f"{self.of('list', depth)}.slice({self.of('int', depth)}, {self.of('int', depth)})",
            lambda: f"[[1], {self.of('list', depth)}].flatten()",
            lambda: f"lists.range({self.pick(0, 3, 5)})",
            lambda: f"{self.of('list', depth)}.sortBy(e, {self.pick('-e', 'e % 2', 'string(e)', 'dyn(e)', '[e]')})",
            lambda: f"{self.of('list', depth)}.map(e, {self.of('bool', depth)}, e + 1)",
            lambda: f"[[1], [[2]], {self.of('list', depth)}].flatten({self.of('int', depth)})",
            lambda: f"lists.range({self.of('int', depth)} % 50)",
            lambda: f"optional.unwrap([{self.optional(depth)}, {self.optional(depth)}])",
            lambda: f"[{self.optional(depth)}, {self.optional(depth)}].unwrapOpt()",
            lambda: f"[?{self.optional(depth)}, {self.of('int', depth)}]",
            lambda: f"{self.of('list', depth)}.transformList(k, v, {self.of('bool', depth)}, v)",
            lambda: f"{self.of('list', depth)}.transformList(k, v, {self.pick('k', 'v', 'k * v')})",
        )()

    def map(self, depth):
        if depth <= 0:
            return self.pick("m", "{}", "{'a': 1}", "self")
        return self.pick(
            lambda: "{" + f"{self.of('string', depth)}: {self.of('int', depth)}, 'z': {self.of('int', depth)}" + "}",
            lambda: "{" + f"?'z': {self.optional(depth)}, 'y': {self.of('int', depth)}" + "}",
            lambda: f"{self.of('map', depth)}.transformMap(k, v, {self.pick('v', 'k', '1')})",
            lambda: f"{self.of('map', depth)}.transformMap(k, v, {self.of('bool', depth)}, v)",
            lambda: f"{self.of('map', depth)}.transformMapEntry(k, v, {{{self.pick('string(k)', 'string(v)', chr(39) + 'c' + chr(39))}: v}})",
            lambda: "{" + f"{self.of(self.pick('int', 'bool', 'uint', 'double'), depth)}: 1, {self.of('int', depth)}: 2" + "}",
        )()

    def opaque(self, depth):
        return self.pick(
            lambda: f"quantity({self.text('quantity', depth)}).{self.pick('add', 'sub')}({self.pick('quantity(' + self.text('quantity', depth) + ')', self.of('int', depth))})",
            lambda: f"cidr({self.text('cidr', depth)}).masked()",
            lambda: f"duration({self.text('duration', depth)}) + duration('1h')",
            lambda: f"timestamp({self.text('timestamp', depth)}) + duration({self.text('duration', depth)})",
            lambda: f"type({self.any(depth)})",
            lambda: f"url({self.text('url', depth)})",
            lambda: f"url({self.text('url', depth)}).getQuery()",
            lambda: f"ip({self.text('ip', depth)})",
            lambda: f"semver({self.text('semver', depth)})",
            lambda: f"semver({self.pick('1.2', 'v1', '01.1.1', '1')!r}, {self.pick('true', 'false')})",
            lambda: f"timestamp({self.of('int', depth)})",
            lambda: f"duration({self.text('duration', depth)}) - timestamp({self.text('timestamp', depth)})",
            lambda: f"format.named({self.pick(*FORMATS)}).value().validate({self.of('string', depth)})",
            lambda: f"bytes({self.of('bytes', depth)})",
            lambda: f"cidr({self.text('cidr', depth)}).ip()",
            lambda: f"null == {self.any(depth)}",
            lambda: f"dyn({self.any(depth)}).{self.pick('a', 'name', 'size()', 'sub.k', '?name')}",
            lambda: f"{self.of('bytes', depth)}",
            lambda: f"timestamp({self.text('timestamp', depth)}) - timestamp({self.text('timestamp', depth)})",
            lambda: f"string({self.pick('timestamp(' + self.text('timestamp', depth) + ')', 'duration(' + self.text('duration', depth) + ')', self.of('double', depth))})",
            lambda: f"format.{self.pick('dns1123Label', 'dns1123Subdomain', 'dns1035Label', 'qualifiedName', 'labelValue')}().validate({self.of('string', depth)})",
            lambda: self.optional(depth),
        )()


def answers(command, questions):
    run = subprocess.run(command, input="".join(json.dumps(q) + "\n" for q in questions), stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, check=False, encoding="utf-8", errors="replace")
    found = {}
    for line in run.stdout.splitlines():
        try:
            answer = json.loads(line)
            found[answer["id"]] = answer
        except (ValueError, KeyError):
            pass
    return found


def canonical(value):
    if "map" in value:
        return ("map", tuple(sorted((repr(canonical(k)), repr(canonical(v))) for k, v in value["map"])))
    if "list" in value:
        return ("list", tuple(canonical(item) for item in value["list"]))
    if "optional" in value:
        return ("optional", None if value["optional"] is None else canonical(value["optional"]))
    if "duration" in value:
        return ("duration", value.get("ns"))
    if "double" in value:
        return ("double", repr(float(value["double"].replace("Infinity", "inf"))))
    return tuple(sorted((k, str(v)) for k, v in value.items()))


def main():
    oracle = os.environ.get("KVAL_K8SORACLE") or shutil.which("k8soracle")
    if not oracle:
        print("skipped: there is no k8soracle")
        return 77
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    maker = Maker(seed)
    questions = []
    for i in range(count):
        maker.locals = []
        typed = {name: {"s": "string", "i": "int", "u": "uint", "d": "double", "b": "bool", "l": "list(int)",
                        "n": "list(string)", "m": "map(string, int)"}.get(name, "dyn") for name in VARS} if i % 3 else {}
        questions.append({"id": str(i), "expr": maker.of(maker.pick("bool", "any"), 4), "vars": VARS, "types": typed,
                          "parse_only": i % 7 == 0})
    ours = answers([os.path.abspath(sys.argv[1]), "cel", "--jsonl"], questions)
    theirs = answers([oracle, "celrun"], questions)
    bad = values = 0
    for question in questions:
        a, b = ours.get(question["id"], {}), theirs.get(question["id"], {})
        if "panic" in str(b.get("stage")):
            continue
        values += "value" in b
        same = canonical(a["value"]) == canonical(b["value"]) if "value" in a and "value" in b else "error" in a and "error" in b
        if not same:
            bad += 1
            if bad <= 40:
                print(question["expr"], "parse_only" if question["parse_only"] else "", "\n   kval  ",
                      a.get("value", a.get("error")), "\n   oracle", b.get("value", b.get("error")))
    print(f"{count} expressions (seed {seed}), {values} with a value: {bad} differ")
    return 1 if bad > count // 200 else 0


if __name__ == "__main__":
    sys.exit(main())
