#include "src/api/meaning.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "src/api/findings.h"
#include "src/check/met.h"
#include "src/value/compare.h"

namespace kval::api {
namespace {

class Teller {
 public:
  Teller(const types::Model& model, const source::SourceMap& sources) : model_(model), sources_(sources) {}

  Meaning Tell(const check::Met& met) {
    Meaning meaning;
    meaning.value = PlaceOf(met.value->span, sources_);
    meaning.key = met.key == nullptr ? Place() : PlaceOf(met.key->span, sources_);
    meaning.path = PathOf(met.path);
    meaning.path_text = diag::Display(met.path);
    for (const types::Field* field : met.fields) {
      Add(field->span, meaning.schema);
    }
    for (const types::KeyRule* rule : met.key_rules) {
      Add(rule->span, meaning.schema);
    }
    for (const types::TypeId type : met.types) {
      Describe(type, meaning);
      AddKeys(type, *met.value, meaning.keys);
    }
    for (const types::Rule* rule : met.Rules(model_)) {
      Add(rule->span, meaning.schema);
    }
    return meaning;
  }

 private:
  void Add(source::Span span, std::vector<Place>& places) const {
    const Place place = PlaceOf(span, sources_);
    const auto is_same = [&](const Place& other) {
      return other.file == place.file && other.begin == place.begin && other.end == place.end;
    };
    if (place && std::none_of(places.begin(), places.end(), is_same)) {
      places.push_back(place);
    }
  }

  // The last type that is met says the most: the member of a union, what an assertion asks for.
  void Describe(types::TypeId id, Meaning& meaning) const {
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

  void AddKeys(types::TypeId id, const value::Value& map, std::vector<DeclaredKey>& keys) const {
    const auto* record = std::get_if<types::Record>(&model_.Resolve(id).shape);
    if (record == nullptr || map.kind != value::Kind::kMapping) {
      return;
    }
    for (const types::Field& field : record->fields) {
      DeclaredKey key;
      key.key = model_.interner().Text(field.name);
      const auto is_same = [&](const DeclaredKey& other) { return other.key == key.key; };
      if (std::any_of(keys.begin(), keys.end(), is_same)) {
        continue;
      }
      const types::Type& type = model_.Resolve(field.type);
      key.type = types::TypeName(model_, field.type);
      key.title = type.doc->title;
      key.text = type.doc->text;
      key.is_required = field.presence == types::Presence::kRequired;
      key.is_there = std::any_of(map.entries().begin(), map.entries().end(), [&](const value::Entry& entry) {
        return value::KeyText(*entry.key) == key.key;
      });
      key.schema = PlaceOf(field.span, sources_);
      keys.push_back(std::move(key));
    }
  }

  const types::Model& model_;
  const source::SourceMap& sources_;
};

}  // namespace

Meaning MeaningAt(const yaml::File& file, uint32_t offset, const types::Model& model, check::Worker& worker,
                  const source::SourceMap& sources) {
  for (const yaml::Document& document : file.documents) {
    const bool is_here = offset >= document.span.begin && offset <= document.span.end;
    const std::optional<check::Met> met =
        is_here && model.has_root() ? check::MetAt(*document.root, model, worker, offset) : std::nullopt;
    if (met) {
      return Teller(model, sources).Tell(*met);
    }
  }
  return {};
}

}  // namespace kval::api
