"""The extension for Visual Studio Code: types, unit tests and tests of the language server over Microsoft's protocol library,
and the packed extension: its files, its program and the consistency of its manifest.

  vscode_test.py PROGRAM

With KVAL_CODE_SERVER (see pack.py) the packed extension also runs in code-server, which is Visual Studio Code in a browser.
Skipped without npm or its registry.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = os.path.join(ROOT, "packages", "vscode")
PACK = os.path.join(SOURCES, "pack.py")
sys.path.insert(0, os.path.join(ROOT, "packages"))
from release import host_target  # noqa: E402

SKIPPED = 77
failures = []


def expect(name, is_so, said=""):
    if not is_so:
        failures.append(name)
    print(("ok " if is_so else "FAILED ") + name + ("" if is_so else "\n" + said[-4000:]))


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def files_of(manifest):
    """Returns the paths of all files that a manifest refers to."""
    contributes = manifest["contributes"]
    yield manifest["main"]
    yield manifest["icon"]
    for language in contributes["languages"]:
        yield language["configuration"]
    for grammar in contributes["grammars"]:
        yield grammar["path"]
    for validation in contributes["yamlValidation"]:
        yield validation["url"]
    for walkthrough in contributes["walkthroughs"]:
        for step in walkthrough["steps"]:
            yield step["media"]["markdown"]


def commands_of_code():
    text = ""
    for name in os.listdir(os.path.join(SOURCES, "src")):
        with open(os.path.join(SOURCES, "src", name), encoding="utf-8") as file:
            text += file.read()
    return set(re.findall(r'registerCommand\("([^"]+)"', text)), set(re.findall(r'settings\.get\("([^"]+)"', text))


def check_manifest(manifest, names):
    missing = [path for path in files_of(manifest) if os.path.normpath(os.path.join("extension", path)) not in names]
    expect("every file of the manifest is in the package", not missing, str(missing))
    registered, read = commands_of_code()
    declared = {command["command"] for command in manifest["contributes"]["commands"]}
    expect("commands of the manifest and of the code agree", declared == registered, f"{declared ^ registered}")
    settings = {key.removeprefix("kval.") for key in manifest["contributes"]["configuration"]["properties"]}
    expect("settings of the manifest and of the code agree", settings - {"trace.server"} == read, f"{settings ^ read}")
    for key in settings:
        expect(f"README.md documents {key}", f"`kval.{key}`" in readme(), key)


def readme():
    with open(os.path.join(SOURCES, "README.md"), encoding="utf-8") as file:
        return file.read()


def check_package(program):
    with tempfile.TemporaryDirectory(prefix="kval-vscode-test-") as work:
        done = run(sys.executable, PACK, work, host_target(), program)
        packages = [name for name in os.listdir(work) if name.endswith(".vsix")]
        expect("it is packed", done.returncode == 0 and len(packages) == 1, done.stdout)
        if not packages:
            return
        with zipfile.ZipFile(os.path.join(work, packages[0])) as package:
            names = set(package.namelist())
            manifest = json.loads(package.read("extension/package.json"))
            licences = package.read("extension/out/licenses.txt").decode()
            target = package.read("extension.vsixmanifest").decode()
            package.extract("extension/bin/kval", work)
            mode = package.getinfo("extension/bin/kval").external_attr >> 16
        check_manifest(manifest, names)
        expect("it is for this platform", re.search(r'TargetPlatform="linux-(x64|arm64)"', target) is not None, target)
        expect("licences of the libraries", "vscode-languageclient" in licences and "MIT" in licences, licences)
        expect("the program can be executed", mode & 0o111 == 0o111, oct(mode))
        contained = os.path.join(work, "extension", "bin", "kval")
        os.chmod(contained, 0o755)
        done = run(contained, "--version")
        expect("the program runs", manifest["version"] in done.stdout, done.stdout)


def main():
    program = os.path.abspath(sys.argv[1])
    if shutil.which("npm") is None:
        print("skipped: npm is not installed")
        return SKIPPED
    if (installed := run(sys.executable, PACK, "--install")).returncode != 0:
        print("skipped: " + installed.stdout)
        return SKIPPED
    done = run(sys.executable, PACK, "--test", program)
    expect("types and tests", done.returncode == 0, done.stdout)
    check_package(program)
    return 1 if failures else 0


sys.exit(main())
