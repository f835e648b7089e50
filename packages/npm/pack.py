"""Makes the npm packages of one target with `npm pack`: the platform package with the program, and `@kval/cli`,
which depends on the platform packages of all targets.

  pack.py DIRECTORY TARGET PROGRAM
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from release import Release  # noqa: E402


def manifest(release, name, **fields):
    fields = {"name": name, "version": release.version, "description": release["summary"],
              "license": release["license"], **fields}
    if release.is_published:
        fields["repository"] = {"type": "git", "url": f"git+{release['repository']}.git"}
    return fields


def pack(folder, fields, directory):
    with open(os.path.join(folder, "package.json"), "w", encoding="utf-8") as file:
        json.dump(fields, file, indent=2)
        file.write("\n")
    subprocess.run(["npm", "pack", "--silent", "--pack-destination", directory], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)


def pack_platform(release, target, program, folder, directory):
    entry = release.targets[target]
    name = os.path.join("bin", release.program(target))
    os.makedirs(os.path.join(folder, "bin"))
    shutil.copy(program, os.path.join(folder, name))
    os.chmod(os.path.join(folder, name), 0o755)
    shutil.copy(os.path.join(ROOT, "LICENSE"), folder)
    shutil.copytree(os.path.join(ROOT, "licenses"), os.path.join(folder, "licenses"))
    with open(os.path.join(folder, "README.md"), "w", encoding="utf-8") as file:
        file.write(f"# kval for {target}\n\nThe program of `{release['npm']}`. Install that package instead.\n")
    pack(folder, manifest(release, release.npm_package(target), os=[entry["os"]], cpu=[entry["cpu"]],
                          preferUnplugged=True, files=["bin", "licenses"]), directory)


def pack_cli(release, folder, directory):
    os.makedirs(os.path.join(folder, "bin"))
    shutil.copy(os.path.join(HERE, "bin", "kval.js"), os.path.join(folder, "bin"))
    os.chmod(os.path.join(folder, "bin", "kval.js"), 0o755)
    shutil.copy(os.path.join(HERE, "README.md"), folder)
    shutil.copy(os.path.join(ROOT, "LICENSE"), folder)
    pack(folder, manifest(
        release, release["npm"], keywords=["yaml", "schema", "validation", "helm", "ytt", "kcl"],
        bin={"kval": "bin/kval.js"}, files=["bin"], engines={"node": ">=16"},
        optionalDependencies={release.npm_package(target): release.version for target in release.targets}), directory)


def main():
    directory, target, program = sys.argv[1:]
    release = Release()
    with tempfile.TemporaryDirectory(prefix="kval-npm-") as work:
        for name in "platform", "cli":
            os.makedirs(os.path.join(work, name))
        pack_platform(release, target, program, os.path.join(work, "platform"), os.path.abspath(directory))
        pack_cli(release, os.path.join(work, "cli"), os.path.abspath(directory))
    return 0


sys.exit(main())
