#include "src/api/schema_info.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <variant>

#include "src/api/constraint_text.h"
#include "src/api/example_value.h"
#include "src/api/findings.h"
#include "src/check/type_binding.h"
#include "src/check/union_discriminator.h"
#include "src/check/validation_state.h"
#include "src/driver/session.h"
#include "src/driver/template_runtime.h"
#include "src/support/keyed_hash.h"
#include "src/types/evaluators.h"
#include "src/types/key_test.h"
#include "src/value/compare.h"
#include "src/yaml/document.h"
#include "src/yaml/writer.h"

namespace kval::api {
namespace {

// A skeleton has at most this many keys, and lines of at most this indentation.
constexpr size_t kMostSkeletonKeys = 20;
constexpr size_t kMostIndentation = 6;

class SchemaInfoBuilder {
 public:
  SchemaInfoBuilder(const types::Model& model, const source::SourceMap& sources, SchemaInfoUse use)
      : model_(model), sources_(sources), use_(use) {}

  SchemaInfo Describe(const check::TypeBinding& matched) {
    SchemaInfo meaning;
    meaning.value = ToSourceLocation(matched.value->span, sources_);
    meaning.key = matched.key == nullptr ? SourceLocation() : ToSourceLocation(matched.key->span, sources_);
    meaning.path = PathOf(matched.path);
    meaning.path_text = diag::Display(matched.path);
    for (const types::Field* field : matched.fields) {
      Add(field->span, meaning.schema);
    }
    for (const types::KeyRule* rule : matched.key_rules) {
      Add(rule->span, meaning.schema);
    }
    for (const types::Field* field : matched.fields) {
      AddDoc(field->type, meaning);
    }
    for (const types::TypeId type : matched.types) {
      Describe(type, meaning);
    }
    AddKeys(matched.types, *matched.value, meaning.keys);
    if (matched.holder != nullptr && matched.key != nullptr) {
      AddKeys(matched.holder_types, *matched.holder, meaning.sibling_keys);
    }
    AddChoices(matched.types, meaning.allowed_values);
    AddNull(matched.types, meaning.allowed_values);
    for (const types::Field* field : matched.fields) {
      meaning.default_value = meaning.default_value.empty() ? DefaultOf(*field) : meaning.default_value;
    }
    for (const types::TypeId type : matched.types) {
      AddConstraints(model_, model_.Resolve(type), meaning.constraints);
    }
    for (const types::Rule* rule : matched.Rules(model_)) {
      Add(rule->span, meaning.schema);
    }
    return meaning;
  }

 private:
  void Add(source::Span span, std::vector<SourceLocation>& places) {
    if (!reported_.emplace(span.begin, span.end).second) {
      return;
    }
    if (SourceLocation place = ToSourceLocation(span, sources_)) {
      places.push_back(std::move(place));
    }
  }

  // The last type is the most specific one: the union member, or the operand of an assertion.
  void Describe(types::TypeId id, SchemaInfo& meaning) {
    const types::Type& type = model_.Resolve(id);
    if (meaning.type.empty() || !std::holds_alternative<types::Any>(type.shape)) {
      meaning.type = types::TypeName(model_, id);
    }
    AddDoc(id, meaning);
    Add(type.span, meaning.schema);
  }

  // The description next to a reference is about this use of its target.
  const types::Doc& DocOf(types::TypeId id) const {
    const types::Type& type = model_.Get(id);
    const bool is_described = !type.doc->title.empty() || !type.doc->text.empty();
    return is_described ? *type.doc : *model_.Resolve(id).doc;
  }

  void AddDoc(types::TypeId id, SchemaInfo& meaning) const {
    if (meaning.title.empty() && meaning.text.empty()) {
      const types::Doc& doc = DocOf(id);
      meaning.title = doc.title;
      meaning.text = doc.text;
    }
  }

