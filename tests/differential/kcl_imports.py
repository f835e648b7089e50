"""Random KCL programs with imports of other packages and of system modules, for kcl_programs.Generator. Known differences
of COMPATIBILITY.md are excluded."""


class Imports:
    """Mixin for a generator with `rng` and `pick`."""

    def imports(self):
        """Packages with acyclic imports. Unused variables of a package are not evaluated."""
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

    def modules(self):
        """Functions of the system modules."""
        lines = ["import regex", "import math", "import base64", "import crypto", "import datetime", "import net",
                 "import units"]
        patterns = ['r"\\d+"', 'r"^[a-z]+$"', 'r"(\\w)-(\\w)"', 'r"a|b"', 'r"[A-Z]{2,}"', 'r"x*"', 'r"\\s+"']
        for i in range(self.rng.randint(2, 4)):
            # Excluded: a split by a pattern that can match the empty string hangs KCL.
            apart = self.rng.choice([one for one in patterns if one != 'r"x*"'])
            pattern, text, number = self.rng.choice(patterns), self.text(), self.pick("0", "1", "2.5", "9", "100", "0.25")
            whole = self.pick("0", "1", "5", "10", "12")
            address = self.pick('"10.0.0.1"', '"256.1.1.1"', '"::1"', '"a.b"', '"127.0.0.1"', '"fe80::1"', '"224.0.0.1"')
            lines.append(f"a{i} = " + self.pick(
                f"regex.match({text}, {pattern})", f"regex.search({text}, {pattern})", f"regex.findall({text}, {pattern})",
                f'regex.replace({text}, {pattern}, "_")', f"regex.split({text}, {apart})", f"regex.compile({pattern})",
                f"math.ceil({number})", f"math.floor({number})", f"math.sqrt({number})", "math.exp(0)",
                f"math.pow({number}, 2)", f"math.gcd({whole}, 4)", f"math.factorial({whole})", f"math.isnan({number})",
                f"base64.encode({text})", f"base64.decode(base64.encode({text}))", f"crypto.md5({text})",
                f"crypto.sha256({text})", f"crypto.sha1({text})", f"crypto.sha512({text})",
                f'datetime.validate("2024-02-3{self.pick(0, 1)}", "%Y-%m-%d")',
                f'datetime.validate("{self.pick("2024-01-05 10:20:30", "2024-1-5", "x", "12:30")}", "{self.pick("%Y-%m-%d %H:%M:%S", "%Y-%m-%d", "%H:%M")}")',
                f"net.is_IP({address})", f"net.is_IPv4({address})", f"net.parse_IP({address})",
                f'net.split_host_port("{self.pick("a:1", "host:8080", "1.2.3.4:5")}")', f'net.join_host_port("h", {whole})',
                f"net.is_loopback_IP({address})", f"net.is_multicast_IP({address})",
                f"units.to_{self.pick('n', 'u', 'm', 'K', 'M', 'G', 'Ki', 'Mi', 'Gi')}({self.pick(1, 1000, 1024, 123456789)})",
                f"abs({self.pick('-3', '2.5', '0')})", f"round({self.pick('2.5', '3.14159, 2', '-0.5', '7')})",
                f"sum([1, {whole}])", f"range({whole})", f"sorted([3, {whole}, 1], reverse = True)",
                f"zip([1, 2], [{whole}, 3])", f"isunique([1, {whole}])",
                f"all_true([{whole} > 1, True])", f"any_true([{whole} > 1])", f"multiplyof({whole}, 5)",
                f"{whole} as {self.pick('int', 'float', 'str')}", f"typeof({number})", f"int({number})",
                f"bool({whole})", f"float({whole})", f"str({number})", f"dict(a = {whole})", f"list([{whole}])"))
        return "\n".join(lines) + "\n"

    def packages(self):
        """Schemas, mixins, lambdas and values of another package."""
        files = {"lib/types.k": "import helper\n\nschema Base:\n    name: str = \"lib\"\n    size: int = helper.size\n\n"
                                "mixin SizeMixin:\n    big: bool = size > 3\n\ntype Id = int | str\n\nprotocol SizeProtocol:\n    size: int\n",
                 "lib/more.k": "schema More(Base):\n    mixin [SizeMixin]\n    big?: bool\n    id: Id = 1\n\n_hidden = 1\nshown = _hidden + 1\n",
                 "helper/a.k": f"size = {self.pick(2, 5)}\ntwice = lambda x {{ x * 2 }}\n"}
        alias = self.pick("", " as l")
        name = alias[4:] or "lib"
        body = [f"a = {name}.Base {{{self.pick('', 'size = 9', 'name = ' + chr(34) + 'n' + chr(34))}}}", f"b = {name}.More {{{self.pick('', 'size = 1', 'id = ' + chr(34) + 'i' + chr(34), 'id = 1.5')}}}",
                f"schema Own({name}.More):\n    own: {name}.Id = {self.pick('1', chr(34) + 'o' + chr(34), 'size')}\n", "c = Own {}",
                f"d = {name}.shown", f"e = {name}._hidden", "f = helper.twice(4)", f"g: {{str:{name}.Base}} = {{x = {{}}}}",
                f"h = typeof({name}.Base {{}}, full_name = True)", f"i = {name}.Missing", f"j: [{name}.Base] = [{{size = 3}}]",
                f"k = {name}.Base {{}} | {{size = 4}}", f"schema Host:\n    mixin [{name}.SizeMixin]\n    size: int = 7\n    big?: bool\n", "l = Host {}"]
        chosen = self.rng.sample(range(len(body)), self.rng.randint(1, 4))
        needs = {3: 2, 13: 12}
        chosen = sorted(set(chosen) | {needs[c] for c in chosen if c in needs})
        lines = [f"import lib{alias}"] + (["import helper"] if 6 in chosen else [])
        files["main.k"] = "\n".join(lines + [body[c] for c in chosen]) + "\n"
        return files
