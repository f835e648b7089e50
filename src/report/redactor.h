#pragma once

#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/source/source_file.h"

namespace kval::report {

// The replacement of hidden text.
inline constexpr std::string_view kRedacted = "<redacted>";

// Decides what a report must not show (src/redaction). Reports only hide the ranges that it returns.
class Redactor {
 public:
  virtual ~Redactor() = default;

  // Returns the finding without hidden text in its strings. A hint that would reveal some is truncated or
  // dropped; a fix that would is dropped.
  virtual diag::Diagnostic Redact(const diag::Diagnostic& diagnostic) const = 0;
  // Returns the ranges to hide where the source of the finding is shown, sorted by start.
  virtual std::vector<source::Span> RangesToHide(const diag::Diagnostic& diagnostic) const = 0;
  // Returns further ranges to hide in a part of a source line: text that is hidden elsewhere.
  virtual std::vector<source::Span> RepeatedRangesToHide(const source::SourceFile& file,
                                                         source::Span part) const = 0;
};

}  // namespace kval::report
