#include <algorithm>

#include "schemas/json_schema/schema_writer.h"

namespace kval::schemas::json_schema {

void SchemaWriter::AddRules(OutputSchema& node) {
  for (types::RuleId id : node.type.rules) {
    const types::Rule& rule = model_.Get(id);
    const bool is_reported = node.drops_null && std::holds_alternative<types::NotNull>(rule.test) &&
                             rule.message.empty() && rule.when == nullptr;
    if (!is_reported) {
      AddRule(node, rule);
    }
  }
}

void SchemaWriter::AddRule(OutputSchema& node, const types::Rule& rule) {
  constexpr const char* kHint = "state it in the words of JSON Schema, or leave it to kval";
  if (rule.when != nullptr) {
    ReportLoss(node, rule.span, "the rule `" + losses_.DescribeRule(rule) + "` with its condition",
               "state it by `if` and `then`");
    return;
  }
  if (const auto* assertion = std::get_if<types::Assertion>(&rule.test)) {
    AddAssertion(node, rule, *assertion);
    return;
  }
  const RuleTranslation stated =
      statements_.Of({node.id, node.type, node.drops_null, node.keywords.Has("enum")}, rule);
  if (stated.keywords.empty() && stated.argument == nullptr) {
    ReportLoss(node, rule.span, "the rule `" + losses_.DescribeRule(rule) + "`", kHint);
    return;
  }
  AddTranslation(node, rule, stated);
}

void SchemaWriter::AddTranslation(OutputSchema& node, const types::Rule& rule,
                                  const RuleTranslation& stated) {
  const bool is_free = std::none_of(stated.keywords.begin(), stated.keywords.end(),
                                    [&](const auto& each) { return node.keywords.Has(each.first); });
  if (!stated.is_complete) {
    ReportLoss(node, rule.span, "the rule `" + losses_.DescribeRule(rule) + "`", "", true,
               std::string(stated.why));
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
  KeywordBuilder item(build_);
  for (const auto& [keyword, value] : stated.keywords) {
    item.Add(keyword, value);
  }
  if (stated.argument != nullptr) {
    KeywordBuilder named(build_);
    named.Add(stated.name, stated.argument);
    item.Add(kRule, named.Build());
  }
  if (!rule.message.empty()) {
    item.Add(kMessage, rule.message);
  }
  node.all_of.push_back(item.Build());
}

}  // namespace kval::schemas::json_schema
