#!/usr/bin/env python3
"""Every machine format against its grammar, for runs with and without findings, cut off and not, hostile names
among them.

    machine_formats.py KVAL

What the formats' owners publish as schemas is not part of kval. With KVAL_FORMAT_SCHEMAS=DIR, which
scripts/fetch-formats fills, the files of that folder are used as well, as far as they are there:
sarif-schema-2.1.0.json (oasis-tcs/sarif-spec), DiagnosticResult.json (reviewdog's format) and junit.xsd. They need
jsonschema and lxml.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

SCHEMA = """#@data/values-schema
---
name: app
#@schema/validation min=1, max=65535
port: 80
#@schema/deprecated "gone soon"
old: ""
secret_token: ""
"""

# name: (values, further arguments)
RUNS = {
    "nothing found": ("name: a\n", []),
    "errors": ("name: 1\nnmae: b\nport: 0\n", []),
    "a warning": ("old: x\n", []),
    "a secret": ("secret_token: 12345\nname: [1]\n", []),
    "cut off": ("name: 1\nnmae: b\nport: 0\nold: x\n", ["--max-diagnostics", "2"]),
    "cut off to nothing": ("name: 1\n", ["--max-diagnostics", "0"]),
    "not YAML": ('name: "a\n', []),
    "without a place": ("name: a\n", ["-f", "missing.yml"]),
    "several lines": ("name:\n  a: 1\n  b: 2\n", []),
    "hostile keys": ('"x\\n::error file=a::b": 1\n"##vso[task.complete]": 2\n"\\e[2J\\u2028\\u202e]]>": 3\n"é😀": 4\n', []),
}


def need(condition, text):
    if not condition:
        raise AssertionError(text)


def check_json(text):
    document = json.loads(text)
    need(document["format"] == "kval/1", "format")
    summary = document["summary"]
    shown = [d for d in document["diagnostics"] if d["code"] != "KV007"]
    found = summary["errors"] + summary["warnings"] + summary["notes"]
    need(found == len(shown) + summary.get("hidden", 0), f"{found} counted, {len(shown)} shown")
    need(summary["truncated"] == (len(shown) < found), "truncated")
    need(len({d["fingerprint"] for d in document["diagnostics"]}) == len(document["diagnostics"]), "fingerprints")


def check_jsonl(text):
    for line in text.splitlines():
        need(re.fullmatch(r"KV\d{3}", json.loads(line)["code"]), line)


def check_sarif(text):
    log = json.loads(text)
    need(log["version"] == "2.1.0" and len(log["runs"]) == 1, "version")
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        need(rules[result["ruleIndex"]]["id"] == result["ruleId"], "ruleIndex")
        region = result["locations"][0]["physicalLocation"]["region"]
        need(region["startLine"] >= 1 and region["startColumn"] >= 1, "GitHub refuses places below 1")
        need((region["endLine"], region["endColumn"]) >= (region["startLine"], region["startColumn"]), "region")


def check_gitlab(text):
    # docs.gitlab.com/ci/testing/code_quality: what a report must have.
    entries = json.loads(text)
    need(isinstance(entries, list), "a list")
    for entry in entries:
        need(isinstance(entry["description"], str) and entry["description"], "description")
        need(isinstance(entry["check_name"], str), "check_name")
        need(entry["severity"] in ("info", "minor", "major", "critical", "blocker"), "severity")
        need(not entry["location"]["path"].startswith("./"), "path")
        need(entry["location"]["positions"]["begin"]["line"] >= 1, "line")
    need(len({e["fingerprint"] for e in entries}) == len(entries), "GitLab drops equal fingerprints")


def check_junit(text):
    # The Jenkins xunit plugin's junit-10.xsd.
    suites = xml.fromstring(text)
    need(suites.tag == "testsuites", "testsuites")
    cases = 0
    for suite in suites:
        need(suite.tag == "testsuite" and "name" in suite.attrib, "testsuite")
        own = suite.findall("testcase")
        need(int(suite.get("tests")) == len(own), "tests of a suite")
        need(int(suite.get("failures")) == len(suite.findall("testcase/failure")), "failures of a suite")
        order = [child.tag for child in suite]
        need(order == sorted(order, key=("testcase", "system-out", "system-err").index), f"order {order}")
        cases += len(own)
    need(int(suites.get("tests")) == cases > 0, "tests")


def check_github(text):
    for line in text.splitlines():
        need(re.fullmatch(r"::(error|warning|notice) title=kval \(KV\d{3}\)"
                          r"(,file=[^,:]+,line=\d+,endLine=\d+(,col=\d+,endColumn=\d+)?)?::[^\r\n]+", line), line)


def check_azure(text):
    for line in text.splitlines():
        need(re.fullmatch(r"##vso\[task\.logissue type=(error|warning);"
                          r"(sourcepath=[^;\]]+;linenumber=\d+;columnnumber=\d+;)?code=KV\d{3};\].+", line), line)


def check_rdjson(text):
    result = json.loads(text)
    need(result["source"]["name"] == "kval", "source")
    for diagnostic in result["diagnostics"]:
        need(diagnostic["message"] and diagnostic["severity"] in ("ERROR", "WARNING", "INFO"), "diagnostic")


def check_tap(text):
    lines = text.splitlines()
    need(lines[0] == "TAP version 14", "version")
    plan = re.fullmatch(r"1\.\.(\d+)", lines[1])
    points, in_yaml = 0, False
    for line in lines[2:]:
        if in_yaml:
            in_yaml = line != "  ..."
            need(not in_yaml or re.fullmatch(r"  [a-z]+: .+", line), line)
        elif line == "  ---":
            in_yaml = True
        else:
            point = re.fullmatch(r"(not )?ok (\d+) - (?:[^#\\]|\\.)*(# TODO (?:warning|note))?", line)
            need(point and int(point.group(2)) == points + 1, line)
            points += 1
    need(plan and int(plan.group(1)) == points, f"{points} points, {lines[1]}")


CHECKS = {"json": check_json, "jsonl": check_jsonl, "sarif": check_sarif, "gitlab": check_gitlab,
          "junit": check_junit, "github": check_github, "azure": check_azure, "rdjson": check_rdjson,
          "tap": check_tap}
PUBLISHED = {"sarif": "sarif-schema-2.1.0.json", "rdjson": "DiagnosticResult.json", "junit": "junit.xsd"}


def with_places(name, document):
    """Without findings that have no place: reviewdog takes them (every field of its protobuf is optional), the schema
    made of it asks for one."""
    if name == "rdjson":
        document["diagnostics"] = [one for one in document["diagnostics"] if "location" in one]
    return document


def published_checks():
    """The owners' own schemas, as functions; empty where they or the libraries are missing."""
    folder, checks = os.environ.get("KVAL_FORMAT_SCHEMAS", ""), {}
    for name, file in PUBLISHED.items():
        path = os.path.join(folder, file)
        if not folder or not os.path.exists(path):
            continue
        try:
            if file.endswith(".xsd"):
                from lxml import etree
                schema = etree.XMLSchema(etree.parse(path))
                checks[name] = lambda text, s=schema: s.assertValid(etree.fromstring(text.encode()))
            else:
                import jsonschema
                with open(path) as opened:
                    document = json.load(opened)
                validator = jsonschema.validators.validator_for(document)(document)
                checks[name] = lambda text, n=name, v=validator: v.validate(with_places(n, json.loads(text)))
        except ImportError as missing:
            print(f"skipped: {file}: {missing}")
    return checks


def harmless(name, text):
    bad = re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", text)
    need(not bad, f"{name}: U+{ord(bad.group()):04X} passes" if bad else "")


def main():
    kval = os.path.abspath(sys.argv[1])
    published, failed, done = published_checks(), 0, 0
    for name in PUBLISHED:
        if name not in published:
            print(f"skipped: {name} against {PUBLISHED[name]}: KVAL_FORMAT_SCHEMAS does not have it")
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "schema.yml"), "w") as file:
            file.write(SCHEMA)
        for run, (values, further) in RUNS.items():
            with open(os.path.join(folder, "values.yml"), "w") as file:
                file.write(values)
            for name, check in CHECKS.items():
                command = [kval, "-f", "schema.yml", "-f", "values.yml", "-o", name] + further
                out = subprocess.run(command, cwd=folder, capture_output=True, env={}).stdout.decode()
                for one in [check, lambda t, n=name: harmless(n, t)] + ([published[name]] if name in published else []):
                    done += 1
                    try:
                        one(out)
                    except Exception as error:  # whatever a validator raises is a fault of the output
                        failed += 1
                        print(f"FAILED: {name}, {run}: {type(error).__name__}: {str(error)[:400]}")
    print(f"{done} checks, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
