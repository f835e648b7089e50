#!/usr/bin/env python3
"""Compiles field_rules.tsv to a table of C++.

  field_rules.py TABLES TYPES OUTPUT

TYPES is what generate.py writes: the types that lead to types with rules are listed as well.

Rejects unknown rules and gates, and predicates that it cannot read. Standard library only."""
import re
import sys

from generate import PREFIXES, Unknown, read_gates

OPERATIONS = {"": "kSet", "~": "kFilled"}
COMPARISONS = {"=": "kIs", "!=": "kIsNot", ">": "kAbove", "<=": "kNotAbove"}
NEGATED = {"kSet": "kMissing", "kMissing": "kSet", "kFilled": "kNotFilled", "kNotFilled": "kFilled", "kIs": "kIsNot", "kIsNot": "kIs",
           "kAbove": "kNotAbove", "kNotAbove": "kAbove"}
STEP = r'(?:[A-Za-z][A-Za-z0-9]*|"[^"]+")(?:\[\]|\{\})?'
FIELD = rf"\^?{STEP}(?:\.{STEP})*"
KINDS = {"missing": "diag::Kind::kMissingRequired", "bad-name": "diag::Kind::kBadName", "bad-crd": "diag::Kind::kBadCrd",
         "list-map-key": "diag::Kind::kListMapKey"}
SIGNS = {"@": "kKey", "+": "kMissingField"}
MISSING = ("kMissingField", "kEmptyField")
PLACEHOLDERS = ("why", "field", "key", "count")
RANGE = r"(-?\d+)?\.\.(-?\d+)?"
TEXTS = r'"[^"]+"|\S+'
TESTS = {
    "range": ("kOutside", RANGE),
    "count": ("kCount", RANGE),
    "at-least": ("kBelow", FIELD),
    "above": ("kNotAbove", FIELD),
    "at-most": ("kAbove", FIELD),
    "not-in": ("kInOther", FIELD),
    "same-as": ("kOther", FIELD),
    "not": ("kAmong", TEXTS),
    "only": ("kNotAmong", TEXTS),
    "distinct": ("kRepeated", r"[A-Za-z]+(?:,[A-Za-z]+)*"),
    "begins": ("kOtherBegin", r"\S+"),
    "format": ("kNotOfFormat", r"[a-z0-9-]+"),
}
TESTED = dict(TESTS.values())
PLAIN_TESTS = {"not-negative": ("kNegative", ""), "positive": ("kNotPositive", ""), "not-empty": ("kAmong", ""),
               "distinct": ("kRepeated", ""), "ascending": ("kNotAscending", "")}


def condition(text):
    """(operation, field, values)"""
    match = re.fullmatch(rf"({FIELD})(!?=)(.*)", text) or re.fullmatch(rf"({FIELD})(>|<=)(\d+)", text)
    if match:
        return (COMPARISONS[match[2]], match[1], match[3])
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
    match = re.fullmatch(rf"([@+]?)({FIELD})(~?)", text)
    if not match or (match[3] == "~") > (match[1] == "+"):
        raise Unknown("not a place: " + text)
    return ("kEmptyField" if match[3] else SIGNS.get(match[1], "kValue"), match[2])


def predicates(text):
    """For each place: (place, field, test, argument of the test, conditions under which it is broken)"""
    places, _, rest = text.partition(" ")
    return [predicate(place + " " + rest) for place in places.split(",")]


def predicate(text):
    head, _, also = text.partition(" if ")
    words = re.findall(r'(?:"[^"]*"|\S)+', head)
    verb, rest = words[1], words[2:]
    at, field = place_of(words[0])
    conditions = [condition(word) for word in also.split()]
    is_missing = at in MISSING
    if (verb == "required-if" and rest or verb == "required" and not rest) and is_missing:
        return (at, field, "kNone", "", [condition(word) for word in rest] + conditions)
    if is_missing:
        raise Unknown("not a predicate: " + text)
    if verb in TESTS and len(rest) == 1 and re.fullmatch(TESTS[verb][1], rest[0]):
        return (at, field, TESTS[verb][0], rest[0].strip('"') if TESTS[verb][1] == TEXTS else rest[0], conditions)
    if verb in PLAIN_TESTS and not rest:
        return (at, field, *PLAIN_TESTS[verb], conditions)
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
    """The full names of the types of a row, where `*` is any version, each with the path of the rule's maps."""
    for name, _, base in (name.partition(":") for name in names.split(",")):
        full = PREFIXES.get(name.split(".")[0], "io.k8s.api.") + name
        pattern = re.compile(re.escape(full).replace("\\*", "[a-z0-9]+"))
        found = [each for each in known if pattern.fullmatch(each)]
        if not found:
            raise Unknown("field_rules.tsv: unknown type: " + name)
        yield from ((each, base) for each in found)


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


def boolean(value):
    return "true" if value else "false"


