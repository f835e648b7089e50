#!/usr/bin/env python3
"""Compares kval's cost estimates of CRD validation rules with those of the API server's code (k8soracle, found by
KVAL_K8SORACLE or on PATH): crd_costs.py KVAL [DEFINITIONS [SEED]]. Generates random rules and schemas. The lengths of the
enclosing lists are chosen so that the costs are close to the limit. Both programs must reject the same rules, with the same
factor over the limit. Skipped without the oracle."""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

RULES = 24  # per definition


class Rules:
    """Generates expressions of a given type over `self` (the fields of schema()) and loop variables."""

    def __init__(self, dice):
        self.dice = dice
        self.count = 0

    def one(self, *choices):
        return self.dice.choice(choices)()

    def variable(self):
        self.count += 1
        return f"v{self.count}"

    def text(self, known, depth):
        texts = [name for name, kind in known if kind == "text"]
        things = [name for name, kind in known if kind == "thing"]
        plain = ["self.s", "self.e", "self.longer", "'abc'", "''", "self.o.name", *texts, *(f"{t}.name" for t in things)]
        if depth <= 0 or self.dice.random() < 0.4:
            return self.dice.choice(plain)
        inner = lambda: self.text(known, depth - 1)
        return self.one(lambda: f"({inner()} + {inner()})", lambda: f"{inner()}.replace({inner()}, {inner()})",
                        lambda: f"{inner()}.lowerAscii()", lambda: f"{self.texts(known, depth - 1)}.join({inner()})",
                        lambda: f"({self.condition(known, depth - 1)} ? {inner()} : {inner()})", lambda: f"{inner()}.trim()",
                        lambda: f"{self.texts(known, depth - 1)}[0]", lambda: "self.m['a']", lambda: f"string({self.number(known, depth - 1)})",
                        lambda: f"string(self.ios)", lambda: f"{inner()}.substring(1)", lambda: f"{inner()}.find({inner()})",
                        lambda: f"string(self.b)", lambda: f"dyn({inner()})", lambda: f"url({inner()}).getHost()")

    def texts(self, known, depth):
        plain = ["self.l", "self.short", "['a', 'b']", *(f"{t}.tags" for t, kind in known if kind == "thing")]
        if depth <= 0 or self.dice.random() < 0.4:
            return self.dice.choice(plain)
        name = self.variable()
        inner = lambda: self.texts(known, depth - 1)
        return self.one(lambda: f"{self.text(known, depth - 1)}.split({self.text(known, 0)})",
                        lambda: f"{inner()}.filter({name}, {self.condition([*known, (name, 'text')], depth - 1)})",
                        lambda: f"{inner()}.map({name}, {self.text([*known, (name, 'text')], depth - 1)})",
                        lambda: f"self.things.map({name}, {name}.name)", lambda: f"({inner()} + {inner()})",
                        lambda: f"self.m.map({name}, {name})", lambda: f"{self.text(known, depth - 1)}.findAll({self.text(known, 0)})",
                        lambda: f"({self.condition(known, depth - 1)} ? {inner()} : {inner()})",
                        lambda: f"[{self.text(known, depth - 1)}, {self.text(known, depth - 1)}]",
                        lambda: f"{self.text(known, depth - 1)}.split(',', 3)")

    def number(self, known, depth):
        if depth <= 0:
            return self.dice.choice(["self.i", "3", *(f"{t}.n" for t, kind in known if kind == "thing")])
        return self.one(lambda: f"size({self.texts(known, depth - 1)})", lambda: f"{self.text(known, depth - 1)}.size()",
                        lambda: f"({self.number(known, depth - 1)} + {self.number(known, depth - 1)})", lambda: "self.things.size()",
                        lambda: f"{self.text(known, depth - 1)}.indexOf({self.text(known, 0)})", lambda: f"int({self.text(known, 0)})",
                        lambda: f"{self.texts(known, depth - 1)}.indexOf({self.text(known, 0)})",
                        lambda: "self.numbers.sum()", lambda: "self.numbers.max()")

    def condition(self, known, depth):
        name, other = self.variable(), self.variable()
        inner = lambda: self.condition(known, depth - 1)
        with_text = [*known, (name, "text")]
        with_thing = [*known, (name, "thing")]
        text = lambda: self.text(known, depth - 1)
        texts = lambda: self.texts(known, depth - 1)
        if depth <= 0:
            return self.one(lambda: f"{text()} == {text()}", lambda: f"{text()} in {texts()}", lambda: "has(self.s)",
                            lambda: f"{self.number(known, 0)} < 5", lambda: "self.flag", lambda: "true")
        kind = self.dice.choice(["all", "exists", "exists_one"])
        dice_list = lambda: self.dice.choice(["distinct()", "reverse()", "sort()", "slice(0, 2)", f"sortBy({name}, {name})"])
        return self.one(
            lambda: f"{texts()}.{kind}({name}, {self.condition(with_text, depth - 1)})",
            lambda: f"self.things.{kind}({name}, {self.condition(with_thing, depth - 1)})",
            lambda: f"self.m.{kind}({name}, {self.condition(with_text, depth - 1)})",
            lambda: f"self.deep.{kind}({name}, {name}.{kind}({other}, {self.condition([*known, (other, 'text')], depth - 1)}))",
            lambda: f"self.things.all({name}, {name}.{self.dice.choice(['tags', 'more'])}.all({other}, {other} != {name}.name))",
            lambda: f"self.m.all({name}, {other}, {self.condition([*known, (name, 'text'), (other, 'text')], depth - 1)})",
            lambda: f"({inner()} && {inner()})", lambda: f"({inner()} || {inner()})", lambda: f"!({inner()})",
            lambda: f"{text()}.matches({text()})", lambda: f"{text()}.contains({text()})", lambda: f"{text()}.startsWith({text()})",
            lambda: f"{text()} == {text()}", lambda: f"{text()} < {text()}", lambda: f"{texts()} == {texts()}",
            lambda: f"{text()} in {texts()}", lambda: f"{text()} in self.m", lambda: f"{texts()}.isSorted()",
            lambda: f"sets.contains({texts()}, {texts()})", lambda: f"sets.equivalent({texts()}, {texts()})",
            lambda: f"isURL({text()})", lambda: f"isIP({text()})", lambda: f"ip({text()}).family() == 4", lambda: f"isQuantity({text()})",
            lambda: f"quantity({text()}).isLessThan(quantity({text()}))", lambda: f"cidr({text()}).containsIP({text()})",
            lambda: f"cidr({text()}).containsCIDR(cidr({text()}))", lambda: f"ip.isCanonical({text()})",
            lambda: f"{self.number(known, depth - 1)} == {self.number(known, depth - 1)}", lambda: "self.d < duration('1h')",
            lambda: "self.t > timestamp('2020-01-01T00:00:00Z')", lambda: "type(self.ios) == string",
            lambda: f"self.ios == {text()}", lambda: f"has(self.o.name)", lambda: f"self.?s.orValue({text()}) == {text()}",
            lambda: f"self.?o.name.hasValue()", lambda: f"!format.dns1123Label().validate({text()}).hasValue()",
            lambda: f"self.?s.optMap({name}, {text()} == {name}).orValue(true)",
            lambda: f"{texts()}.{dice_list()}.size() < 9", lambda: f"self.numbers.sort() == self.numbers.distinct()",
            lambda: f"self.things.map({name}, {name}.tags).all({other}, {other}.size() < 3)",
            lambda: f"self.things == self.things", lambda: f"self.b == b'abc'", lambda: f"url({text()}) == url({text()})")


