#include "src/value/odd_scalar.h"

namespace kval::value {
namespace {

constexpr char kTypographic = '\xe2';  // begins every typographic quote in UTF-8
constexpr size_t kLongestNumber = 24;

}  // namespace

std::optional<Disagreement> OddDisagreement(std::string_view plain) {
  const std::optional<Disagreement> found = Disagrees(plain);
  return found && found->ambiguity != Ambiguity::kNumberOrText ? found : std::nullopt;
}

bool MayHaveOddLine(const Value& scalar) {
  return scalar.span.size() > scalar.raw.size() && (scalar.raw.find(" - ") != std::string_view::npos ||
                                                    scalar.raw.ends_with(" ]") || scalar.raw.ends_with(" }"));
}

bool IsPerhapsOdd(const Value& plain) {
  return plain.raw[0] == kTypographic || MayHaveOddLine(plain) ||
         (plain.raw.size() <= kLongestNumber && MayBeginOdd(plain.raw) &&
          OddDisagreement(plain.raw).has_value());
}

}  // namespace kval::value
