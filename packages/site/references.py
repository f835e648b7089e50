"""Writes the reference pages that the program prints: rules, commands, annotations, formats, project file.

  references.py PROGRAM DIRECTORY

Each rule and each command has a separate page (rules/KV301.md, commands/helm.md).
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def output_of(program, *args):
    return subprocess.run([program, *args], capture_output=True, text=True, check=True).stdout


def topics(program, section):
    """Returns the names that `kval explain` lists in one of its sections."""
    text = output_of(program, "explain")
    part = re.search(rf"^{section}:\n(.*?)(?:\n\n|\Z)", text, re.M | re.S).group(1)
    return re.findall(r"^  (\S+)", part, re.M)


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ").strip()


def rule_pages(program):
    listed = json.loads(output_of(program, "rules", "-o", "json"))
    listed = listed if isinstance(listed, list) else listed["rules"]
    index = ("# Rules\n\nEvery finding names its rule. Rule numbers are stable and never reused. `kval explain KV301` prints "
             "the same page.\n\n| rule | name | severity | description |\n|---|---|---|---|\n")
    members = [rule for rule in listed if "group" in rule]
    for rule in listed:
        if "group" in rule:
            continue
        code = rule["code"]
        meaning = rule.get("summary") or rule.get("description") or ""
        index += f"| [{code}]({code}.md) | `{rule['name']}` | {rule['severity']} | {cell(meaning)} |\n"
        path = os.path.join(ROOT, "src", "explain", "pages", code + ".md")
        text = f"# {code} {rule['name']}\n\n{meaning}\n"
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                text = re.sub(r"\A# .*$", f"# {code} {rule['name']}", file.read(), count=1, flags=re.M)
        yield f"rules/{code}.md", re.sub(r"^```([a-z]+) ([^ `{\n]+)$", r'```\1 title="\2"', text, flags=re.M)
    index += "\n[Rules of the API server](kubernetes.md) lists the single rules of KV708.\n"
    yield "rules/index.md", index
    text = ("# Rules of the API server\n\nEach rule of the group [KV708](KV708.md) has a separate id. `--ignore KV7211`, `--select` "
            "and `# kval: ignore KV7211` accept it; KV708 selects all of them. A rule without versions applies to all supported "
            "versions.\n\n| rule | Kubernetes | violation or requirement |\n|---|---|---|\n")
    for rule in members:
        code, versions, summary = rule["code"], rule.get("versions", ""), rule["summary"]
        text += f"| [{code}]({code}.md) | {cell(versions)} | {cell(summary)} |\n"
        yield f"rules/{code}.md", (f"# {code} {rule['name']}\n\nRule of the Kubernetes API server: {summary}.\n\n"
                                   + (f"Versions: {versions}.\n\n" if versions else "")
                                   + f"This rule is a member of [KV708](KV708.md), which has an example. `--ignore {code}` and "
                                   f"the comment `# kval: ignore {code}` disable this rule only; the [list of "
                                   "rules](kubernetes.md) has all members.\n")
    yield "rules/kubernetes.md", text


def command_pages(program):
    help_text = output_of(program, "--help")
    names = [name for name in re.findall(r"^  ([a-z][\w8-]*)(?:  |$)", help_text, re.M)
             if subprocess.run([program, name, "--help-all"], capture_output=True, check=False).returncode == 0]
    index = "# Commands\n\n```text\n" + help_text + "```\n\n"
    for name in dict.fromkeys(names):
        index += f"- [`kval {name}`]({name}.md)\n"
        yield f"commands/{name}.md", (f"# kval {name}\n\n`kval {name} --help` prints the most used options. All options:\n\n"
                                      f"```text\n{output_of(program, name, '--help-all')}```\n")
    yield "commands/index.md", index


def annotation_page(program):
    text = "# Annotations\n\n`kval explain @schema/nullable` prints the same.\n"
    for name in topics(program, "Annotations"):
        text += f"\n## {name}\n\n```text\n{output_of(program, 'explain', name)}```\n"
    yield "reference/annotations.md", text


def format_page(program):
    text = ("# String formats\n\nFor `#@schema/validation format=\"…\"` and JSON Schema's `format`. `kval explain formats` prints "
            "the same list.\n\n| format | description |\n|---|---|\n")
    for line in output_of(program, "explain", "formats").splitlines():
        name, _, meaning = line.partition(" ")
        if name and meaning:
            text += f"| `{name}` | {cell(meaning)} |\n"
    yield "reference/formats.md", text


def type_of(node):
    if node.get("x-kubernetes-preserve-unknown-fields") or not node:
        return "any"
    if "enum" in node:
        return ", ".join(f"`{value}`" for value in node["enum"] if value != "")
    if node.get("type") == "array":
        return "array of " + type_of(node.get("items", {}))
    for key in ("oneOf", "anyOf"):
        if key in node:
            return " or ".join(dict.fromkeys(type_of(part) for part in node[key]))
    if node.get("type") == "object":
        return "map"
    kinds = node.get("type", "any")
    return kinds if isinstance(kinds, str) else " or ".join(kinds)


def key_rows(node, path):
    for part in [node, *node.get("anyOf", []), *node.get("oneOf", [])]:
        items = part.get("items")
        if isinstance(items, dict):
            yield from key_rows(items, path + "[]")
        for name, child in part.get("properties", {}).items():
            below = f"{path}.{name}" if path else name
            default = child.get("default")
            shown = "" if default in (None, "", [], {}) else f"`{json.dumps(default)}`"
            yield f"| `{below}` | {cell(type_of(child))} | {shown} | {cell(child.get('description', ''))} |\n"
            yield from key_rows(child, below)


def project_file_page(program):
    source = os.path.join(ROOT, "schemas", "builtin", "project.yml")
    schema = json.loads(output_of(program, "schema", "convert", "--to", "json-schema", "-f", source))
    text = ("# Project file keys\n\nEvery key of `.kval.yaml`. The guide [Declare checks in a project "
            "file](../guides/project-file.md) has examples.\n\n| key | type | default | description |\n|---|---|---|---|\n")
    yield "reference/project-file.md", text + "".join(key_rows(schema, ""))


def main():
    program, directory = os.path.realpath(sys.argv[1]), sys.argv[2]
    for pages in (rule_pages, command_pages, annotation_page, format_page, project_file_page):
        for path, text in pages(program):
            path = os.path.join(directory, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


if __name__ == "__main__":
    main()
