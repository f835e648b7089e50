#include <cstddef>
#include <cstdint>
#include <string>

#include "src/diag/collector.h"
#include "src/lang/kcl/syntax/parse.h"
#include "src/source/source_map.h"
#include "tests/kcl/syntax/dump.h"

// Parses arbitrary bytes and walks the syntax tree once.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  source::SourceMap sources;
  diag::Collector collector;
  diag::Emitter emitter(&collector);
  kcl::AstContext context;
  const source::SourceFile& file =
      sources.AddText("main.k", std::string(reinterpret_cast<const char*>(data), size));
  kcl::Dump(kcl::Parse(context, file, emitter), context.names);
  return 0;
}
