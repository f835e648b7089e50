#include "src/lang/kcl/builtins/number_text.h"
#include "src/support/parse_double.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace kval::kcl::builtins {
namespace {

struct Multiplier {
  std::string_view suffix;
  int64_t factor;
};
constexpr int64_t kThousand = 1000;
constexpr Multiplier kMultipliers[] = {
    {"Ki", int64_t{1} << 10},
    {"Mi", int64_t{1} << 20},
    {"Gi", int64_t{1} << 30},
    {"Ti", int64_t{1} << 40},
    {"Pi", int64_t{1} << 50},
    {"k", kThousand},
    {"K", kThousand},
    {"M", kThousand* kThousand},
    {"G", kThousand* kThousand* kThousand},
    {"T", kThousand* kThousand* kThousand* kThousand},
    {"P", kThousand* kThousand* kThousand* kThousand* kThousand},
};

}  // namespace

std::optional<int64_t> ParseInt(std::string_view text, int base) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) {
      return std::nullopt;
    }
  }
  int64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole ? std::optional<int64_t>(number) : std::nullopt;
}

std::optional<int64_t> ParseQuantity(std::string_view text) {
  for (const Multiplier& multiplier : kMultipliers) {
    if (!text.ends_with(multiplier.suffix)) {
      continue;
    }
    std::optional<int64_t> number = ParseInt(text.substr(0, text.size() - multiplier.suffix.size()), 10);
    int64_t product = 0;
    if (!number || __builtin_mul_overflow(*number, multiplier.factor, &product)) {
      return std::nullopt;
    }
    return product;
  }
  return ParseInt(text, 10);
}

std::optional<double> ParseFloat(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) {
      return std::nullopt;
    }
  }
  // std::from_chars accepts `nan(...)`, which KCL does not.
  if (text.empty() || text.find('(') != std::string_view::npos) {
    return std::nullopt;
  }
  const ParsedDouble read = ParseDouble(text);
  return read.is_whole(text) ? std::optional(read.value) : std::nullopt;
}

int64_t Truncated(double real) {
  if (std::isnan(real)) {
    return 0;
  }
  constexpr double kLimit = 9223372036854775808.0;
  if (real >= kLimit) {
    return std::numeric_limits<int64_t>::max();
  }
  return real < -kLimit ? std::numeric_limits<int64_t>::min() : static_cast<int64_t>(real);
}

}  // namespace kval::kcl::builtins
