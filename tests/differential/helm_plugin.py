#!/usr/bin/env python3
"""Installs kval as a Helm plugin, with the repository's plugin.yaml, and validates a chart with it: first with the kval on the
PATH, then with the archive of a release.

  helm_plugin.py KVAL REPOSITORY [--helm PATH]

Skipped with a message if helm is not on PATH."""
import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


PLUGIN_FILES = ["plugin.yaml", "packages/install.sh", "packages/release.json", "packages/helm-plugin/install.sh",
                "packages/helm-plugin/kval.sh"]


def write_release(repository, kval, folder):
    """The archive of a release for this machine, and its checksum."""
    sys.path.insert(0, os.path.join(repository, "packages"))
    from release import Release, host_target
    release = Release()
    os.makedirs(folder)
    path = os.path.join(folder, release.archive(host_target()))
    with tarfile.open(path, "w:gz", compresslevel=1) as archive:
        archive.add(os.path.realpath(kval), f"kval-{release.version}-{host_target()}/kval")
    with open(path, "rb") as file:
        write(os.path.join(folder, "SHA256SUMS"), f"{hashlib.sha256(file.read()).hexdigest()}  {os.path.basename(path)}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kval")
    parser.add_argument("repository")
    parser.add_argument("--helm", default=shutil.which("helm"))
    options = parser.parse_args()
    if not options.helm:
        print("helm_plugin: skipped, there is no helm on PATH")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        plugin = os.path.join(folder, "plugin")
        for name in PLUGIN_FILES:
            os.makedirs(os.path.dirname(os.path.join(plugin, name)), exist_ok=True)
            shutil.copy(os.path.join(options.repository, name), os.path.join(plugin, name))
        programs = os.path.join(folder, "bin")
        os.makedirs(programs)
        os.symlink(os.path.abspath(options.kval), os.path.join(programs, "kval"))
        env = {"PATH": programs + os.pathsep + os.environ["PATH"], "HOME": folder,
               "HELM_DATA_HOME": os.path.join(folder, "data"), "HELM_CACHE_HOME": os.path.join(folder, "cache"),
               "HELM_CONFIG_HOME": os.path.join(folder, "config")}

        def run(*words):
            done = subprocess.run([options.helm, *words], cwd=folder, env=env, capture_output=True, text=True,
                                  check=False, timeout=120, stdin=subprocess.DEVNULL)
            return done.returncode, done.stdout + done.stderr

        write(os.path.join(folder, "chart", "Chart.yaml"), "apiVersion: v2\nname: shop\nversion: 1.0.0\n")
        write(os.path.join(folder, "chart", "values.schema.json"), '{"properties": {"port": {"type": "integer"}}}\n')
        write(os.path.join(folder, "good.yaml"), "port: 80\n")
        write(os.path.join(folder, "bad.yaml"), "port: http\n")
        steps = [
            (("plugin", "install", plugin), 0, "kval"),
            (("kval", "chart", "-f", "good.yaml"), 0, ""),
            (("kval", "chart", "-f", "bad.yaml"), 1, "bad.yaml:1:7"),
            (("kval", "chart", "--set", "port=x"), 1, "(set arg):1:6"),
            (("kval", "lint", "chart", "-f", "good.yaml"), 0, ""),
            (("kval", "nothing-there"), 2, "nothing-there"),
        ]
        released = [
            (("plugin", "uninstall", "kval"), 0, ""),
            (("plugin", "install", plugin), 0, "install: kval "),
            (("kval", "chart", "-f", "bad.yaml"), 1, "bad.yaml:1:7"),
        ]
        for words, status, said in [*steps, *released]:
            if words == released[0][0]:
                shutil.rmtree(programs)
                write_release(options.repository, options.kval, os.path.join(folder, "dist"))
                env["KVAL_INSTALL_BASE"] = "file://" + os.path.join(folder, "dist")
            code, output = run(*words)
            if code != status or said not in output:
                print(f"helm {' '.join(words)}: {code}, not {status}\n{output}")
                return 1
    print("helm_plugin: kval works as a plugin of Helm")
    return 0


if __name__ == "__main__":
    sys.exit(main())