def schema(dice):
    def text():
        return dice.choice([{"type": "string"}, {"type": "string", "maxLength": dice.choice([1, 10, 64, 253])}])

    def of(kind, item, most):
        made = {"type": "array", "items": item} if kind == "list" else {"type": "object", "additionalProperties": item}
        if dice.random() < 0.7:
            made["maxItems" if kind == "list" else "maxProperties"] = dice.choice([0, 1, 5, most])
        return made

    thing = {"type": "object", "properties": {"name": text(), "n": {"type": "integer"}, "tags": of("list", text(), 20),
                                              "more": of("list", text(), 50)}}
    if dice.random() < 0.5:
        thing["required"] = ["name", "tags"][:dice.randint(1, 2)]
    return {"type": "object", "properties": {
        "s": text(), "longer": text(), "e": {"type": "string", "enum": ["a", "blue", "dark red"]}, "i": {"type": "integer"}, "flag": {"type": "boolean"},
        "l": of("list", text(), 100), "short": of("list", text(), 3), "m": of("map", text(), 30), "things": of("list", thing, 60),
        "deep": of("list", of("list", text(), 10), 10), "numbers": of("list", {"type": "integer"}, 40), "o": thing,
        "b": {"type": "string", "format": "byte"}, "d": {"type": "string", "format": "duration"},
        "t": {"type": "string", "format": dice.choice(["date", "date-time"])},
        "ios": {"x-kubernetes-int-or-string": True, **({"maxLength": 20} if dice.random() < 0.5 else {})}}}


