#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "src/diag/kind.h"

// The single rules of the API server behind KV708, each with a separate, stable id: KV7001, KV7002…
// A rule is a Kind beyond the enumerators. EntryOf, CodeOf and FindKind accept it; its name and severity are
// those of the group. AllKinds() does not list rules.
namespace kval::diag {

// One line of resource_rule.def.
struct ResourceRuleEntry {
  KindEntry kind;             // its summary is the requirement
  std::string_view versions;  // `1.36-`, a feature gate, or empty for all versions
};

// Returns all rules in the order of their numbers.
std::span<const ResourceRuleEntry> ResourceRules();

constexpr uint16_t kResourceRuleNumbers[] = {
#define KVAL_RESOURCE_RULE(number, versions, summary) number,
#include "src/diag/resource_rule.def"
#undef KVAL_RESOURCE_RULE
};

// Returns the kind of a rule. Fails to compile for a number that is not listed.
consteval Kind ResourceRule(uint16_t number) {
  for (const uint16_t known : kResourceRuleNumbers) {
    if (known == number) {
      return static_cast<Kind>(number);
    }
  }
  throw "resource_rule.def does not list this rule";
}

constexpr bool IsResourceRule(Kind kind) {
  return static_cast<uint16_t>(kind) >= kResourceRuleNumbers[0];
}

// Returns KV708 for a rule, and any other kind itself.
constexpr Kind GroupOf(Kind kind) {
  return IsResourceRule(kind) ? Kind::kResource : kind;
}

}  // namespace kval::diag
