#include <gtest/gtest.h>

#include "tests/cel/evaluate.h"

namespace kval::cel {
namespace {

struct Case {
  const char* text;
  const char* error;
};

TEST(CelChecks, CompileErrorsHaveOffsets) {
  const Case cases[] = {
      {"missing", "0: undeclared reference to 'missing' (in container '')"},
      {"1 + 'a'", "2: found no matching overload for '_+_' applied to '(int, string)'"},
      {"'a'.nope()", "8: undeclared reference to 'nope' (in container '')"},
      {"'a'.startsWith(1)", "14: found no matching overload for 'startsWith' applied to 'string.(int)'"},
      {"[1, 'a']", "4: expected type 'int' but found 'string'"},
      {"{'a': 1, 2: 3}", "9: expected type 'string' but found 'int'"},
      {"1 && true", "0: expected type 'bool' but found 'int'"},
      {"1.all(x, true)",
       "0: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)"},
      {"'a'.all(x, true)",
       "0: expression of type 'string' cannot be range of a comprehension (must be list, map, or dynamic)"},
      {"'a'.b", "3: type 'string' does not support field selection"},
      {"has(a)", "4: invalid argument to has() macro"},
      {"[1].map(1, 2)", "8: argument is not an identifier"},
      {"if", "0: reserved identifier: if"},
      {"int('x')", "3: type conversion error from 'string' to 'int'"},
      {"duration('1x')", "9: invalid duration argument"},
      {"'a'.matches('(')", "12: invalid matches argument"},
      {"'%d'.format(['a'])", "13: error during formatting: `%d` was given string"},
      {"'%d'.format([])", "11: index 0 out of range"},
      {"1 ==", "4: Syntax error: mismatched input '<EOF>' expecting an expression"},
      {"9223372036854775808", "0: invalid int literal"},
      {"Foo{a: 1}", "3: undeclared reference to 'Foo' (in container '')"},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(Evaluate(each.text), each.error) << each.text;
  }
}

TEST(CelChecks, TypesAreInferred) {
  Environment environment;
  environment.Declare("names", environment.types().List(&kStringType));
  const Case cases[] = {
      {"names", "list(string)"},
      {"names.map(n, n.size())", "list(int)"},
      {"[]", "list(dyn)"},
      {"[[], [1]]", "list(list(int))"},
      {"names[?0]", "optional_type(string)"},
      {"{'a': names}", "map(string, list(string))"},
      {"type(1)", "type(int)"},
      {"[1, 2].max()", "int"},
      {"names.exists(n, n == 'a') ? 1 : 2", "int"},
  };
  for (const Case& each : cases) {
    std::vector<ProgramError> errors;
    const auto program = Program::Compile(each.text, environment, {}, errors);
    ASSERT_TRUE(program) << each.text << ": " << errors[0].message;
    EXPECT_EQ(TypeText(program->type()), each.error) << each.text;
  }
}

class Person final : public Fields {
 public:
  const Type* Find(std::string_view name) const override { return name == "age" ? &kIntType : nullptr; }
};

TEST(CelChecks, ObjectsHaveTheirFieldsOnly) {
  const Person person;
  Trial trial;
  trial.With("self", trial.environment.types().Object("Person", &person),
             trial.Map({{Value::String("age"), Value::Int(3)}}));
  EXPECT_EQ(trial.Of("self.age > 2"), "true");
  EXPECT_EQ(trial.Of("self.name == 'a'"), "4: undefined field 'name'");
  EXPECT_EQ(trial.Of("has(self.name)"), "3: undefined field 'name'");
  EXPECT_EQ(
      trial.Of("self.all(k, true)"),
      "0: expression of type 'Person' cannot be range of a comprehension (must be list, map, or dynamic)");
}

TEST(CelChecks, DetectsReadsOfAVariable) {
  Environment environment;
  environment.Declare("self", &kDynType);
  environment.Declare("oldSelf", &kDynType);
  std::vector<ProgramError> errors;
  EXPECT_FALSE(Program::Compile("self.a.all(x, x == 1)", environment, {}, errors)->Reads(1));
  EXPECT_TRUE(Program::Compile("self.a.all(x, x == oldSelf.b)", environment, {}, errors)->Reads(1));
}

}  // namespace
}  // namespace kval::cel
