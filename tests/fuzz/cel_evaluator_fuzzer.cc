#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/lang/cel/containers.h"
#include "src/lang/cel/explanation.h"
#include "src/lang/cel/program.h"
#include "src/support/check.h"

namespace {

struct Sizes final : kval::cel::SizeSource {
  std::optional<kval::cel::SizeRange> Of(std::span<const std::string_view> path) const override {
    return path.size() < 3 ? std::optional(kval::cel::SizeRange{0, 5}) : std::nullopt;
  }
};

}  // namespace

// Compiles the input with and without type checks, estimates its cost and evaluates it under small limits.
// An expression that evaluates to a value with checks must evaluate to the same value without them.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  const std::string text(reinterpret_cast<const char*>(data), size);
  cel::Budget budget;
  budget.cost = 20'000;
  budget.work = 200'000;
  budget.memory = 16 << 20;
  cel::Heap heap(budget.memory * 2);
  cel::MapBuilder entries;
  entries.Set(cel::Value::String("a"), cel::Value::Int(1));
  const std::array variables = {cel::Value::OfMap(entries.Publish(heap))};
  cel::Environment environment;
  environment.Declare("self", &cel::kDynType);
  std::string first;
  for (const bool has_checks : {true, false}) {
    std::vector<cel::ProgramError> errors;
    const auto program = cel::Program::Compile(text, environment, {.has_checks = has_checks}, errors);
    KVAL_CHECK(program.has_value() == errors.empty());
    if (!program) {
      break;
    }
    const cel::Evaluation found = program->Evaluate(variables, heap, budget);
    const std::string shown = found.value.is_error() ? std::string() : cel::ValueText(found.value, 1'000);
    KVAL_CHECK(has_checks || first.empty() || shown.empty() || shown == first);
    first = shown;
    program->Explain(variables, budget);
    if (has_checks) {
      program->EstimatedCost(Sizes());
    }
  }
  return 0;
}
