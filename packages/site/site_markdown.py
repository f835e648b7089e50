"""Adapts pages of the repository to the site: links to files outside docs/ become names, titled code blocks get a title.

  site_markdown.py DOCS PAGE.md…
"""
import os
import re
import sys


def adapt(text, page, docs):
    def link(match):
        target = match.group(2).partition("#")[0]
        if not target or re.match(r"\w+:", target):
            return match.group(0)
        path = os.path.normpath(os.path.join(os.path.dirname(page), target))
        return match.group(0) if path.startswith(docs + os.sep) else f"`{match.group(1).strip('`')}`"

    text = re.sub(r"(?<!!)\[([^\]]*)\]\(([^)]*)\)", link, text)
    return re.sub(r"^```([a-z]+) ([^ `{\n]+)$", r'```\1 title="\2"', text, flags=re.M)


def main():
    docs = os.path.realpath(sys.argv[1])
    for page in map(os.path.realpath, sys.argv[2:]):
        with open(page, encoding="utf-8") as file:
            text = file.read()
        with open(page, "w", encoding="utf-8") as file:
            file.write(adapt(text, page, docs))


main()
