#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "src/diag/collector.h"
#include "src/lang/kcl/format/format.h"
#include "src/source/source_map.h"

// Formats arbitrary bytes. The formatted text has the same syntax tree, and formatting it again changes
// nothing.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  source::SourceMap sources;
  diag::Collector collector;
  diag::Emitter emitter(&collector);
  const source::SourceFile& file =
      sources.AddText("main.k", std::string(reinterpret_cast<const char*>(data), size));
  const kcl::format::Formatted once = kcl::format::Format(file, emitter);
  if (once.outcome == kcl::format::Outcome::kUnfaithful) {
    std::abort();
  }
  if (once.outcome == kcl::format::Outcome::kFormatted &&
      kcl::format::Format(sources.AddText("again.k", once.text), emitter).text != once.text) {
    std::abort();
  }
  return 0;
}
