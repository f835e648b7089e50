"""Random programs that call functions and methods with values of any type, for kcl_differential.py. A lambda hides the
types from KCL's resolver, so that the runtime results are compared.

Excluded: calls that hang (regex.split by an empty string) or crash KCL, calls that use the network, and math.log2 of
integers, for which the library and the release's tests differ."""

ODD = ["1", "0", "-2", "1.5", "True", "False", "None", "Undefined", "[]", "[1]", '["a"]', "{}", "{a = 1}", '{a = "x"}', '""', '"a"', '"abc"', '"10"',
       '"x.y"', '"^a"', '"YWJj"', '"MFRGG==="', '"10.0.0.1"', '"::1"', '"2024-01-05"', '"{\\"a\\": 1}"', '"%Y-%m-%d"']

# X and Y are replaced by the arguments.
CALLS = [
    "regex.match(X, Y)", "regex.search(X, Y)", "regex.findall(X, Y)", "regex.compile(X)", 'regex.replace("abc", X, Y)', 'regex.replace(X, "a", Y)',
    'regex.split(X, "a")', "base64.encode(X)", "base32.encode(X)", "crypto.md5(X)", "crypto.sha1(X)", "crypto.sha256(X)", "crypto.sha512(X)",
    "net.is_IP(X)", "net.is_IPv4(X)", "net.is_loopback_IP(X)", "net.is_multicast_IP(X)", "net.join_host_port(X, Y)", "datetime.validate(X, Y)",
    "json.validate(X)", "yaml.validate(X)", "json.encode(X)", "yaml.encode(X)", "math.isinf(X)", "math.isnan(X)", "math.isfinite(X)",
    "math.log(X, Y)", "math.log10(X)", "math.ceil(X)", "math.floor(X)", "math.sqrt(X)", "template.html_escape(X)",
    '"abc".replace("a", X)', '"abc".replace(X, "a")', '"abc".count(X)', '"abc".find(X)', '"abc".rfind(X)', '"abc".startswith(X)', '"abc".endswith(X)',
    '"abc".strip(X)', '"a,b".split(X)', '"-".join(X)', '"abc".removeprefix(X)', '"{}".format(X)', '"${X}"', "X.upper()", "X.a", "X?.a", "X.a()", "X()", "X(Y)",
    "len(X)", "str(X)", "bool(X)", "int(X)", "float(X)", "typeof(X)", "abs(X)", "isunique([X, Y, X])", "X in [Y, X]", "X not in [Y]", "sorted([X, Y])",
    "min([X, Y])", "max([X, Y])", "sum([X, Y])", "any_true([X, Y])", "all_true([X, Y])", "X == Y", "X != Y", "X or Y", "X and Y", "not X", "X if Y else 0",
    "[X, Y]", "{a = X} | {b = Y}", "[*X]", "{**X}", "[x for x in X]",
]
MODULES = ["regex", "base64", "base32", "crypto", "net", "datetime", "json", "yaml", "math", "template"]


class Arguments:
    """Mixin for the generator: random calls."""

    def arguments(self):
        lines = ["import " + name for name in MODULES] + ["schema Unset:", "    text?: str", "    number?: int", "    call?: (int) -> int",
                                                         "_unset = Unset {}", "_as_is = lambda v { v }"]
        for i in range(self.rng.randint(1, 3)):
            call = self.rng.choice(CALLS)
            for place in "XY":
                value = self.rng.choice(["_unset.text", "_unset.number", "_unset.call"]) if self.rng.random() < 0.1 else f"_as_is({self.rng.choice(ODD)})"
                call = call.replace(place, value)
            lines.append(f"a{i} = {call}")
        return "\n".join(lines) + "\n"
