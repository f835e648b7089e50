"""Writes the pages of the documentation that the program itself tells: rules, annotations, formats, commands.

  references.py PROGRAM FOLDER
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def said(program, *args):
    return subprocess.run([program, *args], capture_output=True, text=True, check=True).stdout


def topics(program, section):
    """The names that `kval explain` lists in one of its sections."""
    text = said(program, "explain")
    part = re.search(rf"^{section}:\n(.*?)(?:\n\n|\Z)", text, re.M | re.S).group(1)
    return re.findall(r"^  (\S+)", part, re.M)


def below_heading(text):
    """A page without its title, its headings one level down; what looks like one in code stays."""
    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    parts[0] = re.sub(r"\A# .*\n+", "", parts[0])
    return "".join(part if part.startswith("```") else re.sub(r"^#", "##", part, flags=re.M) for part in parts)


def rules(program):
    yield "# Rules\n\nEvery finding names its rule. Numbers are never used again; `kval explain KV301` shows the same as this "
    yield "page.\n\n| rule | name | severity | what it says |\n|---|---|---|---|\n"
    listed = json.loads(said(program, "rules", "-o", "json"))
    listed = listed if isinstance(listed, list) else listed["rules"]
    for rule in listed:
        meaning = rule.get("summary") or rule.get("description") or ""
        yield (f"| [{rule['code']}](#{rule['code'].lower()}) | `{rule['name']}` | {rule['severity']} | "
               + meaning.replace("|", "\\|") + " |\n")
    for rule in listed:
        path = os.path.join(ROOT, "src", "explain", "pages", rule["code"] + ".md")
        yield f"\n## {rule['code']} {rule['name']} {{#{rule['code'].lower()}}}\n\n"
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                yield re.sub(r"^```([a-z]+) ([^ `{\n]+)$", r'```\1 title="\2"', below_heading(file.read()), flags=re.M)


def annotations(program):
    yield "# Annotations\n\nAs `kval explain @schema/nullable` says it.\n"
    for name in topics(program, "Annotations"):
        yield f"\n## {name}\n\n```text\n{said(program, 'explain', name)}```\n"


def formats(program):
    yield "# Formats of strings\n\nFor `#@schema/validation format=\"…\"`, as `kval explain formats` lists them.\n\n"
    yield "| format | what it is |\n|---|---|\n"
    for line in said(program, "explain", "formats").splitlines():
        name, _, meaning = line.partition(" ")
        if name and meaning:
            yield f"| `{name}` | " + meaning.strip().replace("|", "\\|") + " |\n"


def commands(program):
    yield "# Commands\n\nAll options of all commands, as `kval COMMAND --help-all` shows them.\n"
    names = re.search(r"^Subcommands:\n(.*?)\n\n", said(program, "--help"), re.M | re.S).group(1)
    yield f"\n```text\n{said(program, '--help')}```\n"
    for name in re.findall(r"^  (\S+)", names, re.M):
        yield f"\n## kval {name}\n\n```text\n{said(program, name, '--help-all')}```\n"


def main():
    program, folder = os.path.realpath(sys.argv[1]), sys.argv[2]
    for page in (rules, annotations, formats, commands):
        with open(os.path.join(folder, page.__name__ + ".md"), "w", encoding="utf-8") as file:
            file.writelines(page(program))


if __name__ == "__main__":
    main()
