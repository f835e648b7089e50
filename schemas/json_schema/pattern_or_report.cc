#include "schemas/json_schema/pattern_or_report.h"

#include <string_view>
#include <utility>

#include "src/types/pattern_error.h"

namespace kval::schemas::json_schema {
namespace {

constexpr diag::Def<std::string_view> kBadPattern{diag::Kind::kBadSchema,
                                                  "the regular expression cannot be used: {}"};

}  // namespace

std::optional<types::Pattern> PatternOrReport(Result<types::Pattern> pattern, source::Span at,
                                              diag::Emitter& emit) {
  if (pattern) {
    return *std::move(pattern);
  }
  if (!types::ReportIfTooLarge(pattern.failure(), at, emit)) {
    emit.Report(at, kBadPattern, pattern.failure().message).Emit();
  }
  return std::nullopt;
}

}  // namespace kval::schemas::json_schema
