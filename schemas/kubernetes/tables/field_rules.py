#!/usr/bin/env python3
"""Compiles field_rules.tsv to a table of C++.

  field_rules.py TABLES TYPES OUTPUT

TYPES is what generate.py writes: the types that lead to types with rules are listed as well.

Rejects unknown rules and gates, and predicates that it cannot read. Standard library only."""
import re
import sys

from generate import PREFIXES, Unknown, read_gates

OPERATIONS = {"": "kSet", "~": "kFilled"}
NEGATED = {"kSet": "kMissing", "kMissing": "kSet", "kFilled": "kNotFilled", "kNotFilled": "kFilled", "kIs": "kIsNot", "kIsNot": "kIs"}
FIELD = r"[A-Za-z][A-Za-z0-9.]*"


def condition(text):
    """(operation, field, values)"""
    match = re.fullmatch(rf"({FIELD})(!?=)(.*)", text)
    if match:
        return ("kIs" if match[2] == "=" else "kIsNot", match[1], match[3])
    match = re.fullmatch(rf"(!?)({FIELD})(~?)", text)
    if not match:
        raise Unknown("not a condition: " + text)
    operation = OPERATIONS[match[3]]
    return (NEGATED[operation] if match[1] else operation, match[2], "")


def negated(text):
    operation, field, values = condition(text)
    return (NEGATED[operation], field, values)


def predicate(text):
    """(place, field, conditions under which it is broken)"""
    head, _, also = text.partition(" if ")
    words = head.split()
    place, verb, rest = words[0], words[1], words[2:]
    conditions = [condition(word) for word in also.split()]
    if verb == "required-if" and place.startswith("+"):
        return ("kMissingField", place[1:], [condition(word) for word in rest] + conditions)
    at = "kKey" if place.startswith("@") else "kValue"
    field = place.lstrip("@")
    if verb == "range" and len(rest) == 1 and re.fullmatch(r"(-?\d+)?\.\.(-?\d+)?", rest[0]):
        return (at, field, [("kOutside", field, rest[0])] + conditions)
    if verb == "never" and not rest:
        return (at, field, conditions)
    if verb == "requires" and len(rest) == 1:
        return (at, field, [("kMissing", rest[0], "")] + conditions)
    if verb in ("only-if", "excludes") and len(rest) == 1:
        return (at, field, [negated(rest[0]) if verb == "only-if" else condition(rest[0])] + conditions)
    raise Unknown("not a predicate: " + text)


def leading_types(path, with_rules):
    """The types with rules, and those with a field, in any version, that leads to one."""
    users, name = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("T "):
                name = line.split()[1]
            elif name:
                for used in re.findall(r"@([\w.-]+)", line):
                    users.setdefault(used, set()).add(name)
    leading, pending = set(with_rules), list(with_rules)
    while pending:
        for user in users.get(pending.pop(), set()) - leading:
            leading.add(user)
            pending.append(user)
    return sorted(leading)


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main():
    tables, types, output = sys.argv[1:]
    gates = read_gates(tables + "/../feature_gates.def")
    with open(tables + "/../../../src/diag/resource_rule.def", encoding="utf-8") as file:
        rules = set(re.findall(r"^KVAL_RESOURCE_RULE\((\d+),", file.read(), re.M))
    conditions, rows = [], []
    with open(tables + "/field_rules.tsv", encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    for columns in lines:
        if len(columns) < 4 or columns[0] not in rules or "".join(columns[5:]).lstrip("!") not in {"", *gates}:
            raise Unknown("field_rules.tsv: unknown rule or gate: " + "\t".join(columns))
        number, name, text, message, related, gate = (columns + ["", ""])[:6]
        place, field, broken = predicate(text)
        for each in name.split(","):
            full = PREFIXES.get(each.split(".")[0], "io.k8s.api.") + each
            rows.append((full, number, place, field, len(conditions), len(broken), message, *(related.partition(": ")[::2]), gate))
        conditions += broken
    rows.sort(key=lambda row: row[0])
    with open(output, "w", encoding="utf-8", newline="\n") as out:
        out.write("constexpr FieldCondition kConditions[] = {\n")
        for operation, field, values in conditions:
            out.write(f"    {{FieldCondition::Operation::{operation}, {quoted(field)}, {quoted(values)}}},\n")
        out.write("};\nconstexpr FieldRule kFieldRules[] = {\n")
        for full, number, place, field, first, count, message, related, label, gate in rows:
            feature = f"Feature::k{gate.lstrip('!')}" if gate else "std::nullopt"
            out.write(f"    {{{quoted(full)}, diag::ResourceRule({number}), FieldRule::Place::{place}, {quoted(field)},\n"
                      f"     std::span(kConditions).subspan({first}, {count}), {quoted(message)}, {quoted(related)}, {quoted(label)},\n"
                      f"     {feature}, {'false' if gate.startswith('!') else 'true'}}},\n")
        out.write("};\nconstexpr std::string_view kLeadingTypes[] = {\n")
        for name in leading_types(types, {row[0] for row in rows}):
            out.write(f"    {quoted(name)},\n")
        out.write("};\n")


if __name__ == "__main__":
    main()
