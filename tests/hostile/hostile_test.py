#!/usr/bin/env python3
"""Black-box tests of kval with malicious input and limited memory and stack. Every run ends with an exit code from 0 to 3,
never with a signal or an internal error (4)."""

import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import unittest

from black_box import ANY, MIB, PROGRAM, SANITIZED, SCHEMA, HostileTest


class Reading(HostileTest):
    """Files that are endless, exceed their limit, or are outside the given directories."""

    def setUp(self):
        super().setUp()
        self.write("schema.yml", SCHEMA)
        self.write("app.k", "schema App:\n    name: str\n")
        sparse = os.path.join(self.folder, "sparse.yml")
        with open(sparse, "wb") as file:
            file.truncate(1 << 40)

    def roads(self, path):
        """Yields the arguments of every command and option that reads a values file."""
        yield "check", "-f", "schema.yml", "-f", path
        yield "check", "-f", "schema.yml", "--as", "values=" + path
        yield "check", "-f", "schema.yml", "--data-values-file", path
        yield "check", "-f", "schema.yml", "--data-value-file", "name=" + path
        yield "check", "-f", "schema.yml", "--set-file", "name=" + path
        yield "check", "-f", "app.k", "-f", path
        yield "values", "-f", "schema.yml", "-f", path
        yield "render", "-f", "schema.yml", "-f", path
        yield "schema", "dump", "-f", path
        yield "vet", path, "app.k"
        yield "vet", "schema.yml", path
        yield "run", path if path.endswith(".k") else "app.k", "-Y", path

    def test_a_file_of_a_terabyte_is_not_read(self):
        for road in self.roads("sparse.yml"):
            self.expect(3, "KV022", *road, memory=512 * MIB)

    def test_a_device_without_end_is_read_up_to_the_limit(self):
        for road in self.roads("/dev/zero"):
            self.expect(3, "KV022", *road, memory=512 * MIB)

    def test_standard_input_without_end_is_read_up_to_the_limit(self):
        for road in self.roads("-"):
            if "-" in road:
                with open("/dev/zero", "rb") as zero:
                    self.expect(3, "KV022", *road, stdin=zero, memory=512 * MIB)

    def test_all_files_together_keep_to_a_limit(self):
        for i in range(20):
            self.write(f"many/{i}.yml", "# " + "x" * 1000)
        self.expect(3, "KV022", "check", "-f", "schema.yml", "-f", "many", "--limit", "total-size=10KiB")

    def test_pipes_and_sockets_in_a_directory_are_not_opened(self):
        self.write("in/schema.yml", SCHEMA)
        os.mkfifo(os.path.join(self.folder, "in/pipe.yml"))
        self.expect(2, "KV009", "check", "-f", "in", timeout=10)
        self.expect(2, "KV009", "check", "-f", "schema.yml", "--data-values-file", "in", timeout=10)
        os.remove(os.path.join(self.folder, "in/pipe.yml"))
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(os.path.join(self.folder, "in/socket.yml"))
        self.expect(2, "KV009", "check", "-f", "in", timeout=10)

    def test_what_the_kernel_makes_up_is_not_read_from_a_folder(self):
        os.makedirs(os.path.join(self.folder, "in"))
        os.symlink("/proc/self/environ", os.path.join(self.folder, "in/values.yml"))
        self.expect(2, "KV008", "check", "-f", "in")
        self.expect(2, "KV009", "check", "-f", "in", "--dangerous-allow-all-symlink-destinations")

    def test_a_link_that_was_named_leads_to_nothing_that_the_kernel_makes_up(self):
        os.symlink("/proc/self/environ", os.path.join(self.folder, "link.yml"))
        os.symlink("/proc/self", os.path.join(self.folder, "self"))
        for path in ("link.yml", "self/environ"):
            for road in self.roads(path):
                run = self.run_kval(*road)
                self.assertNotEqual(run.returncode, 0, road)
                self.assertNotIn(b"PATH=", run.stdout + run.stderr, road)
        self.expect(1, "PATH=", "check", "-f", "schema.yml", "--as", "values=/proc/self/environ")

    def test_a_template_reads_nothing_outside(self):
        self.write("secret", "not for templates")
        for target in ("../secret", os.path.join(self.folder, "secret"), "/proc/self/environ", "/etc/hostname"):
            name = f"in{abs(hash(target))}"
            self.write(f"{name}/t.yml", '#@ load("@ytt:data", "data")\nx: #@ data.read("link")\n')
            os.symlink(target, os.path.join(self.folder, name, "link"))
            run = self.run_kval("render", "-f", name)
            self.assertNotEqual(run.returncode, 0)
            self.assertNotIn(b"not for templates", run.stdout + run.stderr)
            self.assertNotIn(b"PATH=", run.stdout + run.stderr)

    def test_a_project_file_reads_nothing_outside(self):
        self.write("secret/main.k", 'a = "not for projects"\n')
        self.write("w/s.k", "import q.main\nschema App:\n    name: str\n    check:\n        name == main.a, main.a\n")
        self.write("w/v.yml", "name: a\n")
        os.symlink("../secret", os.path.join(self.folder, "w/link"))
        for folder in ("link", "../secret", os.path.join(self.folder, "secret")):
            self.write("w/.kval.yaml", f"sets:\n- schema: s.k\n  values: v.yml\n  flags: [--external, q={folder}]\n")
            run = self.expect(2, "leads out of the project", "check", "--config", "w/.kval.yaml")
            self.assertNotIn(b"not for projects", run.stdout + run.stderr)

    def test_a_settings_file_reads_nothing_outside(self):
        self.write("secret/main.k", 'a = "not for settings"\n')
        self.write("w/main.k", "import q.main\na = main.a\n")
        os.symlink("../secret", os.path.join(self.folder, "w/link"))
        os.symlink("../secret/main.k", os.path.join(self.folder, "w/link.k"))
        outside = os.path.join(self.folder, "secret")
        for named in ("files: [../secret/main.k]", "file: link.k", "file: link", f"file: {outside}/main.k", f"file: {outside}",
                      "file: ${KCL_MOD}/../secret/main.k", "file: main.k\n  package_maps: {q: ../secret}",
                      "file: main.k\n  package_maps: {q: link}", "file: ${q:KCL_MOD}/../secret/main.k\n  package_maps: {q: .}"):
            self.write("w/kcl.yaml", f"kcl_cli_configs:\n  {named}\n")
            for args in (("-Y", "kcl.yaml"), ("kcl.yaml",)):
                run = subprocess.run([PROGRAM, "run", *args], cwd=os.path.join(self.folder, "w"), capture_output=True, timeout=60)
                self.assertEqual(run.returncode, 1, (named, run.stdout, run.stderr))
                self.assertIn(b"KV221", run.stderr, named)
                self.assertNotIn(b"not for settings", run.stdout + run.stderr)

    def test_a_schema_brings_no_file_from_outside(self):
        self.write("secret.k", "not for schemas ((\n")
        self.write("w/kcl.mod", '[package]\nname = "w"\n')
        self.write("w/s.k", "schema App:\n    name: str\n")
        self.write("v.yml", "name: a\n")
        link = os.path.join(self.folder, "w/t.k")
        for target in ("../secret.k", "/proc/self/environ"):
            os.symlink(target, link)
            for args in (("check", "-f", "w/s.k", "-f", "v.yml"), ("vet", "v.yml", "w/s.k"), ("schema", "dump", "-f", "w/s.k")):
                run = self.expect(2, "KV008", *args)
                self.assertNotIn(b"not for schemas", run.stdout + run.stderr)
                self.assertNotIn(b"PATH=", run.stdout + run.stderr)
            os.remove(link)

    def test_a_farm_of_links_ends(self):
        for i in range(12):
            os.makedirs(os.path.join(self.folder, f"farm/d{i}"))
            for j in range(12):
                os.symlink("..", os.path.join(self.folder, f"farm/d{i}/up{j}"))
                os.symlink(f"../d{j}", os.path.join(self.folder, f"farm/d{i}/to{j}"))
        self.write("farm/d3/schema.yml", SCHEMA)
        self.expect(0, "", "check", "-f", "farm", timeout=20)

    def test_deep_directories_end(self):
        path = os.path.join(self.folder, "deep")
        os.mkdir(path)
        descriptor = os.open(path, os.O_RDONLY)
        for _ in range(1200):
            os.mkdir("d", dir_fd=descriptor)
            below = os.open("d", os.O_RDONLY, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = below
        os.close(descriptor)
        self.expect(3, "KV020", "check", "-f", "schema.yml", "-f", "deep")
        # shutil.rmtree cannot remove such a deep tree.
        subprocess.run(["rm", "-rf", path], check=True)


def flood(line, count):
    return line * count


class Memory(HostileTest):
    """Limited memory: a run that needs more ends with KV024 or another limit."""

    def bombs(self):
        """Yields file names and the command that reads them."""
        self.write("schema.yml", SCHEMA)
        self.write("any.yml", ANY)
        self.write("app.k", "schema App:\n    [...str]: any\n")
        self.write("findings.yml", flood("a:\n", 300_000))
        self.write("unknown.yml", "".join(f"k{i}: 1\n" for i in range(300_000)))
        self.write("keys.yml", "any:\n" + "".join(f"  k{i}: {i}\n" for i in range(600_000)))
        self.write("flow.yml", "any: [" + "[]," * 2_000_000 + "]\n")
        self.write("alias.yml", "any:\n  a: &a " + "x" * 100_000 + "\n  b: [" + "*a," * 100_000 + "]\n")
        laughs = "any:\n  a0: &a0 [1,1,1,1,1,1,1,1,1]\n"
        for i in range(1, 9):
            laughs += f"  a{i}: &a{i} [" + ",".join([f"*a{i - 1}"] * 9) + "]\n"
        self.write("laughs.yml", laughs)
        self.write("long.yml", "any: \"" + "\\q" * 500_000 + "\"\n")
        doubling = "".join(['x = "x"\n'] + ["x = x + x\n"] * 60)
        self.write("double.star", doubling)
        self.write("double.yml", '#@ load("double.star", "x")\na: #@ x\n')
        self.write("lists.star", "x = [1]\ndef f():\n  for i in range(60):\n    x.extend(x)\n  end\nend\nf()\n")
        self.write("lists.yml", '#@ load("lists.star", "x")\na: #@ x\n')
        members = ",".join(f'"v{i}"' for i in range(100_000))
        self.write("members.yml", f"#@data/values-schema\n---\nl:\n#@schema/validation one_of=[{members}]\n- v0\n")
        self.write("none.yml", "l:\n" + flood("- w\n", 1_000))
        message = flood("x", 100_000)
        self.write("message.yml", f'#@data/values-schema\n---\nl:\n#@schema/validation ("{message}", lambda v: False)\n- v0\n')
        self.write("double.k", 'a = "x"\n' + "".join(f"a{i} = {'a' + str(i - 1) if i else 'a'} * 2\n" for i in range(60)))
        self.write("range.k", "a = [i for i in range(100000000)]\n")
        yield "check", "-f", "schema.yml", "-f", "findings.yml"
        yield "check", "-f", "schema.yml", "-f", "unknown.yml"
        yield "check", "-o", "json", "-f", "schema.yml", "-f", "unknown.yml"
        for name in ("keys", "flow", "alias", "laughs", "long"):
            yield "check", "-f", "any.yml", "-f", name + ".yml"
            yield "values", "-f", "any.yml", "-f", name + ".yml"
            yield "values", "-o", "json", "-f", "any.yml", "-f", name + ".yml"
            yield "render", "-f", name + ".yml"
            yield "vet", name + ".yml", "app.k"
            yield "check", "-f", "app.k", "-f", name + ".yml"
        for name in ("double", "lists"):
            yield "render", "-f", name + ".star", "-f", name + ".yml"
        self.write("known.json", json.dumps({"format": "kval-baseline/1", "findings": [
            {"fingerprint": f"sha256:{i}"} for i in range(600_000)]}))
        yield "check", "-f", "schema.yml", "--baseline", "known.json"
        for name in ("members", "message"):
            yield "check", "-f", name + ".yml", "-f", "none.yml", "-o", "json"
        yield "run", "double.k"
        yield "run", "range.k"

    def test_every_bomb_ends_in_little_memory(self):
        for command in self.bombs():
            for memory in (64 * MIB, 96 * MIB, 200 * MIB, 600 * MIB):
                with self.subTest(command=command, memory=memory):
                    self.run_kval(*command, memory=memory)

    def test_a_small_check_ends_by_itself_in_every_memory(self):
        if SANITIZED:
            self.skipTest("a sanitizer has its own idea of memory")
        self.write("schema.yml", SCHEMA)
        self.write("values.yml", "name: 1\n")
        least = os.path.getsize(PROGRAM) + 40 * MIB  # minimum for loading the program and its libraries
        for memory in range(least, least + 80 * MIB, MIB):
            with self.subTest(memory=memory):
                self.run_kval("check", "-f", "schema.yml", "-f", "values.yml", memory=memory)
                # At some sizes only the memory for the timeout thread is missing.
                self.run_kval("check", "-f", "schema.yml", "-f", "values.yml", "--timeout", "1h", memory=memory)

    def test_a_finding_for_each_value_is_not_held_for_each(self):
        """Findings beyond the limit are counted, not stored."""
        if SANITIZED:
            self.skipTest("a sanitizer has its own idea of memory")
        wrong = 400_000
        self.write("items.json", '{"a": [' + '"x",' * wrong + '"x"]}')
        self.write("schema.k", "schema App:\n    a: [int]\n")
        self.write("schema.yml", "#@data/values-schema\n---\na: [0]\n")
        self.write("schema.json", json.dumps({"properties": {"a": {"items": {"type": "integer"}}}}))
        for command in (["check", "-f", "schema.k", "-f", "items.json"], ["check", "-f", "schema.yml", "-f", "items.json"],
                        ["check", "--as", "schema=schema.json", "-f", "items.json"], ["vet", "items.json", "schema.k"]):
            with self.subTest(command=command):
                run = self.run_kval(*command, memory=256 * MIB)
                self.assertEqual(run.returncode, 1, run.stdout[-500:])
                self.assertIn(f"Found {wrong + 1} errors", run.stdout.decode())

    def test_a_file_beyond_the_size_of_files_is_said(self):
        self.write("schema.yml", SCHEMA)
        self.write("values.yml", "name: 1\n")
        run = subprocess.run([PROGRAM, "check", "-o", "json:out.json", "-f", "schema.yml", "-f", "values.yml"],
                             cwd=self.folder, capture_output=True, timeout=60,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), ["schema.yml", "values.yml"])

    def test_out_of_memory_is_a_finding(self):
        if SANITIZED:
            self.skipTest("a sanitizer has its own idea of memory")
        self.write("any.yml", ANY)
        self.write("keys.yml", "any:\n" + "".join(f"  k{i}: {i}\n" for i in range(600_000)))
        self.expect(3, "KV024", "check", "-f", "any.yml", "-f", "keys.yml", memory=100 * MIB)
        run = self.expect(3, "KV024", "check", "-o", "json", "-f", "any.yml", "-f", "keys.yml", memory=100 * MIB)
        json.loads(run.stdout)


