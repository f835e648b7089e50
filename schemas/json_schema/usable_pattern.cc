#include "schemas/json_schema/usable_pattern.h"

#include <string_view>
#include <utility>

#include "src/types/pattern_fault.h"

namespace kval::schemas::json_schema {
namespace {

constexpr diag::Def<std::string_view> kBadPattern{diag::Kind::kBadSchema,
                                                  "the regular expression cannot be used: {}"};

}  // namespace

std::optional<types::Pattern> Usable(Result<types::Pattern> pattern, source::Span at, diag::Emitter& emit) {
  if (pattern) {
    return *std::move(pattern);
  }
  if (!types::ReportedTooLarge(pattern.failure(), at, emit)) {
    emit.Report(at, kBadPattern, pattern.failure().message).Emit();
  }
  return std::nullopt;
}

}  // namespace kval::schemas::json_schema
