#include "schemas/crd/rules/schema_positions.h"

#include "schemas/crd/rules/schema_sizes.h"
#include "src/lang/cel/size_range.h"

namespace kval::schemas::crd::rules {

void SchemaPositions::Expand(size_t at) {
  const value::Value& schema = *places_[at].schema;
  const value::Value* atomic = places_[at].atomic;
  const value::Value* type = value::Find(schema, "x-kubernetes-list-type");
  const bool is_atomic = type == nullptr || type->kind != value::Kind::kString || type->raw != "map";
  const value::Value* items = value::Find(schema, "items");
  Add(items, atomic == nullptr && is_atomic ? items : atomic, at, "items", {});
  Add(value::Find(schema, "additionalProperties"), atomic, at, "additionalProperties", {});
  const value::Value* properties = value::Find(schema, "properties");
  if (properties != nullptr && properties->kind == value::Kind::kMapping) {
    for (const value::Entry& entry : properties->entries()) {
      Add(entry.value, atomic, at, "properties", entry.key->raw);
    }
  }
}

void SchemaPositions::Add(const value::Value* schema, const value::Value* atomic, size_t parent,
                          std::string_view keyword, std::string_view name) {
  if (schema != nullptr && schema->kind == value::Kind::kMapping) {
    std::optional<uint64_t> times = places_[parent].times;
    if (const auto most = MaxElements(*places_[parent].schema); times && most) {
      times = cel::CappedProduct(*times, *most);
    } else {
      times.reset();
    }
    places_.push_back({schema, atomic, times, parent, keyword, name});
  }
}

diag::Path SchemaPositions::PathOfRule(size_t at, size_t rule, std::string_view part) const {
  diag::Path below;
  for (; !places_[at].keyword.empty(); at = places_[at].parent) {
    if (places_[at].keyword == "properties") {
      below.push_back(diag::PathStep::Key(places_[at].name));
    }
    below.push_back(diag::PathStep::Key(places_[at].keyword));
  }
  diag::Path path = path_;
  path.insert(path.end(), below.rbegin(), below.rend());
  path.push_back(diag::PathStep::Key("x-kubernetes-validations"));
  path.push_back(diag::PathStep::Index(rule));
  path.push_back(diag::PathStep::Key(part));
  return path;
}

std::string SchemaPositions::FieldOf(size_t at) const {
  std::string field;
  for (; !places_[at].keyword.empty(); at = places_[at].parent) {
    const SchemaPosition& place = places_[at];
    const bool is_property = place.keyword == "properties";
    const std::string step = is_property ? std::string(place.name) : place.keyword == "items" ? "[]" : "[*]";
    field.insert(0, field.empty() || field.starts_with('[') ? step : step + ".");
  }
  return field;
}

}  // namespace kval::schemas::crd::rules
