"""Random strings for helm_differential.py: arguments of --set and similar flags, and almost valid YAML values files, for a
minimal chart."""
import os

from helm_trees import JSON_TEXTS, ODD_FILES, PROBE, write

CHART = {"Chart.yaml": "apiVersion: v2\nname: root\nversion: 1.2.3\n", "templates/probe.yaml": PROBE,
         "values.yaml": "a: 1\nb: {c: 2, d: [x, {e: f}]}\nl: [1, 2, 3]\nn: null\n"}
KEY_PIECES = ["a", "b", "c", "l", "n", "x", ".", ".", "[0]", "[1]", "[2]", "[", "]", "\\", "\\.", "\\=", "\\,", "\\[", " ", "", "é", "-", "1", "true", "null",
              "[-1]", "[+1]", "[ 1]", "[01]", "[65537]", "[9]", "{", "}", "\"", "'"]
VALUE_PIECES = ["1", "0", "a", "b", "true", "null", "-", "+", ".", "e", "_", "x", "{", "}", ",", "\\", "\\,", "\\{", "=", "[", "]", " ", "\"", "'", "é", "9223372036854775807",
                "9", "007", "{a,b}", "{}", "k=v", ":", "\n", "\t"]
YAML_PIECES = list(" :-#\n\t'\"{}[],&*!|>%@`?~01xyn.e+_=\\") + ["\n  ", ": ", "- ", "\n- ", "\n---\n", "\n...\n", " #", "<<: ", "&a ", "*a", "!!str ", "yes", "0o17", "\\x41", "\\u00e9",
                                                              "\r\n", "null", "? ", "1e3", "0x1F", "|\n", ">-\n", "\ufeff", "''", "\"\"", "%YAML 1.1\n"]


class TextMaker:
    def __init__(self, rng):
        self.rng = rng

    def joined(self, pieces, most):
        return "".join(self.rng.choice(pieces) for _ in range(self.rng.randint(1, most)))

    def key(self):
        return self.rng.choice(["a", "b.c", "b.d[1].e", "l[1]", "n.x", "x[2]", "x.y.z"]) if self.rng.random() < 0.5 else self.joined(KEY_PIECES, 4)

    def pair(self, kind):
        if kind == "--set-json":
            value = self.rng.choice(JSON_TEXTS) if self.rng.random() < 0.7 else self.joined(["{", "}", "[", "]", "\"a\"", ":", ",", "1", "null", " ", "e", "-", "\\u0041"], 6)
        elif kind == "--set-file":
            value = self.rng.choice(["bytes", "v0.yaml", "{bytes}", "{bytes,v0.yaml}", "", "none", "./bytes", "by\\tes"])
        else:
            value = self.joined(VALUE_PIECES, 3)
        return self.key() + self.rng.choice(["=", "=", "=", "=", "=", "", "==", " = "]) + value

    def flag(self):
        kind = self.rng.choice(["--set", "--set", "--set", "--set-string", "--set-json", "--set-literal", "--set-file"])
        return [kind, self.rng.choice([",", ",", ",", ", ", ",,"]).join(self.pair(kind) for _ in range(self.rng.choice([1, 1, 2, 3])))]

    def text(self):
        text = self.rng.choice(ODD_FILES + [CHART["values.yaml"]])
        for _ in range(self.rng.randint(0, 3)):
            at = self.rng.randint(0, len(text))
            text = text[:at] + self.rng.choice(["", self.rng.choice(YAML_PIECES)]) + text[at + self.rng.choice([0, 0, 1]):]
        return text

    def invocation(self, folder):
        for path, text in CHART.items():
            write(os.path.join(folder, "chart", path), text)
        write(os.path.join(folder, "bytes"), b"a\x01\xc3\xa9\n")
        write(os.path.join(folder, "v0.yaml"), self.text())
        if self.rng.random() < 0.5:
            return ["-f", "v0.yaml"]
        return [word for _ in range(self.rng.choice([1, 1, 2])) for word in self.flag()]
