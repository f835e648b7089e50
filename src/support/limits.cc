#include "src/support/limits.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "src/support/edit_distance.h"
#include "src/support/substitute.h"

namespace kval {
namespace {

using enum LimitUnit;
constexpr uint64_t kNoMaximum = Limits::kNoMaximum;

constexpr LimitEntry kLimits[] = {
#define KVAL_LIMIT(field, name, standard, most, unit, rule, bounds) \
  {name, &Limits::field, standard, most, unit, rule, bounds},
#include "src/support/limit.def"
#undef KVAL_LIMIT
};

struct Suffix {
  LimitUnit unit;
  std::string_view text;
  uint64_t factor;
};

constexpr Suffix kSuffixes[] = {
    {kBytes, "KiB", kKibibyte}, {kBytes, "MiB", kMebibyte}, {kBytes, "GiB", kGibibyte}, {kBytes, "", 1},
    {kSeconds, "s", 1},         {kSeconds, "m", 60},        {kSeconds, "h", 3600},      {kSeconds, "", 1},
    {kNumber, "", 1},
};

// The number that `text` says in the unit, or nothing.
std::optional<uint64_t> ReadAmount(std::string_view text, LimitUnit unit) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) {
    return std::nullopt;
  }
  const std::string_view suffix = text.substr(static_cast<size_t>(end - text.data()));
  for (const Suffix& known : kSuffixes) {
    uint64_t amount = 0;
    if (known.unit == unit && known.text == suffix &&
        !__builtin_mul_overflow(number, known.factor, &amount)) {
      return amount;
    }
  }
  return std::nullopt;
}

std::string_view DescribeRule(LimitUnit unit) {
  switch (unit) {
    case kNumber:
      return "a number";
    case kBytes:
      return "bytes, or a number with KiB, MiB or GiB";
    case kSeconds:
      return "seconds, or a number with s, m or h";
  }
  return {};
}

std::string Grouped(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t at = text.size(); at > 3; at -= 3) {
    text.insert(at - 3, ",");
  }
  return text;
}

// Whether two names have a word in common: `max-depth` and `depth`.
bool ShareWord(std::string_view a, std::string_view b) {
  const auto next = [](std::string_view& rest) {
    const std::string_view word = rest.substr(0, rest.find_first_of("-_"));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    return word;
  };
  while (!a.empty()) {
    const std::string_view word = next(a);
    for (std::string_view rest = b; !rest.empty() && !word.empty();) {
      if (next(rest) == word) {
        return true;
      }
    }
  }
  return false;
}

// Returns suggestions for a misspelt name: the most similar names, or names that share a word; empty if there
// are none.
std::string Suggested(std::string_view name) {
  std::vector<std::string_view> names;
  for (const LimitEntry& entry : kLimits) {
    names.push_back(entry.name);
  }
  if (const std::string_view nearest = Nearest(name, names); !nearest.empty()) {
    return Substitute("`{}`", nearest);
  }
  std::erase_if(names, [name](std::string_view known) { return !ShareWord(name, known); });
  std::string list;
  for (size_t i = 0; i < names.size(); ++i) {
    list += i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
    list += Substitute("`{}`", names[i]);
  }
  return list;
}

std::string Unknown(std::string_view name) {
  const std::string suggested = Suggested(name);
  return Substitute("there is no limit `{}`; ", name) +
         (suggested.empty() ? "`kval explain limits` lists them" : Substitute("did you mean {}?", suggested));
}

}  // namespace

std::span<const LimitEntry> AllLimits() {
  return kLimits;
}

const LimitEntry* FindLimit(std::string_view name) {
  for (const LimitEntry& entry : kLimits) {
    if (entry.name == name) {
      return &entry;
    }
  }
  return nullptr;
}

std::optional<std::string> SetLimit(Limits& limits, std::string_view assignment) {
  const size_t equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    return Substitute("a limit is given as name=value, found `{}`", assignment);
  }
  return SetLimit(limits, assignment.substr(0, equals), assignment.substr(equals + 1));
}

std::optional<std::string> SetLimit(Limits& limits, std::string_view name, std::string_view value) {
  const LimitEntry* entry = FindLimit(name);
  if (entry == nullptr) {
    return Unknown(name);
  }
  const std::optional<uint64_t> amount = ReadAmount(value, entry->unit);
  if (!amount) {
    return Substitute("the limit `{}` takes {}, found `{}`", name, DescribeRule(entry->unit), value);
  }
  if (*amount > entry->most) {
    return Substitute("the limit `{}` can be {} at most", name, LimitText(entry->most, entry->unit));
  }
  limits.*entry->field = *amount;
  return std::nullopt;
}

std::string LimitText(uint64_t value, LimitUnit unit) {
  if (unit == kSeconds) {
    return value == 0 ? "none" : Grouped(value) + " s";
  }
  if (unit == kBytes) {
    for (const auto& [factor, name] :
         {std::pair{kGibibyte, " GiB"}, {kMebibyte, " MiB"}, {kKibibyte, " KiB"}}) {
      if (value >= factor && value % factor == 0) {
        return Grouped(value / factor) + name;
      }
    }
    return Grouped(value) + " bytes";
  }
  return Grouped(value);
}

std::string LimitTable() {
  std::string table = "| limit | default | bounds | rule |\n|---|---|---|---|\n";
  for (const LimitEntry& entry : kLimits) {
    const std::string code = std::to_string(entry.rule);
    table += Substitute("| `{}` | {} | {} | KV{} |\n", entry.name, LimitText(entry.standard, entry.unit),
                        entry.bounds, std::string(3 - code.size(), '0') + code);
  }
  return table;
}

}  // namespace kval
