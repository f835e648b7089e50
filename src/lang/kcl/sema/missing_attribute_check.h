#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Reports instances that lack a required attribute, whether or not they are evaluated. As in KCL, only
// literals are checked that are outside schemas, have plain keys, and have a schema without base, mixins and
// index signature. Missing attributes of other instances are reported during evaluation.
class MissingAttributeCheck : private Components {
 public:
  explicit MissingAttributeCheck(const Components& components) : Components(components) {}

  // Records an instance of the schema.
  void AddInstance(const SchemaInitExpr& init, const Schema& schema);
  // Records one of several instances that are merged under a top-level name: neither the instance nor entries
  // with a key in several of them must be complete.
  void AddUnionOperand(Symbol name, const SchemaInitExpr& init);
  // Entries of these configs whose key occurs several times need not be complete.
  void ExemptRepeated(std::span<const ConfigExpr* const> configs);
  // The value, if it is an instance, need not be complete.
  void Exempt(const Expr& value) { exempt_.insert(&value); }
  // Reports the missing attributes of the other instances.
  void ReportMissingAttributes(Diagnostics& diagnostics);

 private:
  std::vector<std::pair<const SchemaInitExpr*, const Schema*>> instances_;
  std::unordered_map<const Package*, std::unordered_map<Symbol, std::vector<const ConfigExpr*>>> united_;
  std::unordered_set<const Expr*> exempt_;
};

}  // namespace kval::kcl::sema
