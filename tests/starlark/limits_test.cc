#include <gtest/gtest.h>

#include "tests/starlark/fixture.h"

namespace kval::starlark {
namespace {

struct Case {
  const char* name;
  const char* program;
  diag::Kind kind;
};

void PrintTo(const Case& test, std::ostream* out) {
  *out << test.name;
}

class LimitsTest : public testing::TestWithParam<Case> {};

TEST_P(LimitsTest, holds) {
  Limits limits;
  limits.starlark_steps = 1'000'000;
  limits.starlark_calls = 200;
  limits.starlark_memory = size_t{32} << 20;
  Session session(limits);
  const std::string result = session.Run(GetParam().program);
  EXPECT_TRUE(result.starts_with("error: ")) << result.substr(0, 200);
  EXPECT_EQ(session.last_error.kind, GetParam().kind) << result.substr(0, 200);
  EXPECT_TRUE(session.last_error.at.has_value());
  EXPECT_TRUE(IsLimit(session.last_error));
}

constexpr diag::Kind kSteps = diag::Kind::kLimitSteps;
constexpr diag::Kind kDepth = diag::Kind::kLimitCallDepth;
constexpr diag::Kind kMemory = diag::Kind::kLimitMemory;

std::string NameOf(const testing::TestParamInfo<Case>& test) {
  return test.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    All, LimitsTest,
    testing::Values(
        Case{"endless_while", "while True:\nend", kSteps},
        Case{"long_for", "for i in range(100000000):\nend", kSteps},
        Case{"nested_comprehension", "x = [1 for a in range(10000) for b in range(10000)]", kSteps},
        Case{"any_over_a_range",
             "any([any(range(-1000000000, 0)) for i in range(2)])\nall(range(1, 1000000000))", kSteps},
        Case{"exponential_comparison",
             "a = [1]\nb = [1]\nfor i in range(40):\n  a = [a, a]\n  b = [b, b]\nend\na == b", kSteps},
        Case{"exponential_hash", "t = (1,)\nfor i in range(40):\n  t = (t, t)\nend\nd = {t: 1}", kSteps},
        Case{"hash_of_a_long_text", "x = 'a' * 1000000\nfor i in range(100):\n  hash(x)\nend", kSteps},
        Case{"search_in_a_long_text", "x = 'ab' * 500000\nfor i in range(200):\n  x.find('abac')\nend",
             kSteps},
        Case{"endless_recursion", "def f(n): return f(n + 1)\nf(0)", kDepth},
        Case{"mutual_recursion", "def f(): return g()\ndef g(): return f()\nf()", kDepth},
        Case{"recursion_through_a_builtin", "def f(x): return sorted([1, 2], key=f)\nf(0)", kDepth},
        Case{"list_of_a_long_range", "x = list(range(1000000000))", kMemory},
        Case{"long_repeat", "x = [0] * 100000000", kMemory},
        Case{"long_text", "x = 'abc' * 100000000", kMemory},
        Case{"doubling_text", "x = 'a'\nfor i in range(40):\n  x = x + x\nend", kMemory},
        Case{"doubling_list", "x = [1]\nfor i in range(40):\n  x = x + x\nend", kMemory},
        Case{"many_small_objects", "x = []\nwhile True:\n  x.append([1])\nend", kMemory},
        Case{"huge_integers", "x = 3\nwhile True:\n  x = x * x\nend", kMemory},
        Case{"replace_blows_up", "x = 'a' * 100000\nx.replace('a', x)", kMemory},
        Case{"join_blows_up", "('x' * 1000000).join(['a'] * 100)", kMemory},
        Case{"format_blows_up", "x = 'a' * 8000000\ny = ('%s' * 8) % ((x,) * 8)", kMemory}),
    NameOf);

// The conditions of a comprehension do not nest; its loops nest and use the stack.
TEST(LimitsTest, clauses_of_a_comprehension_cost_stack_only_for_loops) {
  Session session;
  std::string conditions = "result = len([1 for x in [1, 2]";
  std::string loops = "result = len([1";
  for (int i = 0; i < 200'000; ++i) {
    conditions += " if x < 2";
    loops += " for x in [1]";
  }
  EXPECT_EQ(session.Run(conditions + "])"), "1");
  EXPECT_TRUE(session.Run(loops + "])").starts_with("error: "));
  EXPECT_EQ(session.last_error.kind, kDepth);
}

TEST(LimitsTest, deep_nesting_in_the_text_is_a_diagnostic) {
  const std::vector<std::string> strings = {
      std::string(100'000, '('),
      std::string(100'000, '[') + std::string(100'000, ']'),
      std::string(100'000, '-') + "1",
      [] {
        std::string text = "1";
        for (int i = 0; i < 100'000; ++i) {
          text += " + 1";
        }
        return text;
      }(),
      [] {
        std::string text;
        for (int i = 0; i < 100'000; ++i) {
          text += "not ";
        }
        return text + "1";
      }(),
      [] {
        std::string text = "x";
        for (int i = 0; i < 100'000; ++i) {
          text += ".x";
        }
        return text;
      }(),
      [] {
        std::string text;
        for (int i = 0; i < 100'000; ++i) {
          text += "lambda: ";
        }
        return text + "1";
      }(),
      [] {
        std::string text;
        for (int i = 0; i < 100'000; ++i) {
          text += "1 if 1 else ";
        }
        return text + "1";
      }(),
      [] {
        std::string text;
        for (int i = 0; i < 10'000; ++i) {
          text += "if 1:\n";
        }
        return text;
      }(),
      [] {
        std::string text = "f";
        for (int i = 0; i < 10'000; ++i) {
          text += "()[1]";
        }
        return text;
      }(),
  };
  for (const std::string& text : strings) {
    Session session;
    EXPECT_EQ(session.Parse(text), nullptr) << text.substr(0, 30);
    EXPECT_NE(session.Reported(), "") << text.substr(0, 30);
  }
}

// The clauses of one comprehension do not nest in the syntax tree, but they nest at run time.
TEST(LimitsTest, deep_nesting_at_run_time_is_a_diagnostic) {
  std::string text = "x = [1";
  for (int i = 0; i < 200'000; ++i) {
    text += " for x in [1] if x";
  }
  Session session;
  const Program* program = session.Parse(text + "]");
  ASSERT_NE(program, nullptr) << session.Reported();
  const auto run = session.interpreter().Run(*program);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().kind, diag::Kind::kLimitCallDepth) << run.error().message;
}

TEST(LimitsTest, deep_values_can_be_written_and_compared) {
  Session session;
  EXPECT_EQ(session.Run("x = []\nfor i in range(100000):\n  x = [x]\nend\nresult = len(str(x)) < 1000"),
            "True");
  EXPECT_EQ(session.Run("x = []\ny = []\nfor i in range(1000):\n  x = [x]\n  y = [y]\nend\nresult = x == y"),
            "error: comparison exceeded maximum recursion depth");
  EXPECT_EQ(session.Run("x = []\nfor i in range(100000):\n  x = [x]\nend\nresult = len(x)"), "1");
  FreezeDeep((*session.interpreter().Run(*session.Parse("x = []\nfor i in range(100000):\n  x = [x]\nend")))
                 ->Find("x"));
}

TEST(LimitsTest, an_interpreter_goes_on_after_a_deep_call) {
  Limits limits;
  limits.starlark_calls = 50;
  Session session(limits);
  session.Run("def f(n): return f(n + 1)\nf(0)");
  EXPECT_EQ(session.Run("def f(n): return 0 if n == 0 else f(n - 1)\nresult = f(40)"), "0");
  EXPECT_EQ(session.Run("x = 1\nresult = x"), "1");
}

}  // namespace
}  // namespace kval::starlark