  // The values that types list: by themselves, as members of unions, as alternatives or by rules.
  void AddChoices(std::vector<types::TypeId> left, std::vector<std::string>& choices) {
    std::reverse(left.begin(), left.end());
    std::unordered_set<int32_t> known;
    while (!left.empty()) {
      const types::TypeId id = left.back();
      left.pop_back();
      if (!known.insert(id.index).second) {
        continue;
      }
      const types::Type& type = model_.Resolve(id);
      AddOwn(type, choices);
      if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
        left.insert(left.end(), choice->variants.rbegin(), choice->variants.rend());
      }
      for (const types::RuleId rule : type.rules) {
        AddChoicesOf(model_.Get(rule), left, choices);
      }
    }
    // A type that accepts every scalar does not enumerate booleans.
    if (has_boolean_ && !(has_any_string_ && has_number_)) {
      AddText("true", choices);
      AddText("false", choices);
    }
  }

  void AddChoicesOf(const types::Rule& rule, std::vector<types::TypeId>& left,
                    std::vector<std::string>& choices) {
    if (const auto* listed = std::get_if<types::OneOf>(&rule.test)) {
      for (const value::Value* allowed : listed->allowed) {
        AddChoice(*allowed, choices);
      }
      return;
    }
    const auto* assertion = std::get_if<types::Assertion>(&rule.test);
    if (assertion == nullptr) {
      return;
    }
    const auto add = [&left](const std::vector<types::TypeId>& types) {
      left.insert(left.end(), types.rbegin(), types.rend());
    };
    if (const auto* all = std::get_if<types::AllOf>(assertion)) {
      add(all->types);
    } else if (const auto* any = std::get_if<types::AnyOf>(assertion)) {
      add(any->types);
    } else if (const auto* one = std::get_if<types::ExactlyOne>(assertion)) {
      add(one->types);
    }
  }

  // Whether rules select some of the strings: an enumeration or a pattern.
  bool IsRestricted(const types::Type& type) const {
    return std::any_of(type.rules.begin(), type.rules.end(), [this](types::RuleId rule) {
      const types::Test& test = model_.Get(rule).test;
      return std::holds_alternative<types::OneOf>(test) || std::holds_alternative<types::MatchesRegex>(test);
    });
  }

  void AddOwn(const types::Type& type, std::vector<std::string>& choices) {
    if (const auto* literal = std::get_if<types::Literal>(&type.shape)) {
      AddChoice(*literal->value, choices);
    } else if (const auto* scalar = std::get_if<types::Scalar>(&type.shape)) {
      has_boolean_ = has_boolean_ || scalar->kind == value::Kind::kBool;
      has_number_ = has_number_ || scalar->kind == value::Kind::kInt || scalar->kind == value::Kind::kFloat;
      has_any_string_ = has_any_string_ || (scalar->kind == value::Kind::kString && !IsRestricted(type));
    }
  }

  // A null is offered next to other values only: alone it is rarely what the author wants.
  void AddNull(const std::vector<types::TypeId>& types, std::vector<std::string>& choices) {
    const bool is_nullable = std::any_of(types.begin(), types.end(), [this](types::TypeId id) {
      const types::Type& type = model_.Resolve(id);
      return type.nullable || std::holds_alternative<types::Null>(type.shape);
    });
    if (is_nullable && !choices.empty() && use_ == SchemaInfoUse::kValueCompletion) {
      AddText("null", choices);
    }
  }

  void AddChoice(const value::Value& value, std::vector<std::string>& choices) {
    if (!value.is_collection()) {
      AddText(yaml::WriteYamlScalar(value, {}), choices);
    }
  }

  void AddText(std::string text, std::vector<std::string>& choices) {
    if (listed_.insert(text).second) {
      choices.push_back(std::move(text));
    }
  }

  // The keys that any of the types declares for a map, each once.
  void AddKeys(const std::vector<types::TypeId>& ids, const value::Value& map,
               std::vector<KeyInfo>& keys) const {
    TextSet<std::string> there;
    for (const value::Entry& entry : map.entries()) {
      there.insert(value::KeyText(*entry.key));
    }
    TextSet<std::string_view> declared;
    for (const types::TypeId id : ids) {
      const auto* record = std::get_if<types::Record>(&model_.Resolve(id).shape);
      if (map.kind != value::Kind::kMapping) {
        return;
      }
      AddNames(id, there, declared, keys);
      if (record == nullptr) {
        continue;
      }
      for (const types::Field& field : record->fields) {
        const std::string_view name = model_.interner().Text(field.name);
        if (declared.insert(name).second) {
          keys.push_back(Declared(std::string(name), field, there.contains(name)));
        }
      }
      AddNames(*record, there, declared, keys);
    }
  }

