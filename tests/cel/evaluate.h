#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/cel/containers.h"
#include "src/lang/cel/explanation.h"
#include "src/lang/cel/program.h"

namespace kval::cel {

// One expression with variables, for tests: what it gives as text.
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

  // The value as a literal; `error: …` when it is evaluated, `3: …` with the offset when it is compiled.
  std::string Of(std::string_view text) {
    std::vector<Fault> faults;
    const auto program = Program::Compile(text, environment, options, faults);
    if (!program) {
      return std::to_string(faults[0].at) + ": " + faults[0].message;
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
