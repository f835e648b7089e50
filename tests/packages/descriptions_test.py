"""Validates files that describe kval: Dockerfiles with hadolint, action.yml with GitHub's schema of actions, the GitLab
component with the schema of pipelines, the hooks with pre-commit, and the bill of materials with CycloneDX's schema,
including the rules for package names and licences.

  descriptions_test.py

Checks whose tools are missing are skipped with a message.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
failures = []


def expect(name, is_so, said=""):
    if not is_so:
        failures.append(name)
    print(("ok " if is_so else "FAILED ") + name + ("" if is_so else "\n" + said[-4000:]))


def passes(name, command):
    if shutil.which(command[0]) is None:
        print(f"skipped {name}: {command[0]} is not installed")
        return
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    expect(name, done.returncode == 0, done.stdout)


def check_component():
    """Validates the two documents of the component with the schema of pipelines."""
    with open(os.path.join(ROOT, "templates", "kval.yml"), encoding="utf-8") as file:
        documents = file.read().split("\n---\n")
    expect("component: a header and jobs", len(documents) == 2)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in zip(["header", "jobs"], documents):
            path = os.path.join(folder, name + ".yml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            passes(f"component: its {name}", ["check-jsonschema", "--builtin-schema", "vendor.gitlab-ci", path])


def check_bill():
    bill = subprocess.run([os.path.join(ROOT, "scripts", "sbom")], capture_output=True, text=True, check=True).stdout
    try:
        from cyclonedx.schema import SchemaVersion
        from cyclonedx.validation.json import JsonStrictValidator
        from license_expression import get_spdx_licensing
        from packageurl import PackageURL
    except ImportError as missing:
        print(f"skipped the bill of materials: {missing}")
        return
    fault = JsonStrictValidator(SchemaVersion.V1_5).validate_str(bill)
    expect("bill of materials: CycloneDX 1.5", fault is None, str(fault))
    parts = json.loads(bill)["components"]
    purls = [part["purl"] for part in parts]
    expect("bill of materials: names of packages", all(PackageURL.from_string(p).to_string() == p for p in purls), str(purls))
    expect("bill of materials: each part once", len({part["bom-ref"] for part in parts}) == len(parts))
    expect("bill of materials: versions", all(part["version"] != "unknown" for part in parts), str(parts))
    licences = [one["expression"] for part in parts for one in part["licenses"]]
    known = get_spdx_licensing()
    expect("bill of materials: licences", not any(known.validate(one).errors for one in licences), str(licences))


def check_package_name():
    """The name `kval` on PyPI belongs to another project: nothing may install it."""
    with open(os.path.join(ROOT, "pyproject.toml"), encoding="utf-8") as file:
        name = re.search(r'^name = "([^"]+)"', file.read(), re.MULTILINE)[1]
    with open(os.path.join(ROOT, "packages", "release.json"), encoding="utf-8") as file:
        release = json.load(file)
    expect("pyproject.toml has the name of packages/release.json", name == release["python"] != "kval", name)
    foreign = re.compile(r"(?:pip3?|pipx|uv tool|uv pip|npm|pnpm|yarn|bun) (?:install|add|i) [^\n`]*(?<![\w/@.-])kval(?![\w/.-])"
                         r"|(?:uvx|pipx run|npx|bunx|pnpm dlx) (?:-y |--yes )?kval(?![\w-])|additional_dependencies:.*\bkval(?![\w-])")
    paths = ["README.md", "action.yml", ".pre-commit-hooks.yaml", "plugin.yaml"]
    for pattern in "docs/**/*.md", "templates/*", "packages/**/*", ".github/**/*":
        paths += [path for path in glob.glob(pattern, root_dir=ROOT, recursive=True, include_hidden=True)
                  if os.path.isfile(os.path.join(ROOT, path)) and "__pycache__" not in path and not path.endswith((".svg", ".png"))]
    for path in sorted(set(paths)):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            expect(f"{path} installs no package of another owner", not foreign.search(file.read()))


def main():
    check_package_name()
    for path in sorted(glob.glob(os.path.join(ROOT, "packages", "*", "Dockerfile"))):
        passes(os.path.relpath(path, ROOT), ["hadolint", "--failure-threshold", "info", path])
    passes("action.yml", ["check-jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"])
    for path in sorted(glob.glob(os.path.join(ROOT, ".github", "workflows", "*.yml"))):
        passes(os.path.relpath(path, ROOT), ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", path])
    mirror = os.path.join("packages", "pre-commit-mirror", ".pre-commit-hooks.yaml")
    passes(mirror, ["pre-commit", "validate-manifest", mirror])
    passes("packages/install.sh", ["shellcheck", "packages/install.sh"])
    passes(".pre-commit-hooks.yaml", ["pre-commit", "validate-manifest", ".pre-commit-hooks.yaml"])
    check_component()
    check_bill()
    return 1 if failures else 0


sys.exit(main())
