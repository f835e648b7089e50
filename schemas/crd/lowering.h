#pragma once

#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "schemas/crd/crd.h"
#include "src/value/builder.h"

namespace kval::schemas::crd {

// Converts the schemas of one structural schema to types, one at a time from a queue, so that nesting uses no
// stack.
class Lowering {
 public:
  Lowering(const Request& request, Arena& arena, types::Model& model, diag::Emitter& emit)
      : request_(request), build_(&arena), model_(model), emit_(emit) {}

  types::TypeId Run();

 private:
  // The role of a schema. Schemas below `allOf`, `anyOf`, `oneOf` and `not` only assert: they declare no keys
  // and ignore values of other types.
  enum class Use : uint8_t { kRoot, kStructure, kAssertion };
  struct Place {
    const value::Value* schema;
    Use use;
    types::TypeId type;
    // An enclosing array preserves unknown fields, which also applies to its items (apiextensions-apiserver,
    // pkg/apiserver/schema/pruning/algorithm.go: skipPrune).
    bool preserves;
  };
  // The type that a schema is being converted to.
  struct Draught {
    const Place& place;
    types::Type type;
  };

  types::TypeId TypeOf(const value::Value& schema, Use use, bool preserves = false);
  void Lower(const Place& place);
  void Bind();

  // lowering_shape.cc: the kinds of values and their content.
  void Shape(Draught& draught);
  types::Shape ShapeNamed(Draught& draught, std::string_view type);
  types::Record RecordOf(Draught& draught);
  void AddFields(Draught& draught, types::Record& record);
  void AddRequired(Draught& draught, types::Record& record);
  void AddObjectMeta(Draught& draught, types::Record& record);
  types::Field& FieldNamed(types::Record& record, std::string_view name, types::TypeId type);
  types::List ListOf(Draught& draught);
  types::Union IntOrString(const Draught& draught);
  void ListType(Draught& draught);

  // lowering_rules.cc: constraints of values of the right kind.
  void Rules(Draught& draught);
  void Enumeration(Draught& draught, const value::Value& values);
  void Numbers(Draught& draught);
  void Length(Draught& draught, std::string_view keyword, value::Kind kind, bool is_minimum);
  void Pattern(Draught& draught, const value::Value& pattern);
  void Assertions(Draught& draught);
  void Validations(Draught& draught);
  void AddRule(Draught& draught, types::KindSet kinds, types::Test test, source::Span span);
  std::vector<types::TypeId> EachOf(const value::Value& list);

  const value::Value* Get(const Draught& draught, std::string_view keyword) const {
    return value::Find(*draught.place.schema, keyword);
  }
  // Returns whether a boolean keyword is present and true.
  bool Is(const Draught& draught, std::string_view keyword) const;
  bool Preserves(const Draught& draught) const {
    return draught.place.preserves || Is(draught, "x-kubernetes-preserve-unknown-fields");
  }
  bool Asserts(const Draught& draught) const { return draught.place.use == Use::kAssertion; }

  const Request& request_;
  value::Builder build_;
  types::Model& model_;
  diag::Emitter& emit_;
  std::deque<Place> waiting_;
  std::vector<Validation> validations_;
};

}  // namespace kval::schemas::crd
