#include <cstddef>
#include <cstdint>
#include <string>

#include "src/diag/collector.h"
#include "src/lang/kcl/sema/analyze.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"

// Loads and type-checks arbitrary bytes as a program of one file.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  source::MemoryFileReader reader;
  reader.Add("main.k", std::string(reinterpret_cast<const char*>(data), size));
  source::SourceMap sources;
  diag::Collector collector;
  diag::Emitter emitter(&collector);
  kcl::LoadOptions options;
  options.entries = {"main.k"};
  kcl::Analyze(sources, reader, options, emitter);
  return 0;
}
