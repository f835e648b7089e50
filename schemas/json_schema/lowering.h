#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "schemas/json_schema/json_schema.h"
#include "schemas/json_schema/reference_cycles.h"
#include "schemas/json_schema/schema_resources.h"
#include "src/diag/emitter.h"
#include "src/support/edit_distance.h"
#include "src/support/id.h"
#include "src/types/model.h"
#include "src/value/builder.h"

namespace kval::schemas::json_schema {

using ScopeId = Id<struct ScopeTag>;

// The dynamic anchors in scope on the paths to schemas. Paths with the same anchors of the same resources
// share a scope, so that a schema is converted once for all of them.
//
// Source: JSON Schema 2020-12, core, 8.2.3.2: the outermost resource with the anchor applies.
class DynamicScopes {
 public:
  DynamicScopes();

  // The scope before any resource is entered.
  ScopeId empty() const { return ScopeId{0}; }
  // Returns the scope after entering a resource from `scope`.
  ScopeId Enter(ScopeId scope, const SchemaResource& resource, ResourceId id);
  // Returns the outermost resource with the anchor, or nullopt.
  std::optional<ResourceId> Outermost(ScopeId scope, std::string_view anchor) const;

 private:
  using Anchors = std::map<std::string, int32_t, std::less<>>;  // the index of the resource for each anchor

  std::vector<Anchors> scopes_;
  std::map<Anchors, ScopeId> ids_;
};

// Converts schemas to types, one at a time. Referenced schemas are queued, so that neither chains of
// references nor cycles use stack.
class Lowering {
 public:
  Lowering(const JsonSchemaRequest& request, SchemaResources& resources, Arena& arena, types::Model& model,
           diag::Emitter& emit)
      : request_(request), resources_(resources), build_(&arena), model_(model), emit_(emit) {}

  types::TypeId Run(const value::Value& root, ResourceId resource);

  // The number of unresolved references that were reported; each accepts every value.
  size_t unresolved_references() const { return unresolved_references_; }
  // Returns whether a schema has a keyword for which an overly permissive subschema rejects too much
  // (NeedsNegation).
  bool needs_negation() const { return needs_negation_; }

 private:
  // A schema, with the dynamic scope of a path to it.
  struct ScopedSchema {
    const value::Value* schema;
    ResourceId resource;
    ScopeId scope;
    types::TypeId type;
  };
  // The type that a schema is being converted to.
  struct KeywordContext {
    const ScopedSchema& place;
    types::Type type;
    const value::Value* stated = nullptr;  // the key of the current keyword
    types::ValueKindSet kinds =
        types::ValueKindSet::All();  // the kinds in `type`; rules for other kinds have no effect
  };
  using Handler = void (Lowering::*)(KeywordContext&, const value::Value&);
  struct KeywordHandler {
    std::string_view name;
    Handler handle;
  };
  static const KeywordHandler* Find(std::string_view name);

  types::TypeId TypeOf(const value::Value& schema, const ScopedSchema& from);
  types::TypeId TypeAt(const value::Value& schema, ResourceId resource, ScopeId scope);
  Draft draft(const ScopedSchema& place) const { return resources_.Get(place.resource).draft; }

  void Lower(const ScopedSchema& place);
  bool LowerReference(KeywordContext& draught);

  // lowering_keywords.cc: checks of keywords that have no effect.
  void CheckKeyword(const ScopedSchema& place, const value::Value& key);
  void CheckDraft(const ScopedSchema& place, const value::Value& key);
  void CheckDialect(const ScopedSchema& place);

  // lowering_shape.cc: the kinds of values and their content.
  void Shape(KeywordContext& draught);
  std::vector<std::string_view> TypesOf(KeywordContext& draught);
  types::Shape ShapeNamed(KeywordContext& draught, std::string_view type);
  types::Record RecordOf(KeywordContext& draught);
  types::List ListOf(KeywordContext& draught);
  void AddFields(KeywordContext& draught, types::Record& record);
  void AddPatterns(KeywordContext& draught, types::Record& record);
  void Document(KeywordContext& draught);

