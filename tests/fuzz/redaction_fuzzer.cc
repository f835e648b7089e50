#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/redaction/find_secrets.h"
#include "src/redaction/redaction.h"
#include "src/source/source_map.h"
#include "src/support/check.h"

// Searches arbitrary bytes for secrets, as a file of each kind. The spans must be inside the file, in order,
// and on one line each. A secret with a key such as `password` must be found in a new document after any
// input, even if its YAML is invalid.
namespace {

constexpr std::string_view kSecret = "Zq7hunter";

void CheckSpans(const kval::source::SourceFile& file) {
  uint32_t last = file.base();
  for (const kval::source::Span span : kval::redaction::FindSecrets(file, {})) {
    KVAL_CHECK(span.begin >= last && span.begin < span.end && span.end <= file.span().end);
    KVAL_CHECK(file.Locate(span.begin).line == file.Locate(span.end).line);
    last = span.end;
  }
}

bool IsHidden(const kval::source::SourceFile& file, uint32_t at) {
  for (const kval::source::Span span : kval::redaction::FindSecrets(file, {})) {
    if (span.begin <= at && at + kSecret.size() <= span.end) {
      return true;
    }
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  kval::source::SourceMap sources;
  for (const char* name : {"a.yml", "a.k", "(data-value arg)", "(data-value arg) db.password"}) {
    CheckSpans(sources.AddText(name, text));
  }
  for (const char* before :
       {"password: ", "password: !", "password: |", "password: \"a\"", "password:\n", "password: |\n  x\n"}) {
    const std::string entry = before + std::string(kSecret) + "\n";
    const kval::source::SourceFile& file = sources.AddText("b.yml", text + "\n---\n" + entry);
    // The check does not apply to inputs that begin with a UTF-16 byte order mark: they are decoded as
    // UTF-16.
    if (file.text().ends_with(entry)) {
      KVAL_CHECK(IsHidden(file, file.span().end - static_cast<uint32_t>(kSecret.size()) - 1));
    }
  }
  return 0;
}
