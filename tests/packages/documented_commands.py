"""Tests the README and docs/: writes their files, runs their commands and compares the output.

  documented_commands.py PROGRAM [PAGE.md…]

A block ```yaml NAME is a file. In a block ```console, lines that begin with `$ ` are commands, followed by their output
(standard output and standard error together); a last line `$ echo $?` shows the exit code. With KVAL_UPDATE=1 the pages are
rewritten. Every page has a separate directory for all of its blocks.
"""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGES = ["getting-started/chart-author.md", "getting-started/gitops-repository.md", "getting-started/ytt.md",
         "getting-started/kcl.md", "getting-started/json-schema.md", "guides/project-file.md", "guides/ci.md",
         "guides/kubernetes.md", "guides/annotated-yaml.md", "guides/editors.md", "coming-from/ytt.md",
         "coming-from/kcl.md", "coming-from/values-schema.md", "../README.md"]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)


def outputs(text, folder, environment):
    """Returns the block with the actual output of its commands."""
    written = []
    status = 0
    for line in text.splitlines():
        if not line.startswith("$ "):
            continue
        command = line[2:]
        written.append(line)
        if command == "echo $?":
            written.append(str(status))
            continue
        run = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, check=False)
        status = run.returncode
        written.extend(run.stdout.splitlines())
    return "\n".join(written) + "\n"


def play(page, environment):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    pieces = []
    end = 0
    with tempfile.TemporaryDirectory(prefix="kval-docs-") as folder:
        for block in BLOCK.finditer(text):
            language, name, content = block.groups()
            if name is not None:
                path = os.path.join(folder, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(content)
            elif language == "console":
                pieces += [text[end:block.start(3)], outputs(content, folder, environment)]
                end = block.end(3)
    return text, "".join(pieces) + text[end:]


def main():
    program = os.path.realpath(sys.argv[1])
    environment = {"PATH": os.path.dirname(program) + ":/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}
    failed = False
    pages = sys.argv[2:] or [os.path.join(ROOT, "docs", page) for page in PAGES]
    for page in pages:
        expected, found = play(page, environment)
        if expected == found:
            continue
        if os.environ.get("KVAL_UPDATE"):
            with open(page, "w", encoding="utf-8") as file:
                file.write(found)
            continue
        failed = True
        for number, (a, b) in enumerate(zip(expected.splitlines(), found.splitlines()), 1):
            if a != b:
                print(f"{page}:{number}: documented `{a}`, found `{b}`")
                break
    return 1 if failed else 0


sys.exit(main())
