#pragma once

#include <deque>
#include <string_view>
#include <vector>

#include "schemas/crd/crd.h"
#include "src/types/pattern_cache.h"
#include "src/value/builder.h"

namespace kval::schemas::crd {

// Converts the schemas of one structural schema to types, one at a time from a queue, so that nesting uses no
// stack.
class Lowering {
 public:
  Lowering(const CrdRequest& request, Arena& arena, types::Model& model, diag::Emitter& emit)
      : request_(request), build_(&arena), model_(model), emit_(emit), patterns_(request.limits) {}

  types::TypeId Run();

 private:
  // The role of a schema. Schemas below `allOf`, `anyOf`, `oneOf` and `not` only assert: they declare no keys
  // and ignore values of other types.
  enum class SchemaRole : uint8_t { kRoot, kStructure, kAssertion };
  struct PendingSchema {
    const value::Value* schema;
    SchemaRole use;
    types::TypeId type;
    // An enclosing array preserves unknown fields, which also applies to its items (apiextensions-apiserver,
    // pkg/apiserver/schema/pruning/algorithm.go: skipPrune).
    bool preserves;
  };
  // The type that a schema is being converted to.
  struct LoweringState {
    const PendingSchema& place;
    types::Type type;
  };

  types::TypeId TypeOf(const value::Value& schema, SchemaRole use, bool preserves = false);
  // Adds the outermost schemas with a default. `preserves`: see PendingSchema.
  void AddDefaulted(const value::Value& schema, SchemaRole use, bool preserves);
  void Lower(const PendingSchema& place);
  void Bind();

  // lowering_shape.cc: the kinds of values and their content.
  void Shape(LoweringState& draught);
  types::Shape ShapeNamed(LoweringState& draught, std::string_view type);
  types::Record RecordOf(LoweringState& draught);
  void AddFields(LoweringState& draught, types::Record& record);
  void AddRequired(LoweringState& draught, types::Record& record);
  void AddObjectMeta(LoweringState& draught, types::Record& record);
  types::Field& FieldNamed(types::Record& record, std::string_view name, types::TypeId type);
  types::List ListOf(LoweringState& draught);
  types::Union IntOrString(const LoweringState& draught);
  void ListType(LoweringState& draught);

  // lowering_rules.cc: constraints of values of the right kind.
  void Rules(LoweringState& draught);
  void Enumeration(LoweringState& draught, const value::Value& values);
  void Numbers(LoweringState& draught);
  void RangeOfFormat(LoweringState& draught);
  void Length(LoweringState& draught, std::string_view keyword, value::Kind kind, bool is_minimum);
  void Pattern(LoweringState& draught, const value::Value& pattern);
  void Assertions(LoweringState& draught);
  void Validations(LoweringState& draught);
  void AddRule(LoweringState& draught, types::ValueKindSet kinds, types::Test test, source::Span span);
  std::vector<types::TypeId> EachOf(const value::Value& list);

  const value::Value* Get(const LoweringState& draught, std::string_view keyword) const {
    return value::Find(*draught.place.schema, keyword);
  }
  // Returns whether a boolean keyword is present and true.
  bool Is(const LoweringState& draught, std::string_view keyword) const;
  bool Preserves(const LoweringState& draught) const {
    return draught.place.preserves || Is(draught, "x-kubernetes-preserve-unknown-fields");
  }
  bool Asserts(const LoweringState& draught) const { return draught.place.use == SchemaRole::kAssertion; }

  const CrdRequest& request_;
  value::Builder build_;
  types::Model& model_;
  diag::Emitter& emit_;
  types::PatternCache patterns_;
  std::deque<PendingSchema> pending_;
  std::vector<ValidationRule> validations_;
};

}  // namespace kval::schemas::crd
