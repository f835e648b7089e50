#!/usr/bin/env python3
"""Validates every machine format against its grammar, for runs with and without findings, with truncated output, and with
hostile names.

    machine_formats.py KVAL

Published schemas of the formats are not part of kval. With KVAL_FORMAT_SCHEMAS=DIR, which scripts/fetch-formats fills, the
test also uses the files that exist in this directory: sarif-schema-2.1.0.json (oasis-tcs/sarif-spec), DiagnosticResult.json
(reviewdog's format), codeclimate.json (GitLab's requirements for each entry of a report) and junit.xsd. They require
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

MANIFEST = """apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: [web]}}
spec:
  replicas: many
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: nginx, ports: [{containerPort: 80000}], imagePullPolicy: Sometimes}
"""

PROJECT = """sets:
- name: "first: \\"set\\""
  schema: schema.yml
  values: [base.yml, "envs/{env}.yml"]
each:
- schema: schema.yml
  files: "docs/*.yml"
overrides:
- {files: envs/prod.yml, rules: {KV300: warning}}
"""

JSON_SCHEMA = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "additionalProperties": False,
               "properties": {"replicas": {"type": "integer", "minimum": 1}, "name": {"type": "string", "pattern": "^[a-z]+$"}}}

# Every command with machine-readable output. name: (files, arguments)
COMMANDS = {
    "manifests": ({"m.yml": MANIFEST, "n.yml": MANIFEST.replace("web", "x") + "---\na: [\n"}, ["k8s", "m.yml", "n.yml"]),
    "a chart": ({"c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n", "c/values.yaml": "replicas: 0\nname: A\nmore: 1\n",
                 "c/values.schema.json": json.dumps(JSON_SCHEMA), "prod.yml": "replicas: many\n"},
                ["helm", "c", "-f", "prod.yml", "--set", "name=B%"]),
    "a project": ({".kval.yaml": PROJECT, "schema.yml": SCHEMA, "base.yml": "port: 0\n", "envs/dev.yml": "nmae: 1\n",
                   "envs/prod.yml": "nmae: 1\nname: 5\n", "docs/a.yml": "name: [1\n", "docs/b.yml": "old: 1\n---\nport: x\n"},
                  ["check"]),
    "a project file with a mistake": ({".kval.yaml": "stes: 1\nsets:\n- schema: missing.yml\n"}, ["check"]),
    "documents each": ({"schema.yml": SCHEMA, "a.yml": "port: 0\n---\nport: x\n", "b.yml": "nmae: 1\n"},
                       ["check", "--each", "-f", "schema.yml", "a.yml", "b.yml", "missing.yml"]),
    "flags": ({"schema.yml": SCHEMA}, ["check", "-f", "schema.yml", "--set", "port=x,nmae=1", "--data-value", "name=1"]),
    "a schema with mistakes": ({"schema.yml": "#@data/values-schema\n---\n#@schema/tpye any=True\na: 1\n#@schema/validation min=x\nb: 1\n",
                                "values.yml": "a: 1\n"}, ["check", "-f", "schema.yml", "-f", "values.yml"]),
    "vet": ({"s.k": "schema A:\n    name: str\n    port: int\n\n    check:\n        port > 0, \"a port: % is \\\"above\\\" 0\"\n",
             "v.yml": "name: 1\nport: 0\nmore: x\n"}, ["vet", "v.yml", "s.k", "-s", "A"]),
    "KCL that is none": ({"s.k": "schema A:\n    name str\n", "v.yml": "name: 1\n"}, ["check", "-f", "s.k", "-f", "v.yml"]),
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
        need(re.fullmatch(r"KV\d{3,4}", json.loads(line)["code"]), line)


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
    # Source of the required fields: docs.gitlab.com/ci/testing/code_quality. GitLab silently drops entries that violate
    # app/validators/json_schemas/codeclimate.json of gitlab-org/gitlab.
    entries = json.loads(text)
    need(isinstance(entries, list), "a list")
    for entry in entries:
        need(isinstance(entry["description"], str) and entry["description"], "description")
        need(isinstance(entry["check_name"], str), "check_name")
        need(isinstance(entry["fingerprint"], str) and entry["fingerprint"], "fingerprint")
        need(entry["severity"] in ("info", "minor", "major", "critical", "blocker"), "severity")
        need(not entry["location"]["path"].startswith("./"), "path")
        need(isinstance(entry["location"]["path"], str), "path")
        for end in entry["location"]["positions"].values():
            need(isinstance(end["line"], int) and end["line"] >= 1, "line")
    need(len({e["fingerprint"] for e in entries}) == len(entries), "GitLab drops equal fingerprints")


def check_junit(text):
    # Source: junit-10.xsd of the Jenkins xunit plugin.
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
        need(re.fullmatch(r"::(error|warning|notice) title=kval \(KV\d{3,4}\)"
                          r"(,file=[^,:]+,line=\d+,endLine=\d+(,col=\d+,endColumn=\d+)?)?::[^\r\n]+", line), line)


def check_azure(text):
    for line in text.splitlines():
        need(re.fullmatch(r"##vso\[task\.logissue type=(error|warning);"
                          r"(sourcepath=[^;\]]+;linenumber=\d+;columnnumber=\d+;)?code=KV\d{3,4};\].+", line), line)


def check_rdjson(text):
    result = json.loads(text)
    need(result["source"]["name"] == "kval", "source")
    for diagnostic in result["diagnostics"]:
        need(diagnostic["message"] and diagnostic["severity"] in ("ERROR", "WARNING", "INFO"), "diagnostic")
        need(diagnostic["location"]["path"], "location")


def check_lsp(text):
    # Required fields of Diagnostic (Language Server Protocol 3.17). A range must not end before it starts.
    def check_range(found):
        ends = [(found[end]["line"], found[end]["character"]) for end in ("start", "end")]
        need(min(min(ends)) >= 0 and ends[0] <= ends[1], f"range {found}")

    for line in text.splitlines():
        notification = json.loads(line)
        params = notification["params"]
        need(notification["jsonrpc"] == "2.0", "jsonrpc")
        if notification["method"] in ("window/showMessage", "window/logMessage"):
            need(params["type"] in (1, 2, 3) and params["message"], "showMessage")
            continue
        need(notification["method"] == "textDocument/publishDiagnostics", notification["method"])
        need(params["uri"].startswith("file:///") and params["diagnostics"], "uri")
        for diagnostic in params["diagnostics"]:
            need(diagnostic["severity"] in (1, 2, 3) and re.fullmatch(r"KV\d{3,4}", diagnostic["code"]), "severity, code")
            need(isinstance(diagnostic["message"], str) and diagnostic["message"], "message")
            check_range(diagnostic["range"])
            for related in diagnostic["relatedInformation"]:
                need(related["location"]["uri"].startswith("file:///") and related["message"], "related")
                check_range(related["location"]["range"])
            for edit in diagnostic.get("data", {"edits": []})["edits"]:
                need(isinstance(edit["newText"], str), "edit")
                check_range(edit["range"])


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
          "lsp": check_lsp, "tap": check_tap}
PUBLISHED = {"sarif": "sarif-schema-2.1.0.json", "rdjson": "DiagnosticResult.json", "junit": "junit.xsd",
             "gitlab": "codeclimate.json"}


def judged(name, document):
    """Returns the documents that a published schema describes: GitLab's schema describes one entry."""
    return document if name == "gitlab" else [document]


