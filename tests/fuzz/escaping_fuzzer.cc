#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/redaction/redaction.h"
#include "src/report/report.h"
#include "src/source/source_map.h"
#include "src/support/check.h"
#include "src/support/utf8.h"

// Input strings cannot forge output. For any bytes in a finding's strings, path and file name, each output
// format has as many lines that begin at column 1 as with plain words (continuation lines are indented), and
// contains no control, bidirectional or line separator characters.
namespace {

std::string Print(const kval::report::Reporter& reporter, const std::string& text) {
  kval::source::SourceMap sources;
  const kval::source::SourceFile& file = sources.AddText(text, "a: 1\n");
  kval::diag::Collector collector;
  kval::diag::Emitter emitter(&collector);
  emitter.ReportText({file.base(), file.base() + 1}, kval::diag::Kind::kTypeMismatch, text)
      .Label(text)
      .At({kval::diag::PathStep::Key(text)})
      .Found(text)
      .Note(text)
      .Hint(text)
      .Emit();
  const kval::redaction::Redaction redaction(sources, {}, collector.diagnostics());
  return kval::report::Render(reporter, {sources, collector.diagnostics(), &redaction}, {});
}

bool IsForging(char32_t c) {
  return (c < 0x20 && c != '\n') || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

size_t LinesAtColumn1(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size() - 1) + 1) {
    count += text[at] != ' ' && text[at] != '\n' ? 1 : 0;
  }
  return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  // Reporters do not wrap lines of a file, so the length of the text does not affect the number of lines.
  const std::string text =
      "x" + std::string(reinterpret_cast<const char*>(bytes), std::min<size_t>(size, 4096)) + "x";
  for (const kval::report::Reporter& reporter : kval::report::Reporters()) {
    const std::string out = Print(reporter, text);
    const std::string plain = Print(reporter, "xx");
    KVAL_CHECK(LinesAtColumn1(out) == LinesAtColumn1(plain));
    for (size_t at = 0; at < out.size();) {
      const kval::utf8::CodePoint point = kval::utf8::Decode(out, at);
      KVAL_CHECK(point.valid && !IsForging(point.value));
      at += point.length;
    }
  }
  return 0;
}
