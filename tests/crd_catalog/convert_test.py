#!/usr/bin/env python3
"""Tests of schemas/crd_catalog/convert.py: convert_test.py FOLDER"""
import importlib.util
import os
import sys
import unittest

FOLDER = sys.argv.pop(1)
sys.path.insert(0, FOLDER)
spec = importlib.util.spec_from_file_location("convert", os.path.join(FOLDER, "convert.py"))
convert = importlib.util.module_from_spec(spec)
spec.loader.exec_module(convert)

HEAD = 'function %s(data,{instancePath="",parentData,parentDataProperty,rootData=data}={}){let vErrors=null,errors=0;%s' \
       'return %s.errors=vErrors,0===errors}'


def error(number, keyword, params):
    return ('let err%d={instancePath,schemaPath:"#/%s",keyword:"%s",params:{%s}};null===vErrors?vErrors=[err%d]:vErrors.push(err%d),'
            'errors++}' % (number, keyword, keyword, params, number, number))


def function(name, *errors, then=""):
    body = "".join("if(x){" + error(i, *each) for i, each in enumerate(errors))
    return HEAD % (name, body + then, name)


def field(name, of):
    return ('void 0!==data.%s&&(%s(data.%s,{instancePath:instancePath+"/%s",parentData:data,parentDataProperty:"%s",rootData})||x),'
            % (name, of, name, name, name))


def element(of, index="i0"):
    return '%s(data[%s],{instancePath:instancePath+"/"+%s,parentData:data,parentDataProperty:%s,rootData})||x;' % (of, index, index, index)


def whole(of):
    return "%s(data,{instancePath,parentData,parentDataProperty,rootData})||x;" % of


def schema(*functions, root="validate0", name="Made", declared="", corrections=(), **others):
    files = {f"_schemas/{name}.js": f"export const validate={root};" + "".join(functions)}
    files |= {f"_schemas/{key}.js": text for key, text in others.items()}
    if declared:
        files["Made.d.ts"] = declared
    return convert.Package(files, corrections).schema(name)


TEXT = function("validate1", ("type", 'type:"string"'))
OBJECT = ("type", 'type:"object"')


class Keywords(unittest.TestCase):
    def test_scalars(self):
        self.assertEqual(schema(function("validate0", ("type", 'type:"string"'), ("minLength", "limit:1"), ("pattern", 'pattern:"^a\\\\d"'))),
                         {"type": "string", "minLength": 1, "pattern": "^a\\d"})
        self.assertEqual(schema(function("validate0", ("type", 'type:"integer"'), ("maximum", 'comparison:"<=",limit:1e6'))),
                         {"type": "integer", "maximum": 1000000})
        self.assertEqual(schema('let schema2_enum=["a","b"];', function("validate0", ("enum", "allowedValues:schema2_enum"))),
                         {"enum": ["a", "b"]})

    def test_collections(self):
        self.assertEqual(schema(TEXT, function("validate0", ("type", 'type:"array"'), then=element("validate1"))),
                         {"type": "array", "items": {"type": "string"}})
        self.assertEqual(schema(TEXT, function("validate0", OBJECT, then=element("validate1", "key0"))),
                         {"type": "object", "additionalProperties": {"type": "string"}})

    def test_properties(self):
        self.assertEqual(schema(TEXT, function("validate0", ("required", 'missingProperty:"b"'), OBJECT,
                                               then=field("a", "validate1") + field("b", "validate1"))),
                         {"required": ["b"], "type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}})

    def test_references(self):
        other = "export const validate=validate0;" + function("validate0", ("type", 'type:"integer"'))
        reference = 'import{validate as validate7}from"./Other.js";'
        self.assertEqual(schema(reference, function("validate0", then=whole("validate7")), Other=other), {"type": "integer"})
        self.assertEqual(schema(reference, function("validate0", then=whole("validate7"))), convert.ANY)
        itself = 'import{validate as validate7}from"./Made.js";'
        self.assertEqual(schema(itself, function("validate0", OBJECT, then=field("a", "validate7"))),
                         {"type": "object", "properties": {"a": convert.ANY}})

    def test_alternatives(self):
        integer = function("validate2", ("type", 'type:"integer"'))
        choice = function("validate0", ("anyOf", ""), then=whole("validate1") + whole("validate2"))
        self.assertEqual(schema(TEXT, integer, choice), {"x-kubernetes-int-or-string": True})
        self.assertEqual(schema(TEXT, function("validate0", ("oneOf", ""), then=whole("validate1"))), convert.ANY)

    def test_an_unknown_keyword_stops_the_build(self):
        with self.assertRaises(ValueError):
            schema(function("validate0", ("contains", "x:1")))
        with self.assertRaises(ValueError):
            schema(function("validate0", ("maximum", "limit:1.5")))


class Corrections(unittest.TestCase):
    MADE = (TEXT, function("validate0", ("required", 'missingProperty:"a"'), OBJECT, then=field("a", "validate1")))

    def test_each_change(self):
        text = {"type": "string"}
        self.assertEqual(schema(*self.MADE, corrections=[("Ma*", "a", "optional")])["required"], [])
        self.assertEqual(schema(*self.MADE, corrections=[("Ma*", "*", "optional")])["required"], [])
        self.assertEqual(schema(*self.MADE, corrections=[("Other", "a", "optional")])["required"], ["a"])
        self.assertEqual(schema(*self.MADE, corrections=[("Made", "b", "added")])["properties"], {"a": text, "b": convert.ANY})
        self.assertEqual(schema(*self.MADE, corrections=[("Made", "a", "^x$")])["properties"], {"a": text | {"pattern": "^x$"}})
        self.assertEqual(schema(*self.MADE, corrections=[("Made", "", "any")]), convert.ANY)


class Descriptions(unittest.TestCase):
    def test_first_paragraph(self):
        declared = ('export interface IMade {\n    /**\n     * The first\n     * sentence.\n     *\n     * More.\n     */\n    "a"?: string;\n'
                    '    /**\n     * Text.\n     */\n    "description"?: string;\n}\nexport type { IMade as IMade };\n')
        self.assertEqual(schema(TEXT, function("validate0", OBJECT, then=field("a", "validate1")), declared=declared)["properties"],
                         {"a": {"description": "The first sentence.", "type": "string"},
                          "description": {"description": "Text.", "type": "string"}})


class Resources(unittest.TestCase):
    def test_the_root_has_no_metadata(self):
        root = {"type": "object", "description": "x", "required": ["apiVersion", "kind", "spec"],
                "properties": {"apiVersion": {}, "kind": {}, "metadata": {}, "spec": {"type": "object"}, "status": {"type": "object"}}}
        self.assertEqual(convert.resource(root), {"type": "object", "required": ["spec"],
                                                  "properties": {"spec": {"type": "object"}, "status": {"type": "object"} | convert.ANY}})
        self.assertEqual(convert.resource({"type": "object", "properties": {"kind": {}}}), {"type": "object"} | convert.ANY)

    def test_omitted_kinds(self):
        text = 'import{validate}from"../_schemas/Made.js";class Made{constructor(){this.apiVersion="example.com/v1"}static{this.kind="Made"}}'
        for corrections, kinds in ((), [("example.com/v1", "Made", "Made")]), ([("Made", "", "omitted")], []):
            self.assertEqual(list(convert.Package({"v1/Made.js": text}, corrections).kinds()), kinds)


unittest.main()
