"""The Python module as its users see it; run by wheel_test.py in an environment that has the wheel."""
import dataclasses
import os
import pickle
import signal
import threading
import time

import pytest

import kval

SCHEMA = '#@data/values-schema\n---\nname: app\n#@schema/validation min=1\nreplicas: 1\n'


@pytest.fixture(scope="module")
def schema():
    return kval.Schema.from_text(SCHEMA)


def test_nothing_is_wrong(schema):
    assert schema.check("name: web\nreplicas: 2\n", name="good.yml") == []


def test_says_what_is_wrong_and_where(schema):
    unknown, small = schema.check("nmae: web\nreplicas: 0\n", name="bad.yml")
    assert str(unknown) == "bad.yml:1:1: error[KV300] nmae: key `nmae` is not declared in the schema"
    assert unknown.hint == "did you mean `name`?"
    assert (small.rule, small.name, small.severity, small.is_error) == ("KV401", "min", "error", True)
    assert small.path == ("replicas",) and small.path_text == "replicas"
    assert small.value == kval.Location("bad.yml", 2, 11, 2, 12, 20, 21)
    assert small.schema.file == "schema.yml" and small.schema.line == 4
    assert {label.role for label in small.labels} >= {"primary", "schema"}


def test_says_how_it_is_repaired(schema):
    text = "# für alle\nnmae: web\nreplicas: '2'\n"
    unknown, quoted = schema.check(text, name="bad.yml")
    assert (unknown.repair, quoted.repair) == ("write `name`", "remove the quotes")
    assert quoted.edits == (kval.Edit(quoted.value, "2"),)
    assert quoted.repaired(text) == "# für alle\nnmae: web\nreplicas: 2\n"
    assert schema.check(unknown.repaired(quoted.repaired(text).encode()), name="good.yml") == []
    (small,) = schema.check("replicas: 0\n", name="bad.yml")
    assert (small.repair, small.edits, small.repaired("replicas: 0\n")) == ("", (), "replicas: 0\n")


def test_every_document_is_judged(schema):
    found = schema.check("replicas: 1\n---\nreplicas: x\n---\nreplicas: y\n", name="many.yml")
    assert [finding.value.line for finding in found] == [3, 5]


@pytest.mark.parametrize("name, text", [
    ("app.k", "schema App:\n    name: str\n    replicas: int = 1\n    check:\n        replicas > 0\n"),
    ("app.schema.json", '{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",'
                        '"properties": {"name": {"type": "string"}, "replicas": {"type": "integer"}}}'),
])
def test_other_languages(name, text):
    schema = kval.Schema.from_text(text, name=name)
    assert schema.check("name: a\nreplicas: 2\n") == []
    (finding,) = schema.check("name: a\nreplicas: many\n")
    assert finding.rule == "KV301" and finding.path == ("replicas",)


def test_lists_are_numbered():
    schema = kval.Schema.from_text("#@data/values-schema\n---\nports:\n- 80\n")
    (finding,) = schema.check("ports: [1, x]")
    assert finding.path == ("ports", 1) and finding.path_text == "ports[1]"


def test_files(tmp_path):
    (tmp_path / "schema.yml").write_text(SCHEMA)
    (tmp_path / "base.yml").write_text("replicas: 0\n")
    (tmp_path / "values.yml").write_text("replicas: 2\n")
    schema = kval.Schema.from_files(tmp_path / "schema.yml", tmp_path / "base.yml")
    assert schema.check_file(tmp_path / "values.yml") == []
    (found,) = schema.check("name: a\n")  # every document overrides the base
    assert found.rule == "KV401" and found.value.file.endswith("base.yml")
    (missing,) = schema.check_file(tmp_path / "missing.yml")
    assert missing.rule == "KV001" and missing.is_error


def test_a_schema_that_cannot_be_used():
    with pytest.raises(kval.SchemaError) as raised:
        kval.Schema.from_text("#@data/values-schema\n---\n#@schema/type nonsense=1\na: 1\n")
    assert raised.value.findings[0].rule == "KV201"
    with pytest.raises(kval.SchemaError):
        kval.Schema.from_text("a: 1\n")  # values, not a schema
    with pytest.raises(kval.SchemaError) as raised:
        kval.Schema.from_files("/nonexistent/schema.yml")
    assert raised.value.findings[0].rule == "KV001"
    with pytest.raises(kval.Error):
        kval.Schema.from_files()
    assert pickle.loads(pickle.dumps(raised.value)).args == raised.value.args


def test_a_schema_with_warnings():
    schema = kval.Schema.from_text("#@data/values-schema\n---\n#@schema/nulable\na: 1\n")
    assert [(found.rule, found.hint) for found in schema.warnings] == [
        ("KV200", "did you mean `@schema/nullable`?")]