  // lowering_values.cc: `x-kval-values` schemas, and rules by their names in kval.
  bool IsOfValues(const KeywordContext& draught) const;
  bool IsChoice(const KeywordContext& draught) const;
  types::Shape ChoiceOf(KeywordContext& draught);
  void FillField(const value::Value& schema, types::Field& field);
  void AddNotNull(KeywordContext& draught);
  bool AddNamedRules(KeywordContext& draught, const value::Value& item);
  bool AddOrderedPattern(const value::Entry& entry, const ScopedSchema& place, types::Record& record);

  // lowering_rules.cc and lowering_assertions.cc: one function for each keyword that is a rule.
  void Enum(KeywordContext& draught, const value::Value& value);
  void Const(KeywordContext& draught, const value::Value& value);
  void MultipleOf(KeywordContext& draught, const value::Value& value);
  void UniqueItems(KeywordContext& draught, const value::Value& value);
  void Pattern(KeywordContext& draught, const value::Value& value);
  void Format(KeywordContext& draught, const value::Value& value);
  void Required(KeywordContext& draught, const value::Value& value);
  void AllOf(KeywordContext& draught, const value::Value& value);
  void AnyOf(KeywordContext& draught, const value::Value& value);
  void OneOf(KeywordContext& draught, const value::Value& value);
  void Not(KeywordContext& draught, const value::Value& value);
  void If(KeywordContext& draught, const value::Value& value);
  void Contains(KeywordContext& draught, const value::Value& value);
  void PropertyNames(KeywordContext& draught, const value::Value& value);
  void DependentRequired(KeywordContext& draught, const value::Value& value);
  void DependentSchemas(KeywordContext& draught, const value::Value& value);
  void Dependencies(KeywordContext& draught, const value::Value& value);
  void UnevaluatedProperties(KeywordContext& draught, const value::Value& value);
  void UnevaluatedItems(KeywordContext& draught, const value::Value& value);
  void Ref(KeywordContext& draught, const value::Value& value) { AddReference(draught, value, false); }
  void DynamicRef(KeywordContext& draught, const value::Value& value) { AddReference(draught, value, true); }

  // `minimum` and `maximum`, which draft 4 makes exclusive by a flag; the lengths of strings, lists and maps.
  template <typename Bound>
  void AddBound(KeywordContext& draught, const value::Value& value);
  template <typename Bound>
  void AddExclusiveBound(KeywordContext& draught, const value::Value& value);
  template <typename Length, value::Kind kind>
  void AddLength(KeywordContext& draught, const value::Value& value);

  void AddRule(KeywordContext& draught, types::ValueKindSet kinds, types::Test test);
  void AddReference(KeywordContext& draught, const value::Value& value, bool is_dynamic);
  types::TypeId Referred(KeywordContext& draught, const value::Value& value, bool is_dynamic);
  Result<types::Pattern> PatternOf(std::string_view text, bool is_re2) const;
  std::string MessageFor(const value::Value& schema, std::string_view keyword) const;
  void AddCustomMessages(const KeywordContext& draught);
  std::vector<types::TypeId> EachOf(KeywordContext& draught, const value::Value& value);

  // Reports that a keyword's value is invalid in the draft; returns false.
  bool Expect(bool holds, const value::Value& value, std::string_view expected, std::string_view hint = {});
  const value::Value* Get(const KeywordContext& draught, std::string_view keyword) const;
  bool Has(const KeywordContext& draught, std::string_view keyword) const {
    return Get(draught, keyword) != nullptr;
  }

  const JsonSchemaRequest& request_;
  SchemaResources& resources_;
  value::Builder build_;
  types::Model& model_;
  diag::Emitter& emit_;
  std::deque<ScopedSchema> pending_;
  std::map<std::pair<const value::Value*, int32_t>, types::TypeId> known_;
  DynamicScopes scopes_;
  // Messages for a property that its parent schema declares (`errorMessage: {properties: {…}}`).
  std::unordered_map<const value::Value*, std::string_view> messages_;
  std::set<std::string> reported_;  // keywords of other drafts and unknown formats, reported once each
  std::unordered_set<const value::Value*> required_null_;  // schemas of keys with the default null
  LoweredReferences references_;
  SuggestionBudget suggestions_;  // for unresolved references
  size_t unresolved_references_ = 0;
  std::set<std::string, std::less<>> fetched_;  // documents that only Helm fetches
  bool needs_negation_ = false;
};

}  // namespace kval::schemas::json_schema
