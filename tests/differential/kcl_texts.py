"""Random KCL programs that call string methods and functions of the module `regex`."""

import json

PIECES = ["a", "b", "ab", "aa", "A", "Bc", " ", "  ", "\n", "\r\n", "\t", ",", ", ", "ä", "aä", "-", "1", "é", "日", "_", "."]
PATTERNS = ["a", "a*", "a+b", "[ab]+", "(a)(b)?", "\\s+", ",", "b|ab", "^a", "a$", ".", "x", "", "(?i)A", "[^a]"]
# Excluded because of bugs of KCL (COMPATIBILITY.md): empty matches, groups without a match, and zip of non-ASCII strings.
CERTAIN = [pattern for pattern in PATTERNS if pattern not in ("a*", "(a)(b)?", "")]
PLAIN = ["capitalize", "isalpha", "isalnum", "isdigit", "islower", "isspace", "istitle", "isupper", "lower", "upper", "title",
         "lstrip", "rstrip", "strip", "split", "rsplit", "splitlines", "chars"]
WITH_TEXT = ["count", "endswith", "startswith", "find", "rfind", "lstrip", "rstrip", "strip", "removeprefix", "removesuffix",
             "split", "rsplit"]


class Texts:
    """Mixin for a generator with `rng`."""

    def a_text(self, most=8):
        return json.dumps("".join(self.rng.choice(PIECES) for _ in range(self.rng.randint(0, most))), ensure_ascii=False)

    def a_part(self):
        return json.dumps("".join(self.rng.choice(PIECES) for _ in range(self.rng.choice([1, 1, 1, 2]))), ensure_ascii=False)

    def a_call(self):
        rng, text = self.rng, self.a_text()
        pattern, certain = json.dumps(rng.choice(PATTERNS)), json.dumps(rng.choice(CERTAIN))
        return rng.choice([
            lambda: f"{text}.{rng.choice(PLAIN)}()",
            lambda: f"{text}.{rng.choice(WITH_TEXT)}({self.a_part()})",
            lambda: f"{text}.{rng.choice(['split', 'rsplit'])}({self.a_part()}, {rng.randint(-1, 4)})",
            lambda: f"{text}.splitlines({rng.choice(['True', 'False', 'keepends=True'])})",
            lambda: f"{text}.replace({self.a_part()}, {self.a_part()})",
            lambda: f"{text}.replace({self.a_part()}, {self.a_part()}, {rng.randint(-1, 3)})",
            lambda: f"{text}.{rng.choice(['find', 'rfind', 'count'])}({self.a_part()}, {rng.randint(0, 5)}, {rng.randint(0, 9)})",
            lambda: f"{self.a_part()}.join([{', '.join(self.a_text(3) for _ in range(rng.randint(0, 4)))}])",
            lambda: f"{self.a_part()} {rng.choice(['in', 'not in'])} {text}",
            lambda: f"{text}[{rng.choice(['1:', ':2', '::2', '-3:', ':-1', '::-1', '1:5:2'])}]",
            lambda: f"{text} * {rng.randint(0, 3)}",
            lambda: f"zip({self.a_text(3).encode('ascii', 'ignore').decode()}, [{', '.join(str(i) for i in range(rng.randint(0, 4)))}])",
            lambda: f"regex.match({text}, {pattern})",
            lambda: f"regex.findall({text}, {certain})",
            lambda: f"regex.search({text}, {pattern})",
            lambda: f"regex.split({text}, {certain}, {rng.randint(0, 3)})",
            lambda: f"regex.replace({text}, {pattern}, {self.a_part()}, {rng.randint(0, 3)})",
        ])()

    def texts(self):
        return "import regex\n" + "".join(f"a{i} = {self.a_call()}\n" for i in range(self.rng.randint(1, 6)))
