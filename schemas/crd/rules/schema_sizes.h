#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "schemas/crd/rules/schema_node.h"
#include "src/lang/cel/estimate.h"
#include "src/value/entry_index.h"

namespace kval::schemas::crd::rules {

// Maximum sizes of values by their schemas, or by the size of an API request. Source: apiserver,
// pkg/cel/common/schemas.go, SchemaDeclType. Caches results. Threads: one.
class SchemaSizes {
 public:
  struct Size {
    int64_t most = 0;   // characters, items, entries
    int64_t least = 0;  // bytes of JSON
  };
  // Returns nullopt for schemas that rules cannot use.
  std::optional<Size> Of(SchemaNode schema);
  // Returns the schema of a property, or null. Cost: constant on average, because a rule may look up any
  // number of properties.
  const value::Value* PropertyOf(const value::Value* schema, std::string_view name);
  // Returns whether a resource declares apiVersion, kind and metadata with their properties; then the
  // declared schemas determine the size.
  bool DeclaresMetadata(SchemaNode schema);

 private:
  std::optional<Size> Compute(SchemaNode schema);
  std::optional<Size> OfObject(SchemaNode schema);

  std::map<std::pair<const value::Value*, bool>, std::optional<Size>> known_;
  value::EntryIndex properties_;
};

// The sizes of `self` and its parts. Source: apiextensions-apiserver,
// pkg/apiserver/schema/cel/compilation.go, sizeEstimator. Keeps a reference to `sizes`.
class SchemaSizeSource final : public cel::SizeSource {
 public:
  SchemaSizeSource(SchemaNode self, SchemaSizes& sizes) : self_(self), sizes_(sizes) {}

  // The first step of `path` denotes the value itself.
  std::optional<cel::SizeRange> Of(std::span<const std::string_view> path) const override;

  // Returns the schema of the value at a path as in Of; null if it has none.
  const value::Value* SchemaAt(std::span<const std::string_view> path) const;

  // Returns the maximum number of values of the schema in one API request.
  uint64_t MaxOccurrences() const;

 private:
  // A location in a schema. A resource has name and metadata without declaring them.
  struct SizePosition {
    enum class PositionKind { kSchema, kText, kMetadata, kKey } kind = PositionKind::kSchema;
    std::optional<SchemaNode> schema;
  };

  std::optional<SizePosition> Follow(std::span<const std::string_view> path) const;
  std::optional<SizePosition> Step(const SizePosition& place, std::string_view step) const;
  std::optional<SizePosition> Property(SchemaNode schema, std::string_view name) const;
  std::optional<SchemaSizes::Size> SizeOf(const SizePosition& place) const;

  SchemaNode self_;
  SchemaSizes& sizes_;
};

// Returns the maximum number of elements of a schema's values; nullopt if unbounded. Source:
// apiextensions-apiserver, pkg/apis/apiextensions/validation/cel_validation.go, extractMaxElements.
std::optional<uint64_t> MaxElements(const value::Value& schema);

}  // namespace kval::schemas::crd::rules