def validate_all(validator, documents):
    for document in documents:
        validator.validate(document)


def published_checks():
    """Returns the published schemas as functions; empty without the schemas or the libraries."""
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
                checks[name] = lambda text, n=name, v=validator: validate_all(v, judged(n, json.loads(text)))
        except ImportError as missing:
            print(f"skipped: {file}: {missing}")
    return checks


def harmless(name, text):
    bad = re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", text)
    need(not bad, f"{name}: U+{ord(bad.group()):04X} passes" if bad else "")


def write(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)


def runs():
    """Yields (name, files, arguments, whether there are findings)."""
    for name, (values, further) in RUNS.items():
        yield name, {"schema.yml": SCHEMA, "values.yml": values}, ["-f", "schema.yml", "-f", "values.yml", *further], False
    for name, (files, arguments) in COMMANDS.items():
        yield name, files, arguments, True
        for most in "1", "0":
            yield f"{name}, cut off to {most}", files, [*arguments, "--max-diagnostics", most], True


class Judgement:
    """Counts checks and prints failures."""

    def __init__(self, published):
        self.published, self.done, self.failed = published, 0, 0

    def of(self, name, run, text):
        for one in [CHECKS[name], lambda t: harmless(name, t)] + ([self.published[name]] if name in self.published else []):
            self.done += 1
            try:
                one(text)
            except Exception as error:  # any exception from a validator is a failed check
                self.failed += 1
                print(f"FAILED: {name}, {run}: {type(error).__name__}: {str(error)[:400]}")


def main():
    kval = os.path.abspath(sys.argv[1])
    judgement = Judgement(published_checks())
    for name, file in PUBLISHED.items():
        if name not in judgement.published:
            print(f"skipped: {name} against {file}: KVAL_FORMAT_SCHEMAS does not have it")
    for run, files, arguments, has_findings in runs():
        with tempfile.TemporaryDirectory() as folder:
            write(folder, files)
            for name in CHECKS:
                done = subprocess.run([kval, *arguments, "-o", name, "-o", f"{name}:out"], cwd=folder, capture_output=True,
                                      env={}, check=False)
                if has_findings and done.returncode not in (1, 2):
                    judgement.failed += 1
                    print(f"FAILED: {run}: exit status {done.returncode}: {done.stderr.decode()[:300]}")
                judgement.of(name, run, done.stdout.decode())
                with open(os.path.join(folder, "out")) as out:  # a file contains all findings
                    judgement.of(name, f"{run}, to a file", out.read())
    print(f"{judgement.done} checks, {judgement.failed} failed")
    return 1 if judgement.failed else 0


if __name__ == "__main__":
    sys.exit(main())
