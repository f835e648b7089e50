#include <gtest/gtest.h>

#include "tests/starlark/fixture.h"

namespace kval::starlark {
namespace {

struct Case {
  const char* program;
  const char* place;
};

class SpanTest : public testing::TestWithParam<Case> {};

TEST_P(SpanTest, errors_stand_where_they_happen) {
  Session session;
  session.Run(GetParam().program);
  const std::vector<std::string> reported = session.ReportedPlaces();
  const std::string place =
      reported.empty() ? std::string(session.sources().Text(session.last_error.at)) : reported[0];
  EXPECT_EQ(place, GetParam().place) << GetParam().program;
}

INSTANTIATE_TEST_SUITE_P(
    All, SpanTest,
    testing::Values(Case{"x = 1 + (2 * 'a' - 3)", "(2 * 'a' - 3)"}, Case{"x = [1, 2][5] + 1", "[1, 2][5]"},
                    Case{"x = 'a'.uper()", "uper"}, Case{"x = len(5)", "len(5)"},
                    Case{"x = nothing + 1", "nothing"}, Case{"a, b = 1, 2, 3", "a, b"},
                    Case{"for x in 1 + 2:\nend", "1 + 2"}, Case{"{'a': 1, 'b': 2, 'a': 3}", "'a'"},
                    Case{"(lambda x: x)(y=3)", "y"}, Case{"int('1', bse=2)", "bse"},
                    Case{"x = {}\nx[[]] = 1", "x[[]] = 1"}, Case{"x = 1\nx += 'a'", "x += 'a'"},
                    Case{"'%d' % 'a'", "'%d' % 'a'"}, Case{"y = [1 / z for z in [0]]", "1 / z"},
                    Case{"if x == 1\nend", ""}, Case{"x = 'a\ny = 1", "'a"}, Case{"if 1:\n", "if"},
                    Case{"x = (1 + 2", "("}));

TEST(SpanTest, frames_name_functions_and_calls) {
  Session session;
  session.Run("def g(x):\n  return 1 // x\nend\ndef f(): return g(0)\ny = f()");
  const EvalError& error = session.last_error;
  EXPECT_EQ(session.sources().Text(error.at), "1 // x");
  ASSERT_EQ(error.stack.size(), 2U);
  EXPECT_EQ(error.stack[0].function, "g");
  EXPECT_EQ(session.sources().Text(error.stack[0].call), "g(0)");
  EXPECT_EQ(error.stack[1].function, "f");
  EXPECT_EQ(session.sources().Text(error.stack[1].call), "f()");
}

TEST(SpanTest, a_report_has_a_label_for_each_call) {
  Session session;
  session.Run("def f(): fail('no')\nf()");
  diag::Collector collector;
  diag::Emitter emitter(&collector);
  Report(session.last_error, emitter);
  ASSERT_EQ(collector.diagnostics().size(), 1U);
  const diag::Diagnostic& diagnostic = collector.diagnostics()[0];
  EXPECT_EQ(diagnostic.kind, diag::Kind::kStarlarkError);
  EXPECT_EQ(diagnostic.message, "fail: no");
  ASSERT_EQ(diagnostic.labels.size(), 2U);
  EXPECT_EQ(session.sources().Text(diagnostic.labels[0].span), "fail('no')");
  EXPECT_EQ(diagnostic.labels[1].role, diag::LabelRole::kCall);
}

}  // namespace
}  // namespace kval::starlark
