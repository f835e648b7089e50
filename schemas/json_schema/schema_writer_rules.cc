#include <algorithm>
#include <utility>
#include <vector>

#include "schemas/json_schema/schema_writer.h"
#include "src/types/test_source.h"

namespace kval::schemas::json_schema {
namespace {

// The rule; if it is code that built-in tests express, a rule for each of them.
std::vector<types::Rule> WithBuiltinTests(const types::Rule& rule, value::Builder& build) {
  const auto* custom = std::get_if<types::Custom>(&rule.test);
  const auto* source =
      custom == nullptr ? nullptr : dynamic_cast<const types::TestSource*>(custom->predicate.get());
  std::vector<types::Rule> rules;
  for (types::Test& test : source == nullptr ? std::vector<types::Test>() : source->BuiltinTests(build)) {
    rules.push_back(rule);
    rules.back().test = std::move(test);
  }
  return rules.empty() ? std::vector<types::Rule>{rule} : rules;
}

}  // namespace

void SchemaWriter::AddRules(OutputSchema& node) {
  for (types::RuleId id : node.type.rules) {
    const types::Rule& rule = model_.Get(id);
    const bool is_reported = node.drops_null && std::holds_alternative<types::NotNull>(rule.test) &&
                             rule.message.empty() && rule.when == nullptr;
    if (is_reported) {
      continue;
    }
    for (const types::Rule& each : WithBuiltinTests(rule, build_)) {
      AddRule(node, each);
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
