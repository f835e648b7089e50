#pragma once

#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "schemas/kcl/decorators.h"
#include "schemas/kcl/docstring_parser.h"
#include "schemas/kcl/recognize.h"
#include "schemas/kcl/schema_module.h"
#include "src/lang/kcl/eval/layout.h"
#include "src/types/model.h"

namespace kval::schemas::kcl {

// Converts the types of a KCL program to types of the model. Each schema becomes one record that includes
// bases and mixins. Each field has a separate type, which holds the attribute's rules and documentation.
//
// A union of literals of one kind becomes their scalar type with an enumeration rule, as in ytt schemas,
// unless the literals distinguish the members of a larger union.
class Lowering {
 public:
  Lowering(std::shared_ptr<SchemaModule> module, types::Model& model, Arena& arena, diag::Emitter& emit)
      : module_(std::move(module)), model_(model), arena_(arena), build_(&arena), emit_(emit) {}

  // Makes `schema` the root of the model; if null, the root accepts any value.
  void Root(const kval::kcl::Schema* schema);

 private:
  // Where a type is used, and whether it helps to select a union member.
  struct TypeUse {
    const kval::kcl::TypeExpr* expr = nullptr;
    source::Span span;
    bool chooses = false;
    bool is_member = false;  // of a union
  };
  // A type with additions by a field.
  struct TypeRefinement {
    types::TypeId id;
    types::TypeId base;
    std::vector<AttributeRule> rules;
    types::Doc doc;
    bool nullable = false;
    source::Span span;
  };
  using AttributeRules = std::unordered_map<Symbol, std::vector<AttributeRule>>;

  types::TypeId Of(const kval::kcl::Type& type, const TypeUse& place, int depth);
  types::TypeId OfPart(const kval::kcl::Type& type, const TypeUse& place, int depth);
  types::TypeId OfUnion(const kval::kcl::Type& type, const TypeUse& place, int depth);
  types::TypeId OfLiterals(const std::vector<const kval::kcl::Type*>& members, const TypeUse& place,
                           bool nullable);
  types::TypeId OfDict(const kval::kcl::Type& type, const TypeUse& place, int depth);
  types::TypeId OfSchema(const kval::kcl::Schema& schema, bool chooses, int depth);
  types::KeyRule KeysOf(const kval::kcl::Type& key, source::Span span) const;  // without its value type
  types::TypeId Add(types::Shape shape, source::Span span, bool nullable = false);
  const value::Value* Literal(const kval::kcl::Type& type, source::Span span);

  types::Field FieldOf(const kval::kcl::Schema& schema, const kval::kcl::eval::Member& member,
                       const Docstring& doc, const AttributeRules& rules, bool chooses, int depth);
  void SetDefault(const kval::kcl::Schema& schema, const kval::kcl::eval::Member& member,
                  types::Field& field);
  void CollectChecks(const kval::kcl::Schema& schema, const kval::kcl::eval::Layout& layout,
                     types::Type& record, AttributeRules& rules);
  AttributeFacts FactsOf(const kval::kcl::Schema& schema, const kval::kcl::eval::Layout& layout,
                         Symbol attribute) const;
  Docstring DocOf(const kval::kcl::eval::Layout& layout) const;
  void AddDecoratorInfo(DecoratorInfo reported, types::Field& field, TypeRefinement& addition);
  void AddRule(const AttributeRule& rule, size_t step, types::Type& type);
  void Finish();

  std::shared_ptr<SchemaModule> module_;
  types::Model& model_;
  Arena& arena_;
  value::Builder build_;
  diag::Emitter& emit_;
  std::map<std::pair<const kval::kcl::Schema*, bool>, types::TypeId> records_;
  // Types that are shared between locations of the schema, because there would be exponentially many copies.
  std::map<std::tuple<const kval::kcl::Type*, uint32_t, bool, bool>, types::TypeId> shared_;
  std::vector<TypeRefinement> additions_;
  const kval::kcl::eval::Layout* layout_ = nullptr;  // of the current schema
};

}  // namespace kval::schemas::kcl
