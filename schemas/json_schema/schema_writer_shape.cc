#include <algorithm>

#include "schemas/default_fit.h"
#include "schemas/json_schema/schema_writer.h"
#include "schemas/key_collisions.h"
#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/types/key_test.h"
#include "src/value/compare.h"

namespace kval::schemas::json_schema {
namespace {

using value::Kind;

bool IsAnyNumber(const types::KeyRule& rule) {
  return rule.counts.empty() ||
         std::any_of(rule.counts.begin(), rule.counts.end(), [](const types::Count& count) {
           return count.at_least == 0 && count.at_most == types::Count::kUnbounded;
         });
}

bool IsPlainNotNull(const types::Rule& rule) {
  return std::holds_alternative<types::NotNull>(rule.test) && rule.message.empty() && rule.when == nullptr;
}

std::string_view KindName(const types::Scalar& scalar) {
  switch (scalar.kind) {
    case Kind::kBool:
      return "boolean";
    case Kind::kInt:
      return "integer";
    case Kind::kFloat:
      return "number";
    case Kind::kString:
      return "string";
    case Kind::kNull:
      return "null";
    case Kind::kSequence:
      return "array";
    case Kind::kMapping:
      return "object";
  }
  return "null";
}

}  // namespace

void SchemaWriter::AddType(OutputSchema& node, std::vector<std::string_view> names) {
  if (node.type.ignores_other_kinds) {
    return;
  }
  if (node.type.nullable && !node.drops_null) {
    names.push_back("null");
  }
  if (names.size() == 1) {
    node.keywords.Add("type", names[0]);
    return;
  }
  std::vector<const value::Value*> list;
  list.reserve(names.size());
  for (std::string_view name : names) {
    list.push_back(build_.String(name));
  }
  node.keywords.Add("type", build_.Sequence(list));
}

void SchemaWriter::AddShape(OutputSchema& node) {
  const types::Type& type = node.type;
  if (const auto* scalar = std::get_if<types::Scalar>(&type.shape)) {
    const bool is_loose = survey_.is_of_values && scalar->kind == Kind::kInt && scalar->accepts_whole_floats;
    AddType(node, {is_loose ? "number" : KindName(*scalar)});
    if (is_loose) {
      node.keywords.Add("multipleOf", build_.Int(1));
    }
  } else if (const auto* literal = std::get_if<types::Literal>(&type.shape)) {
    if (!IsJsonRepresentable(*literal->value)) {
      ReportLoss(node, type.span, "the value `" + value::Abbreviate(*literal->value) + "`", "");
    } else if (type.nullable) {
      KeywordBuilder own(build_);
      own.Add("const", literal->value);
      KeywordBuilder null(build_);
      null.Add("type", "null");
      const value::Value* arms[] = {own.Build(), null.Build()};
      node.keywords.Add("anyOf", build_.Sequence(arms));
    } else if (draft_ == Draft::k4) {
      node.keywords.Add("enum", build_.Sequence({&literal->value, 1}));
    } else {
      node.keywords.Add("const", literal->value);
    }
  } else if (const auto* list = std::get_if<types::List>(&type.shape)) {
    AddType(node, {"array"});
    AddList(node, *list);
  } else if (const auto* record = std::get_if<types::Record>(&type.shape)) {
    AddType(node, {"object"});
    AddRecord(node, *record);
  } else if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
    AddUnion(node, *choice);
  } else if (std::holds_alternative<types::Null>(type.shape)) {
    node.keywords.Add("type", "null");
  } else if (std::holds_alternative<types::Never>(type.shape)) {
    node.keywords.Add("not", build_.Mapping({}));
  }
}

