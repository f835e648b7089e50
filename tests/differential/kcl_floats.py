"""Random programs with float arithmetic, for kcl_differential.py: all digits, as values, as strings, and with the modules
json, yaml, math and units."""


def float_of(rng):
    return rng.choice([
        lambda: repr(rng.uniform(-1, 1)), lambda: repr(rng.uniform(-100, 100)), lambda: repr(rng.uniform(0, 1e18)),
        lambda: repr(round(rng.uniform(-50, 50), rng.randint(1, 4))), lambda: f"{rng.uniform(1, 10):.3f}e{rng.randint(-20, 20)}",
        lambda: rng.choice(["0.1", "0.5", "1.5", "2.5", "-0.5", "1e15", "1e16", "123456789.125", "1e-4", "1e-5", "0.0", "-0.0"]),
    ])()


def number_of(rng):
    return float_of(rng) if rng.random() < 0.8 else str(rng.randint(-9, 9))


def expression(rng, names):
    a = rng.choice(names) if names and rng.random() < 0.4 else number_of(rng)
    b = rng.choice(names) if names and rng.random() < 0.2 else number_of(rng)
    whole, digits = rng.randint(-3, 9), rng.randint(0, 6)
    return rng.choice([
        f"{a} + {b}", f"{a} - {b}", f"{a} * {b}", f"{a} / {b}", f"{a} // {b}", f"{a} % {b}", f"({a}) ** {whole}",
        f"-({a}) + {b}", f"{a} < {b}", f"{a} == {a} + {b}", f"{a} > {whole}", f"{a} if {a} >= {b} else {b}",
        f"abs({a})", f"round({a})", f"round({a}, {digits})", f"int({a})", f"float({whole})", f"str({a})", f"bool({a})",
        f"min({a}, {b})", f"max({a}, {b})", f"sum([{a}, {b}])", f"pow({a}, {whole})", f"sorted([{a}, {b}, {whole}])",
        f"math.sqrt(abs({a}))", f"math.floor({a})", f"math.ceil({a})", f"math.exp({whole})", f"math.expm1({whole})",
        f"math.log(abs({a}) + 1)", f"math.log10(abs({a}) + 1)", f"math.log2(abs({a}) + 1.0)", f"math.log1p(abs({a}))",
        f"math.pow({a}, {whole})", f"math.modf({a})", f"math.isfinite({a})",
        f"json.encode({a})", f"yaml.encode([{a}, {b}])", f"json.decode(\"{a if a[0] != 'a' else b}\")",
        f"json.decode(json.encode({a}))", f"yaml.decode(yaml.encode({a}))", f"float(\"{number_of(rng)}\")", f"float(str({a}))",
        f"\"{{:.{digits}f}}\".format({a} + 0.0)", f"\"{{:e}}\".format({a} + 0.0)", f"\"{{:g}}\".format({a})", f"\"{{}}\".format({a})",
        f"\"%.{digits}f\" % {a}", f"\"%e\" % {a}", f"\"%s\" % {a}", f"\"%d\" % {a}", f"\"${{{a}}}\"",
        f"{whole} / {rng.randint(1, 9)}", f"{whole} ** -{rng.randint(1, 3)}", f"{a} as int", f"{whole} as float",
        f"typeof({a})", f"[{a}] + [{b}]", f"{{k = {a}}} | {{k = {b}}}", f"{a} in [{a}, {b}]", f"units.to_K({rng.randint(0, 10**9)})",
        f"units.to_Mi({rng.randint(0, 10**12)})", f"isunique([{a}, {b}, {a}])",
    ])


class Floats:
    """Mixin for the generator: random float arithmetic."""

    def floats(self):
        names, lines = [], ["import json", "import yaml", "import math", "import units"]
        for i in range(self.rng.randint(2, 5)):
            lines.append(f"a{i} = {expression(self.rng, names)}")
            names.append(f"a{i}")
        return "\n".join(lines) + "\n"
