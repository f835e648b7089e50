#include "src/api/meaning.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "src/api/findings.h"
#include "src/check/met.h"
#include "src/support/keyed_hash.h"
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
    }
    AddKeys(met.types, *met.value, meaning.keys);
    for (const types::Rule* rule : met.Rules(model_)) {
      Add(rule->span, meaning.schema);
    }
    return meaning;
  }

 private:
  void Add(source::Span span, std::vector<Place>& places) {
    if (!told_.emplace(span.begin, span.end).second) {
      return;
    }
    if (Place place = PlaceOf(span, sources_)) {
      places.push_back(std::move(place));
    }
  }

  // The last type that is met says the most: the member of a union, what an assertion asks for.
  void Describe(types::TypeId id, Meaning& meaning) {
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

  // The keys that any of the types declares for a map, each once.
  void AddKeys(const std::vector<types::TypeId>& ids, const value::Value& map,
               std::vector<DeclaredKey>& keys) const {
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

  DeclaredKey Declared(const types::Field& field, bool is_there) const {
    DeclaredKey key;
    key.key = model_.interner().Text(field.name);
    const types::Type& type = model_.Resolve(field.type);
    key.type = types::TypeName(model_, field.type);
    key.title = type.doc->title;
    key.text = type.doc->text;
    key.is_required = field.presence == types::Presence::kRequired;
    key.is_there = is_there;
    key.schema = PlaceOf(field.span, sources_);
    return key;
  }

  const types::Model& model_;
  const source::SourceMap& sources_;
  std::set<std::pair<uint32_t, uint32_t>> told_;  // places of the schema
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
