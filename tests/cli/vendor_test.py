#!/usr/bin/env python3
"""`kval vendor` fetches schemas once; afterwards checks, projects, `kval k8s` and the language server resolve their addresses
without a server, and a changed file is an error.

  vendor_test.py PROGRAM
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lsp_client import Client, uri

PROGRAM = os.path.abspath(sys.argv.pop(1))
DRAFT = "https://json-schema.org/draft/2020-12/schema"
CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: {spec: {type: object, properties: {size: {type: integer}}}}
"""


def schema(properties):
    return json.dumps({"$schema": DRAFT, "type": "object", "properties": properties})


class Server:
    """An http server on 127.0.0.1 with the texts of `files` by path; a tuple is a redirect."""

    def __init__(self):
        files = self.files = {}
        self.requests = []
        requests = self.requests

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                requests.append(self.path)
                found = files.get(self.path)
                if isinstance(found, tuple):
                    self.send_response(302)
                    self.send_header("Location", found[0])
                    self.end_headers()
                    return
                self.send_response(404 if found is None else 200)
                self.end_headers()
                self.wfile.write((found or "missing").encode())

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
            self.server = None


@unittest.skipIf(shutil.which("curl") is None, "curl is not installed")
class Vendor(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.end)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(os.path.realpath(folder.name))
        (self.folder / ".git").mkdir()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_kval(self, *args, below="."):
        done = subprocess.run([PROGRAM, *args], cwd=self.folder / below, capture_output=True, text=True, check=False,
                              env={"PATH": os.environ["PATH"], "http_proxy": "http://127.0.0.1:1"})
        return done.returncode, done.stdout + done.stderr

    def lock(self):
        return json.loads((self.folder / ".kval/schemas/lock.json").read_text())

    def serve_values(self, kind="integer"):
        """A values file whose comment names a schema that refers to another one."""
        self.server.files["/a/values.json"] = schema({"port": {"$ref": "parts/port.json"}})
        self.server.files["/a/parts/port.json"] = schema({}).replace('"object"', f'"{kind}"')
        self.write("values.yml", f"# yaml-language-server: $schema={self.server.address}/a/values.json\nport: text\n")

    def test_fetches_once_and_checks_offline(self):
        self.serve_values()
        status, text = self.run_kval("check", "values.yml")
        self.assertEqual(status, 2, text)
        self.assertIn("`kval vendor` stores a copy in the repository", text)
        status, text = self.run_kval("vendor")
        self.assertEqual(status, 0, text)
        self.assertIn("2 schemas in .kval/schemas: 2 fetched", text)
        entries = self.lock()["schemas"]
        self.assertEqual([entry["address"] for entry in entries],
                         [self.server.address + "/a/parts/port.json", self.server.address + "/a/values.json"])
        for entry in entries:
            self.assertEqual((self.folder / ".kval/schemas" / entry["file"]).stat().st_size, entry["size"])
        before = len(self.server.requests)
        self.assertEqual(self.run_kval("vendor")[0], 0)
        self.assertEqual(len(self.server.requests), before)
        self.server.end()
        status, text = self.run_kval("check", "values.yml")
        self.assertEqual(status, 1, text)
        self.assertIn("expected integer", text)
        self.assertEqual(self.run_kval("vendor", "--check")[0], 0)
        (self.folder / "sub").mkdir()
        self.write("sub/values.yml", (self.folder / "values.yml").read_text())
        self.assertIn("expected integer", self.run_kval("check", "values.yml", below="sub")[1])

    def test_changed_file_is_an_error(self):
        self.serve_values()
        self.assertEqual(self.run_kval("vendor")[0], 0)
        for entry in self.lock()["schemas"]:
            path = self.folder / ".kval/schemas" / entry["file"]
            original = path.read_text()
            path.write_text(original.replace("integer", "string").replace("object", "abject"))
            for args in (["check", "values.yml"], ["vendor", "--check"], ["vendor"]):
                status, text = self.run_kval(*args)
                self.assertNotEqual(status, 0, (entry, args, text))
                self.assertIn("is not the schema that was fetched", text)
                self.assertIn("restore the file, or fetch it again: `kval vendor --update`", text)
            path.write_text(original)
        self.write(".kval/schemas/lock.json", "{}")
        status, text = self.run_kval("check", "values.yml")
        self.assertEqual(status, 2, text)
        self.assertIn("cannot use .kval/schemas/lock.json", text)
        status, text = self.run_kval("vendor")
        self.assertEqual(status, 2, text)
        self.assertIn("restore the file, or delete it and run `kval vendor`", text)

    def test_update_reports_changes(self):
        self.serve_values()
        self.run_kval("vendor")
        self.assertIn("0 fetched or changed, 2 unchanged", self.run_kval("vendor", "--update")[1])
        self.serve_values("string")
        self.assertIn("changed  " + self.server.address + "/a/parts/port.json", self.run_kval("vendor", "--update")[1])
        self.assertEqual(self.run_kval("check", "values.yml")[0], 0)

    def test_invalid_project(self):
        self.write(".kval.yaml", "sets: 1\n")
        status, text = self.run_kval("vendor")
        self.assertEqual(status, 2, text)
        self.assertIn("`kval` reports its errors", text)

    def test_check_reports_missing_schema(self):
        self.serve_values()
        status, text = self.run_kval("vendor", "--check")
        self.assertEqual(status, 1, text)
        self.assertIn("the repository has no copy", text)

    def test_failures_write_nothing(self):
        self.server.files.update({"/page.json": "<!DOCTYPE html><html></html>", "/text.json": "word",
                                  "/redirect.json": (self.server.address + "/text.json",), "/large.json": "x" * 5000})
        for path, expected in (("/none.json", "the status 404"), ("/page.json", "is no schema"), ("/text.json", "is no schema"),
                               ("/redirect.json", "not https")):
            status, text = self.run_kval("vendor", "--schema", self.server.address + path)
            self.assertEqual(status, 2, text)
            self.assertIn(expected, text)
        status, text = self.run_kval("vendor", "--limit", "file-size=4000", "--schema", self.server.address + "/large.json")
        self.assertIn("too large", text)
        for address, expected in (("http://example.com/a.json", "only https"), ("https://user:pw@example.com/a", "credentials"),
                                  ("file:///etc/passwd", "not the address"), ("http://127.0.0.1.example.com/a", "only https")):
            status, text = self.run_kval("vendor", "--schema", address)
            self.assertEqual(status, 2, text)
            self.assertIn(expected, text)
        self.assertFalse((self.folder / ".kval").exists())

    def test_project_and_manifests(self):
        self.serve_values()
        self.server.files["/crd.yaml"] = CRD
        self.write("values.yml", "port: text\n")
        self.write("thing.yaml", "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: {size: large}\n")
        self.write("k8s/thing.yaml", (self.folder / "thing.yaml").read_text())
        self.write(".kval.yaml", f"sets:\n- name: shop\n  schema: {self.server.address}/a/values.json\n  values: values.yml\n"
                                 f"kubernetes:\n- files: k8s/*.yaml\n  crds: {self.server.address}/crd.yaml\n")
        self.assertEqual(self.run_kval("vendor")[0], 0)
        self.server.end()
        for below in (".", "k8s"):
            status, text = self.run_kval(below=below)
            self.assertEqual(status, 1, text)
            self.assertIn("values.yml:1:7", text)
            self.assertIn("thing.yaml:4:14", text)
        status, text = self.run_kval("k8s", "--crds", self.server.address + "/crd.yaml", "thing.yaml")
        self.assertIn("thing.yaml:4:14", text)
        status, text = self.run_kval("check", "--as", f"schema={self.server.address}/a/values.json", "-f", "values.yml")
        self.assertIn("expected integer", text)
        status, text = self.run_kval("k8s", "--crds", self.server.address + "/other.yaml", "thing.yaml")
        self.assertEqual(status, 2, text)
        self.assertIn("`kval vendor` fetches it", text)

    def test_directories_have_no_copies(self):
        self.serve_values()
        self.run_kval("vendor")
        for args in (["check", "--each", "."], ["k8s", "."]):
            text = self.run_kval(*args)[1]
            self.assertNotIn("lock.json", text, args)
            self.assertNotIn("schemas/127", text, args)

    def test_language_server(self):
        self.serve_values()
        self.run_kval("vendor")
        self.server.end()
        client = Client(PROGRAM, str(self.folder))
        client.start()
        path = str(self.folder / "values.yml")
        client.open(path, Path(path).read_text())
        while uri(path) not in client.findings:
            self.assertIsNotNone(client.receive(30))
        self.assertIn("integer", client.findings[uri(path)][0]["message"])
        client.end()


if __name__ == "__main__":
    unittest.main()
