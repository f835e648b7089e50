#include <gtest/gtest.h>

#include "tests/starlark/fixture.h"

namespace kval::starlark {
namespace {

struct Case {
  const char* name;
  const char* text;
  const char* reported;  // one headline per line, with its hint
};

class Recovery : public testing::TestWithParam<Case> {};

TEST_P(Recovery, ReportsEachMistakeOnce) {
  Session session;
  const source::SourceFile& file = session.sources().AddText("test.star", GetParam().text);
  const ProgramSegment segments[] = {StarlarkCode{file.span()}};
  const Program* program = session.interpreter().Parse("test.star", segments, session.environment(),
                                                       session.emitter(), Interpreter::UndefinedNames::kRun);
  if (program != nullptr) {
    Outcome<Module*> module = session.interpreter().Run(*program);
    ASSERT_FALSE(module.ok());
    Report(module.error(), session.emitter());
  }
  EXPECT_EQ(session.Reported(), GetParam().reported);
}

constexpr Case kCases[] = {
    {"assignments", "a = 1 // 0\nb = [][1]\nc = 3\n",
     "floored division by zero\nindex 1 out of range: empty list\n"},
    {"poisoned_name_is_silent", "a = 1 // 0\nb = a + 1\nc = b\nd = [x for x in c]\n",
     "floored division by zero\n"},
    {"poisoned_name_in_function", "a = 1 // 0\ndef f():\n  return a\nend\nb = f()\n",
     "floored division by zero\n"},
    {"name_assigned_again_is_good", "a = 1 // 0\na = 0\nb = 1 // a\n",
     "floored division by zero\nfloored division by zero\n"},
    {"condition", "if 1 // 0:\n  a = 1\nelse:\n  a = 2\nend\nb = a\nc = [][0]\n",
     "floored division by zero\nindex 0 out of range: empty list\n"},
    {"loop_over_nothing_iterable", "for x in 5:\n  a = x\nend\nb = a\n", "int value is not iterable\n"},
    {"same_failure_in_each_round", "for x in [1, 2, 3]:\n  a = 1 // 0\nend\n", "floored division by zero\n"},
    {"statement_that_only_fails_stops", "fail(\"no\")\na = 1 // 0\n", "fail: no\n"},
    {"skipped_statement_with_effect_stops", "l = []\nif 1 // 0:\n  l.append(1)\nend\na = l[0]\n",
     "floored division by zero\n"},
    {"undefined_names_and_failures", "a = nothing\nb = 1 // 0\nc = a\n",
     "undefined: nothing\nfloored division by zero\n"},
    {"function_without_nodes_fails_as_one", "def f():\n  a = 1 // 0\n  return [][0]\nend\nb = f()\n",
     "floored division by zero\n"},
};

INSTANTIATE_TEST_SUITE_P(Programs, Recovery, testing::ValuesIn(kCases),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace kval::starlark