def requirement(text, gates):
    """The gates, the first version and the first version without the rule: `Gate,!Gate,1.35,!1.37`"""
    states, since, before = [], "", ""
    for word in filter(None, text.split(",")):
        name = word.removeprefix("!")
        if re.fullmatch(r"\d+\.\d+", name):
            since, before = (since, name) if name != word else (name, before)
        elif name in gates:
            states.append((name, name == word))
        else:
            raise Unknown("field_rules.tsv: unknown gate: " + word)
    return (states, since, before)


def encoded(path):
    """A path as FieldRule has it: for each step the size of its name, `.`, `[` or `{`, and the name."""
    steps = re.findall(r'(?:"([^"]+)"|([A-Za-z][A-Za-z0-9]*))(\[|\{)?', path)
    return "^" * path.startswith("^") + "".join(chr(len(quoted or plain)) + (shape or ".") + (quoted or plain) for quoted, plain, shape in steps)


def encoded_message(text):
    """A message with the paths of its placeholders encoded."""
    return re.sub(r"\{([^{}]+)\}", lambda match: match[0] if match[1] in PLACEHOLDERS else "{" + encoded(match[1]) + "}", text)


def needs_field(operation, values):
    return operation in ("kSet", "kFilled", "kAbove") or operation == "kIs" and all(values.split("|"))


def key_of(base, place, field, conditions):
    """The key that a map must have for a rule to be broken; empty for rules about what the map lacks. Many values have lists: where
    the place is in one, that of a condition is checked first."""
    path = base or ("" if place == "kMap" or place in MISSING and re.fullmatch(STEP, field) else field)
    if "[" in path:
        path = next((other.removeprefix("^") for operation, other, values in conditions
                     if needs_field(operation, values) and (other.startswith("^") or not base)), path)
    return re.split(r"[.\[{]", path)[0] if not path.startswith('"') else path.split('"')[1]


def quoted(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(char if char >= " " else f"\\{ord(char):03o}" for char in escaped) + '"'


def main():
    tables, types, output = sys.argv[1:]
    gates = read_gates(tables + "/../feature_gates.def")
    with open(tables + "/../../../src/diag/resource_rule.def", encoding="utf-8") as file:
        rules = set(re.findall(r"^KVAL_RESOURCE_RULE\((\d+),", file.read(), re.M))
    known_types = type_names(types)
    conditions, states, rows = [], [], []
    with open(tables + "/field_rules.tsv", encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    for columns in lines:
        number, name, text, message, related, needed, hint = (columns + [""] * 6)[:7]
        is_warning, number = number.startswith("warning "), number.removeprefix("warning ")
        if not message or number not in {*rules, *KINDS}:
            raise Unknown("field_rules.tsv: unknown rule: " + "\t".join(columns))
        kind = KINDS.get(number, f"diag::ResourceRule({number})")
        gate, *versions = requirement(needed, gates)
        for *tested, broken in predicates(text):
            place, field, test, argument = tested
            at = "@" * related.startswith("@")
            path, _, label = related.removeprefix("@").partition(": ")
            path, equals, value = path.partition("=")
            for full, base in matching_types(name, known_types):
                rows.append((full, key_of(base, place, field, broken), encoded(base), kind, is_warning, place, encoded(field), test,
                             encoded(argument) if TESTED.get(test) == FIELD else argument, len(conditions), len(broken),
                             encoded_message(message), at + encoded(path) + equals + value, label, len(states), len(gate), *versions, hint))
            conditions += broken
        states += gate
    rows.sort(key=lambda row: row[:2])
    with open(output, "w", encoding="utf-8", newline="\n") as out:
        out.write("constexpr FieldCondition kConditions[] = {\n")
        for operation, field, values in conditions:
            out.write(f"    {{FieldCondition::Operation::{operation}, {quoted(encoded(field))}, {quoted(values)}}},\n")
        out.write("};\nconstexpr FieldGate kGates[] = {\n")
        for gate, is_on in states:
            out.write(f"    {{Feature::k{gate}, {boolean(is_on)}}},\n")
        out.write("};\nconstexpr FieldRule kFieldRules[] = {\n")
        for (full, key, base, kind, is_warning, place, field, test, argument, first, count, message, related, label, first_gate, gate_count,
             since, before, hint) in rows:
            out.write(f"    {{{quoted(full)}, {quoted(key)}, {quoted(base)}, {kind}, {boolean(is_warning)}, FieldRule::Place::{place}, {quoted(field)}, FieldRule::Test::{test},\n"
                      f"     {quoted(argument)}, std::span(kConditions).subspan({first}, {count}), {quoted(message)}, {quoted(related)},\n"
                      f"     {quoted(label)}, std::span(kGates).subspan({first_gate}, {gate_count}), {quoted(since)}, {quoted(before)}, {quoted(hint)}}},\n")
        out.write("};\nconstexpr std::string_view kLeadingTypes[] = {\n")
        for name in leading_types(types, {row[0] for row in rows}):
            out.write(f"    {quoted(name)},\n")
        out.write("};\n")


if __name__ == "__main__":
    main()
