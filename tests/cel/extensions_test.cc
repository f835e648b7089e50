#include <gtest/gtest.h>

#include "tests/cel/evaluate.h"

// Extensions of CEL by Kubernetes components. Source: the expected results are those of the API server's
// code.
namespace kval::cel {
namespace {

struct Case {
  const char* text;
  const char* found;  // type or error message
};

std::string TypeOf(const char* text, const Environment& environment) {
  std::vector<ProgramError> errors;
  const auto program = Program::Compile(text, environment, {}, errors);
  return program ? TypeText(program->type()) : errors[0].message;
}

TEST(CelExtensions, MutationsMakeObjectsAndPatches) {
  Environment environment;
  environment.Declare("object", &kDynType);
  environment.Extend(Extension::kPatches);
  const Case cases[] = {
      {"Object{spec: Object.spec{replicas: 3}}", "Object"},
      {".Object{}", "Object"},
      {"[Object{}]", "list(Object)"},
      {"Object.spec{}", "Object.spec"},
      {"Object{spec: Object{a: 1}.b}", "Object"},
      {"Object{a: 1}.b", "dyn"},
      {"Object{?spec: optional.of(1)}", "Object"},
      {"Object{?spec: 1}", "expected type 'optional_type(int)' but found 'int'"},
      {"Objekt{}", "undeclared reference to 'Objekt' (in container '')"},
      {"Object.a{} == Object{}", "found no matching overload for '_==_' applied to '(Object.a, Object)'"},
      {"has(object.x) ? Object{} : Object{spec: 1}", "Object"},
      {"[JSONPatch{op: 'replace', path: '/a', value: 1}]", "list(JSONPatch)"},
      {"true ? [JSONPatch{}] : []", "list(JSONPatch)"},
      {"object.items.map(c, JSONPatch{path: '/' + c.name})", "list(JSONPatch)"},
      {"[JSONPatch{}, Object{}]", "expected type 'JSONPatch' but found 'Object'"},
      {"JSONPatch{op: 1}", "expected type of field 'op' is 'string' but provided type is 'int'"},
      {"JSONPatch{nope: 1}", "undefined field 'nope'"},
      {"jsonpatch.escapeKey('a/b')", "string"},
      {"jsonpatch.escapeKey(1)", "found no matching overload for 'jsonpatch.escapeKey' applied to '(int)'"},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(TypeOf(each.text, environment), each.found) << each.text;
  }
}

TEST(CelExtensions, KeysAreEscapedForPointers) {
  Trial trial;
  trial.environment.Extend(Extension::kPatches);
  EXPECT_EQ(trial.Of("jsonpatch.escapeKey('k8s.io/my~label')"), "\"k8s.io~1my~0label\"");
}

TEST(CelExtensions, BindingsNameAValue) {
  Trial trial;
  trial.environment.Extend(Extension::kBindings);
  const Case cases[] = {
      {"cel.bind(a, 2, a * a)", "4"},
      {"cel.bind(a, [1, 2], cel.bind(b, a[1], b + a.size()))", "4"},
      {"[1].map(cel, cel.bind(a, cel, a))", "[1]"},
      {"cel.bind(a.b, 1, true)", "10: cel.bind() variable names must be simple identifiers"},
      {"cel.bind('a', 1, true)", "9: cel.bind() variable names must be simple identifiers"},
      {"cel.bind(a, b, true)", "12: undeclared reference to 'b' (in container '')"},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(trial.Of(each.text), each.found) << each.text;
  }
}

TEST(CelExtensions, FunctionsOfKyverno) {
  const Case cases[] = {
      {"math.round(2.345, 2)", "2.35"},
      {"math.round(-2.5)", "-3"},
      {"math.greatest(1, 3, 2)", "3"},
      {"math.greatest(1, 2.5)", "2.5"},
      {"math.least([3, 1])", "1"},
      {"math.least([1, 2].filter(x, x > 5))", "error: math.@min(list) argument must not be empty"},
      {"math.abs(-9223372036854775807 - 1)", "error: integer overflow"},
      {"math.sign(-2.0)", "-1"},
      {"math.sqrt(81)", "9"},
      {"math.bitNot(1)", "-2"},
      {"math.bitShiftRight(-1024, 3)", "2305843009213693824"},
      {"math.bitShiftLeft(1u, 200)", "0u"},
      {"math.bitShiftLeft(1, -1)", "error: math.bitShiftLeft() negative offset: -1"},
      {"time.toCron(timestamp('2024-05-05T10:30:00Z'))", "\"30 10 5 5 0\""},
      {"string(time.truncate(timestamp('2024-05-05T10:30:10Z'), duration('168h')))",
       "\"2024-04-29T00:00:00Z\""},
      {"md5('a')", "\"0cc175b9c0f1b6a831c399e269772661\""},
      {"hash.sha1('a')", "\"86f7e437faa5a7fce15d1ddcb9eaeaea377667b8\""},
      {"listObjToMap([{'k': 'a'}], [{'v': 1}], 'k', 'v')", "{\"a\": 1}"},
      {"time.now() > timestamp('2024-05-05T10:30:10Z')",
       "error: the current time, which it gets by `time.now`"},
  };
  for (const Case& each : cases) {
    Trial trial;
    trial.environment.Extend(Extension::kKyverno);
    EXPECT_EQ(trial.Of(each.text), each.found) << each.text;
  }
}

TEST(CelExtensions, ElsewhereTheyAreUnknown) {
  EXPECT_EQ(Evaluate("Object{}"), "6: undeclared reference to 'Object' (in container '')");
  EXPECT_EQ(Evaluate("jsonpatch.escapeKey('a')"), "0: undeclared reference to 'jsonpatch' (in container '')");
  EXPECT_NE(Evaluate("cel.bind(a, 1, true)").find("undeclared reference"), std::string::npos);
}

}  // namespace
}  // namespace kval::cel
