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
KINDS = {"missing": "diag::Kind::kMissingRequired", "bad-name": "diag::Kind::kBadName"}
SIGNS = {"@": "kKey", "+": "kMissingField"}
TESTS = {"range": ("kOutside", r"(-?\d+)?\.\.(-?\d+)?"), "at-least": ("kBelow", FIELD), "format": ("kNotOfFormat", r"[a-z0-9-]+")}
AMOUNTS = {"not-negative": "kNegative", "positive": "kNotPositive"}


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


def place_of(text):
    """(place, field)"""
    if text == "*":
        return ("kMap", "")
    match = re.fullmatch(rf"([@+]?)({FIELD})(\[\]|~)?", text)
    if not match or (match[3] == "~") > (match[1] == "+") or (match[3] == "[]" and match[1]):
        raise Unknown("not a place: " + text)
    at = "kItem" if match[3] == "[]" else "kEmptyField" if match[3] else SIGNS.get(match[1], "kValue")
    return (at, match[2])


def predicate(text):
    """(place, field, test, argument of the test, conditions under which it is broken)"""
    head, _, also = text.partition(" if ")
    words = head.split()
    verb, rest = words[1], words[2:]
    at, field = place_of(words[0])
    conditions = [condition(word) for word in also.split()]
    is_missing = at in ("kMissingField", "kEmptyField")
    if (verb == "required-if" and rest or verb == "required" and not rest) and is_missing:
        return (at, field, "kNone", "", [condition(word) for word in rest] + conditions)
    if is_missing:
        raise Unknown("not a predicate: " + text)
    if verb in TESTS and len(rest) == 1 and re.fullmatch(TESTS[verb][1], rest[0]):
        return (at, field, TESTS[verb][0], rest[0], conditions)
    if verb in AMOUNTS and not rest:
        return (at, field, AMOUNTS[verb], "", conditions)
    if verb == "never" and not rest:
        return (at, field, "kNone", "", conditions)
    if verb == "requires" and len(rest) == 1:
        return (at, field, "kNone", "", [("kMissing", rest[0], "")] + conditions)
    if verb in ("only-if", "excludes") and len(rest) == 1:
        return (at, field, "kNone", "", [negated(rest[0]) if verb == "only-if" else condition(rest[0])] + conditions)
    raise Unknown("not a predicate: " + text)


def type_names(path):
    with open(path, encoding="utf-8") as file:
        return sorted({line.split()[1] for line in file if line.startswith("T ")})


def matching_types(names, known):
    """The full names of the types of a row, where `*` is any version."""
    for name in names.split(","):
        full = PREFIXES.get(name.split(".")[0], "io.k8s.api.") + name
        pattern = re.compile(re.escape(full).replace("\\*", "[a-z0-9]+"))
        found = [each for each in known if pattern.fullmatch(each)]
        if not found:
            raise Unknown("field_rules.tsv: unknown type: " + name)
        yield from found


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
    known_types = type_names(types)
    conditions, rows = [], []
    with open(tables + "/field_rules.tsv", encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    for columns in lines:
        if len(columns) < 4 or columns[0] not in {*rules, *KINDS} or "".join(columns[5:]).lstrip("!") not in {"", *gates}:
            raise Unknown("field_rules.tsv: unknown rule or gate: " + "\t".join(columns))
        number, name, text, message, related, gate = (columns + ["", ""])[:6]
        kind = KINDS.get(number, f"diag::ResourceRule({number})")
        *tested, broken = predicate(text)
        for full in matching_types(name, known_types):
            rows.append((full, kind, *tested, len(conditions), len(broken), message, *(related.partition(": ")[::2]), gate))
        conditions += broken
    rows.sort(key=lambda row: row[0])
    with open(output, "w", encoding="utf-8", newline="\n") as out:
        out.write("constexpr FieldCondition kConditions[] = {\n")
        for operation, field, values in conditions:
            out.write(f"    {{FieldCondition::Operation::{operation}, {quoted(field)}, {quoted(values)}}},\n")
        out.write("};\nconstexpr FieldRule kFieldRules[] = {\n")
        for full, kind, place, field, test, argument, first, count, message, related, label, gate in rows:
            feature = f"Feature::k{gate.lstrip('!')}" if gate else "std::nullopt"
            out.write(f"    {{{quoted(full)}, {kind}, FieldRule::Place::{place}, {quoted(field)}, FieldRule::Test::{test}, {quoted(argument)},\n"
                      f"     std::span(kConditions).subspan({first}, {count}), {quoted(message)}, {quoted(related)}, {quoted(label)},\n"
                      f"     {feature}, {'false' if gate.startswith('!') else 'true'}}},\n")
        out.write("};\nconstexpr std::string_view kLeadingTypes[] = {\n")
        for name in leading_types(types, {row[0] for row in rows}):
            out.write(f"    {quoted(name)},\n")
        out.write("};\n")


if __name__ == "__main__":
    main()
