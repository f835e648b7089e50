#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "src/diag/kind.h"

// The single rules of groups, each with a separate, stable id: the rules of the API server (KV7001, KV7002…
// of KV708), best practices (KV7501… of KV709) and references (KV7601… of KV710). A rule is a Kind beyond the
// enumerators. EntryOf, CodeOf and FindKind accept it; its name and severity are those of the group.
// AllKinds() does not list rules.
namespace kval::diag {

// `kNote`: a note about input that is not checked. `kAddition`: values that are not written yet may satisfy
// the rule, so that it does not reject an unfinished document.
enum class RuleTrait : uint8_t { kNone, kNote, kAddition };

// One line of a table.
struct ResourceRuleEntry {
  KindEntry kind;             // its summary is the requirement
  std::string_view versions;  // `1.36-`, a feature gate, or empty for all versions
  RuleTrait trait = RuleTrait::kNone;
};

// Returns all rules in the order of their numbers.
std::span<const ResourceRuleEntry> ResourceRules();

// Returns kNone for other kinds.
RuleTrait TraitOf(Kind kind);

constexpr uint16_t kResourceRuleNumbers[] = {
#define KVAL_RESOURCE_RULE(number, ...) number,
#include "src/diag/resource_rule.def"
#undef KVAL_RESOURCE_RULE
#define KVAL_BEST_PRACTICE(number, ...) number,
#include "src/diag/best_practice.def"
#undef KVAL_BEST_PRACTICE
#define KVAL_REFERENCE_RULE(number, summary) number,
#include "src/diag/reference_rule.def"
#undef KVAL_REFERENCE_RULE
};

// The first numbers of the groups after KV708.
inline constexpr uint16_t kFirstBestPractice = 7501;
inline constexpr uint16_t kFirstReferenceRule = 7601;

// Returns the kind of a rule. Fails to compile for a number that is not listed.
consteval Kind ResourceRule(uint16_t number) {
  for (const uint16_t known : kResourceRuleNumbers) {
    if (known == number) {
      return static_cast<Kind>(number);
    }
  }
  throw "no table lists this rule";
}

constexpr bool IsResourceRule(Kind kind) {
  return static_cast<uint16_t>(kind) >= kResourceRuleNumbers[0];
}

// Returns the group of a rule, and any other kind itself.
constexpr Kind GroupOf(Kind kind) {
  const auto number = static_cast<uint16_t>(kind);
  return !IsResourceRule(kind)           ? kind
         : number >= kFirstReferenceRule ? Kind::kDanglingReference
         : number >= kFirstBestPractice  ? Kind::kBestPractice
                                         : Kind::kResource;
}

}  // namespace kval::diag
