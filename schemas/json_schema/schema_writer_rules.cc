#include <algorithm>
#include <utility>

#include "schemas/json_schema/schema_writer.h"

namespace kval::schemas::json_schema {

void SchemaWriter::AddRules(Node& node) {
  for (types::RuleId id : node.type.rules) {
    const types::Rule& rule = model_.Get(id);
    const bool is_said = node.drops_null && std::holds_alternative<types::NotNull>(rule.test) &&
                         rule.message.empty() && rule.when == nullptr;
    if (!is_said) {
      AddRule(node, rule);
    }
  }
}

void SchemaWriter::AddRule(Node& node, const types::Rule& rule) {
  constexpr const char* kHint = "state it in the words of JSON Schema, or leave it to kval";
  if (rule.when != nullptr) {
    Lose(node, rule.span, "the rule `" + losses_.WordsOf(rule) + "` with its condition",
         "state it by `if` and `then`");
    return;
  }
  if (const auto* assertion = std::get_if<types::Assertion>(&rule.test)) {
    AddAssertion(node, rule, *assertion);
    return;
  }
  const RuleStatement stated =
      statements_.Of({node.id, node.type, node.drops_null, node.keywords.Has("enum")}, rule);
  if (stated.keywords.empty() && stated.argument == nullptr) {
    Lose(node, rule.span, "the rule `" + losses_.WordsOf(rule) + "`", kHint);
    return;
  }
  AddStated(node, rule, stated);
}

void SchemaWriter::AddStated(Node& node, const types::Rule& rule, const RuleStatement& stated) {
  const bool is_free = std::none_of(stated.keywords.begin(), stated.keywords.end(),
                                    [&](const auto& each) { return node.keywords.Has(each.first); });
  if (!stated.is_complete) {
    Lose(node, rule.span, "the rule `" + losses_.WordsOf(rule) + "`", "", true, std::string(stated.why));
  }
  if (stated.is_exact && is_free) {
    for (const auto& [keyword, value] : stated.keywords) {
      node.keywords.Add(keyword, value);
    }
    if (!rule.message.empty()) {
      node.messages.push_back({build_.String(stated.keywords.front().first), build_.String(rule.message)});
    }
    return;
  }
  Keywords item(build_);
  for (const auto& [keyword, value] : stated.keywords) {
    item.Add(keyword, value);
  }
  if (stated.argument != nullptr) {
    Keywords named(build_);
    named.Add(stated.name, stated.argument);
    item.Add(kRule, named.Build());
  }
  if (!rule.message.empty()) {
    item.Add(kMessage, rule.message);
  }
  node.all_of.push_back(item.Build());
}

}  // namespace kval::schemas::json_schema
