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

TEST(CelExtensions, ElsewhereTheyAreUnknown) {
  EXPECT_EQ(Evaluate("Object{}"), "6: undeclared reference to 'Object' (in container '')");
  EXPECT_EQ(Evaluate("jsonpatch.escapeKey('a')"), "0: undeclared reference to 'jsonpatch' (in container '')");
  EXPECT_NE(Evaluate("cel.bind(a, 1, true)").find("undeclared reference"), std::string::npos);
}

}  // namespace
}  // namespace kval::cel
