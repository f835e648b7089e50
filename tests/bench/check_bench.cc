// Validates a document of n keys against a record type of n fields.
#include <benchmark/benchmark.h>

#include "src/check/complete.h"
#include "src/check/fits.h"
#include "src/findings/report_violations.h"
#include "src/value/compare.h"
#include "tests/bench/generated.h"

namespace kval::check {
namespace {

types::TypeId TypeOf(const value::Value& value, types::Model& model) {
  types::Type type;
  if (value.kind != value::Kind::kMapping) {
    type.shape = types::Scalar{value.kind};
    return model.Add(std::move(type));
  }
  types::Record record;
  for (const value::Entry& entry : value.entries()) {
    types::Field field;
    field.name = model.interner().Intern(value::KeyText(*entry.key));
    field.key = entry.key;
    field.type = TypeOf(*entry.value, model);
    record.fields.push_back(std::move(field));
  }
  type.shape = std::move(record);
  return model.Add(std::move(type));
}

void CheckDocument(benchmark::State& state, bool nested) {
  const int count = static_cast<int>(state.range(0));
  bench::Parsed parsed(bench::MappingText(count, nested));
  Interner interner;
  types::Model model(&interner);
  types::Field root;
  root.type = TypeOf(*parsed.root, model);
  model.SetRoot(std::move(root));
  for (auto _ : state) {
    ValidationState worker;
    Arena arena;
    const value::Value* complete = Complete(*parsed.root, model, arena);
    benchmark::DoNotOptimize(findings::ReportShapeViolations(*complete, model, {}, worker, parsed.emit));
    benchmark::DoNotOptimize(findings::ReportRuleViolations(*complete, model, worker, parsed.emit));
  }
  state.SetItemsProcessed(state.iterations() * count);
}

BENCHMARK_CAPTURE(CheckDocument, flat, false)->Arg(1000)->Arg(10000)->Arg(100000);
BENCHMARK_CAPTURE(CheckDocument, nested, true)->Arg(1000)->Arg(10000)->Arg(100000);

}  // namespace
}  // namespace kval::check
