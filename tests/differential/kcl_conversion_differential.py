#!/usr/bin/env python3
"""Converts random JSON Schemas to KCL and tests the result with KCL (kcl_lib): for random data, `kcl vet` with the
converted schema must agree with kval and the JSON Schema, and strings must survive the conversion.

  kcl_conversion_differential.py KVAL [--cases 60] [--seed 1]

The schemas use only features that KCL supports. Nulls, whole floats and keys that are not KCL names are excluded. Skipped
with a message without kcl_lib. Differences are printed."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

from kcl_peer import Peer, is_there

ANSWER = r'''
def answer(service, api, case):
    if "program" in case:
        result = service.exec_program(api.ExecProgramArgs(k_filename_list=[case["program"]], work_dir=case["dir"]))
        return {"ok": not result.err_message, "text": result.json_result, "error": result.err_message}
    result = service.validate_code(api.ValidateCodeArgs(code=case["code"], data=case["data"], schema="Values", format="json"))
    return {"ok": result.success, "text": "", "error": result.err_message}
'''
PIECES = ["$", "{", "}", "\\", "${", "$${", "\\$", "${A}", "a", "é", '"', "'", "\n", "\t", " ", "%", "#", "u0024", "\\n", "`", 'r"']
WORDS = ["on", "off", "a b", "x-1", "ä", "", "$1", "${X}", 'q"q', "back\\slash", "5", "True"]
NUMBERS = [-3, -1, 0, 1, 2, 5, 100, 1.5, -0.5, 2.25]


class Maker:
    def __init__(self, rng):
        self.rng = rng

    def pick(self, *choices):
        return self.rng.choice(choices)

    def chance(self, odds):
        return self.rng.random() < odds

    def some(self, choices):
        return self.rng.sample(choices, self.rng.randint(1, min(3, len(choices))))

    def text(self):
        return "".join(self.rng.choice(PIECES) for _ in range(self.rng.randint(0, 8)))

    def schema(self, depth):
        kinds = ["string", "integer", "number", "boolean", "enum"] + (["object", "object", "array", "map"] if depth > 0 else [])
        made = getattr(self, self.rng.choice(kinds))(depth)
        if self.chance(0.3):
            made["description"] = self.text()
        return made

    def string(self, depth):
        return {"type": "string", **self.pick({}, {"enum": self.some(WORDS)}, {"const": self.rng.choice(WORDS)}, {"minLength": 1},
                                              {"pattern": self.pick("^[a-z]*$", "\\d", "^(on|off)$", "^\\$\\{", '"')})}

    def integer(self, depth):
        return {"type": "integer", **self.pick({}, {"enum": self.some([-3, -1, 0, 1, 2, 5])}, {"minimum": 0}, {"maximum": 2, "minimum": -1},
                                               {"exclusiveMaximum": 5}, {"multipleOf": 2})}

    def number(self, depth):
        return {"type": "number", **self.pick({}, {"enum": self.some([1.5, -0.5, 2.25])}, {"minimum": 0.5}, {"maximum": 2})}

    def boolean(self, depth):
        return {"type": "boolean", **self.pick({}, {"const": self.pick(True, False)}, {"enum": [True]})}

    def enum(self, depth):
        return {"enum": self.some(WORDS + [1, 2, -3, 1.5, True, False])}

    def array(self, depth):
        return {"type": "array", "items": self.schema(depth - 1), **self.pick({}, {"minItems": 1}, {"maxItems": 2})}

    def map(self, depth):
        return {"type": "object", "additionalProperties": self.schema(depth - 1)}

    def object(self, depth):
        names = self.rng.sample(["a", "b", "level", "name", "x_y", "type", "schema", "if", "dash-ed", "1st"], self.rng.randint(1, 4))
        made = {"type": "object", "properties": {name: self.schema(depth - 1) for name in names}}
        if self.chance(0.4):
            made["additionalProperties"] = False
        if self.chance(0.5):
            made["required"] = self.some(names)
        return made

    def value(self, schema):
        """Returns a value that usually matches the schema."""
        if self.chance(0.06):
            return self.pick(1, 0, -1, 1.5, "x", "", True, [], {}, ["a"], {"a": 1})
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.rng.choice(schema["enum"])
        kind = schema["type"]
        if kind == "object":
            given = {}
            for name, inner in schema.get("properties", {}).items():
                if self.chance(0.9 if name in schema.get("required", []) else 0.6):
                    given[name] = self.value(inner)
            if isinstance(schema.get("additionalProperties"), dict):
                given.update({name: self.value(schema["additionalProperties"]) for name in self.some(["k", "l-m", "n"])})
            elif self.chance(0.1):
                given["further"] = 1
            return given
        if kind == "array":
            return [self.value(schema["items"]) for _ in range(self.rng.randint(0, 3))]
        if kind == "string":
            return self.pick(self.text(), *WORDS)
        if kind == "boolean":
            return self.chance(0.5)
        return self.pick(*[n for n in NUMBERS if kind == "number" or isinstance(n, int)])


def said(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def texts_of(maker, kval, peer, folder):
    """Converts random strings to KCL string literals. Yields those that KCL reads differently."""
    texts = {f"p{i}": maker.text() for i in range(30)}
    # A const with a line break is converted to a check.
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
              "properties": {name: {"const": text + "\n"} for name, text in texts.items()}}
    with open(os.path.join(folder, "texts.schema.json"), "w", encoding="utf-8") as file:
        json.dump(schema, file)
    made = said([kval, "schema", "convert", "--to", "kcl", "-q", "-f", "texts.schema.json"], folder)
    lines = [line.strip().split(" in ", 1) for line in made.stdout.split("\n") if " in [" in line]
    with open(os.path.join(folder, "texts.k"), "w", encoding="utf-8") as file:
        file.write("".join(f"{name} = {rest.split(' if ' + name)[0]}\n" for name, rest in lines))
    theirs = peer.ask({"program": os.path.join(folder, "texts.k"), "dir": folder})
    found = json.loads(theirs["text"]) if theirs["ok"] else {}
    for name, text in texts.items():
        if found.get(name) != [text + "\n"]:
            yield f"the text {text!r}: {found.get(name)!r} {theirs['error'][:300]}"


def verdicts_of(maker, kval, peer, folder):
    """Yields the data of one schema for which the verdicts differ."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **maker.object(3)}
    with open(os.path.join(folder, "values.schema.json"), "w", encoding="utf-8") as file:
        json.dump(schema, file, ensure_ascii=False, indent=1)
    made = said([kval, "schema", "convert", "--to", "kcl", "-f", "values.schema.json"], folder)
    lost = [line for line in made.stderr.split("\n") if "[KV240]" in line and "but not null" not in line and "1.0" not in line]
    for _ in range(8):
        data = maker.value(schema)
        if not isinstance(data, dict):
            continue
        with open(os.path.join(folder, "data.json"), "w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False)
        mine = said([kval, "-f", "values.schema.json", "--each", "data.json"], folder).returncode == 0
        theirs = peer.ask({"code": made.stdout, "data": json.dumps(data, ensure_ascii=False)})
        # A lossy conversion may accept more data, but not less.
        if mine != theirs["ok"] and (mine or not lost):
            yield (f"--- {json.dumps(schema, ensure_ascii=False)}\n--- {json.dumps(data, ensure_ascii=False)}\n{made.stdout}"
                   f"--- JSON Schema: {mine}, KCL: {theirs['error'][:500] or True}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kval")
    parser.add_argument("--cases", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not is_there():
        print("kcl_conversion_differential: skipped, there is no kcl_lib")
        return 77
    kval = os.path.abspath(options.kval)
    disagreements = 0
    with tempfile.TemporaryDirectory(prefix="kcl-conversion-diff-") as folder:
        peer = Peer(ANSWER, folder)
        for case in range(options.cases):
            maker = Maker(random.Random(f"{options.seed} {case}"))
            for line in [*texts_of(maker, kval, peer, folder), *verdicts_of(maker, kval, peer, folder)]:
                disagreements += 1
                print(line)
    print(f"kcl_conversion_differential: {options.cases} schemas with data, {30 * options.cases} texts, {disagreements} disagreements")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
