// Analyses and evaluates arbitrary bytes. Both must terminate within the limits and must not crash.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "src/diag/collector.h"
#include "src/lang/kcl/eval/evaluation.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/lang/kcl/sema/analyze.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  source::MemoryFileReader files;
  files.Add("/p/main.k", std::string(reinterpret_cast<const char*>(data), size));
  source::SourceMap sources;
  diag::Collector collector;
  diag::Emitter emitter(&collector);
  kcl::LoadOptions load;
  load.entries = {"/p/main.k"};
  std::unique_ptr<kcl::Program> program = kcl::Analyze(sources, files, load, emitter);
  if (emitter.error_count() > 0) {
    return 0;
  }
  kcl::eval::EvalOptions options;
  options.limits.kcl_steps = 20'000;
  options.limits.kcl_calls = 200;
  options.limits.kcl_memory = size_t{64} << 20;
  kcl::eval::Evaluation evaluation(*program, files, emitter, options);
  if (evaluation.Run()) {
    YamlText(evaluation.Result());
  }
  return 0;
}
