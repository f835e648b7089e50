#include <array>

#include "src/formats/scan.h"
#include "src/formats/validators.h"

// The grammar in the comment of resource.Quantity. Sizes beyond 2^63-1 are capped and decimals beyond three
// rounded up by Kubernetes: neither makes a quantity invalid.
namespace kval::formats {
namespace {

constexpr std::array<std::string_view, 16> kSuffixes = {"",  "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "n",
                                                        "u", "m",  "k",  "M",  "G",  "T",  "P",  "E"};

bool IsExponent(std::string_view suffix) {
  if (suffix.size() < 2 || (suffix.front() != 'e' && suffix.front() != 'E')) {
    return false;
  }
  suffix.remove_prefix(suffix[1] == '+' || suffix[1] == '-' ? 2 : 1);
  return AllDigits(suffix);
}

// The right spelling of a common mistake, as the end of a sentence.
std::string Advice(std::string_view suffix) {
  struct Mistake {
    std::string_view wrong;
    std::string_view right;
  };
  constexpr Mistake kMistakes[] = {{"K", "k` or `Ki"}, {"ki", "Ki"},  {"mi", "Mi"},  {"gi", "Gi"},
                                   {"ti", "Ti"},       {"KB", "k"},   {"kB", "k"},   {"MB", "M"},
                                   {"GB", "G"},        {"TB", "T"},   {"KiB", "Ki"}, {"MiB", "Mi"},
                                   {"GiB", "Gi"},      {"TiB", "Ti"}, {"g", "G"},    {"Mb", "M"},
                                   {"Gb", "G"},        {"KI", "Ki"},  {"MI", "Mi"},  {"GI", "Gi"}};
  for (const Mistake& mistake : kMistakes) {
    if (mistake.wrong == suffix) {
      return ": write `" + std::string(mistake.right) + "`";
    }
  }
  return "";
}

}  // namespace

bool IsQuantity(std::string_view text, std::string* why) {
  if (text.empty()) {
    return Fail(why, "the string is empty");
  }
  size_t at = text.front() == '+' || text.front() == '-' ? 1 : 0;
  size_t digits = 0;
  bool has_dot = false;
  for (; at < text.size() && (IsDigit(text[at]) || (text[at] == '.' && !has_dot)); ++at) {
    has_dot = has_dot || text[at] == '.';
    digits += IsDigit(text[at]) ? 1 : 0;
  }
  if (digits == 0) {
    return Fail(why, "expected a number, found " + Character(text, at));
  }
  const std::string_view suffix = text.substr(at);
  for (const std::string_view known : kSuffixes) {
    if (suffix == known) {
      return true;
    }
  }
  return IsExponent(suffix) || Fail(why, "unknown unit " + Quoted(suffix) + Advice(suffix));
}

}  // namespace kval::formats
