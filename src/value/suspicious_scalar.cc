#include "src/value/suspicious_scalar.h"

namespace kval::value {
namespace {

constexpr char kTypographic = '\xe2';  // begins every typographic quote in UTF-8
constexpr size_t kLongestNumber = 24;

}  // namespace

std::optional<ScalarAmbiguity> FindSuspiciousAmbiguity(std::string_view plain) {
  const std::optional<ScalarAmbiguity> found = FindAmbiguity(plain);
  return found && found->ambiguity != AmbiguityKind::kNumberOrText ? found : std::nullopt;
}

bool MayHaveSuspiciousLine(const Value& scalar) {
  return scalar.span.size() > scalar.raw.size() && (scalar.raw.find(" - ") != std::string_view::npos ||
                                                    scalar.raw.ends_with(" ]") || scalar.raw.ends_with(" }"));
}

bool IsSuspiciousPlain(const Value& plain) {
  return plain.raw[0] == kTypographic || MayHaveSuspiciousLine(plain) ||
         (plain.raw.size() <= kLongestNumber && MayStartSuspicious(plain.raw) &&
          FindSuspiciousAmbiguity(plain.raw).has_value());
}

}  // namespace kval::value
