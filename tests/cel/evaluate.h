#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/cel/containers.h"
#include "src/lang/cel/explanation.h"
#include "src/lang/cel/program.h"

namespace kval::cel {

// Evaluates expressions with variables and returns the results as strings, for tests.
struct Trial {
  Environment environment;
  Heap heap{uint64_t{64} << 20};
  Budget budget;
  CompileOptions options;
  std::vector<Value> variables;

  Trial& With(std::string_view name, const Type* type, Value value) {
    environment.Declare(name, type);
    variables.push_back(value);
    return *this;
  }
  Value List(std::vector<Value> items) {
    return Value::OfList(
        heap.New<ItemList>(std::span<const Value>(heap.Copy(std::span<const Value>(items)))));
  }
  Value Map(std::vector<std::pair<Value, Value>> entries) {
    MapBuilder builder;
    for (const auto& [key, value] : entries) {
      builder.Set(key, value);
    }
    return Value::OfMap(builder.Publish(heap));
  }

  // Returns the value as a literal, `error: …` for an evaluation error, or `3: …` with the offset of a
  // compile error.
  std::string Of(std::string_view text) {
    std::vector<ProgramError> errors;
    const auto program = Program::Compile(text, environment, options, errors);
    if (!program) {
      return std::to_string(errors[0].at) + ": " + errors[0].message;
    }
    const Evaluation found = program->Evaluate(variables, heap, budget);
    cost = found.cost;
    return (found.value.is_error() ? "error: " : "") + ValueText(found.value, 10'000);
  }

  uint64_t cost = 0;
};

inline std::string Evaluate(std::string_view text) {
  return Trial().Of(text);
}

}  // namespace kval::cel
