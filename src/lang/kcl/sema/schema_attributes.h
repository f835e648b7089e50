#pragma once

#include <unordered_map>

#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/decorators.h"
#include "src/lang/kcl/sema/walker.h"
#include "src/lang/kcl/sema/written_types.h"

namespace kval::kcl::sema {

// What schemas declare: parameters, the index signature, attributes and what bases ask of them.
class SchemaAttributes {
 public:
  SchemaAttributes(Walker& walker, Context& context, WrittenTypes& written_types, Decorators& decorators)
      : walker_(walker),
        context_(context),
        written_types_(written_types),
        decorators_(decorators),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  // The parameters, the index signature and the attributes of a schema.
  void BuildSchema(Schema& schema);
  // Behind BuildSchema of all schemas of the package: compares attributes with earlier ones of their name,
  // here and in the bases. Later declarations of a name only add a default.
  void CheckAttributes(Schema& schema);

 private:
  void BuildIndexSignature(Schema& schema);
  void BuildAttribute(Schema& schema, const Stmt* stmt);
  void InheritRelaxation(Schema& schema);
  const Schema* NearestRelaxed(const Schema* schema);
  void CheckAttributeRules(const Schema& schema, const Attribute& attribute, const Attribute* earlier,
                           const Attribute* inherited);

  Walker& walker_;
  Context& context_;
  WrittenTypes& written_types_;
  Decorators& decorators_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
  std::unordered_map<const Schema*, const Schema*> relaxed_;  // what NearestRelaxed found; null: none
};

}  // namespace kval::kcl::sema
