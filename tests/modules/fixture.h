#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/collector.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/ops.h"
#include "src/modules/module_table.h"
#include "src/source/source_map.h"
#include "tests/starlark/given.h"

namespace kval::modules {

// An interpreter with every module defined under its name.
class Session {
 public:
  Session() {
    for (const std::string_view name : table_.Names()) {
      starlark::Outcome<starlark::Module*> file = table_.Load(name);
      environment_.Define(name, (*file)->Find(name));
    }
  }

  starlark::Interpreter& interpreter() { return interpreter_; }
  starlark::Environment& environment() { return environment_; }
  ModuleTable& table() { return table_; }
  const std::vector<std::string>& printed() const { return printed_; }

  starlark::Outcome<starlark::Value> Evaluate(std::string_view expression) {
    const source::SourceFile& file = sources_.AddText("test", std::string(expression));
    std::optional<starlark::Outcome<starlark::Value>> value =
        starlark::Evaluate(interpreter_, file.span(), environment_, emitter_);
    if (!value.has_value()) {
      return starlark::EvalFailure("syntax: " + collector_.diagnostics().back().message);
    }
    return *std::move(value);
  }

  // Returns the repr of the result, or `error: ` and the message.
  std::string Eval(std::string_view expression) {
    starlark::Outcome<starlark::Value> result = Evaluate(expression);
    return result.ok() ? starlark::Repr(*result) : "error: " + result.error().message;
  }
  // Returns the bytes of the result, which must be a string, or the error.
  std::string Text(std::string_view expression) {
    starlark::Outcome<starlark::Value> result = Evaluate(expression);
    if (!result.ok()) {
      return "error: " + result.error().message;
    }
    return result->is_string() ? std::string(result->text()) : "not a string: " + starlark::Repr(*result);
  }

 private:
  source::SourceMap sources_;
  diag::Collector collector_;
  diag::Emitter emitter_{&collector_};
  std::vector<std::string> printed_;
  starlark::Interpreter interpreter_{
      &sources_, {{}, nullptr, [this](std::string_view line) { printed_.emplace_back(line); }}};
  starlark::Environment environment_{&interpreter_.universe()};
  ModuleTable table_{&interpreter_, {}};
};

struct Case {
  const char* expression;
  const char* result;
};

// Evaluates each expression in a new session and compares the reprs.
inline void Check(std::initializer_list<Case> cases) {
  for (const Case& one : cases) {
    Session session;
    EXPECT_EQ(session.Eval(one.expression), one.result) << one.expression;
  }
}

// As Check, but compares the resulting strings instead of their reprs.
inline void CheckText(std::initializer_list<Case> cases) {
  for (const Case& one : cases) {
    Session session;
    EXPECT_EQ(session.Text(one.expression), one.result) << one.expression;
  }
}

}  // namespace kval::modules
