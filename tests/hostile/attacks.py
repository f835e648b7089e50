"""Output forging attacks: log commands, strings that move them to the start of a line, and terminal control characters."""

import os
import random
import shutil
import tempfile
import unicodedata
import unittest

MARK = "forged"
# Commands of CI logs and of output formats. BREAKS contains strings that can move them to the start of a line.
COMMANDS = ["::error file=a::" + MARK, "##vso[task.complete]" + MARK, "##[error]" + MARK, "error[KV301]: " + MARK,
            "not ok 1 - " + MARK, "+" + MARK, "@@ -1 +1 @@ " + MARK, "Found 0 errors " + MARK]
BREAKS = ["\n", "\r", "\r\n", "\v", "\f", "\x85", "\u2028", "\u2029", "\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "\u202e", "\u2066",
          "\u200f", "\ufeff", "\x00", "\x08", "`\n", "%0A", "]\n", "\"\n", "\U000e0041"]
ALLOWED = {"\n", "\t", "\u200c", "\u200d"}


def is_obeyed(c):
    return c not in ALLOWED and (unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs") or c == "\r")


def attacks(seed):
    chosen = random.Random(seed)
    while True:
        yield "x" + chosen.choice(BREAKS) + chosen.choice(COMMANDS) + chosen.choice(BREAKS) + "y"


def in_yaml(attack):
    """Returns the attack as a double-quoted YAML scalar."""
    spelt = "".join(c if c not in "\"\\" and not is_obeyed(c) and c != "\n" else
                    ("\\" + c if c in "\"\\" else f"\\U{ord(c):08x}") for c in attack)
    return f'"{spelt}"'


class AttackCase(unittest.TestCase):
    """Base class with a temporary directory per test."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kval-forging-")
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text.encode("utf-8", "surrogatepass"))
        return path