  // The keys that an assertion about names lists. The names live as long as the model.
  void AddNames(types::TypeId id, const TextSet<std::string>& there, TextSet<std::string_view>& declared,
                std::vector<KeyInfo>& keys) const {
    for (const types::RuleId rule : model_.Resolve(id).rules) {
      const auto* assertion = std::get_if<types::Assertion>(&model_.Get(rule).test);
      const auto* names = assertion == nullptr ? nullptr : std::get_if<types::KeyNames>(assertion);
      if (names == nullptr) {
        continue;
      }
      for (const value::Value* name : check::AllowedValues(model_, names->type)) {
        if (name->kind == value::Kind::kString && declared.insert(name->raw.view()).second) {
          types::Field field;
          field.type = names->type;
          keys.push_back(Declared(std::string(name->raw), field, there.contains(name->raw.view())));
          keys.back().type.clear();
        }
      }
    }
  }

  // The keys that rules about names list.
  void AddNames(const types::Record& record, const TextSet<std::string>& there,
                TextSet<std::string_view>& declared, std::vector<KeyInfo>& keys) const {
    for (const types::KeyRule& rule : record.key_rules) {
      const auto* listed = dynamic_cast<const types::KeyOneOf*>(rule.allowed.get());
      for (const std::string& name : listed == nullptr ? std::vector<std::string>() : listed->keys()) {
        if (declared.insert(name).second) {
          types::Field field;
          field.type = rule.value;
          field.span = rule.span;
          keys.push_back(Declared(name, field, there.contains(name)));
        }
      }
    }
  }

  KeyInfo Declared(std::string name, const types::Field& field, bool is_there) const {
    KeyInfo key;
    key.key = std::move(name);
    const types::Doc& doc = DocOf(field.type);
    key.type = types::TypeName(model_, field.type);
    key.title = doc.title;
    key.text = doc.text;
    key.is_required = field.presence == types::FieldPresence::kRequired;
    key.is_present = is_there;
    key.schema = ToSourceLocation(field.span, sources_);
    key.default_value = DefaultOf(field);
    size_t left = kMostSkeletonKeys;
    key.skeleton = SkeletonOf(field, 2, left);
    if (use_ == SchemaInfoUse::kKeyCompletion || use_ == SchemaInfoUse::kFill) {
      const bool is_filled = use_ == SchemaInfoUse::kFill;
      key.example = ExampleOf(model_, field, is_filled ? ExampleStyle::kEmpty : ExampleStyle::kLetters);
    }
    return key;
  }

  static std::string DefaultOf(const types::Field& field) {
    const value::Value* fallback = field.fallback.value;
    return fallback == nullptr || fallback->is_collection() ? std::string()
                                                            : yaml::WriteYamlScalar(*fallback, {});
  }

  // What follows the colon of a key: `indentation` is that of lines below it. `left`: keys that can be added.
  std::string SkeletonOf(const types::Field& field, size_t indentation, size_t& left) const {
    if (std::string fallback = DefaultOf(field); !fallback.empty()) {
      return fallback == R"("")" && use_ != SchemaInfoUse::kFill ? " " : " " + fallback;
    }
    const types::Type& type = model_.Resolve(field.type);
    const std::string line = "\n" + std::string(indentation, ' ');
    if (const auto* record = std::get_if<types::Record>(&type.shape)) {
      const std::string keys = RequiredKeys(*record, line, indentation, left);
      return !keys.empty() ? keys : use_ == SchemaInfoUse::kFill ? " {}" : line;
    }
    const auto* list = std::get_if<types::List>(&type.shape);
    if (list == nullptr) {
      return ScalarAfterColon(field);
    }
    const auto* item = list->open ? nullptr : std::get_if<types::Record>(&model_.Resolve(list->item).shape);
    const std::string keys =
        item == nullptr ? std::string() : RequiredKeys(*item, line + "  ", indentation + 2, left);
    if (keys.empty() && use_ == SchemaInfoUse::kFill) {
      return " []";
    }
    return line + "- " + (keys.empty() ? keys : keys.substr(line.size() + 2));
  }

