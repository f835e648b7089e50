#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/driver/pipeline.h"
#include "src/redaction/redaction.h"
#include "src/report/report.h"
#include "src/report/text.h"
#include "src/source/source_map.h"
#include "src/support/check.h"
#include "tests/fuzz/whole_run.h"

namespace {

// Returns the span between two offsets. Each offset is a fraction n/255 of the file's length.
kval::source::Span SpanOf(const kval::source::SourceFile& file, uint8_t a, uint8_t b) {
  const auto size = static_cast<uint32_t>(file.text().size());
  const uint32_t first = file.base() + size * a / 255;
  const uint32_t second = file.base() + size * b / 255;
  return first < second ? kval::source::Span{first, second} : kval::source::Span{second, first};
}

// Unfinished entries, as in a document during editing.
constexpr std::string_view kUnfinished[] = {
    "password: \"", "token: '",    "secret: |", "api_key: ", "data: {", "credentials: [",
    "key: &",       "key: *",      "key: !",    "? ",        "- ",      "- name: x",
    "- value: \"",  "\"",          "#@ if x",   "#! ",       "<<: *",   "a: \"\\u",
    "kind: Secret", "stringData:", "--- ",      "%YAML ",    "{{ ",     "...",
};

// Truncates the text, appends two unfinished entries and runs the complete check: reading, validation,
// redaction and all reporters.
void CheckHalfTyped(std::string text, uint8_t cut, uint8_t first, uint8_t second) {
  text.resize(text.size() * cut / 255);
  for (const uint8_t piece : {first, second}) {
    // Bit 7: the entry continues the current line. Bits 5 and 6: indentation.
    text += (piece & 0x80U) == 0 ? "\n" : "";
    text += std::string((piece >> 5U) & 3U, ' ');
    text += kUnfinished[(piece & 0x1FU) % std::size(kUnfinished)];
  }
  kval::source::MemoryFileReader reader;
  reader.Add("s.yml", "#@data/values-schema\n---\na: 1\npassword: ''\n");
  reader.Add("v.yml", text);
  kval::driver::DriverOptions options;
  options.limits = kval::fuzz::SmallLimits();
  options.inputs = {{"s.yml", {}, kval::driver::InputRole::kAuto},
                    {"v.yml", {}, kval::driver::InputRole::kAuto}};
  kval::driver::Session session(options.limits);
  kval::driver::Run(options, reader, session);
  kval::fuzz::ShowFindings(session);
}

}  // namespace

// Every reporter prints arbitrary text with arbitrary labels as valid UTF-8 without escape sequences. The
// same holds for the findings of a truncated text with unfinished entries.
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
  const kval::redaction::Redaction redaction(sources, {}, collector.diagnostics());
  kval::report::RenderOptions options;
  options.width = bytes[7];
  options.context_lines = bytes[7] % 4;
  for (const kval::report::Reporter& reporter : kval::report::Reporters()) {
    const std::string out =
        kval::report::Render(reporter, {sources, collector.diagnostics(), &redaction}, options);
    KVAL_CHECK(kval::report::ValidUtf8(out) == out);
    KVAL_CHECK(out.find('\x1b') == std::string::npos);
  }
  CheckHalfTyped(text, bytes[0], bytes[1], bytes[2]);
  return 0;
}
