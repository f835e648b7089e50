#include "src/modules/assert.h"

#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

TEST(Assert, equals_compares_encoded_strings) {
  Check({{"assert.equals('foo', 'foo')", "None"},
         {"assert.equals([1, 2], (1, 2))", "None"},
         {"assert.equals({'a': None}, {'a': None})", "None"},
         {"assert.equals(1, 1.0)", "None"},
         {"assert.equals('foo')", "error: assert.equals: got 1 arguments, want 2"},
         {"assert.equals(lambda: 1, lambda: 1)",
          "error: assert.equals: expected argument not to be a function, but was *starlark.Function"},
         {"assert.equals(1, len)",
          "error: assert.equals: expected argument not to be a function, but was *starlark.Builtin"},
         {"assert.equals({'foo': 'bar'}, [1, 2])",
          "error: assert.equals: Not equal:\n(expected type: dict)\nfoo: bar\n\n\n(was type: list)\n- 1\n- "
          "2\n"},
         {"assert.equals(True, False)",
          "error: assert.equals: Not equal:\n(expected type: bool)\ntrue\n\n\n(was type: bool)\nfalse\n"}});
}

TEST(Assert, fail_and_try_to) {
  Check({{"assert.fail('missing version')", "error: assert.fail: fail: missing version"},
         {"assert.fail(1)", "error: assert.fail: expected a string, but was int"},
         {"assert.fail()", "error: assert.fail: got 0 arguments, want 1"},
         {"assert.try_to(lambda: (1, 2))", "((1, 2), None)"},
         {"assert.try_to(lambda: json.decode('}junk'))",
          "(None, \"json.decode: invalid character '}' looking for beginning of value\")"},
         {"assert.try_to(lambda: (None).foo)", "(None, \"NoneType has no .foo field or method\")"},
         {"assert.try_to('invalid')",
          "error: assert.try_to: expected argument to be a function, but was starlark.String"}});
}

TEST(Assert, bounds) {
  Check({{"assert.min(2).check(3)", "True"},
         {"assert.min('c').check('d')", "True"},
         {"assert.min(['a', 1]).check(('b', 2))", "True"},
         {"assert.max(2).check(2.0)", "True"},
         {"assert.max(2).check(3)", "error: fail: value > 2"},
         {"assert.min(3.0).check(2)", "error: fail: value < 3"},
         {"assert.min(1.5).check(1)", "error: fail: value < 1.5"},
         {"assert.min(1).check('a')", "error: string >= int not implemented"},
         {"assert.min()", "error: assert.min: got 0 arguments, want 1"},
         {"assert.max(1, 2)", "error: assert.max: got 2 arguments, want 1"}});
}

TEST(Assert, lengths) {
  Check({{"assert.max_len(2).check('o0')", "True"},
         {"assert.min_len(2).check(struct.make(one=True, two=True))", "True"},
         {"assert.min_len(1.9).check([0])", "True"},
         {"assert.max_len(2).check('abc')", "error: fail: length = 3"},
         {"assert.min_len(7).check('äöü')", "error: fail: length = 6"},
         {"assert.min_len(1).check(5)", "error: len: value of type int has no len"},
         {"assert.min_len('1')", "error: assert.min_len: expected value to be an number, but was string"},
         {"assert.max_len(1, 2)", "error: assert.max_len: got 2 arguments, want 1"}});
}

TEST(Assert, not_null) {
  Check({{"assert.not_null().check('a')", "True"},
         {"assert.not_null('a')", "True"},
         {"assert.not_null(None)", "error: assert.not_null: fail: value is null"},
         {"assert.not_null().check(None)", "error: fail: value is null"},
         {"assert.not_null(1, 2)", "error: assert.not_null: got 2 arguments, want at most 1"},
         {"assert.not_null().check()", "error: function lambda missing 1 argument (value)"},
         {"assert.not_null().check(1, 2)", "error: function lambda accepts 1 positional argument (2 given)"},
         {"assert.not_null().check(value=1)", "True"}});
}

TEST(Assert, one_not_null) {
  Check(
      {{"assert.one_not_null().check({'a': 1, 'b': None})", "True"},
       {"assert.one_not_null(True).check({'a': 1, 'b': None})", "True"},
       {"assert.one_not_null(['a', 'x']).check({'a': 1, 'b': 2})", "True"},
       {"assert.one_not_null([0, False, 0.5, 'a']).check({0: None, False: None, 0.5: None, 'a': 1})", "True"},
       {"assert.one_not_null().check(struct.make(a=1, b=2))", "error: check: [\"a\", \"b\"] are not null"},
       {"assert.one_not_null().check({'a': None})", "error: check: all values are null"},
       {"assert.one_not_null().check({})", "error: check: value is empty"},
       {"assert.one_not_null().check(['a'])", "error: check: value must be a map or dict, but was 'list'"},
       {"assert.one_not_null().check({}, {})", "error: check: got 2 arguments, want 1"},
       {"assert.one_not_null(False)", "error: assert.one_not_null: one_not_null() cannot be False"},
       {"assert.one_not_null(13)",
        "error: assert.one_not_null: expected a sequence of keys, but was a 'int'"},
       {"assert.one_not_null([], [])", "error: assert.one_not_null: got 2 arguments, want 1"}});
}

TEST(Assert, one_of) {
  Check({{"assert.one_of(['aws', 'azure']).check('azure')", "True"},
         {"assert.one_of(('aws', 'azure')).check('azure')", "True"},
         {"assert.one_of('aws', 4, False, {'azure': 1}).check({'azure': 1})", "True"},
         {"assert.one_of(1, 2).check(1.0)", "True"},
         {"assert.one_of('aws', 'azure').check('gcp')", "error: fail: not one of allowed values"},
         {"assert.one_of(4)", "error: assert.one_of: expected a sequence, but was a 'int'"},
         {"assert.one_of('aws,azure')", "error: assert.one_of: expected a sequence, but was a 'string'"},
         {"assert.one_of()", "error: assert.one_of: got 0 arguments, want at least 1"},
         {"assert.one_of(1, 2).check()", "error: function lambda missing 1 argument (val)"}});
}

TEST(Assert, rule_objects_are_structs_of_their_own_type) {
  Check({{"type(assert.min(1))", "\"@ytt:assert.assertion\""},
         {"assert.min(1)", "struct(...)"},
         {"assert.min(1)['check'](1)", "True"},
         {"dir(assert.min(1))", "[\"check\"]"},
         {"yaml.encode(assert.min(1))",
          "error: yaml.encode: Unable to convert value: @ytt:assert.assertion does not encode (did you mean "
          "to call check()?)"}});
}

TEST(Assert, try_to_does_not_hide_limits) {
  source::SourceMap sources;
  diag::Collector collector;
  diag::Emitter emitter(&collector);
  starlark::InterpreterOptions options;
  options.limits.starlark_steps = 1000;
  starlark::Interpreter interpreter(&sources, options);
  ModuleTable table(&interpreter, {});
  starlark::Environment environment(&interpreter.universe());
  environment.Define("assert", (*table.Load("assert"))->Find("assert"));
  const source::SourceFile& file = sources.AddText("t", "assert.try_to(lambda: [x for x in range(100000)])");
  std::optional<starlark::Outcome<starlark::Value>> result =
      starlark::Evaluate(interpreter, file.span(), environment, emitter);
  ASSERT_TRUE(result.has_value());
  ASSERT_FALSE(result->ok());
  EXPECT_TRUE(IsLimit(result->error()));
}

}  // namespace
}  // namespace kval::modules
