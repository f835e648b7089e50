#!/usr/bin/env python3
"""Tests `kval fmt` where it writes: `fmt_test.py KVAL`."""
import os
import pathlib
import subprocess
import sys
import tempfile


def expect(name, found, expected):
    if found != expected:
        sys.exit(f"{name}: expected {expected!r}, found {found!r}")


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as directory:
        folder = pathlib.Path(directory)

        def run(*args):
            done = subprocess.run([program, "fmt", *args], cwd=folder, capture_output=True, text=True)
            return done.returncode, done.stdout

        (folder / "sub").mkdir()
        (folder / "a.k").write_bytes(b"\xef\xbb\xbfa=1\r\nb=2\r\n")
        (folder / "sub/b.k").write_text("b   = 2\n")
        (folder / "broken.k").write_text("c   =\n")
        (folder / "good.k").write_text("d = 1\n")
        (folder / "values.yaml").write_text("e:   1\n")
        (folder / "a.k").chmod(0o640)
        times = (folder / "good.k").stat().st_mtime_ns
        expect("a directory", run(), (1, "a.k\nsub/b.k\n"))
        expect("a byte order mark", (folder / "a.k").read_bytes(), b"\xef\xbb\xbfa = 1\nb = 2\n")
        expect("permissions", (folder / "a.k").stat().st_mode & 0o777, 0o640)
        expect("a subdirectory", (folder / "sub/b.k").read_text(), "b = 2\n")
        expect("a syntax error", (folder / "broken.k").read_text(), "c   =\n")
        expect("a formatted file", (folder / "good.k").stat().st_mtime_ns, times)
        expect("other files", (folder / "values.yaml").read_text(), "e:   1\n")
        expect("again", run("a.k", "sub"), (0, ""))
        if os.name == "posix":
            (folder / "links").mkdir()
            (folder / "links/c.k").write_text("c=1\n")
            (folder / "links/to_c.k").symlink_to("c.k")
            expect("links", run("links"), (0, "links/c.k\n"))
        (folder / "empty").mkdir()
        expect("a directory without KCL files", run("--check", "empty"), (2, ""))
        expect("check", run("--check", "sub"), (0, ""))
        (folder / "a.k").write_text("a=1\n")
        (folder / "sub/b.k").write_text("b=1\n")
        (folder / "sub/b.k").chmod(0o440)
        expect("a read-only file", run("a.k", "sub/b.k"), (2, ""))
        expect("all or none", (folder / "a.k").read_text(), "a=1\n")


if __name__ == "__main__":
    main()
