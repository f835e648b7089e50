
#include "schemas/json_schema/schema_writer.h"

namespace kval::schemas::json_schema {
namespace {

using value::Kind;

}  // namespace

const value::Value* SchemaWriter::Each(const std::vector<types::TypeId>& types) {
  std::vector<const value::Value*> schemas;
  for (types::TypeId type : types) {
    schemas.push_back(SchemaOf(type));
  }
  return build_.Sequence(schemas);
}

void SchemaWriter::AddKeyword(OutputSchema& node, const types::Rule& rule, std::string_view keyword,
                              const value::Value* value) {
  if (!node.keywords.Has(keyword) && !(keyword == "anyOf" && survey_.is_of_values)) {
    node.keywords.Add(keyword, value);
    if (!rule.message.empty()) {
      node.messages.push_back({build_.String(keyword), build_.String(rule.message)});
    }
    return;
  }
  KeywordBuilder item(build_);
  item.Add(keyword, value);
  if (!rule.message.empty()) {
    item.Add(kMessage, rule.message);
  }
  node.all_of.push_back(item.Build());
}

void SchemaWriter::AddAssertion(OutputSchema& node, const types::Rule& rule,
                                const types::Assertion& assertion) {
  const auto lose = [&](std::string_view keyword) {
    ReportLoss(node, rule.span, "`" + std::string(keyword) + "`", "choose a later draft", false,
               std::string(NameOf(draft_)) + " has no equivalent keyword");
  };
  if (const auto* all = std::get_if<types::AllOf>(&assertion)) {
    AddAllOf(node, rule, *all);
  } else if (const auto* any = std::get_if<types::AnyOf>(&assertion)) {
    AddKeyword(node, rule, "anyOf", Each(any->types));
  } else if (const auto* one = std::get_if<types::ExactlyOne>(&assertion)) {
    AddKeyword(node, rule, "oneOf", Each(one->types));
  } else if (const auto* negated = std::get_if<types::Not>(&assertion)) {
    AddKeyword(node, rule, "not", SchemaOf(negated->type));
  } else if (const auto* choice = std::get_if<types::IfThenElse>(&assertion)) {
    if (draft_ < Draft::k7) {
      lose("if");
      return;
    }
    AddChoice(node, rule, *choice);
  } else if (const auto* required = std::get_if<types::RequiredKeys>(&assertion)) {
    if (rule.message.empty()) {
      node.required.insert(node.required.end(), required->keys.begin(), required->keys.end());
    } else {
      KeywordBuilder item(build_);
      item.Add("required", Strings(build_, required->keys));
      item.Add(kMessage, rule.message);
      node.all_of.push_back(item.Build());
    }
  } else if (const auto* keys = std::get_if<types::DependentKeys>(&assertion)) {
    const std::string_view keyword = draft_ >= Draft::k2019 ? "dependentRequired" : "dependencies";
    AddDependency(node, rule, keyword, keys->key, Strings(build_, keys->keys));
  } else if (const auto* type = std::get_if<types::DependentType>(&assertion)) {
    const std::string_view keyword = draft_ >= Draft::k2019 ? "dependentSchemas" : "dependencies";
    AddDependency(node, rule, keyword, type->key, SchemaOf(type->type));
  } else if (const auto* contains = std::get_if<types::Contains>(&assertion)) {
    AddContains(node, rule, *contains);
  } else if (const auto* names = std::get_if<types::KeyNames>(&assertion)) {
    if (draft_ < Draft::k6) {
      lose("propertyNames");
      return;
    }
    AddKeyword(node, rule, "propertyNames", SchemaOf(names->type));
  } else if (const auto* others = std::get_if<types::UnevaluatedKeys>(&assertion)) {
    if (draft_ < Draft::k2019) {
      lose("unevaluatedProperties");
      return;
    }
    AddKeyword(node, rule, "unevaluatedProperties", SchemaOf(others->type));
  } else if (const auto* items = std::get_if<types::UnevaluatedItems>(&assertion)) {
    if (draft_ < Draft::k2019) {
      lose("unevaluatedItems");
      return;
    }
    AddKeyword(node, rule, "unevaluatedItems", SchemaOf(items->type));
  }
}

void SchemaWriter::AddAllOf(OutputSchema& node, const types::Rule& rule, const types::AllOf& all) {
  const value::Value* schemas = Each(all.types);
  const value::Value& first = *schemas->items()[0];
  const bool is_reference = all.types.size() == 1 && draft_ >= Draft::k2019 && first.kind == Kind::kMapping &&
                            first.entries().size() == 1 && first.entries()[0].key->raw == "$ref";
  if (is_reference && !node.keywords.Has("$ref")) {
    node.keywords.Add("$ref", first.entries()[0].value);
  } else if (rule.message.empty()) {
    node.all_of.insert(node.all_of.end(), schemas->items().begin(), schemas->items().end());
  } else {
    KeywordBuilder item(build_);
    item.Add("allOf", schemas);
    item.Add(kMessage, rule.message);
    node.all_of.push_back(item.Build());
  }
}

void SchemaWriter::AddChoice(OutputSchema& node, const types::Rule& rule, const types::IfThenElse& choice) {
  KeywordBuilder item(build_);
  item.Add("if", SchemaOf(choice.condition));
  if (choice.then.has_value()) {
    item.Add("then", SchemaOf(choice.then));
  }
  if (choice.otherwise.has_value()) {
    item.Add("else", SchemaOf(choice.otherwise));
  }
  const value::Value* built = item.Build();
  if (node.keywords.Has("if")) {
    node.all_of.push_back(built);
    return;
  }
  for (const value::Entry& entry : built->entries()) {
    node.keywords.Add(entry.key->raw, entry.value);
  }
  if (!rule.message.empty()) {
    node.messages.push_back({build_.String("if"), build_.String(rule.message)});
  }
}

void SchemaWriter::AddDependency(OutputSchema& node, const types::Rule& rule, std::string_view keyword,
                                 const std::string& key, const value::Value* value) {
  const value::Value* known = node.keywords.Find(keyword);
  if (known == nullptr) {
    KeywordBuilder map(build_);
    map.Add(key, value);
    AddKeyword(node, rule, keyword, map.Build());
    return;
  }
  if (value::Find(*known, key) == nullptr) {
    std::vector<value::Entry> entries(known->entries().begin(), known->entries().end());
    entries.push_back({build_.String(key), value});
    node.keywords.Set(keyword, build_.Mapping(entries));
    return;
  }
  KeywordBuilder map(build_);
  map.Add(key, value);
  KeywordBuilder item(build_);
  item.Add(keyword, map.Build());
  node.all_of.push_back(item.Build());
}

void SchemaWriter::AddContains(OutputSchema& node, const types::Rule& rule, const types::Contains& contains) {
  const bool has_unbounded = contains.at_most == types::Count::kUnbounded;
  const bool is_plain = contains.at_least == 1 && has_unbounded;
  if (draft_ < Draft::k6 || (draft_ < Draft::k2019 && !is_plain)) {
    ReportLoss(node, rule.span, draft_ < Draft::k6 ? "`contains`" : "`minContains` and `maxContains`",
               "choose a later draft");
    return;
  }
  if (survey_.has_unevaluated_items && contains.evaluates != (draft_ == Draft::k2020)) {
    ReportLoss(node, rule.span, "whether items that `contains` finds count as evaluated", "");
  }
  KeywordBuilder item(build_);
  item.Add("contains", SchemaOf(contains.item));
  if (contains.at_least != 1) {
    item.Add("minContains", build_.Int(contains.at_least));
  }
  if (!has_unbounded) {
    item.Add("maxContains", build_.Int(contains.at_most));
  }
  const value::Value* built = item.Build();
  if (node.keywords.Has("contains")) {
    node.all_of.push_back(built);
    return;
  }
  for (const value::Entry& entry : built->entries()) {
    node.keywords.Add(entry.key->raw, entry.value);
  }
  if (!rule.message.empty()) {
    node.messages.push_back({build_.String("contains"), build_.String(rule.message)});
  }
}

}  // namespace kval::schemas::json_schema