def definition(dice):
    properties = {}
    for i in range(RULES):
        rule = Rules(dice).condition([], dice.randint(1, 3))
        judged = schema(dice)
        judged["x-kubernetes-validations"] = [{"rule": rule}]
        if dice.random() < 0.3:
            judged["x-kubernetes-validations"][0]["messageExpression"] = Rules(dice).text([], 2)
        for _ in range(dice.randint(0, 3)):
            judged = {"type": "array", "items": judged}
            if dice.random() < 0.9:
                judged["maxItems"] = int(10 ** dice.uniform(0, 3.5))
        properties[f"p{i}"] = judged
    root = {"type": "object", "properties": {"spec": {"type": "object", "properties": properties}}}
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "widgets.example.com"},
            "spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": "widgets", "singular": "widget", "kind": "Widget",
                                                                             "listKind": "WidgetList"},
                     "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": root}}]}}


def factor(text):
    found = re.search(r"(more than 100|[0-9.]+) ?(?:x|times)", text)[1]
    return 1000.0 if found.startswith("more") else float(found)


def is_same(one, other):
    return one == other or (one is not None and other is not None and abs(one - other) <= 0.001)


# Returns the name of an expression: its property, and a suffix for a messageExpression.
def key(place, is_message):
    return f"{place} message" if is_message else place


def of_oracle(oracle, path):
    made = subprocess.run([oracle, "builtin", path], capture_output=True, text=True, check=False).stdout
    costs, broken = {}, set()
    for error in json.loads(made)["docs"][0].get("errors") or []:
        place = re.search(r"properties\[(p\d+)\]", error["field"])
        if place and "exceeds budget" in error["detail"]:
            costs[key(place[1], error["field"].endswith("messageExpression"))] = factor(error["detail"])
        elif place and "contributed to" not in error["detail"]:
            broken.add(place[1])
    return costs, broken


def of_kval(kval, path):
    made = subprocess.run([kval, "k8s", path, "-o", "json"], capture_output=True, text=True, check=False).stdout
    costs, broken = {}, set()
    for finding in json.loads(made)["diagnostics"]:
        place = next((step for step in finding.get("path", []) if re.fullmatch(r"p\d+", str(step))), None)
        if place and "the estimated cost of the expression is" in finding["message"]:
            costs[key(place, finding["path"][-1] == "messageExpression")] = factor(finding["message"])
        elif place and finding["code"] == "KV421" and "the rules of this schema" not in finding["message"]:
            broken.add(place)
    return costs, broken


def main():
    oracle = os.environ.get("KVAL_K8SORACLE") or shutil.which("k8soracle")
    if not oracle:
        print("skipped: there is no k8soracle")
        return 77
    kval = os.path.abspath(sys.argv[1])
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    wrong = refused = judged = 0
    for _ in range(runs):
        made = definition(dice)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "crd.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(made, file)
            wanted, broken = of_oracle(oracle, path)
            found, own_broken = of_kval(kval, path)
        properties = made["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]
        for name, judged_schema in properties.items():
            if name in broken or name in own_broken:
                continue
            for called in (name, key(name, True)):
                judged += called == name
                refused += called in wanted
                if not is_same(wanted.get(called), found.get(called)):
                    wrong += 1
                    print(f"{called}\n  the API server: {wanted.get(called)}, kval: {found.get(called)}\n  {json.dumps(judged_schema)}")
    print(f"costs: {judged} rules, {refused} refused, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
