// Parses arbitrary bytes as a kcl.mod file and with `toml.decode`. Both must terminate and must not crash.
#include "src/diag/collector.h"
#include "src/lang/kcl/sema/module_file.h"
#include "src/lang/starlark/interpreter.h"
#include "src/modules/toml_decode.h"
#include "src/source/source_map.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  const std::string text(reinterpret_cast<const char*>(data), size);
  source::SourceMap sources;
  diag::Collector collector;
  diag::Emitter emit(&collector);
  kcl::ReadModuleFile(sources.AddText("kcl.mod", text), Limits().toml_depth, emit);
  starlark::Interpreter interpreter(&sources, {});
  (void)modules::FromTomlText(interpreter, text);
  return 0;
}
