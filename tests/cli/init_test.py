#!/usr/bin/env python3
"""Tests `kval init` where it writes: `init_test.py KVAL`."""
import os
import pathlib
import subprocess
import sys
import tempfile

CHART = {"Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
         "templates/map.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: answers\ndata:\n"
                               "{{- range $key, $value := .Values.answers }}\n"
                               "  k{{ sha256sum $key | trunc 8 }}: {{ $value | quote }}\n{{- end }}\n"}
# Keys that YAML reads as other kinds, and Helm as strings.
KEYS = ["on", "n", "Yes", "8080", "1.5", "1e3", "0x1F", "017", "2024-01-02", "12:30", "-5", "2001-12-14t21:59:43.10-05:00",
        ".inf", "0.1", "1e21", "~x", "null2"]


def expect(name, found, expected):
    if found != expected:
        sys.exit(f"{name}: expected {expected!r}, found {found!r}")


def write(root, files):
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as directory:
        folder = pathlib.Path(directory)

        def run(*args, cwd=folder):
            done = subprocess.run([program, *args], cwd=cwd, capture_output=True, text=True)
            return done.returncode, done.stdout, done.stderr

        def check(name, values):
            """Expects that a project of `init` accepts the values that its schema was inferred from."""
            chart = folder / name
            write(chart, {**CHART, "values.yaml": values})
            expect(f"{name}: init", run("init", cwd=chart)[0], 0)
            expect(f"{name}: check", run(cwd=chart), (0, "", ""))

        for i, key in enumerate(KEYS):
            check(f"key{i}", f"answers:\n  {key}: a\n")
            check(f"top{i}", f"answers: {{}}\n{key}: {{{key}: [{{{key}: 1}}]}}\n")
        check("each", "answers:\n" + "".join(f"  {key}: {i}\n" for i, key in enumerate(KEYS) if key != "Yes"))

        write(folder, {f"sub/chart/{name}": text for name, text in CHART.items()})
        write(folder, {"sub/chart/values.yaml": "answers: {}\n", "empty/x.txt": ""})
        expect("a missing directory", run("init", "absent"), (2, "", "kval: the directory absent does not exist\n"))
        status, _, text = run("init", "sub/chart/values.yaml")
        expect("a file", (status, text.splitlines()[0]), (2, "kval: sub/chart/values.yaml is not a directory"))
        status, _, text = run("init", "empty/")
        expect("nothing to check", (status, text.splitlines()[0].endswith(" found in empty/")), (2, True))
        status, out, text = run("init", "sub/")
        expect("a directory", (status, out.splitlines()[:2]), (0, ["wrote sub/chart/values.schema.yml", "wrote sub/.kval.yaml"]))
        expect("paths in notes", text, "note: sub/chart/values.schema.yml: answers: only `{}` was seen: any value is allowed\n")
        expect("the written project", run(cwd=folder / "sub")[0], 0)
        expect("again", run("init", "sub"),
               (2, "", "kval: sub/.kval.yaml exists already\nhelp: `kval check --list --config sub/.kval.yaml` lists its checks\n"))
        (folder / "sub/.kval.yaml").unlink()
        expect("an absolute path", run("init", str(folder / "sub"))[1].splitlines()[-3], f"wrote {folder}/sub/.kval.yaml")
        expect("the same project", run(cwd=folder / "sub")[0], 0)
        if os.name == "posix" and os.geteuid() != 0:
            (folder / "sub/.kval.yaml").unlink()
            (folder / "sub").chmod(0o555)
            expect("a read-only directory", run("init", "sub")[0], 2)
            (folder / "sub").chmod(0o755)


if __name__ == "__main__":
    main()