void SchemaWriter::AddUnion(OutputSchema& node, const types::Union& choice) {
  if (IsTypeNameList(model_, choice)) {
    std::vector<std::string_view> names;
    for (types::TypeId arm : choice.variants) {
      const types::Shape& shape = model_.Resolve(arm).shape;
      const auto* scalar = std::get_if<types::Scalar>(&shape);
      names.push_back(scalar != nullptr                            ? KindName(*scalar)
                      : std::holds_alternative<types::List>(shape) ? "array"
                                                                   : "object");
    }
    AddType(node, names);
    for (types::TypeId arm : choice.variants) {
      const types::Shape& shape = model_.Resolve(arm).shape;
      if (const auto* list = std::get_if<types::List>(&shape)) {
        AddList(node, *list);
      } else if (const auto* record = std::get_if<types::Record>(&shape)) {
        AddRecord(node, *record);
      }
    }
    return;
  }
  const bool has_null = node.type.nullable && !node.drops_null;
  std::vector<const value::Value*> arms;
  for (types::TypeId arm : choice.variants) {
    arms.push_back(SchemaOf(arm));
  }
  if (has_null) {
    KeywordBuilder null(build_);
    null.Add("type", "null");
    arms.push_back(null.Build());
  }
  if (arms.empty()) {
    node.keywords.Add("not", build_.Mapping({}));
  } else {
    node.keywords.Add("anyOf", build_.Sequence(arms));
  }
}

void SchemaWriter::AddList(OutputSchema& node, const types::List& list) {
  std::vector<const value::Value*> prefix;
  for (size_t i = 0; i < list.prefix.size(); ++i) {
    path_.push_back(diag::PathStep::Index(i));
    prefix.push_back(SchemaOf(list.prefix[i]));
    path_.pop_back();
  }
  const bool is_new = draft_ == Draft::k2020;
  if (!prefix.empty()) {
    node.keywords.Add(is_new ? "prefixItems" : "items", build_.Sequence(prefix));
  }
  if (list.open) {
    return;
  }
  path_.push_back(diag::PathStep::Index(prefix.size()));
  node.keywords.Add(is_new || prefix.empty() ? "items" : "additionalItems", SchemaOf(list.item));
  path_.pop_back();
}

void SchemaWriter::AddRecord(OutputSchema& node, const types::Record& record) {
  KeywordBuilder properties(build_);
  const auto dropped = FieldsWithCollidingKeys(record);
  for (const types::Field& field : record.fields) {
    if (dropped.contains(&field)) {
      ReportLoss(node, field.span, "the key `" + value::Abbreviate(*field.key) + "`", "call it otherwise",
                 false, "its JSON form is the same as that of another key");
    } else {
      AddField(node, field, properties);
    }
  }
  if (!properties.empty()) {
    node.keywords.Add("properties", properties.Build());
  }
  AddKeyRules(node, record);
}

// JSON Schema's way to say it is a key that is required and a type without null.
bool SchemaWriter::IsNullByDefault(const types::Field& field) const {
  const types::Type& type = model_.Resolve(field.type);
  return field.presence == types::FieldPresence::kFilled && field.fallback.value != nullptr &&
         field.fallback.value->kind == Kind::kNull && type.nullable &&
         !std::holds_alternative<types::Any>(type.shape) &&
         !std::holds_alternative<types::Literal>(type.shape) &&
         std::any_of(type.rules.begin(), type.rules.end(),
                     [&](types::RuleId id) { return IsPlainNotNull(model_.Get(id)); });
}

const value::Value* SchemaWriter::DefaultOf(OutputSchema& node, const types::Field& field) {
  const value::Value* fallback = field.fallback.value;
  if (field.fallback.computed != nullptr) {
    ReportLoss(node, field.span, "the computed default `" + field.fallback.computed->Describe() + "`",
               "give the key a default value");
    return nullptr;
  }
  if (fallback == nullptr) {
    return nullptr;
  }
  if (!IsJsonRepresentable(*fallback)) {
    ReportLoss(node, field.span, "the default `" + value::Abbreviate(*fallback) + "`", "", false,
               "JSON cannot represent it");
    return nullptr;
  }
  if (!DefaultMatchesType(*fallback, field.type, model_)) {
    ReportLoss(node, field.span, "the default `" + value::Abbreviate(*fallback) + "` of another type",
               "give it a default of its type");
    return nullptr;
  }
  return fallback;
}

