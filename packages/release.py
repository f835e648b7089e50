"""Reads packages/release.json, the description of a release that every package and manifest is made from.

  release.py version            prints the version
  release.py archive TARGET     prints the file name of a target's archive
  release.py host               prints the target of this machine

`repository` is empty until the project is published. Manifests that need download addresses are then made only with
KVAL_INSTALL_BASE, the address of a directory with the archives.
"""
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


def host_target():
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    system = {"darwin": "macos"}.get(platform.system().lower(), platform.system().lower())
    return f"{machine}-{system}"


def main():
    release = Release()
    if sys.argv[1:] == ["version"]:
        print(release.version)
    elif sys.argv[1:] == ["host"]:
        print(host_target())
    elif len(sys.argv) == 3 and sys.argv[1] == "archive" and sys.argv[2] in release.targets:
        print(release.archive(sys.argv[2]))
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
