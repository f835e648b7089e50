#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/report/report.h"
#include "src/report/text.h"
#include "src/source/source_map.h"
#include "src/support/check.h"

namespace {

// The span between two places given by a byte each, as fractions of the text.
kval::source::Span SpanOf(const kval::source::SourceFile& file, uint8_t a, uint8_t b) {
  const auto size = static_cast<uint32_t>(file.text().size());
  const uint32_t first = file.base() + size * a / 255;
  const uint32_t second = file.base() + size * b / 255;
  return first < second ? kval::source::Span{first, second} : kval::source::Span{second, first};
}

}  // namespace

// Any text with any marks can be shown, in every format, as valid UTF-8 without escape sequences.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  constexpr size_t kHeader = 8;
  if (size < kHeader) {
    return 0;
  }
  kval::source::SourceMap sources;
  const std::string text(reinterpret_cast<const char*>(bytes + kHeader), size - kHeader);
  const kval::source::SourceFile& file = sources.AddText("a.yml", text);
  kval::diag::Collector collector;
  kval::diag::Emitter emitter(&collector);
  emitter.ReportText(SpanOf(file, bytes[0], bytes[1]), kval::diag::Kind::kTypeMismatch, text)
      .Label(text)
      .Schema(SpanOf(file, bytes[2], bytes[3]), "schema")
      .Related(SpanOf(file, bytes[4], bytes[5]), "related")
      .Origin(SpanOf(file, bytes[6], bytes[6]), text)
      .At({kval::diag::PathStep::Key(text)})
      .Found(text)
      .Note(text)
      .Emit();
  kval::report::Options options;
  options.width = bytes[7];
  options.context_lines = bytes[7] % 4;
  for (const kval::report::Reporter& reporter : kval::report::Reporters()) {
    const std::string out = kval::report::Render(reporter, {sources, collector.diagnostics()}, options);
    KVAL_CHECK(kval::report::ValidUtf8(out) == out);
    KVAL_CHECK(out.find('\x1b') == std::string::npos);
  }
  return 0;
}
