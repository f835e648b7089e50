#include "src/api/schema_info.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "src/api/findings.h"
#include "src/check/type_binding.h"
#include "src/check/validation_state.h"
#include "src/driver/session.h"
#include "src/support/keyed_hash.h"
#include "src/types/evaluators.h"
#include "src/types/model.h"
#include "src/value/compare.h"
#include "src/yaml/document.h"
#include "src/yaml/writer.h"

namespace kval::api {
namespace {

class SchemaInfoBuilder {
 public:
  SchemaInfoBuilder(const types::Model& model, const source::SourceMap& sources)
      : model_(model), sources_(sources) {}

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
    for (const types::TypeId type : matched.types) {
      Describe(type, meaning);
    }
    AddKeys(matched.types, *matched.value, meaning.keys);
    if (matched.holder != nullptr && matched.key != nullptr) {
      AddKeys(matched.holder_types, *matched.holder, meaning.sibling_keys);
    }
    for (const types::TypeId type : matched.types) {
      AddChoices(type, meaning.allowed_values);
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
    if (meaning.title.empty() && meaning.text.empty()) {
      meaning.title = type.doc->title;
      meaning.text = type.doc->text;
    }
    Add(type.span, meaning.schema);
  }

  // The values that a type lists: by itself, as the members of a union, or as its rule.
  void AddChoices(types::TypeId id, std::vector<std::string>& choices) {
    const types::Type& type = model_.Resolve(id);
    if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
      for (const types::TypeId arm : choice->variants) {
        AddOwn(model_.Resolve(arm), choices);
      }
    } else {
      AddOwn(type, choices);
    }
    for (const types::RuleId rule : type.rules) {
      if (const auto* listed = std::get_if<types::OneOf>(&model_.Get(rule).test)) {
        for (const value::Value* allowed : listed->allowed) {
          AddChoice(*allowed, choices);
        }
      }
    }
  }

  void AddOwn(const types::Type& type, std::vector<std::string>& choices) {
    if (const auto* literal = std::get_if<types::Literal>(&type.shape)) {
      AddChoice(*literal->value, choices);
    } else if (const auto* scalar = std::get_if<types::Scalar>(&type.shape);
               scalar != nullptr && scalar->kind == value::Kind::kBool) {
      AddText("true", choices);
      AddText("false", choices);
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
      if (record == nullptr || map.kind != value::Kind::kMapping) {
        continue;
      }
      for (const types::Field& field : record->fields) {
        const std::string_view name = model_.interner().Text(field.name);
        if (declared.insert(name).second) {
          keys.push_back(Declared(field, there.contains(name)));
        }
      }
    }
  }

  KeyInfo Declared(const types::Field& field, bool is_there) const {
    KeyInfo key;
    key.key = model_.interner().Text(field.name);
    const types::Type& type = model_.Resolve(field.type);
    key.type = types::TypeName(model_, field.type);
    key.title = type.doc->title;
    key.text = type.doc->text;
    key.is_required = field.presence == types::FieldPresence::kRequired;
    key.is_present = is_there;
    key.schema = ToSourceLocation(field.span, sources_);
    return key;
  }

  const types::Model& model_;
  const source::SourceMap& sources_;
  std::set<std::pair<uint32_t, uint32_t>> reported_;  // places of the schema
  TextSet<std::string> listed_;                       // choices
};

SchemaInfo MeaningAt(const yaml::File& file, uint32_t offset, const types::Model& model,
                     check::ValidationState& worker, const source::SourceMap& sources) {
  for (const yaml::Document& document : file.documents) {
    const bool is_here = offset >= document.span.begin && offset <= document.span.end;
    const std::optional<check::TypeBinding> matched =
        is_here && model.has_root() ? check::FindBindingAt(*document.root, model, worker, offset)
                                    : std::nullopt;
    if (matched) {
      return SchemaInfoBuilder(model, sources).Describe(*matched);
    }
  }
  return {};
}

}  // namespace

SchemaInfo DescribeInText(std::string_view text, size_t at, const driver::CompiledSchema& validator,
                          const Limits& limits) {
  driver::Session document(&validator.session());
  const yaml::File read = validator.Read("", text, document);
  types::Evaluators evaluators(&document.arena);
  evaluators.SetShared(&document.starlark);
  check::ValidationState worker(limits.check_steps);
  worker.SetEvaluators(validator.is_shareable() ? &evaluators : nullptr);
  const auto offset = static_cast<uint32_t>(read.source->base() + at);
  SchemaInfo meaning = MeaningAt(read, offset, validator.session().model, worker, document.sources);
  worker.ThrowIfExhausted();  // else it would be a guess
  return meaning;
}

SchemaInfo MeaningOf(const value::Value& document, types::TypeId type, const types::Model& model,
                     uint32_t offset, const source::SourceMap& sources, const Limits& limits) {
  check::ValidationState worker(limits.check_steps);
  const std::optional<check::TypeBinding> matched =
      check::FindBindingAt(document, type, model, worker, offset);
  worker.ThrowIfExhausted();  // else it would be a guess
  return matched ? SchemaInfoBuilder(model, sources).Describe(*matched) : SchemaInfo();
}

}  // namespace kval::api
