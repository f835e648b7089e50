#include "src/findings/key_messages.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "src/check/describe.h"
#include "src/check/fields.h"

namespace kval::findings {
namespace {

// The key rule that a key of the schema was turned into, or null.
const types::KeyRule* RuleOfName(const types::Record& record, std::string_view name) {
  for (const types::KeyRule& rule : record.key_rules) {
    if (rule.name == name) {
      return &rule;
    }
  }
  return nullptr;
}

// "keys that match /[a-z]+/".
std::string KeysText(const types::KeyRule& rule) {
  const std::string text = rule.allowed == nullptr ? std::string() : rule.allowed->Describe();
  return text.starts_with("/") ? "keys that match " + text : "the keys that its rule allows";
}

}  // namespace

std::string KeyListText(const types::Record& record) {
  constexpr size_t kMost = 16;
  if (record.fields.empty() || record.fields.size() > kMost) {
    return {};
  }
  std::vector<std::string> names;
  for (const types::Field& field : record.fields) {
    names.push_back(check::KeyName(*field.key));
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return names.size() == 1 ? "the key " + text : "one of { " + text + " }";
}

std::string KeyPatternsText(const types::Record& record) {
  constexpr size_t kMost = 3;
  std::string text;
  for (const types::KeyRule& rule : record.key_rules) {
    const std::string pattern = rule.allowed == nullptr ? std::string() : rule.allowed->Describe();
    if (!pattern.starts_with('/') || record.key_rules.size() > kMost) {
      return {};
    }
    text += (text.empty() ? "a key that matches " : " or ") + pattern;
  }
  return text;
}

std::string ExplainRejectedKey(const types::Record& record, const value::Value& key,
                               const value::Value& mapping) {
  for (const types::KeyRule& rule : record.key_rules) {
    if (types::PredicateResult verdict = check::EvaluateKeyRule(rule, key, mapping);
        !verdict.message.empty()) {
      return std::move(verdict.message);
    }
  }
  return {};
}

void AddKeyLabels(const UnknownKeyFacts& facts, diag::DiagnosticBuilder& builder) {
  const UnknownKeyCause& cause = facts.cause;
  if (facts.is_rejected) {
    builder.Label("no key rule of the schema allows this key");
    builder.Schema(facts.record->key_rules.front().span, "keys are restricted here");
    if (const types::KeyRule* named = RuleOfName(*facts.record, facts.name)) {
      builder.Note("`" + facts.name + "` in the schema is a placeholder for " + KeysText(*named) +
                   ", not a key of the map");
    }
  } else if (facts.is_unindented && cause.field == nullptr) {
    builder.Label("an item of `" + cause.parent + "`");
  } else if (facts.is_unindented) {
    builder.Schema(cause.field->span, "`" + facts.name + "` of `" + cause.parent + "` is declared here");
  } else if (facts.suggested.field != nullptr) {
    builder.Related(facts.suggested.field->span, "`" + facts.suggested.name + "` is declared here");
  }
  if (facts.rule != nullptr && facts.rule->span.has_value()) {
    builder.Schema(facts.rule->span, "undeclared keys are rejected here");
  } else if (!facts.is_rejected && facts.record != nullptr && facts.record->closed_span.has_value()) {
    builder.Schema(facts.record->closed_span, "the schema allows no other keys");
  } else if (!facts.is_rejected && facts.type.span.has_value()) {
    const bool has_none = facts.record != nullptr && facts.record->fields.empty();
    builder.Schema(facts.type.span,
                   has_none ? "the schema declares a map without keys" : "the map that the schema declares");
  }
}

std::string MisplacedBlockHint(const UnknownKeyCause& cause, const std::string& name) {
  const std::string others = cause.count == 2 ? "the other unknown key here" : "other unknown keys here";
  return "`" + name + "` and " + others + " are declared in `" + cause.parent +
         "`: is its line missing above them, or their indentation wrong?";
}

}  // namespace kval::findings
