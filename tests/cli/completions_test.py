#!/usr/bin/env python3
"""completions_test.py KVAL: tests completions in real bash, zsh and fish, as typed by a user.

Each case is the input before the Tab key, words that must be offered, and words that must not be offered. Shells that are
not installed are skipped with a message.
"""
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

CASES = [
    # typed, offered, not offered
    ("kval ", ["check", "values", "helm", "k8s", "explain", "help"], ["--file", "-f"]),
    ("kval exp", ["explain"], ["export"]),
    ("kval --conf", ["--config"], []),
    ("kval schema ", ["dump", "export", "convert", "infer"], ["--to"]),
    ("kval schema convert --to ", ["kcl", "ytt", "json-schema"], ["yaml"]),
    ("kval config schema --to ", ["kcl", "ytt"], ["json-schema"]),
    ("kval check --output-format ", ["full", "sarif", "junit"], ["yaml"]),
    ("kval check -o sar", ["sarif"], ["junit"]),
    ("kval values -o ", ["yaml", "json"], ["sarif"]),
    ("kval k8s --k8s-version ", ["1.30", "1.31"], ["yaml"]),
    ("kval check --severity KV30", ["KV300", "KV301"], ["KV400"]),
    ("kval check --severity KV301=", ["error", "warning", "note", "off"], ["KV302"]),
    ("kval check --ignore unknown-", ["unknown-key"], ["type-mismatch"]),
    ("kval check --config ", ["one.yml", "two.json"], ["sarif"]),
    ("kval check --baseline o", ["one.yml"], ["two.json"]),
    ("kval check ", ["one.yml", "two.json"], ["--file"]),
    ("kval explain lim", ["limits"], ["KV001"]),
    ("kval completions ", ["bash", "zsh", "fish"], []),
    ("kval help sch", ["schema"], ["values"]),
]
ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>()][0-9A-B]?|\x1b\][^\x07]*\x07|\r|\x07|\x08")


class Terminal:
    """A shell in a pseudo-terminal of 200 columns and 400 lines."""

    def __init__(self, command, environment, folder):
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        import fcntl, struct, termios
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 400, 200, 0, 0))

    def send(self, text):
        os.write(self.file, text.encode())

    def read(self, until=None, quiet=0.4, most=20):
        """Returns the output up to `until`, or until the shell has been silent for `quiet` seconds."""
        out, end = b"", time.time() + most
        while time.time() < end:
            ready, _, _ = select.select([self.file], [], [], quiet)
            if not ready:
                if until is None:
                    break
                continue
            try:
                chunk = os.read(self.file, 65536)
            except OSError:
                break
            out += chunk
            if until is not None and until in out:
                break
        return ESCAPES.sub(b"", out).decode(errors="replace")

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.file)


def environment_of(kval, folder):
    environment = {name: os.environ[name] for name in ("LANG", "LD_LIBRARY_PATH") if name in os.environ}
    return {**environment, "PATH": os.path.dirname(kval) + ":" + os.environ["PATH"], "HOME": folder, "TERM": "vt100",
            "ZDOTDIR": folder, "INPUTRC": "/dev/null"}


def in_terminal(terminal, typed):
    """Returns the line and the output below it after one Tab key, and after two."""
    terminal.send(typed)
    terminal.read(quiet=0.15)
    terminal.send("\t")
    first = typed + terminal.read()
    terminal.send("\t")
    both = first + terminal.read()
    terminal.send("\x15\n")  # clears the line
    terminal.read(quiet=0.15)
    return first, both


def bash(kval, folder):
    terminal = Terminal(["bash", "--norc", "--noprofile", "-i"], environment_of(kval, folder), folder)
    terminal.send("bind 'set completion-query-items 0'; bind 'set page-completions off'; bind 'set bell-style none'; "
                  "bind 'set show-all-if-ambiguous on'\n"
                  "source <(kval completions bash); PS1='> '; echo rea''dy\n")
    terminal.read(b"ready")
    yield from terminal_answers(terminal)


def zsh(kval, folder):
    functions = os.path.join(folder, ".functions")
    os.mkdir(functions)
    with open(os.path.join(functions, "_kval"), "w") as file:
        subprocess.run([kval, "completions", "zsh"], stdout=file, check=True)
    terminal = Terminal(["zsh", "-f", "-i"], environment_of(kval, folder), folder)
    terminal.send("fpath=($HOME/.functions $fpath); autoload -Uz compinit; compinit -u -D; LISTMAX=1000; PS1='> '; "
                  "unsetopt prompt_sp always_last_prompt; setopt no_beep; echo rea''dy\n")
    terminal.read(b"ready")
    yield from terminal_answers(terminal)


def terminal_answers(terminal):
    terminal.read(quiet=0.3)
    try:
        for typed, _, _ in CASES:
            yield in_terminal(terminal, typed)
    finally:
        terminal.close()


def fish(kval, folder):
    script = subprocess.run([kval, "completions", "fish"], capture_output=True, text=True, check=True).stdout
    for typed, _, _ in CASES:
        asked = script + "complete -C " + "'" + typed + "'\n"
        done = subprocess.run(["fish", "--no-config"], input=asked, capture_output=True, text=True, cwd=folder,
                              env=environment_of(kval, folder), timeout=60)
        if done.stderr:
            yield "", "fish: " + done.stderr
        else:
            shown = " ".join(line.split("\t")[0] for line in done.stdout.splitlines())
            yield shown, shown


def has_word(text, word):
    return re.search(r"(?<![\w./-])" + re.escape(word) + r"(?![\w-])", text) is not None


def main():
    kval = os.path.abspath(sys.argv[1])
    failures = 0
    for shell in (bash, zsh, fish):
        name = shell.__name__
        if shutil.which(name) is None:
            print(f"{name}: not installed, skipped")
            continue
        with tempfile.TemporaryDirectory() as folder:
            for file in ("one.yml", "two.json"):
                open(os.path.join(folder, file), "w").close()
            for (typed, offered, others), (first, shown) in zip(CASES, shell(kval, folder)):
                missing = [word for word in offered if not has_word(shown, word)]
                extra = [word for word in others if has_word(first.replace(typed, ""), word)]
                if missing or extra:
                    failures += 1
                    print(f"{name}: {typed!r}: missing {missing}, unexpected {extra}, shown:\n{shown[:1500]}")
        print(f"{name}: {len(CASES)} cases")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
