"""Makes the extension for Visual Studio Code of one target, with the program inside.

  pack.py DIRECTORY TARGET PROGRAM [WRITER]   writes kval-vscode-VERSION-TARGET.vsix into a directory
  pack.py --test PROGRAM                      checks the types and runs the tests against a program; with
                                              KVAL_CODE_SERVER=…/code-server/out/node/entry.js and a Chromium
                                              (KVAL_CHROMIUM) also in the editor
  pack.py --install                           installs the packages of package-lock.json; fails without a registry

WRITER, a kval for this machine, prints the schema of project files (default: PROGRAM). The packages of package-lock.json
are installed into build/vscode-environment.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ENVIRONMENT = os.path.join(ROOT, "build", "vscode-environment")
sys.path.insert(0, os.path.dirname(HERE))
from release import Release, host_target  # noqa: E402

NOT_SOURCES = shutil.ignore_patterns("node_modules", "out", "pack.py")


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def installed():
    """Returns the directory of the installed packages. Installs them if package-lock.json has changed."""
    os.makedirs(ENVIRONMENT, exist_ok=True)
    marker = os.path.join(ENVIRONMENT, "installed.json")
    lock = read(HERE, "package-lock.json")
    if not os.path.exists(marker) or read(marker) != lock:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(os.path.join(HERE, name), ENVIRONMENT)
        if subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=ENVIRONMENT, check=False).returncode != 0:
            sys.exit("pack: npm cannot install the packages of package-lock.json")
        with open(marker, "wb") as file:
            file.write(lock)
    return os.path.join(ENVIRONMENT, "node_modules")


def copy_sources(folder):
    shutil.copytree(HERE, folder, ignore=NOT_SOURCES)
    os.symlink(installed(), os.path.join(folder, "node_modules"))


def describe(release, folder):
    """Completes package.json by the description of the release."""
    path = os.path.join(folder, "package.json")
    manifest = json.loads(read(path))
    manifest["version"] = release.version
    if release.is_published:
        manifest["repository"] = {"type": "git", "url": f"{release['repository']}.git"}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=2)


def pack(directory, target, program, writer):
    release = Release()
    entry = release.targets[target]
    with tempfile.TemporaryDirectory(prefix="kval-vscode-") as work:
        folder = os.path.join(work, "extension")
        copy_sources(folder)
        describe(release, folder)
        os.makedirs(os.path.join(folder, "bin"))
        copied = shutil.copy(program, os.path.join(folder, "bin", release.program(target)))
        os.chmod(copied, 0o755)
        shutil.copy(os.path.join(ROOT, "LICENSE"), folder)
        shutil.copy(os.path.join(ROOT, "CHANGELOG.md"), folder)
        shutil.copytree(os.path.join(ROOT, "licenses"), os.path.join(folder, "licenses"))
        with open(os.path.join(folder, "project-file.schema.json"), "wb") as file:
            subprocess.run([writer, "config", "schema"], stdout=file, check=True)
        subprocess.run(["node", "build.mjs"], cwd=folder, check=True)
        name = f"kval-vscode-{release.version}-{target}.vsix"
        subprocess.run(
            ["node_modules/.bin/vsce", "package", "--no-dependencies", "--allow-missing-repository", "--target",
             f"{entry['os']}-{entry['cpu']}", "--out", os.path.join(os.path.abspath(directory), name)],
            cwd=folder, check=True, stdout=subprocess.DEVNULL)


def test(program):
    with tempfile.TemporaryDirectory(prefix="kval-vscode-") as work:
        folder = os.path.join(work, "extension")
        copy_sources(folder)
        environment = {**os.environ, "KVAL": os.path.abspath(program)}
        chromium = os.environ.get("KVAL_CHROMIUM") or shutil.which("chromium")
        if os.environ.get("KVAL_CODE_SERVER") and chromium:
            pack(work, host_target(), program, program)
            environment["KVAL_VSIX"] = next(os.path.join(work, name) for name in os.listdir(work) if name.endswith(".vsix"))
            environment["KVAL_CHROMIUM"] = chromium
        for command in ("check", "test"):
            subprocess.run(["npm", "run", "--silent", command], cwd=folder, env=environment, check=True)


def main():
    if sys.argv[1] == "--install":
        installed()
    elif sys.argv[1] == "--test":
        test(sys.argv[2])
    else:
        directory, target, program, *writer = sys.argv[1:]
        pack(directory, target, program, writer[0] if writer else program)
    return 0


sys.exit(main())
