#include "src/diag/kind.h"

#include <algorithm>
#include <cctype>

#include "src/diag/resource_rule.h"

namespace kval::diag {
namespace {

constexpr CategoryEntry kCategories[] = {
#define KVAL_CATEGORY(enumerator, ...) {Category::enumerator, __VA_ARGS__},
#include "src/diag/kind.def"
};

constexpr KindEntry kKinds[] = {
#define KVAL_KIND(enumerator, number, name, severity, category, summary) \
  {Kind::enumerator, number, name, Severity::severity, Category::category, summary},
#include "src/diag/kind.def"
};

std::string Upper(std::string_view text) {
  std::string upper;
  for (char c : text) {
    upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return upper;
}

}  // namespace

std::span<const KindEntry> AllKinds() {
  return kKinds;
}

const KindEntry& EntryOf(Kind kind) {
  if (!IsResourceRule(kind)) {
    return kKinds[static_cast<size_t>(kind)];
  }
  const std::span<const ResourceRuleEntry> rules = ResourceRules();
  return std::lower_bound(rules.begin(), rules.end(), kind,
                          [](const ResourceRuleEntry& rule, Kind of) { return rule.kind.kind < of; })
      ->kind;
}

const CategoryEntry& CategoryOf(Kind kind) {
  return kCategories[static_cast<size_t>(EntryOf(kind).category)];
}

bool IsSchemaViolation(Kind kind) {
  const Category category = EntryOf(kind).category;
  return category == Category::kType || category == Category::kConstraint || category == Category::kFormat;
}

std::string CodeOf(Kind kind) {
  std::string digits = std::to_string(EntryOf(kind).number);
  constexpr size_t kDigits = 3;
  return "KV" + std::string(kDigits - std::min(kDigits, digits.size()), '0') + digits;
}

const KindEntry* FindKind(std::string_view code_or_name) {
  const std::string upper = Upper(code_or_name);
  const auto is_name = [&](std::string_view name) {
    return name.size() == upper.size() &&
           std::equal(name.begin(), name.end(), upper.begin(),
                      [](unsigned char c, char as) { return static_cast<char>(std::toupper(c)) == as; });
  };
  const bool may_be_code = upper.starts_with("KV");
  for (const KindEntry& entry : kKinds) {
    if (is_name(entry.name) || (may_be_code && CodeOf(entry.kind) == upper)) {
      return &entry;
    }
  }
  for (const ResourceRuleEntry& rule : ResourceRules()) {
    if (may_be_code && CodeOf(rule.kind.kind) == upper) {
      return &rule.kind;
    }
  }
  return nullptr;
}

std::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  return "error";
}

}  // namespace kval::diag
