// Merges two values documents with the same keys.
#include <benchmark/benchmark.h>

#include "src/merge/merge.h"
#include "tests/bench/generated.h"

namespace kval::merge {
namespace {

void MergePlain(benchmark::State& state, bool nested) {
  const int count = static_cast<int>(state.range(0));
  bench::Parsed base(bench::MappingText(count, nested));
  bench::Parsed overlay(bench::MappingText(count, nested));
  const MergePlan plan(Defaults::kPlain);
  for (auto _ : state) {
    Arena arena;
    value::Builder builder(&arena);
    const MergeContext context{&builder, &base.emit, nullptr};
    benchmark::DoNotOptimize(Apply(*base.root, *overlay.root, nullptr, plan, context).root);
  }
  state.SetItemsProcessed(state.iterations() * count);
}

BENCHMARK_CAPTURE(MergePlain, flat, false)->Arg(1000)->Arg(10000)->Arg(100000);
BENCHMARK_CAPTURE(MergePlain, nested, true)->Arg(1000)->Arg(10000)->Arg(100000);

}  // namespace
}  // namespace kval::merge
