#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "schemas/json_schema/dynamic_scopes.h"
#include "schemas/json_schema/json_schema.h"
#include "schemas/json_schema/reference_cycles.h"
#include "schemas/json_schema/resources.h"
#include "src/diag/emitter.h"
#include "src/support/edit_distance.h"
#include "src/types/model.h"
#include "src/value/builder.h"

namespace kval::schemas::json_schema {

// Converts schemas to types, one at a time. Referenced schemas are queued, so that neither chains of
// references nor cycles use stack.
class Lowering {
 public:
  Lowering(const Request& request, Resources& resources, Arena& arena, types::Model& model,
           diag::Emitter& emit)
      : request_(request), resources_(resources), build_(&arena), model_(model), emit_(emit) {}

  types::TypeId Run(const value::Value& root, ResourceId resource);

  // The number of unresolved references that were reported; each accepts every value.
  size_t lost_references() const { return lost_references_; }
  // Returns whether a schema has a keyword for which an overly permissive subschema rejects too much
  // (AsksForMisfits).
  bool asks_for_misfits() const { return asks_for_misfits_; }

 private:
  // A schema, with the dynamic scope of a path to it.
  struct Place {
    const value::Value* schema;
    ResourceId resource;
    ScopeId scope;
    types::TypeId type;
  };
  // The type that a schema is being converted to.
  struct Draught {
    const Place& place;
    types::Type type;
    const value::Value* stated = nullptr;  // the key of the current keyword
    types::KindSet kinds =
        types::KindSet::All();  // the kinds in `type`; rules for other kinds have no effect
  };
  using Handler = void (Lowering::*)(Draught&, const value::Value&);
  struct Keyword {
    std::string_view name;
    Handler handle;
  };
  static const Keyword* Find(std::string_view name);

  types::TypeId TypeOf(const value::Value& schema, const Place& from);
  types::TypeId TypeAt(const value::Value& schema, ResourceId resource, ScopeId scope);
  Draft draft(const Place& place) const { return resources_.Get(place.resource).draft; }

  void Lower(const Place& place);
  bool LowerReference(Draught& draught);

  // lowering_keywords.cc: checks of keywords that have no effect.
  void CheckKeyword(const Place& place, const value::Value& key);
  void CheckDraft(const Place& place, const value::Value& key);
  void CheckDialect(const Place& place);

  // lowering_shape.cc: the kinds of values and their content.
  void Shape(Draught& draught);
  std::vector<std::string_view> TypesOf(Draught& draught);
  types::Shape ShapeNamed(Draught& draught, std::string_view type);
  types::Record RecordOf(Draught& draught);
  types::List ListOf(Draught& draught);
  void AddFields(Draught& draught, types::Record& record);
  void AddPatterns(Draught& draught, types::Record& record);
  void Document(Draught& draught);

  // lowering_values.cc: `x-kval-values` schemas, and rules by their names in kval.
  bool IsOfValues(const Draught& draught) const;
  bool IsChoice(const Draught& draught) const;
  types::Shape ChoiceOf(Draught& draught);
  void FillField(const value::Value& schema, types::Field& field);
  void AddNotNull(Draught& draught);
  bool AddNamedRules(Draught& draught, const value::Value& item);
  bool AddOrderedPattern(const value::Entry& entry, const Place& place, types::Record& record);

  // lowering_rules.cc and lowering_assertions.cc: one function for each keyword that is a rule.
  void Enum(Draught& draught, const value::Value& value);
  void Const(Draught& draught, const value::Value& value);
  void Minimum(Draught& draught, const value::Value& value);
  void Maximum(Draught& draught, const value::Value& value);
  void ExclusiveMinimum(Draught& draught, const value::Value& value);
  void ExclusiveMaximum(Draught& draught, const value::Value& value);
  void MultipleOf(Draught& draught, const value::Value& value);
  void MinLength(Draught& draught, const value::Value& value);
  void MaxLength(Draught& draught, const value::Value& value);
  void MinItems(Draught& draught, const value::Value& value);
  void MaxItems(Draught& draught, const value::Value& value);
  void MinProperties(Draught& draught, const value::Value& value);
  void MaxProperties(Draught& draught, const value::Value& value);
  void UniqueItems(Draught& draught, const value::Value& value);
  void Pattern(Draught& draught, const value::Value& value);
  void Format(Draught& draught, const value::Value& value);
  void Required(Draught& draught, const value::Value& value);
  void AllOf(Draught& draught, const value::Value& value);
  void AnyOf(Draught& draught, const value::Value& value);
  void OneOf(Draught& draught, const value::Value& value);
  void Not(Draught& draught, const value::Value& value);
  void If(Draught& draught, const value::Value& value);
  void Contains(Draught& draught, const value::Value& value);
  void PropertyNames(Draught& draught, const value::Value& value);
  void DependentRequired(Draught& draught, const value::Value& value);
  void DependentSchemas(Draught& draught, const value::Value& value);
  void Dependencies(Draught& draught, const value::Value& value);
  void UnevaluatedProperties(Draught& draught, const value::Value& value);
  void UnevaluatedItems(Draught& draught, const value::Value& value);
  void Ref(Draught& draught, const value::Value& value);
  void DynamicRef(Draught& draught, const value::Value& value);
  void RecursiveRef(Draught& draught, const value::Value& value);

  void AddRule(Draught& draught, types::KindSet kinds, types::Test test);
  void AddLength(Draught& draught, const value::Value& value, value::Kind kind, bool is_minimum);
  types::TypeId Referred(Draught& draught, const value::Value& value, bool is_dynamic);
  Result<types::Pattern> PatternOf(std::string_view text, bool is_re2) const;
  std::string MessageFor(const value::Value& schema, std::string_view keyword) const;
  void KeepMessages(const Draught& draught);
  std::vector<types::TypeId> EachOf(Draught& draught, const value::Value& value);

  // Reports that a keyword's value is invalid in the draft; returns false.
  bool Expect(bool holds, const value::Value& value, std::string_view wanted);
  const value::Value* Get(const Draught& draught, std::string_view keyword) const;
  bool Has(const Draught& draught, std::string_view keyword) const {
    return Get(draught, keyword) != nullptr;
  }

  const Request& request_;
  Resources& resources_;
  value::Builder build_;
  types::Model& model_;
  diag::Emitter& emit_;
  std::deque<Place> waiting_;
  std::map<std::pair<const value::Value*, int32_t>, types::TypeId> known_;
  DynamicScopes scopes_;
  // Messages for a property that its parent schema declares (`errorMessage: {properties: {…}}`).
  std::unordered_map<const value::Value*, std::string_view> messages_;
  std::set<std::string> told_;  // keywords of other drafts and unknown formats, reported once each
  std::unordered_set<const value::Value*> must_be_given_;  // schemas of keys with the default null
  References references_;
  SuggestionBudget suggestions_;  // for unresolved references
  size_t lost_references_ = 0;
  bool asks_for_misfits_ = false;
};

}  // namespace kval::schemas::json_schema