void SchemaWriter::AddField(OutputSchema& node, const types::Field& field, KeywordBuilder& properties) {
  path_.push_back(check::StepOf(*field.key));
  const std::string key = value::PlainText(*field.key);
  if (field.key->kind != Kind::kString) {
    ReportLoss(node, field.span, "a key that is not a string", "", false, "keys are strings in JSON");
  }
  const bool is_null_by_default = IsNullByDefault(field);
  KeywordBuilder with(build_);
  const value::Value* fallback = DefaultOf(node, field);
  const bool is_required = field.presence == types::FieldPresence::kRequired;
  if (fallback != nullptr && !(is_required && survey_.is_of_values && fallback->kind == Kind::kNull)) {
    with.Add("default", fallback);
  }
  if (survey_.is_of_values && field.presence == types::FieldPresence::kOptional) {
    with.Add(kOptional, build_.Bool(true));
  }
  if (is_required || is_null_by_default) {
    node.required.push_back(key);
  }
  drops_null_ = is_null_by_default;
  properties.Add(key, SchemaOf(field.type, with));
  drops_null_ = false;
  path_.pop_back();
}

void SchemaWriter::AddKeyRules(OutputSchema& node, const types::Record& record) {
  KeywordBuilder patterns(build_);
  const value::Value* others = nullptr;
  path_.push_back(diag::PathStep::Key("*"));
  for (const types::KeyRule& rule : record.key_rules) {
    const auto* search = dynamic_cast<const types::KeySearch*>(rule.allowed.get());
    const bool is_pattern = dynamic_cast<const types::KeyPattern*>(rule.allowed.get()) != nullptr ||
                            dynamic_cast<const types::KeyOneOf*>(rule.allowed.get()) != nullptr;
    if (rule.allowed != nullptr && search == nullptr && !is_pattern) {
      ReportLoss(node, rule.span, "which further keys are allowed", "name the keys by a regular expression");
    }
    if (search == nullptr && !is_pattern && others != nullptr) {
      ReportLoss(node, rule.span, "a second rule about all further keys", "");
    } else if (search == nullptr && !is_pattern) {
      others = SchemaOf(rule.value);
    } else {
      const std::string described = rule.allowed->Describe();  // `/a|b/`
      const std::string pattern =
          search != nullptr ? search->text() : "^(?:" + described.substr(1, described.size() - 2) + ")$";
      if (!rule.additional) {
        const bool is_next_to = record.fields.size() + record.key_rules.size() > 1;
        const bool overlaps = std::any_of(
            record.fields.begin(), record.fields.end(),
            [&](const types::Field& field) { return check::Allows(rule, *field.key, *build_.Mapping({})); });
        if (overlaps || (is_next_to && record.key_rules.size() > 1)) {
          ReportLoss(node, rule.span,
                     "that the rule `" + described + "` applies only to keys that are not declared before it",
                     "make the key patterns mutually exclusive", true);
        }
      }
      if (patterns.Has(pattern)) {
        ReportLoss(node, rule.span, "a second rule about the same keys", "");
      } else {
        patterns.Add(pattern, SchemaOf(rule.value));
      }
    }
    AddCounts(node, record, rule);
  }
  path_.pop_back();
  if (!patterns.empty()) {
    node.keywords.Add("patternProperties", patterns.Build());
  }
  if (others != nullptr) {
    node.keywords.Add("additionalProperties", others);
  } else if (!record.open) {
    node.keywords.Add("additionalProperties", build_.Bool(false));
  }
}

void SchemaWriter::AddCounts(OutputSchema& node, const types::Record& record, const types::KeyRule& rule) {
  if (rule.count_predicate != nullptr) {
    ReportLoss(node, rule.span, "the function that counts keys", "state how many keys there may be");
    return;
  }
  if (IsAnyNumber(rule)) {
    return;
  }
  const bool is_alone =
      record.fields.empty() && record.key_rules.size() == 1 && rule.counts.size() == 1 && !record.open;
  if (!is_alone || node.keywords.Has("minProperties") || node.keywords.Has("maxProperties")) {
    ReportLoss(node, rule.span, "the number of further keys", "");
    return;
  }
  ReportLoss(node, rule.span, "the number of keys as such", "", false,
             "the length of the map is checked instead");
  const types::Count& count = rule.counts.front();
  if (count.at_least > 0) {
    node.keywords.Add("minProperties", build_.Int(count.at_least));
  }
  if (count.at_most != types::Count::kUnbounded) {
    node.keywords.Add("maxProperties", build_.Int(count.at_most));
  }
}

}  // namespace kval::schemas::json_schema