class Together(HostileTest):
    """Many files, validated by several threads."""

    def test_stored_findings_do_not_depend_on_the_number_of_threads(self):
        self.write("schema.yml", SCHEMA)
        for i in range(60):
            self.write(f"in/{i:03}.yml", "name: 1\n" * (i == 50) + "".join(f"k{j}: 1\n" for j in range(20)))
        outputs = set()
        for jobs in ("1", "2", "7"):
            run = self.run_kval("check", "--each", "in", "-f", "schema.yml", "--jobs", jobs, "--limit", "findings=10",
                                "-o", "json")
            self.assertEqual(run.returncode, 1)
            outputs.add(run.stdout)
        self.assertEqual(len(outputs), 1)
        self.assertIn(b"KV301", outputs.pop())


class Stack(HostileTest):
    """Limited stack: kval reports input that is nested too deeply (KV025), or processes it."""

    STACKS = (64 << 10, 128 << 10, 256 << 10, 512 << 10, 1 << 20, 8 << 20)

    def deep(self):
        n = 990
        self.write("any.yml", ANY)
        self.write("app.k", "schema App:\n    any: any\n")
        self.write("main.k", "import json\nimport yaml\nx = 1\n")
        self.write("flow.yml", "any: " + "[" * n + "]" * n + "\n")
        self.write("maps.yml", "any: " + "{a: " * n + "1" + "}" * n + "\n")
        self.write("deep.json", '{"any": ' + '{"a": ' * n + "1" + "}" * n + "}\n")
        self.write("block.yml", "any:\n" + "".join(" " * (i + 1) + "a:\n" for i in range(n)))
        self.write("overlay.yml", '#@ load("@ytt:overlay", "overlay")\n#@overlay/match by=overlay.all\n---\n'
                   "#@overlay/match missing_ok=True\nany: " + "{a: " * n + "2" + "}" * n + "\n")
        self.write("brackets.yml", "a: #@ " + "(" * 5000 + "1" + ")" * 5000 + "\n")
        self.write("calls.yml", "#@ def f(n):\n#@   return f(n + 1)\n#@ end\na: #@ f(0)\n")
        self.write("build.yml", "#@ def f():\n#@   x = [1]\n#@   for i in range(990):\n#@     x = [x]\n#@   end\n"
                   "#@   return x\n#@ end\na: #@ f()\n")
        self.write("brackets.k", "a = " + "(" * 5000 + "1" + ")" * 5000 + "\n")
        self.write("calls.k", "f = lambda n { f(n + 1) }\na = f(0)\n")
        self.write("lists.k", "f = lambda n, v { f(n - 1, [v]) if n > 0 else v }\na = f(900, 1)\n")
        self.write("deepschema.yml", "#@data/values-schema\n---\n" + "".join("  " * i + "a:\n" for i in range(400)) + "  " * 400 + "a: 1\n")
        for name in ("flow.yml", "maps.yml", "deep.json", "block.yml"):
            for output in ("full", "json", "sarif"):
                yield "check", "-o", output, "-f", "any.yml", "-f", name
            yield "check", "-f", name, "-f", "any.yml"
            yield "check", "-f", "app.k", "-f", name
            yield "values", "-f", "any.yml", "-f", name
            yield "values", "-o", "json", "-f", "any.yml", "-f", name
            yield "render", "-f", name
            yield "render", "-o", "json", "-f", name
            yield "render", "-o", "pos", "-f", name
            yield "render", "-f", name, "-f", "overlay.yml"
            yield "vet", name, "app.k"
            yield "run", "app.k", "-Y", name
        for name in ("brackets", "calls", "build"):
            yield "render", "-f", name + ".yml"
            yield "render", "-o", "json", "-f", name + ".yml"
        for name in ("brackets", "calls", "lists"):
            yield "run", name + ".k"
            yield "run", "--format", "json", name + ".k"
        yield "schema", "dump", "-f", "deepschema.yml"
        yield "schema", "export", "-f", "deepschema.yml"
        yield "schema", "convert", "--to", "kcl", "-f", "deepschema.yml"
        yield "schema", "convert", "--to", "ytt", "-f", "deepschema.yml"
        yield "values", "-f", "deepschema.yml"
        yield "check", "-f", "any.yml", "--set-json", "any=" + "[" * n + "]" * n
        yield "check", "-f", "any.yml", "--data-value-yaml", "any=" + "[" * n + "]" * n
        yield "check", "-f", "any.yml", "--data-value", "any" + ".a" * 20_000 + "=1"
        yield "check", "-f", "any.yml", "--set", "any" + ".a" * 20_000 + "=1"

    def test_deep_inputs_end_on_every_stack(self):
        for command in self.deep():
            for stack in self.STACKS:
                with self.subTest(command=[word[:60] for word in command], stack=stack):
                    self.run_kval(*command, stack=stack)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    unittest.main(verbosity=1)
