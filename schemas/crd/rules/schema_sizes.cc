#include "schemas/crd/rules/schema_sizes.h"

#include <algorithm>
#include <limits>
#include <set>

#include "schemas/crd/rules/declared_types.h"
#include "schemas/crd/rules/property_escaping.h"
#include "src/support/native_stack.h"

namespace kval::schemas::crd::rules {
namespace {

// apiserver, pkg/apis/cel/config.go and pkg/cel/limits.go.
constexpr int64_t kRequest = int64_t{3} * 1024 * 1024;
constexpr int64_t kLongestText = kRequest - 2;
constexpr int64_t kMostCharacters = std::numeric_limits<int64_t>::max() / 4;
constexpr int64_t kLongestDuration = 32;
constexpr int64_t kDate = 12;
constexpr int64_t kLongestTime = 32;
constexpr int64_t kShortestDuration = 3;
constexpr int64_t kShortestTime = 21;
constexpr int64_t kShortestText = 2;
constexpr int64_t kShortestBool = 4;
constexpr int64_t kShortestNumber = 1;
constexpr int64_t kShortestCollection = 2;

// A number that is not negative, or nothing.
std::optional<int64_t> CountAt(const value::Value& schema, std::string_view keyword) {
  const value::Value* found = value::Find(schema, keyword);
  if (found == nullptr || found->kind != value::Kind::kInt) {
    return std::nullopt;
  }
  return std::max<int64_t>(found->integer, 0);
}

bool HasType(const value::Value* schema, std::string_view type) {
  return schema != nullptr && schema->kind == value::Kind::kMapping &&
         SchemaNode(schema, false).type() == type;
}

bool IsOfResource(std::string_view name) {
  return name == "kind" || name == "apiVersion" || name == "metadata";
}

int64_t LongestOf(const value::Value& enumeration) {
  int64_t longest = 0;
  for (const value::Value* item : enumeration.items()) {
    if (item->kind == value::Kind::kString) {
      longest = std::max(longest, static_cast<int64_t>(item->raw.size()));
    }
  }
  return longest;
}

int64_t LongestText(SchemaNode schema) {
  if (const std::optional<int64_t> stated = CountAt(*schema.value(), "maxLength")) {
    return std::min(*stated, kMostCharacters) * 4;  // bytes of a character
  }
  const value::Value* enumeration = value::Find(*schema.value(), "enum");
  const bool has_enum =
      enumeration != nullptr && enumeration->kind == value::Kind::kSequence && !enumeration->items().empty();
  return has_enum && !schema.is_int_or_string() ? LongestOf(*enumeration) : kLongestText;
}

}  // namespace

std::optional<SchemaSizes::Size> SchemaSizes::Of(SchemaNode schema) {
  const auto key = std::make_pair(schema.value(), schema.is_resource());
  if (const auto found = known_.find(key); found != known_.end()) {
    return found->second;
  }
  const std::optional<Size> size = Compute(schema);
  known_.emplace(key, size);
  return size;
}

std::optional<SchemaSizes::Size> SchemaSizes::Compute(SchemaNode schema) {
  NeedStack();
  if (schema.is_int_or_string()) {
    return Size{LongestText(schema), kShortestNumber};
  }
  const std::string_view type = schema.type();
  if (type == "array") {
    const std::optional<Size> item =
        schema.items() == nullptr ? std::nullopt : Of(SchemaNode(schema.items(), false));
    if (!item) {
      return std::nullopt;
    }
    const int64_t most = (kRequest - 2) / (item->least + 1);
    return Size{CountAt(*schema.value(), "maxItems").value_or(most), kShortestCollection};
  }
  if (type == "object") {
    return OfObject(schema);
  }
  if (type == "string") {
    const std::string_view format = schema.format();
    if (format == "duration") {
      return Size{kLongestDuration, kShortestDuration};
    }
    if (format == "date") {
      return Size{kDate, kDate};
    }
    if (format == "date-time") {
      return Size{kLongestTime, kShortestTime};
    }
    if (format == "byte") {
      return Size{CountAt(*schema.value(), "maxLength").value_or(kLongestText), kShortestText};
    }
    return Size{LongestText(schema), kShortestText};
  }
  return type == "boolean"                       ? std::optional(Size{0, kShortestBool})
         : type == "number" || type == "integer" ? std::optional(Size{0, kShortestNumber})
                                                 : std::nullopt;
}

const value::Value* SchemaSizes::PropertyOf(const value::Value* schema, std::string_view name) {
  const value::Value* properties = SchemaNode(schema, false).properties();
  const value::Entry* found = properties == nullptr ? nullptr : properties_.Find(*properties, name);
  return found == nullptr ? nullptr : found->value;
}

bool SchemaSizes::DeclaresMetadata(SchemaNode schema) {
  const value::Value* metadata = PropertyOf(schema.value(), "metadata");
  return HasType(PropertyOf(schema.value(), "kind"), "string") &&
         HasType(PropertyOf(schema.value(), "apiVersion"), "string") && HasType(metadata, "object") &&
         HasType(PropertyOf(metadata, kMetadataFields[0]), "string") &&
         HasType(PropertyOf(metadata, kMetadataFields[1]), "string");
}

// An object has at least its required properties without defaults.
std::optional<SchemaSizes::Size> SchemaSizes::OfObject(SchemaNode schema) {
  if (const value::Value* values = schema.additional_properties()) {
    const std::optional<Size> value = Of(SchemaNode(values, false));
    if (!value) {
      return std::nullopt;
    }
    const int64_t most = (kRequest - 2) / (value->least + 6);
    return Size{CountAt(*schema.value(), "maxProperties").value_or(most), kShortestCollection};
  }
  Size size{0, kShortestCollection};
  const value::Value* required = value::Find(*schema.value(), "required");
  if (required == nullptr || required->kind != value::Kind::kSequence) {
    return size;
  }
  std::set<std::string_view> names;
  for (const value::Value* name : required->items()) {
    if (!names.insert(name->raw.view()).second) {
      continue;
    }
    const bool is_own = schema.is_resource() && IsOfResource(name->raw) && !DeclaresMetadata(schema);
    const value::Value* property = is_own ? nullptr : PropertyOf(schema.value(), name->raw);
    if (!is_own && (property == nullptr || property->kind != value::Kind::kMapping)) {
      continue;
    }
    const value::Value* filled = is_own ? nullptr : value::Find(*property, "default");
    const std::optional<Size> inner = is_own ? Size{0, 2} : Of(SchemaNode(property, false));
    if (inner && (filled == nullptr || filled->kind == value::Kind::kNull)) {
      size.least += static_cast<int64_t>(name->raw.size()) + inner->least + 4;
    }
  }
  return size;
}

std::optional<SchemaSizeSource::SizePosition> SchemaSizeSource::Follow(
    std::span<const std::string_view> path) const {
  std::optional<SizePosition> place = SizePosition{SizePosition::PositionKind::kSchema, self_};
  for (const std::string_view step : path.subspan(1)) {
    place = place ? Step(*place, step) : std::nullopt;
  }
  return place;
}

const value::Value* SchemaSizeSource::SchemaAt(std::span<const std::string_view> path) const {
  const std::optional<SizePosition> place = Follow(path);
  return place && place->schema ? place->schema->value() : nullptr;
}

std::optional<cel::SizeRange> SchemaSizeSource::Of(std::span<const std::string_view> path) const {
  const std::optional<SizePosition> place = Follow(path);
  const std::optional<SchemaSizes::Size> size = place ? SizeOf(*place) : std::nullopt;
  return size ? std::optional(cel::SizeRange{0, static_cast<uint64_t>(size->most)}) : std::nullopt;
}

uint64_t SchemaSizeSource::MaxOccurrences() const {
  const std::optional<SchemaSizes::Size> size = sizes_.Of(self_);
  return static_cast<uint64_t>(kRequest / ((size ? size->least : 0) + 1));
}

std::optional<SchemaSizeSource::SizePosition> SchemaSizeSource::Step(const SizePosition& place,
                                                                     std::string_view step) const {
  if (place.kind == SizePosition::PositionKind::kMetadata) {
    const bool is_there = step == kMetadataFields[0] || step == kMetadataFields[1];
    return is_there ? std::optional(SizePosition{SizePosition::PositionKind::kText, std::nullopt})
                    : std::nullopt;
  }
  if (place.kind != SizePosition::PositionKind::kSchema || place.schema->is_int_or_string()) {
    return std::nullopt;
  }
  const SchemaNode schema = *place.schema;
  const bool is_array = schema.type() == "array";
  const value::Value* values = schema.type() == "object" ? schema.additional_properties() : nullptr;
  if (step == "@keys") {
    return values == nullptr ? std::nullopt
                             : std::optional(SizePosition{SizePosition::PositionKind::kKey, std::nullopt});
  }
  if (step == "@items" || step == "@values") {
    const value::Value* inner = is_array ? schema.items() : values;
    return inner == nullptr
               ? std::nullopt
               : std::optional(SizePosition{SizePosition::PositionKind::kSchema, SchemaNode(inner, false)});
  }
  return schema.type() == "object" && values == nullptr ? Property(schema, step) : std::nullopt;
}

std::optional<SchemaSizeSource::SizePosition> SchemaSizeSource::Property(SchemaNode schema,
                                                                         std::string_view name) const {
  const auto property = UnescapePropertyName(name);
  if (!property) {
    return std::nullopt;
  }
  if (schema.is_resource() && IsOfResource(*property) && !sizes_.DeclaresMetadata(schema)) {
    return SizePosition{
        *property == "metadata" ? SizePosition::PositionKind::kMetadata : SizePosition::PositionKind::kText,
        std::nullopt};
  }
  const value::Value* found = sizes_.PropertyOf(schema.value(), *property);
  if (found == nullptr || found->kind != value::Kind::kMapping) {
    return std::nullopt;
  }
  const SizePosition place{SizePosition::PositionKind::kSchema, SchemaNode(found, false)};
  return SizeOf(place) ? std::optional(place) : std::nullopt;
}

std::optional<SchemaSizes::Size> SchemaSizeSource::SizeOf(const SizePosition& place) const {
  switch (place.kind) {
    case SizePosition::PositionKind::kText:
      return SchemaSizes::Size{kLongestText, kShortestText};
    case SizePosition::PositionKind::kMetadata:
      return SchemaSizes::Size{0, kShortestCollection};
    case SizePosition::PositionKind::kKey:
      return SchemaSizes::Size{0, kShortestText};
    case SizePosition::PositionKind::kSchema:
      break;
  }
  return sizes_.Of(*place.schema);
}

std::optional<uint64_t> MaxElements(const value::Value& schema) {
  const SchemaNode node(&schema, false);
  const bool is_map = node.type() == "object" && value::Find(schema, "additionalProperties") != nullptr;
  if (!is_map && node.type() != "array") {
    return 1;
  }
  const std::optional<int64_t> stated = CountAt(schema, is_map ? "maxProperties" : "maxItems");
  return stated ? std::optional(static_cast<uint64_t>(*stated)) : std::nullopt;
}

}  // namespace kval::schemas::crd::rules
