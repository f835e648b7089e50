#!/usr/bin/env python3
"""Tests of schemas/kubernetes/tables/generate.py: generate_test.py TABLES"""
import importlib.util
import os
import sys
import tempfile
import unittest

TABLES = sys.argv.pop(1)
spec = importlib.util.spec_from_file_location("generate", os.path.join(TABLES, "generate.py"))
generate = importlib.util.module_from_spec(spec)
spec.loader.exec_module(generate)


def facts(rules="", enums="", gates=""):
    with tempfile.TemporaryDirectory() as parent:
        folder = os.path.join(parent, "tables")
        os.mkdir(folder)
        for name, text in (("rules.tsv", rules), ("enums.tsv", enums), ("../feature_gates.def", gates)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        return generate.Facts(folder)


POD = {"type": "object", "properties": {"a": {"type": ["string", "null"]}, "b": {"type": "integer", "format": "int32"}},
       "required": ["b"]}


class Shapes(unittest.TestCase):
    def test_each_kind_has_its_letter(self):
        quantity = {"$ref": "#/$defs/io.k8s.apimachinery.pkg.api.resource.Quantity"}
        keyed = {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "map",
                 "x-kubernetes-list-map-keys": ["a", "b"]}
        for schema, letters in (({"type": ["boolean", "null"]}, "b"), (quantity, "q"), (keyed, "[/a,b/s"),
                                ({"type": "object", "additionalProperties": quantity}, "{q"), ({}, "*"),
                                ({"$ref": "#/$defs/a.B"}, "@a.B"), ({"type": "string", "format": "byte"}, "B")):
            self.assertEqual(generate.shape(schema), letters)

    def test_what_is_not_known_stops_the_build(self):
        with self.assertRaises(generate.Unknown):
            generate.shape({"type": "tuple"})


class Types(unittest.TestCase):
    def test_versions_share_what_did_not_change(self):
        changed = {**POD, "required": []}
        text = generate.types_text({"1.1": {"x.Pod": POD}, "1.2": {"x.Pod": POD}, "1.3": {"x.Pod": changed}}, facts(), [])
        self.assertEqual(text, "V 1.1 1.2 1.3\nT x.Pod 3\na s\nb 4!\nT x.Pod 4\na s\nb 4\n")

    def test_kinds_are_named(self):
        pod = {**POD, "x-kubernetes-group-version-kind": [{"group": "g", "version": "v1", "kind": "Pod"}]}
        self.assertIn("T x.Pod 1 g/v1/Pod\n", generate.types_text({"1.1": {"x.Pod": pod}}, facts(), []))

    def test_facts_become_rules(self):
        rules = "core.*.Pod\ta\trequired format=x\ncore.v1.Pod\tb\toptional min=1\ncore.v1.Pod\t*\tone=a,b,gone\n"
        text = generate.types_text({"1.1": {"io.k8s.api.core.v1.Pod": POD}},
                                   facts(rules, "io.k8s.api.core.v1.Pod\ta\tA|B\tA\n"), [])
        self.assertEqual(text.splitlines()[2:], ["* one:a,b", "a s! e=A|B r=filled;format:x d=A", "b 4 r=min:1"])

    def test_facts_depend_on_feature_gates(self):
        rules = "core.v1.Pod\tb\tmin=1\t!Zero\ncore.v1.Pod\tb\tmin=0\tZero\n"
        gates = 'KVAL_FEATURE(Zero, "1.1 alpha off, 1.2 beta on")\n'
        name = "io.k8s.api.core.v1.Pod"
        text = generate.types_text({"1.1": {name: POD}, "1.2": {name: POD}}, facts(rules, gates=gates), [])
        self.assertIn("b 4! r=min:1", text.split("T " + name)[1])
        self.assertIn("b 4! r=min:0", text.split("T " + name)[2])
        with self.assertRaises(generate.Unknown):
            facts("core.v1.Pod\tb\tmin=1\tMisspelt\n", gates=gates)

    def test_facts_about_items_and_requirements(self):
        rules = "core.v1.Pod\ta\tlabels items=A|B\ncore.v1.Pod\t*\toperands=b,a\n"
        text = generate.types_text({"1.1": {"io.k8s.api.core.v1.Pod": POD}}, facts(rules), [])
        self.assertEqual(text.splitlines()[2:], ["* operands:b,a", "a s r=labels;items:A|B", "b 4!"])

    def test_a_fact_about_nothing_stops_the_build(self):
        with self.assertRaises(generate.Unknown):
            generate.types_text({"1.1": {"x.Pod": POD}}, facts("core.v1.Pod\tz\trequired\n"), [])

    def test_descriptions_are_the_newest(self):
        old = {"x.Pod": {"description": "old", "properties": {"a": {"description": "one"}}}}
        new = {"x.Pod": {"description": "new\nline", "properties": {"a": {}}}}
        self.assertEqual(generate.descriptions_text({"1.1": old, "1.2": new}), "T x.Pod new\\nline\na one\n")


unittest.main()
