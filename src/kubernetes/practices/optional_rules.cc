#include "src/kubernetes/practices/optional_rules.h"

#include "src/diag/best_practice.h"
#include "src/diag/resource_rule.h"
#include "src/support/ascii.h"
#include "src/support/substitute.h"

namespace kval::kubernetes {
namespace {

bool IsOptional(diag::Kind kind) {
  return kind == diag::Kind::kBestPractice || kind == diag::Kind::kDanglingReference;
}

bool IsRecommended(diag::Kind kind) {
  const diag::BestPractice* practice = diag::FindBestPractice(kind);
  return practice == nullptr || practice->set == diag::PracticeSet::kRecommended;
}

// Whether a word denotes an optional rule.
bool IsNamed(diag::Kind rule, std::string_view word, const diag::KindEntry* named) {
  return word == "all" || (word == "recommended" && IsRecommended(rule)) ||
         (named != nullptr && (named->kind == rule || named->kind == diag::GroupOf(rule)));
}

}  // namespace

Result<std::vector<diag::Kind>> OptionalRulesOf(std::string_view words) {
  std::vector<diag::Kind> rules;
  do {
    const size_t end = words.find(',');
    const std::string_view word = Trimmed(words.substr(0, end), kWhitespace);
    words = end == std::string_view::npos ? std::string_view() : words.substr(end + 1);
    const size_t before = rules.size();
    const diag::KindEntry* named = diag::FindKind(word);
    for (const diag::ResourceRuleEntry& rule : diag::ResourceRules()) {
      if (IsOptional(diag::GroupOf(rule.kind.kind)) && IsNamed(rule.kind.kind, word, named)) {
        rules.push_back(rule.kind.kind);
      }
    }
    if (rules.size() == before) {
      return Failure{Substitute(
          "`{}` is not an optional rule: pass `recommended`, `all`, or rules of KV709 and KV710", word)};
    }
  } while (!words.empty());
  return rules;
}

uint64_t OptionalRules::Check(const Resource& resource, std::string_view file, const Limits& limits,
                              Arena& arena, diag::Emitter& emit) const {
  return practices_.Check(resource, objects_, limits, arena, emit) +
         references_.Check(resource, file, objects_, emit);
}

}  // namespace kval::kubernetes
