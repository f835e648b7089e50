#include <gtest/gtest.h>

#include "tests/cel/evaluate.h"

namespace kval::cel {
namespace {

// Returns one line per failing part: `self.a > 1 [self.a = 1]`.
std::string Explained(Trial& trial, std::string_view text) {
  std::vector<ProgramError> errors;
  const auto program = Program::Compile(text, trial.environment, {}, errors);
  std::string out;
  for (const FailingPart& part : program->Explain(trial.variables, trial.budget)) {
    out += out.empty() ? "" : "\n";
    out += text.substr(part.begin, part.end - part.begin);
    for (const FailingPart::ObservedValue& reading : part.observed_values) {
      out += " [" + reading.text + " = " + reading.value + "]";
    }
  }
  return out;
}

Trial& WithSelf(Trial& trial) {
  const Value ports = trial.List({Value::Int(80), Value::Int(0)});
  return trial.With("self", &kDynType,
                    trial.Map({{Value::String("min"), Value::Int(5)},
                               {Value::String("max"), Value::Int(3)},
                               {Value::String("ports"), ports}}));
}

TEST(CelExplanation, ReportsTheFailingPartAndItsVariables) {
  Trial trial;
  WithSelf(trial);
  EXPECT_EQ(Explained(trial, "has(self.min) && self.min <= self.max"),
            "self.min <= self.max [self.min = 5] [self.max = 3]");
  EXPECT_EQ(Explained(trial, "self.min < 2 || self.max > 7"),
            "self.min < 2 [self.min = 5]\nself.max > 7 [self.max = 3]");
  EXPECT_EQ(Explained(trial, "!(self.min > 1 && self.max > 1)"),
            "self.min > 1 [self.min = 5]\nself.max > 1 [self.max = 3]");
  EXPECT_EQ(Explained(trial, "has(self.min) ? self.min == 4 : true"), "self.min == 4 [self.min = 5]");
  EXPECT_EQ(Explained(trial, "self.min == 5 ? false : true"), "self.min == 5 [self.min = 5]");
  EXPECT_EQ(Explained(trial, "has(self.name)"), "has(self.name)");
  EXPECT_EQ(Explained(trial, "self.min == 5"), "");
}

TEST(CelExplanation, NamesTheItemThatFails) {
  Trial trial;
  WithSelf(trial);
  EXPECT_EQ(Explained(trial, "self.ports.all(p, p > 0 && p < 100)"), "p > 0 [p = 0]");
  EXPECT_EQ(Explained(trial, "self.ports.all(i, p, p > i)"), "p > i [i = 1] [p = 0]");
  EXPECT_EQ(Explained(trial, "!self.ports.exists(p, p == 80)"), "p == 80 [p = 80]");
  EXPECT_EQ(Explained(trial, "self.ports.exists(p, p == 8080)"),
            "self.ports.exists(p, p == 8080) [self.ports = [80, 0]]");
  EXPECT_EQ(Explained(trial, "self.ports.size() == 3"),
            "self.ports.size() == 3 [self.ports.size() = 2] [self.ports = [80, 0]]");
}

}  // namespace
}  // namespace kval::cel
