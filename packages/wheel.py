"""Makes the Python wheel of one target's program, for every Python 3: `pip install`, `pipx run` and `uvx` then need no compiler.

  wheel.py DIRECTORY TARGET PROGRAM

The metadata come from pyproject.toml. Two runs with the same SOURCE_DATE_EPOCH write equal bytes.
"""
import base64
import hashlib
import os
import re
import sys
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, HERE)
from inspect_program import needs_dynamic_linker  # noqa: E402
from release import Release  # noqa: E402
from zip_writer import ZipWriter  # noqa: E402

# A static program needs no C library, and Linux 2.6.32 is the oldest kernel of these tags.
PLATFORMS = {
    "x86_64-linux": ["manylinux2014_x86_64", "manylinux_2_17_x86_64", "musllinux_1_1_x86_64"],
    "aarch64-linux": ["manylinux2014_aarch64", "manylinux_2_17_aarch64", "musllinux_1_1_aarch64"],
    "aarch64-macos": ["macosx_11_0_arm64"],
    "x86_64-macos": ["macosx_11_0_x86_64"],
    "x86_64-windows": ["win_amd64"],
}


def platforms(target, program):
    if target.endswith("-linux") and needs_dynamic_linker(program):
        return ["linux_" + target.split("-")[0]]  # for this machine alone: PyPI refuses this tag
    return PLATFORMS[target]


def metadata(release, project, licences):
    lines = ["Metadata-Version: 2.4", f"Name: {release['python']}", f"Version: {release.version}",
             f"Summary: {project['description']}", f"Keywords: {','.join(project['keywords'])}",
             f"License-Expression: {project['license']}", *(f"License-File: {name}" for name in licences),
             *(f"Classifier: {name}" for name in project["classifiers"]), f"Requires-Python: {project['requires-python']}"]
    if release.is_published:
        lines.append(f"Project-URL: Source, {release['repository']}")
    with open(os.path.join(ROOT, project["readme"]), encoding="utf-8") as file:
        return "\n".join([*lines, "Description-Content-Type: text/markdown", "", file.read()])


def read(path):
    with open(path, "rb") as file:
        return file.read()


def contents(top, release, target, program, tags):
    """The files of the wheel but its list of files: pairs of path and bytes."""
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        project = tomllib.load(file)["project"]
    licences = ["LICENSE", *(f"licenses/{name}" for name in sorted(os.listdir(os.path.join(ROOT, "licenses")))
                             if name.endswith(".txt"))]
    yield f"{top}.data/scripts/{release.program(target)}", program
    for name in "__init__.py", "__main__.py":
        yield f"kval_cli/{name}", read(os.path.join(HERE, "python", "kval_cli", name))
    for name in licences:
        yield f"{top}.dist-info/licenses/{name}", read(os.path.join(ROOT, name))
    commands = "".join(f"{name} = {function}\n" for name, function in project["scripts"].items())
    yield f"{top}.dist-info/entry_points.txt", f"[console_scripts]\n{commands}".encode()
    yield f"{top}.dist-info/METADATA", metadata(release, project, licences).encode()
    yield f"{top}.dist-info/WHEEL", "".join(line + "\n" for line in (
        "Wheel-Version: 1.0", "Generator: kval", "Root-Is-Purelib: false", *(f"Tag: py3-none-{tag}" for tag in tags))).encode()


def write(path, files, list_of_files):
    lines = []
    with ZipWriter(path) as wheel:
        for name, data in files:
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(data)}\n")
            wheel.add(name, data, 0o755 if ".data/scripts/" in name else 0o644)
        wheel.add(list_of_files, "".join([*lines, f"{list_of_files},,\n"]).encode(), 0o644)


def main():
    directory, target, path = sys.argv[1:]
    release = Release()
    program = read(path)
    tags = platforms(target, program)
    top = f"{re.sub(r'[-.]+', '_', release['python'])}-{release.version}"
    name = f"{top}-py3-none-{'.'.join(tags)}.whl"
    write(os.path.join(directory, name), contents(top, release, target, program, tags), f"{top}.dist-info/RECORD")
    return 0


if __name__ == "__main__":
    sys.exit(main())