  std::string ScalarAfterColon(const types::Field& field) const {
    return use_ == SchemaInfoUse::kFill ? " " + ExampleOf(model_, field, ExampleStyle::kEmpty) : " ";
  }

  // `line`: a line break and the indentation of the keys.
  std::string RequiredKeys(const types::Record& record, const std::string& line, size_t indentation,
                           size_t& left) const {
    std::string keys;
    for (const types::Field& field : record.fields) {
      if (field.presence == types::FieldPresence::kRequired && left > 0) {
        --left;
        keys += line + std::string(model_.interner().Text(field.name)) + ":";
        keys += indentation > kMostIndentation ? ScalarAfterColon(field)
                                               : SkeletonOf(field, indentation + 2, left);
      }
    }
    return keys;
  }

  const types::Model& model_;
  const source::SourceMap& sources_;
  SchemaInfoUse use_;
  std::set<std::pair<uint32_t, uint32_t>> reported_;                        // places of the schema
  TextSet<std::string> listed_;                                             // choices
  bool has_boolean_ = false, has_number_ = false, has_any_string_ = false;  // among the alternatives
};

check::BindingPurpose PurposeOf(SchemaInfoUse use) {
  switch (use) {
    case SchemaInfoUse::kKeyCompletion:
      return check::BindingPurpose::kChooseKey;
    case SchemaInfoUse::kValueCompletion:
      return check::BindingPurpose::kChooseValue;
    case SchemaInfoUse::kHover:
    case SchemaInfoUse::kFill:
      break;
  }
  return check::BindingPurpose::kDescribe;
}

SchemaInfo MeaningAt(const yaml::File& file, uint32_t offset, const types::Model& model,
                     check::ValidationState& worker, const source::SourceMap& sources, SchemaInfoUse use) {
  for (const yaml::Document& document : file.documents) {
    const bool is_here = offset >= document.span.begin && offset <= document.span.end;
    const std::optional<check::TypeBinding> matched =
        is_here && model.has_root()
            ? check::FindBindingAt(*document.root, model, worker, offset, PurposeOf(use))
            : std::nullopt;
    if (matched) {
      return SchemaInfoBuilder(model, sources, use).Describe(*matched);
    }
  }
  return {};
}

}  // namespace

SchemaInfo DescribeInText(std::string_view text, size_t at, const driver::CompiledSchema& validator,
                          const Limits& limits, SchemaInfoUse use) {
  driver::Session document(&validator.session());
  const yaml::File read = validator.Read("", text, document);
  types::Evaluators evaluators(&document.arena);
  evaluators.SetShared(&document.runtime->starlark);
  check::ValidationState worker(limits.check_steps);
  worker.SetEvaluators(validator.is_shareable() ? &evaluators : nullptr);
  const auto offset = static_cast<uint32_t>(read.source->base() + at);
  SchemaInfo meaning = MeaningAt(read, offset, validator.session().model, worker, document.sources, use);
  worker.ThrowIfExhausted();  // else it would be a guess
  return meaning;
}

SchemaInfo MeaningOf(const value::Value& document, types::TypeId type, const types::Model& model,
                     uint32_t offset, const source::SourceMap& sources, const Limits& limits,
                     SchemaInfoUse use) {
  check::ValidationState worker(limits.check_steps);
  const std::optional<check::TypeBinding> matched =
      check::FindBindingAt(document, type, model, worker, offset, PurposeOf(use));
  worker.ThrowIfExhausted();  // else it would be a guess
  return matched ? SchemaInfoBuilder(model, sources, use).Describe(*matched) : SchemaInfo();
}

}  // namespace kval::api
