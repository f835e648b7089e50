#include "src/value/odd_scalar.h"

namespace kval::value {
namespace {

constexpr char kTypographic = '\xe2';  // begins every typographic quote in UTF-8

// A word of at most three letters, or a number that begins with a zero.
bool MayDisagree(std::string_view text) {
  if (text.size() > 24) {
    return false;
  }
  const char first = text[0];
  const bool is_word = text.size() <= 3 && (first == 'y' || first == 'Y' || first == 'n' || first == 'N' ||
                                            first == 'o' || first == 'O');
  const char digit = first == '-' || first == '+' ? text[text.size() > 1 ? 1 : 0] : first;
  return is_word || (digit == '0' && text.size() > 1);
}

}  // namespace

std::optional<Disagreement> OddDisagreement(std::string_view plain) {
  const std::optional<Disagreement> found = Disagrees(plain);
  return found && found->ambiguity != Ambiguity::kNumberOrText ? found : std::nullopt;
}

// A text of several lines takes more room than what it means, for its lines are indented.
bool MayHaveOddLine(const Value& scalar) {
  return scalar.span.size() > scalar.raw.size() && (scalar.raw.find(" - ") != std::string_view::npos ||
                                                    scalar.raw.ends_with(" ]") || scalar.raw.ends_with(" }"));
}

bool MayBeOdd(const Value& scalar) {
  if (scalar.style != Style::kPlain || scalar.raw.empty()) {
    return false;
  }
  return scalar.raw[0] == kTypographic || MayHaveOddLine(scalar) ||
         (MayDisagree(scalar.raw) && OddDisagreement(scalar.raw).has_value());
}

}  // namespace kval::value
