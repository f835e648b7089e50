#include "src/policy/rule_choice.h"

#include <algorithm>
#include <cctype>

#include "src/diag/resource_rule.h"
#include "src/support/ascii.h"
#include "src/support/edit_distance.h"
#include "src/support/substitute.h"

namespace kval::policy {
namespace {

std::string Upper(std::string_view text) {
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return upper;
}

Failure NoRule(std::string_view word) {
  std::vector<std::string> codes;
  std::vector<std::string_view> names;
  for (const diag::KindEntry& entry : diag::AllKinds()) {
    names.push_back(entry.name);
    codes.push_back(diag::CodeOf(entry.kind));
  }
  for (const diag::ResourceRuleEntry& rule : diag::ResourceRules()) {
    codes.push_back(diag::CodeOf(rule.kind.kind));
  }
  names.insert(names.end(), codes.begin(), codes.end());
  const std::string_view nearest = Nearest(word, names);
  return {Substitute("unknown rule {}", word) +
          (nearest.empty() ? "; `kval rules` lists them" : Substitute("; did you mean {}?", nearest))};
}

}  // namespace

bool MayBeIgnored(diag::Kind kind) {
  const diag::KindEntry& entry = diag::EntryOf(kind);
  if (entry.severity != diag::Severity::kError) {
    return kind != diag::Kind::kFindingsCut;
  }
  return kind != diag::Kind::kRuleError && kind != diag::Kind::kCelError &&
         diag::CategoryOf(kind).may_be_ignored;
}

std::vector<diag::Kind> RulesNamed(std::string_view word) {
  const auto add = [](diag::Kind kind, std::vector<diag::Kind>& to) {
    to.push_back(kind);
    for (const diag::ResourceRuleEntry& rule : diag::ResourceRules()) {
      if (diag::GroupOf(rule.kind.kind) == kind) {
        to.push_back(rule.kind.kind);
      }
    }
  };
  if (const diag::KindEntry* entry = diag::FindKind(word)) {
    std::vector<diag::Kind> kinds;
    add(entry->kind, kinds);
    return kinds;
  }
  const std::string upper = Upper(word);
  constexpr size_t kCode = 5;
  const bool is_prefix = upper.size() >= 3 && upper.size() < kCode && upper.starts_with("KV");
  std::vector<diag::Kind> kinds;
  for (const diag::KindEntry& entry : diag::AllKinds()) {
    if (upper == "ALL" || (is_prefix && diag::CodeOf(entry.kind).starts_with(upper))) {
      add(entry.kind, kinds);
    }
  }
  return kinds;
}

Result<std::vector<diag::Kind>> RulesOf(std::string_view words) {
  std::vector<diag::Kind> kinds;
  while (!words.empty()) {
    const std::string_view word = Trimmed(words.substr(0, words.find(',')));
    words.remove_prefix(std::min(
        words.find(',') == std::string_view::npos ? words.size() : words.find(',') + 1, words.size()));
    if (word.empty()) {
      continue;
    }
    const std::vector<diag::Kind> named = RulesNamed(word);
    if (named.empty()) {
      return NoRule(word);
    }
    kinds.insert(kinds.end(), named.begin(), named.end());
  }
  return kinds;
}

Result<bool> RuleChoice::Select(std::string_view words) {
  Result<std::vector<diag::Kind>> kinds = RulesOf(words);
  if (!kinds) {
    return kinds.failure();
  }
  has_selection_ = true;
  for (const diag::Kind kind : *kinds) {
    is_on_[kind] = true;
  }
  return true;
}

Result<bool> RuleChoice::Ignore(std::string_view words) {
  Result<std::vector<diag::Kind>> kinds = RulesOf(words);
  if (!kinds) {
    return kinds.failure();
  }
  for (const diag::Kind kind : *kinds) {
    if (kinds->size() == 1 && !MayBeIgnored(kind)) {
      return Failure{diag::CodeOf(kind) + " cannot be ignored: it reports that something was not checked"};
    }
    is_on_[kind] = false;
  }
  return true;
}

Result<bool> RuleChoice::SetSeverity(std::string_view words) {
  const size_t equals = words.find('=');
  Result<std::vector<diag::Kind>> kinds = RulesOf(words.substr(0, equals));
  if (!kinds) {
    return kinds.failure();
  }
  const std::string_view severity = equals == std::string_view::npos ? "" : words.substr(equals + 1);
  constexpr std::pair<std::string_view, SeverityOverride> kSeverities[] = {
      {"error", SeverityOverride::kError},
      {"warning", SeverityOverride::kWarning},
      {"note", SeverityOverride::kNote},
      {"off", SeverityOverride::kOff}};
  for (const auto& [name, requested] : kSeverities) {
    if (name != severity) {
      continue;
    }
    for (const diag::Kind kind : *kinds) {
      if (kinds->size() == 1 && !MayBeIgnored(kind) && requested != SeverityOverride::kError) {
        return Failure{diag::CodeOf(kind) +
                       " cannot be downgraded: it reports that something was not checked"};
      }
      requested_[kind] = requested;
    }
    return true;
  }
  return Failure{
      Substitute("--severity accepts RULE=error, RULE=warning, RULE=note or RULE=off, found {}", words)};
}

RuleChoice RuleChoice::Then(const RuleChoice& later) const {
  RuleChoice both = *this;
  both.has_selection_ = has_selection_ || later.has_selection_;
  for (const auto& [kind, requested] : later.requested_) {
    both.requested_[kind] = requested;
    // Setting a severity enables the rule.
    if (const auto on = both.is_on_.find(kind);
        on != both.is_on_.end() && requested != SeverityOverride::kOff) {
      on->second = true;
    }
  }
  for (const auto& [kind, is_on] : later.is_on_) {
    both.is_on_[kind] = is_on;
    if (const auto requested = both.requested_.find(kind); is_on && later.requested_.count(kind) == 0 &&
                                                           requested != both.requested_.end() &&
                                                           requested->second == SeverityOverride::kOff) {
      both.requested_.erase(requested);
    }
  }
  return both;
}

bool RuleChoice::Apply(diag::Diagnostic& finding) const {
  const bool may_change = MayBeIgnored(finding.kind);
  const auto on = is_on_.find(finding.kind);
  const bool is_on = on == is_on_.end() ? !has_selection_ : on->second;
  if (!is_on && may_change) {
    return false;
  }
  const auto requested = requested_.find(finding.kind);
  if (requested == requested_.end() || (!may_change && requested->second != SeverityOverride::kError)) {
    return true;
  }
  switch (requested->second) {
    case SeverityOverride::kOff:
      return false;
    case SeverityOverride::kError:
      finding.severity = diag::Severity::kError;
      break;
    case SeverityOverride::kWarning:
      finding.severity = diag::Severity::kWarning;
      break;
    case SeverityOverride::kNote:
      finding.severity = diag::Severity::kNote;
      break;
  }
  return true;
}

}  // namespace kval::policy
