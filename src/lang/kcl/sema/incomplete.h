#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/scopes.h"

namespace kval::kcl::sema {

// Reports instances that lack a required attribute, whether or not they are evaluated. As in KCL, only
// literals are checked that are outside schemas, have plain keys, and have a schema without base, mixins and
// index signature. Missing attributes of other instances are reported during evaluation.
class Incomplete {
 public:
  Incomplete(Context& context, Scopes& scopes) : context_(context), scopes_(scopes) {}

  // Remembers an instance of the schema.
  void NoteInstance(const SchemaInitExpr& init, const Schema& schema);
  // The instance is one of several that are united under a name of the top level: neither it nor the entries
  // whose key occurs in several of them must be complete.
  void NoteUnited(Symbol name, const SchemaInitExpr& init);
  // Entries of these configs whose key occurs several times need not be complete.
  void ExcuseRepeated(std::span<const ConfigExpr* const> configs);
  // The value, if it is an instance, need not be complete.
  void Excuse(const Expr& value) { excused_.insert(&value); }
  // Reports the missing attributes of the other instances.
  void ReportIncomplete(Diagnostics& diagnostics);

 private:
  Context& context_;
  Scopes& scopes_;
  std::vector<std::pair<const SchemaInitExpr*, const Schema*>> instances_;
  std::unordered_map<const Package*, std::unordered_map<Symbol, std::vector<const ConfigExpr*>>> united_;
  std::unordered_set<const Expr*> excused_;
};

}  // namespace kval::kcl::sema
