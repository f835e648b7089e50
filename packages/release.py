"""Reads packages/release.json, the description of a release that every package and manifest is made from.

  release.py version            prints the version
  release.py archive TARGET     prints the file name of a target's archive
  release.py host               prints the target of this machine
  release.py program TARGET     prints the file name of a target's program
  release.py toolchain TARGET   prints the name of a target's file in cmake/toolchains
  release.py target TOOLCHAIN   prints the target of a toolchain file or target name
  release.py repository         prints the address of the repository, an empty line before the project is published
  release.py verify DIRECTORY   fails if the directory is not a complete release of at least one target

`repository` is empty until the project is published. Manifests that need download addresses are then made only with
KVAL_INSTALL_BASE, the address of a directory with the archives.
"""
import hashlib
import json
import os
import platform
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Release:
    def __init__(self):
        with open(os.path.join(ROOT, "packages", "release.json"), encoding="utf-8") as file:
            self.description = json.load(file)
        with open(os.path.join(ROOT, self.description["version_from"]), encoding="utf-8") as file:
            self.version = re.search(r"project\(kval VERSION ([0-9.]+)", file.read()).group(1)
        self.targets = {target["target"]: target for target in self.description["targets"]}

    def __getitem__(self, name):
        return self.description[name]

    @property
    def is_published(self):
        return bool(self["repository"])

    def archive(self, target):
        return f"kval-{self.version}-{target}.{self.targets[target]['archive']}"

    def program(self, target):
        return "kval.exe" if self.targets[target]["os"] == "win32" else "kval"

    def npm_package(self, target):
        entry = self.targets[target]
        return f"{self['npm'].split('/')[0]}/{entry['os']}-{entry['cpu']}"

    def base(self):
        """The address of the directory with this version's archives; None before the project is published."""
        override = os.environ.get("KVAL_INSTALL_BASE")
        if override:
            return override.rstrip("/")
        if not self.is_published:
            return None
        return self["download"].format(repository=self["repository"].rstrip("/"), version=self.version)


def problems(release, directory):
    """What a directory lacks to be a release: an archive, the bill of materials, notes, and matching checksums."""
    names = {name for name in os.listdir(directory) if os.path.isfile(os.path.join(directory, name))}
    if not any(release.archive(target) in names for target in release.targets):
        yield "there is no archive of any target"
    for name in f"kval-{release.version}.cdx.json", "NOTES.md", "install.sh", "install.ps1", "SHA256SUMS":
        if name not in names:
            yield f"{name} is missing"
    if "SHA256SUMS" not in names:
        return
    with open(os.path.join(directory, "SHA256SUMS"), encoding="utf-8") as file:
        listed = {name.strip().lstrip("*"): digest for digest, name in (line.split(None, 1) for line in file)}
    for name in sorted((names - {"SHA256SUMS"}) ^ set(listed)):
        yield f"{name}: {'missing' if name in listed else 'not in SHA256SUMS'}"
    for name in sorted(names & set(listed)):
        with open(os.path.join(directory, name), "rb") as file:
            if hashlib.sha256(file.read()).hexdigest() != listed[name]:
                yield f"{name}: another checksum than in SHA256SUMS"


def host_target():
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    system = {"darwin": "macos"}.get(platform.system().lower(), platform.system().lower())
    return f"{machine}-{system}"


FIELDS = {"archive": Release.archive, "program": Release.program,
          "toolchain": lambda release, target: release.targets[target]["toolchain"]}


def main():
    release = Release()
    if sys.argv[1:] == ["version"]:
        print(release.version)
    elif sys.argv[1:] == ["host"]:
        print(host_target())
    elif len(sys.argv) == 3 and sys.argv[1] in FIELDS:
        if sys.argv[2] not in release.targets:
            print(f"release: there is no target {sys.argv[2]}", file=sys.stderr)
            return 2
        print(FIELDS[sys.argv[1]](release, sys.argv[2]))
    elif sys.argv[1:] == ["repository"]:
        print(release["repository"])
    elif len(sys.argv) == 3 and sys.argv[1] == "target":
        for target, entry in release.targets.items():
            if sys.argv[2] in (target, entry["toolchain"]):
                print(target)
                return 0
        print(f"release: there is no target {sys.argv[2]}", file=sys.stderr)
        return 2
    elif len(sys.argv) == 3 and sys.argv[1] == "verify":
        found = list(problems(release, sys.argv[2]))
        for problem in found:
            print(f"release: {problem}", file=sys.stderr)
        return 1 if found else 0
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
