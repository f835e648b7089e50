#!/usr/bin/env python3
"""Tests for the guarantees of docs/security.md that have no other test, and for the table of guarantees and tests in
README.md."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

PROGRAM = sys.argv.pop(1)
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../..")
TOLD = "not for strangers"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
SCHEMA = "#@data/values-schema\n---\nname: app\n"


class Promises(unittest.TestCase):
    def setUp(self):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="kval-promises-"))
        self.addCleanup(shutil.rmtree, self.folder)
        os.makedirs(os.path.join(self.folder, "w"))

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def run_in_w(self, *args, **more):
        run = subprocess.run([PROGRAM, *args], cwd=os.path.join(self.folder, "w"), capture_output=True, timeout=60, **more)
        self.assertIn(run.returncode, (0, 1, 2, 3), run.stderr)
        return run

    def tells_nothing(self, *args):
        run = self.run_in_w(*args)
        self.assertNotEqual(run.returncode, 0, (args, run.stdout))
        self.assertNotIn(TOLD.encode(), run.stdout + run.stderr, args)

    def outside(self, name):
        """Returns paths from the directory `w` to a file outside: relative, absolute, and through a symbolic link."""
        link = os.path.join(self.folder, "w", "link-" + name)
        if not os.path.islink(link):
            os.symlink("../" + name, link)
        return "../" + name, os.path.join(self.folder, name), "link-" + name

    def test_a_json_schema_reads_nothing_outside(self):
        self.write("secret.json", json.dumps({"const": TOLD}))
        self.write("w/v.yml", "a: 1\n")
        for way in (*self.outside("secret.json"), "file://" + os.path.join(self.folder, "secret.json")):
            self.write("w/s.json", json.dumps({"$schema": DRAFT, "properties": {"a": {"$ref": way}}}))
            self.tells_nothing("check", "-f", "s.json", "-f", "v.yml")
        # kval follows the same reference to a file inside the directory.
        self.write("w/inside.json", json.dumps({"const": TOLD}))
        self.write("w/s.json", json.dumps({"$schema": DRAFT, "properties": {"a": {"$ref": "inside.json"}}}))
        self.assertIn(TOLD.encode(), self.run_in_w("check", "-f", "s.json", "-f", "v.yml").stdout)

    def test_a_comment_names_no_schema_outside(self):
        self.write("secret.json", json.dumps({"$schema": DRAFT, "properties": {"a": {"const": TOLD}}}))
        for way in self.outside("secret.json"):
            for comment in (f"# kval: schema={way}", f"# yaml-language-server: $schema={way}"):
                self.write("w/v.yml", f"{comment}\na: 1\n")
                for args in (("check", "-f", "v.yml"), ("check", "--each", "v.yml")):
                    self.tells_nothing(*args)

    def test_a_kcl_program_reads_nothing_outside_and_writes_nothing_at_all(self):
        self.write("secret", TOLD)
        for way in self.outside("secret"):
            self.write("w/main.k", f'import file\na = file.read("{way}")\n')
            self.tells_nothing("run", "main.k")
        for call in ('file.write("made", "x")', 'file.mkdir("made")', 'file.append("made", "x")'):
            self.write("w/main.k", f"import file\na = {call}\n")
            self.assertEqual(self.run_in_w("run", "main.k").returncode, 1, call)
            self.assertFalse(os.path.exists(os.path.join(self.folder, "w/made")), call)

    def test_effects_write_below_the_root_alone(self):
        for way in ("../made", os.path.join(self.folder, "made"), "out/made"):
            if not os.path.islink(os.path.join(self.folder, "w/out")):
                os.symlink("..", os.path.join(self.folder, "w/out"))
            self.write("w/main.k", f'import file\na = file.write("{way}", "x")\n')
            self.assertEqual(self.run_in_w("run", "main.k", "--allow-effects").returncode, 1, way)
            self.assertFalse(os.path.exists(os.path.join(self.folder, "made")), way)
        self.write("w/main.k", 'import file\na = file.write("made", "x")\n')
        self.assertEqual(self.run_in_w("run", "main.k", "--allow-effects").returncode, 0)
        self.assertEqual(self.read("w/made"), "x")

    def test_copies_stay_below_the_root_and_are_whole_or_not_at_all(self):
        self.write("w/src/a/x", "x")
        self.write("w/src/run.sh", "#!/bin/sh\n")
        os.chmod(os.path.join(self.folder, "w/src/run.sh"), 0o755)
        os.makedirs(os.path.join(self.folder, "w/src/empty/deep"))
        os.makedirs(os.path.join(self.folder, "other"))
        os.makedirs(os.path.join(self.folder, "w/caught"))
        os.symlink("../../other", os.path.join(self.folder, "w/caught/a"))
        copy = 'import file\na = file.cp("{}", "{}")\n'.format
        for to in ("../other", "caught"):
            self.write("w/main.k", copy("src", to))
            self.assertEqual(self.run_in_w("run", "main.k", "--allow-effects").returncode, 1, to)
            self.assertEqual(os.listdir(os.path.join(self.folder, "other")), [], to)
        self.assertEqual(os.listdir(os.path.join(self.folder, "w/caught")), ["a"])
        for to in ("made", "src/inside"):
            self.write("w/main.k", copy("src", to))
            run = self.run_in_w("run", "main.k", "--allow-effects")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(self.read(f"w/{to}/a/x"), "x")
            self.assertTrue(os.access(os.path.join(self.folder, f"w/{to}/run.sh"), os.X_OK))
            self.assertTrue(os.path.isdir(os.path.join(self.folder, f"w/{to}/empty/deep")))
        os.symlink("/etc/hostname", os.path.join(self.folder, "w/src/a/z"))
        self.write("w/main.k", copy("src", "again"))
        self.assertEqual(self.run_in_w("run", "main.k", "--allow-effects").returncode, 1)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "w/again")))
        self.write("w/main.k", copy("src/a/x", "one"))
        self.assertEqual(self.run_in_w("run", "main.k", "--allow-effects").returncode, 0)
        self.assertEqual(self.read("w/one"), "x")

    def test_an_output_folder_may_be_a_link_and_none_below_it(self):
        self.write("w/t.yml", "a: 1\n")
        self.write("w/in/sub/t.yml", "a: 2\n")
        os.makedirs(os.path.join(self.folder, "real"))
        os.makedirs(os.path.join(self.folder, "other"))
        os.symlink("../real", os.path.join(self.folder, "w/out"))
        run = self.run_in_w("render", "-f", "t.yml", "--output-files", "out")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.read("real/t.yml"), "a: 1\n")
        os.symlink("../other", os.path.join(self.folder, "real/sub"))
        self.assertEqual(self.run_in_w("render", "-f", "in", "--output-files", "out").returncode, 2)
        self.assertEqual(os.listdir(os.path.join(self.folder, "other")), [])
        self.write("other/t.yml", "kept\n")
        os.remove(os.path.join(self.folder, "real/t.yml"))
        os.symlink("../other/t.yml", os.path.join(self.folder, "real/t.yml"))
        self.assertEqual(self.run_in_w("render", "-f", "t.yml", "--output-files", "out").returncode, 2)
        self.assertEqual(self.read("other/t.yml"), "kept\n")
        self.assertEqual(self.run_in_w("render", "-f", "t.yml", "--dangerous-emptied-output-directory", "out").returncode, 2)

    def test_a_link_that_is_put_there_meanwhile_leads_nowhere(self):
        """While kval reads a directory, it is replaced by a link and restored repeatedly."""
        self.write("secret/schema.yml", f"#@data/values-schema\n---\nname: {TOLD}\n")
        self.write("w/in/d/schema.yml", SCHEMA)
        folder, aside = os.path.join(self.folder, "w/in/d"), os.path.join(self.folder, "w/aside")
        done = threading.Event()

        def swap():
            while not done.is_set():
                os.rename(folder, aside)
                os.symlink("../../secret", folder)
                os.remove(folder)
                os.rename(aside, folder)

        swapping = threading.Thread(target=swap)
        swapping.start()
        try:
            for _ in range(100):
                run = self.run_in_w("values", "-f", "in")
                self.assertNotIn(TOLD.encode(), run.stdout + run.stderr)
        finally:
            done.set()
            swapping.join()

    def test_no_name_of_a_link_leads_writing_outside(self):
        self.write("victim/v.yml", "nmae: app\n")
        self.write("w/s.yml", SCHEMA)
        for name in ("ab", "a..b", "..a", "..."):
            os.symlink("../victim", os.path.join(self.folder, "w", name))
            self.run_in_w("check", "--fix", "-f", "s.yml", "-f", name + "/v.yml")
            self.run_in_w("check", "-f", "s.yml", "-f", name + "/v.yml", "-o", f"json:{name}/x")
            self.run_in_w("check", "-f", "s.yml", "-f", name + "/v.yml", "--write-baseline", name + "/y")
        self.assertEqual(os.listdir(os.path.join(self.folder, "victim")), ["v.yml"])
        self.assertEqual(self.read("victim/v.yml"), "nmae: app\n")

    def test_a_function_reads_what_its_configuration_names_in_the_working_directory_only(self):
        self.write("secret.yml", f"{TOLD}: [\n")
        self.write("w/own.yml", "#@data/values-schema\n---\n#@schema/type any=True\ndata: 1\n")
        items = "items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}]\n"
        for key in ("policy", "crds"):
            for way in (*self.outside("secret.yml"), "../missing.yml", "-"):
                name = "*=" + way if key == "policy" else way
                config = json.dumps({"kind": "ConfigMap", "data": {key: name}})
                text = f"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nfunctionConfig: {config}\n{items}"
                run = self.run_in_w("fn", input=text.encode())
                self.assertEqual((run.returncode, run.stdout), (2, b""), (name, run.stderr))
                self.assertNotIn(TOLD.encode(), run.stderr)
                self.assertIn(b"not in the working directory", run.stderr)

    @unittest.skipIf(os.geteuid() != 0, "only the administrator can give files away")
    def test_a_project_of_another_user_is_not_used(self):
        self.write("w/s.yml", SCHEMA)
        self.write("w/v.yml", "nmae: app\n")
        self.write(".kval.yaml", "sets:\n- {name: a, schema: w/s.yml, values: w/v.yml}\n")
        os.makedirs(os.path.join(self.folder, ".git"))
        for owned in (".kval.yaml", ".git"):
            path = os.path.join(self.folder, owned)
            os.chown(path, 12345, -1)
            run = self.run_in_w("check")
            self.assertEqual((run.returncode, run.stdout), (2, b""))
            self.assertIn(f"../{owned} belongs to another user".encode(), run.stderr)
            self.assertEqual(self.run_in_w("check", "--config", "../.kval.yaml").returncode, 1)
            os.chown(path, 0, -1)
        self.assertEqual(self.run_in_w("check").returncode, 1)

    def test_nothing_is_run_and_no_network_is_reached(self):
        """The program does not import the functions that open sockets. `kval lsp` forks, but the child processes execute no
        other program: `kval vendor` alone starts one, curl."""
        symbols = subprocess.run(["nm", "-D", "--undefined-only", PROGRAM], capture_output=True, text=True, check=False)
        names = set(re.findall(r" U (\w+)", symbols.stdout))
        if "write" not in names:
            self.skipTest("a static program has no such names")
        forbidden = {"socket", "connect", "getaddrinfo", "gethostbyname", "execve", "execv", "execl", "execlp", "posix_spawn",
                     "posix_spawnp", "system", "popen", "vfork", "dlopen"}
        self.assertEqual(names & forbidden, set())
        users = {"execvp": {"src/cli/subprocess_posix.cc"},
                 "fetch_address.h": {"src/cli/fetch_address.cc", "src/cli/vendor_command.cc"}}
        for word, expected in users.items():
            found = set()
            for folder, _, files in os.walk(os.path.join(ROOT, "src")):
                for name in files:
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        if word in file.read():
                            found.add(os.path.relpath(os.path.join(folder, name), ROOT))
            self.assertEqual(found, expected, word)

    def test_what_was_not_checked_is_not_called_good(self):
        self.write("w/schema.yml", SCHEMA)
        for name, text in (("foreign.yml", '$schema: "https://json-schema.org/draft/2020-12/schema"\nproperties: {a: {$ref: "missing.json"}}\n'),
                           ("broken.yml", "name: [\n"), ("binary.yml", "\0\1\2"), ("template.yml", "a: #@ 1\n")):
            self.write("w/" + name, text)
            self.assertNotEqual(self.run_in_w("check", "-f", "schema.yml", "-f", name).returncode, 0, name)
        self.assertNotEqual(self.run_in_w("check", "-f", "schema.yml", "-f", "missing.yml").returncode, 0)

    def test_the_table_names_existing_tests(self):
        with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
            rows = [line for line in file.read().splitlines() if line.startswith("| ") and not line.startswith("| guarantee")]
        self.assertGreater(len(rows), 20)
        with open(os.path.join(ROOT, "docs/security.md"), encoding="utf-8") as file:
            page = re.sub(r"\s+", " ", file.read())
        for row in rows:
            promise, tests = (cell.strip() for cell in row.strip("|").split("|"))
            self.assertIn(promise, page)
            self.assertTrue(tests, row)
            for path, name in re.findall(r"`([\w./-]+?)(?:: (\w+))?`", tests):
                full = os.path.join(ROOT, path)
                self.assertTrue(os.path.exists(full), path)
                if name:
                    with open(full, encoding="utf-8") as file:
                        self.assertIn(name, file.read(), row)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
