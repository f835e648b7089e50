"""Random KCL programs about configurations, for kcl_programs.Generator: shorthand entries, nested instances, unpacking and
check lines. Known differences of COMPATIBILITY.md are excluded."""


class Configs:
    """Mixin for a generator with `rng` and `pick`."""

    def names_alone(self):
        """Shorthand entries such as `{name}`, with other entries, in literals, instances and functions."""
        names = self.rng.sample(["m", "n", "k", "x1", "_p"], self.rng.randint(1, 3))
        lines = [f'{name} = {self.pick("1", "2", chr(34) + "s" + chr(34), "[1]", "{q = 1}", "None", "True")}'
                 for name in names]
        entries = []
        for _ in range(self.rng.randint(1, 4)):
            name = self.rng.choice(names)
            # Excluded: in the library, a union with a shorthand entry modifies the variable.
            entries.append(self.pick(name, name, name, "u = 3", f"w = {name}", f"t = {{{name}}}", f"**{{{name}}}",
                                     f'if {self.pick("True", "False")}: v = 1', "nobody" if self.rng.random() < 0.1 else name))
        entries = list(dict.fromkeys(entries))
        separator = self.pick(", ", "\n    ", ",\n    ")
        body = "{" + separator.join(entries) + "}" if "\n" not in separator else "{\n    " + separator.join(entries) + "\n}"
        roll = self.rng.random()
        if roll < 0.3:
            kinds = [f'    {name}?: {self.pick("int", "any", "str", "[int]")}' for name in ["m", "n", "w"]]
            return "\n".join(["schema S:"] + kinds + ["    [...str]: any"] * self.pick(0, 1) + [""] + lines + ["a = S " + body]) + "\n"
        if roll < 0.5:
            return "\n".join(lines + ["f = lambda m, n = 2 {", "    " + body.replace("\n", "\n    "), "}",
                                      f'a = f({self.pick("1", "m = 1", "1, 3")})']) + "\n"
        return "\n".join(lines + ["a = " + body]) + "\n"

    def given(self):
        """Instances in the configuration of an instance: complete, or merged from several entries."""
        def part():
            return self.pick("Part {}", "{}", "Part {n = 1}", "{n = 2}", "Part {k = 3}", "{k = 4}", "Part {n = 5, k = 6}")

        # Excluded: with the default `Part {n = 9}`, the library loses the attribute k of merged entries.
        default = self.pick("", " = {n = 8}", " = Part {n = 7, k = 1}")
        lines = ["schema Part:", "    n: int", "    k?: int", "", "schema Whole:", "    part: Part" + default,
                 "    parts?: {str:Part}", "    list?: [Part]", "    whole?: Whole", "",
                 "schema Parts:", "    [name: str]: Part" + self.pick("", " = Part {n = 4}"), ""]
        entries = [f'part{self.pick(" = ", ": ", ": ")}{part()}']
        entries += self.pick([], [], ["part.n = 1"], ["part.k: 2"], [f"part: {part()}"])
        entries += self.pick([], [], [f"parts: {{one: {part()}}}"], [f"list: [{part()}]"], [f"whole: Whole {{part: {part()}}}"])
        self.rng.shuffle(entries)
        if self.rng.random() < 0.3:
            lines.append(f'a = Parts {{one{self.pick(": ", ": ", " = ")}{part()}}}')
        elif self.rng.random() < 0.3:
            lines += [f"a: Whole {{part: {part()}}}", f"a: Whole {{{', '.join(entries)}}}"]
        else:
            lines.append(f"a = Whole {{{', '.join(entries)}}}")
        return "\n".join(lines) + "\n"

    def unpacking(self):
        """`**` and `*` with values of all types."""
        lines = ["_a = {x = 1, y = {z = 2}}", "_l = [1, 2]", "_n = None", '_s = "st"', "schema S:", "    x: int = 0",
                 "    y?: {str:}", "", "_i = S {x = 5}"]
        for i in range(self.rng.randint(1, 3)):
            entries = [self.pick("**_a", "**_i", "**_n", "**{x = 9}", "x = 3", "y: {w = 1}", "**_l", "**_s", "k = 1", "**{}",
                                 "**S {}", "**{**_a}", "**(_a | {x = 4})", "**None", "if True: **_a")
                       for _ in range(self.rng.randint(1, 3))]
            items = [self.pick("*_l", "*_a", "*_n", "*[3]", "4", "*_s", "*range(2)", "*[]", "*_i", "*[*_l]", "*None",
                               "if True: *_l", "*(_l + _l)", "*1", "**_a") for _ in range(self.rng.randint(1, 3))]
            lines.append(self.pick(f"a{i} = {{{', '.join(entries)}}}", f"a{i} = S {{{', '.join(entries)}}}",
                                   f"a{i} = [{', '.join(items)}]"))
        return "\n".join(lines) + "\n"

    def checks(self):
        """Check lines with conditions and quantifiers, over present and missing attributes."""
        lines = ["schema P:", "    v: int", "    check:",
                 f'        {self.pick("v > 0", "v < 10, " + chr(34) + "small" + chr(34), "v")}', "", "schema S:", "    a?: int",
                 "    b?: str", "    l?: [int]", "    d?: {str:int}", "    p?: P", "    ps?: [P]", "    check:"]
        for _ in range(self.rng.randint(1, 3)):
            lines.append("        " + self.pick(
                "a > 1 if a", "a", "not a", "len(b) > 1 if b", 'b in ["x", "y"] if b', "all x in l { x > 0 } if l",
                "all x in l { x > 0 if x != 5 }", "any x in l { x > 2 } if l", "all k, v in d { v > 0 } if d",
                'all k, v in d { k != "z" }, "bad key"', "a == None or a > 2", "len(l) == len(d) if l and d",
                "isunique(l) if l", "p.v > 3 if p", "all q in ps { q.v > 1 } if ps", 'a != 3, "a is ${a}"',
                "filter x in l { x > 3 } if l", "map x in l { x } if l", "a < 9 if l else a < 3", "a > 1 and b",
                "(a or 0) < 5", 'sum(l) < 10 if l, "sum"', "b not in l if l", "[x for x in l if x > 1] if l",
                "1 < a < 5 if a", "a is not None if b", 'typeof(a) == "int" if a'))
        entries, seen = [], set()
        for entry in self.rng.sample(["a = 1", "a = 4", "a = None", 'b = "x"', 'b = ""', "l = [1, 2]", "l = []", "l = [5, -1]",
                                      "d = {z = 1}", "d = {q = 0}", "d = {}", "p = {v = 5}", "p = P {v = 0}",
                                      "ps = [{v = 1}, {v = 2}]", "ps = []"], self.rng.randint(0, 4)):
            if entry.split()[0] not in seen:
                seen.add(entry.split()[0])
                entries.append(entry)
        lines += ["", "s = S {" + ", ".join(entries) + "}"]
        return "\n".join(lines + (["t = s | {a = %s}" % self.pick(0, 2, 3, 50)] if self.rng.random() < 0.2 else [])) + "\n"
