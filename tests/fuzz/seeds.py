#!/usr/bin/env python3
"""Generates the seeds of the fuzzers from testdata: seeds.py DIR writes to DIR/<fuzzer>."""

import os
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTDATA = ROOT / "testdata"
LARGEST = 4096


def files(*endings):
    for path in sorted(TESTDATA.rglob("*")):
        if path.is_file() and path.name.endswith(endings) and path.stat().st_size <= LARGEST:
            yield path.read_bytes()


def cases():
    """Yields the schema and the values of each golden case."""
    for expected in sorted(TESTDATA.rglob("expected")):
        schema = expected.parent / "schema.yml"
        if schema.is_file():
            values = sorted(p for p in expected.parent.glob("*.yml") if p != schema and p.is_file())
            yield schema.read_bytes(), [p.read_bytes() for p in values]


def overlays():
    for expected in sorted(TESTDATA.rglob("expected")):
        parts = [p.read_bytes() for p in sorted(expected.parent.glob("*.yml")) if p.is_file()]
        if len(parts) > 1:
            yield b"\0".join(parts)


def parts(folder, names):
    return b"\0".join(path.read_bytes() if (path := folder / name).is_file() else b"" for name in names)


def projects():
    for declaration in sorted((TESTDATA / "project").rglob(".kval.yaml")):
        yield parts(declaration.parent, [".kval.yaml", "schema.yml", "base.yml", "dev.yml", "prod.yml"])


def helm_charts():
    for chart in sorted((TESTDATA / "helm").rglob("Chart.yaml")):
        yield parts(chart.parent, ["Chart.yaml", "values.yaml"])


def charts():
    for chart in sorted((TESTDATA / "helm").rglob("Chart.yaml")):
        schema = "values.schema.json"
        yield parts(chart.parent, ["../values.yml", "values.yaml", schema, "Chart.yaml", "templates/a.yaml"])


def rendered_charts():
    for area in ("helm", "helm_template"):
        for chart in sorted(path.parent for path in (TESTDATA / area).glob("*/chart/Chart.yaml")):
            user = [path.name for path in sorted(chart.parent.glob("*.yaml"))][:1]
            templates = [path.name for path in sorted((chart / "templates").glob("*.yaml"))][:1]
            partials = [path.name for path in sorted((chart / "templates").glob("_*.tpl"))][:1]
            yield parts(chart, ["../" + "".join(user), "templates/" + "".join(templates), "templates/" + "".join(partials), "values.yaml"])


def manifests():
    """Yields each manifest file with the CustomResourceDefinitions and the policy of its golden case."""
    for expected in sorted((TESTDATA / "k8s").rglob("expected")):
        texts = {path.name: path.read_bytes() for path in sorted(expected.parent.glob("*.y*ml"))}
        definitions = b"".join(text for text in texts.values() if b"CustomResourceDefinition" in text)
        policy = b"".join(text for text in texts.values() if b"#@data/values-schema" in text)
        for text in texts.values():
            if b"kind:" in text:
                yield b"\0".join([text, definitions, policy] if policy else [text, definitions])


FLAGS = [b"vname=x", b"yreplicas=3", b"sa.b[0]=1,c={1,2}", b"Sa=1", b'jname={"a":[1]}', b"fname=file", b"eP", b"EP",
         b"Ffile", b"xP_name__a=1", b"va\\.b=c", b"@lib:a=1"]


def seeds():
    yaml = list(files(".yml", ".yaml", ".json"))
    kcl = list(files(".k"))
    star = list(files(".star"))
    schemas = list(cases())
    whole = [b"\0".join([schema, *values]) for schema, values in schemas]
    for name in ("yaml_reader", "yaml_agreement", "yaml_libyaml", "yaml_writer", "report", "formats", "modules_text"):
        yield name, yaml
    cel = [text.encode() for test in sorted((ROOT / "tests" / "cel").glob("*_test.cc"))
           for text in re.findall(r'\{"([^"\\]+)",', test.read_text(encoding="utf-8"))]
    yield "cel_parser", cel
    yield "cel_evaluator", cel
    templates = [text.encode() for test in sorted((ROOT / "tests" / "gotemplate").glob("*_test.cc"))
                 for text in re.findall(r'\{"([^"\\]*\{\{[^"\\]*)",', test.read_text(encoding="utf-8"))]
    templates += [text for text in files(".yaml", ".tpl") if b"{{" in text]
    yield "gotemplate_parser", templates
    yield "gotemplate_evaluator", templates
    yield "starlark_parser", star
    yield "starlark_evaluator", star
    yield "template", list(overlays())
    for name in ("kcl_parser", "kcl_formatter", "kcl_checker", "kcl_eval"):
        yield name, kcl
    yield "kcl_format", list(files(".txt"))
    yield "check", whole
    yield "merge", [b"\0".join(values) for _, values in schemas if values]
    yield "flags", [schema.split(b"---\n", 1)[-1] + b"\0" + b"\0".join(FLAGS[i % 6:]) for i, (schema, _) in enumerate(schemas)]
    yield "lowering", [b"y" + s.split(b"---\n", 1)[-1] for s, _ in schemas] + [b"k" + text for text in kcl]
    yield "json_schema", [b"\0".join([text, b"a: 1\n"]) for text in files(".json") if b"$schema" in text]
    yield "toml", list(files("kcl.mod", ".toml"))
    yield "redaction", yaml
    yield "escaping", yaml
    # The first byte selects the kind of input: template, chart or flag.
    yield "helm", ([b"\2" + text for text in files(".yaml", ".tpl") if b"{{" in text] + [b"\3" + chart for chart in helm_charts()]
                   + [bytes([4 + i % 4]) + flag[1:] for i, flag in enumerate(FLAGS)])
    yield "values_again", [schema.split(b"---\n", 1)[-1] + b"\0" + b"".join(values[:1]) for schema, values in schemas]
    yield "project", list(projects())
    yield "chart", list(charts())
    yield "helm_render", list(rendered_charts())
    yield "kubernetes", list(manifests())
    yield "fix", whole
    yield "infer", [text for text in files(".yml", ".yaml") if b"#@" not in text]


def main():
    target = Path(sys.argv[1])
    shutil.rmtree(target, ignore_errors=True)
    for name, texts in seeds():
        folder = target / f"{name}_fuzzer"
        os.makedirs(folder)
        for number, text in enumerate(dict.fromkeys(texts)):
            (folder / str(number)).write_bytes(text[:LARGEST])
        # Inputs from earlier fuzzing.
        for found in sorted((ROOT / "tests/fuzz/corpus" / name).glob("*")):
            shutil.copy(found, folder / f"corpus-{found.name}")
    # Fuzzers without seeds get an empty directory.
    for source in sorted((ROOT / "tests/fuzz").glob("*_fuzzer.cc")):
        os.makedirs(target / source.stem, exist_ok=True)


if __name__ == "__main__":
    main()
