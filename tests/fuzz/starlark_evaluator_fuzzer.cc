#include <cstddef>
#include <cstdint>
#include <string>

#include "src/diag/collector.h"
#include "src/lang/starlark/convert.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/ops.h"
#include "src/support/check.h"

// Runs the input as a program under small limits, then applies repr() and document conversion to its globals.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  source::SourceMap sources;
  const source::SourceFile& file =
      sources.AddText("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  starlark::InterpreterOptions options;
  options.limits.starlark_steps = 20'000;
  options.limits.starlark_calls = 100;
  options.limits.starlark_memory = size_t{16} << 20;
  starlark::Interpreter interpreter(&sources, options);
  diag::Collector collector;
  diag::Emitter emitter(&collector);
  const starlark::ProgramSegment segments[] = {starlark::StarlarkCode{file.span()}};
  const starlark::Program* program = interpreter.Parse("fuzz", segments, interpreter.universe(), emitter);
  if (!program) {
    KVAL_CHECK(emitter.error_count() > 0);
    return 0;
  }
  starlark::Outcome<starlark::Module*> module = interpreter.Run(*program);
  if (!module) {
    starlark::Report(module.error(), emitter);
    return 0;
  }
  Arena arena;
  value::Builder builder(&arena);
  for (size_t slot = 0; slot < (*module)->size(); ++slot) {
    const starlark::Value value = (*module)->member(slot);
    if (!value.is_set() || starlark::Repr(value).size() > 100'000) {
      continue;
    }
    starlark::Outcome<const value::Value*> document = starlark::ToDocument(builder, value, file.span());
    if (document) {
      // The reverse conversion can fail: a tuple key becomes an array, and an array cannot become a key.
      static_cast<void>(starlark::FromDocument(interpreter.heap(), **document).ok());
    }
  }
  return 0;
}