def test_options():
    assert kval.Schema.from_text(SCHEMA, strict=True).check("name: yes\n")[0].is_error
    with pytest.raises(kval.SchemaError):
        kval.Schema.from_text(SCHEMA, profile="nonsense")
    with pytest.raises(kval.SchemaError):
        kval.Schema.from_text(SCHEMA, limits={"nonsense": 1})
    small = kval.Schema.from_text("#@data/values-schema\n---\na: 1\n", limits={"depth": 5})
    assert small.check("a: [[[[[[[[[[1]]]]]]]]]]")[0].rule == "KV020"


def test_texts_that_are_none(schema):
    assert schema.check(b"replicas: 2\n") == []
    assert schema.check(b"name: \xff\n")[0].is_error
    assert schema.check("name: 'a\n")[0].is_error
    with pytest.raises(TypeError):
        schema.check(5)
    with pytest.raises(UnicodeEncodeError):
        schema.check("name: \ud800\n")


def test_secrets_are_not_repeated():
    schema = kval.Schema.from_text('#@data/values-schema\n---\npassword: ""\n')
    (finding,) = schema.check("password: [hunter2]\n")
    assert "hunter2" not in repr(finding)


def test_time_is_limited(schema):
    # Checking 20,000 documents takes longer than a millisecond.
    (finding,) = schema.check("replicas: 1\n---\n" * 20000, timeout=0.001)
    assert finding.rule == "KV026" and finding.is_error


SLOW = ('#@ def slow(v):\n#@   for i in range(100000000000):\n#@     n = i\n#@   end\n#@   return True\n#@ end\n'
        '#@data/values-schema\n---\n')
UNLIMITED = {"starlark-steps": "1000000000000"}


@pytest.fixture(scope="module")
def slow_schema():
    return kval.Schema.from_text(SLOW + '#@schema/validation ("slow", slow)\nreplicas: 1\n', limits=UNLIMITED)


def test_times_that_are_none(schema, slow_schema):
    assert schema.check("replicas: 1\n", timeout=float("inf")) == []
    assert schema.check("replicas: 1\n", timeout=1e300) == []
    for timeout in (0.0, -1.0, 1e-9):
        (finding,) = slow_schema.check("replicas: 1\n", timeout=timeout)
        assert finding.rule == "KV026"
    with pytest.raises(ValueError):
        schema.check("replicas: 1\n", timeout=float("nan"))


def test_the_time_of_compiling_is_limited():
    with pytest.raises(kval.SchemaError) as caught:
        kval.Schema.from_text(SLOW + "replicas: #@ slow(1)\n", limits=UNLIMITED, timeout=0.1)
    assert [finding.rule for finding in caught.value.findings] == ["KV026"]
    schema = kval.Schema.from_text(SCHEMA, timeout=60)
    assert pickle.loads(pickle.dumps(schema)).check("replicas: 1\n") == []


def interrupted_after(seconds):
    timer = threading.Timer(seconds, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_ctrl_c_ends_a_call(schema, slow_schema):
    begin = time.monotonic()
    interrupted_after(0.2)
    with pytest.raises(KeyboardInterrupt):
        slow_schema.check("replicas: 1\n")
    interrupted_after(0.2)
    with pytest.raises(KeyboardInterrupt):
        kval.Schema.from_text(SLOW + "replicas: #@ slow(1)\n", limits=UNLIMITED)
    assert time.monotonic() - begin < 30
    assert schema.check("replicas: 1\n") == []


def test_a_handler_that_raises_nothing_ends_no_call(slow_schema):
    seen = []
    before = signal.signal(signal.SIGINT, lambda *_: seen.append(1))
    try:
        interrupted_after(0.1)
        (finding,) = slow_schema.check("replicas: 1\n", timeout=0.6)
    finally:
        signal.signal(signal.SIGINT, before)
    assert finding.rule == "KV026" and seen == [1]


def test_the_lock_is_released(schema):
    text = "replicas: 1\n---\n" * 20000
    checking = threading.Thread(target=schema.check, args=(text,))
    checking.start()
    turns = 0
    while checking.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 3  # if the call held the lock, this thread would not run until its end


def test_threads_share_a_schema(schema):
    expected = schema.check("replicas: x\n")
    answers = []
    threads = [threading.Thread(target=lambda: answers.extend(schema.check("replicas: x\n") for _ in range(50)))
               for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 400 and all(answer == expected for answer in answers)


def test_schemas_and_findings_travel(schema):
    there = pickle.loads(pickle.dumps(schema))
    found = there.check("replicas: 0\n")
    assert found == schema.check("replicas: 0\n")
    assert pickle.loads(pickle.dumps(found)) == found
    assert dataclasses.asdict(found[0])["rule"] == "KV401"


def test_version():
    assert kval.__version__.count(".") == 2
