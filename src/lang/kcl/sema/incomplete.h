#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/scopes.h"

namespace kval::kcl::sema {

// Instances that lack an attribute, whether they are ever made or not. As KCL does, only those are looked at
// that are plain to see: outside of schemas, of a schema without base, mixins and further keys, with plain
// keys, and not united with another one. What others lack is found when they are made.
class Incomplete {
 public:
  Incomplete(Context& context, Scopes& scopes) : context_(context), scopes_(scopes) {}

  // Remembers an instance of the schema.
  void NoteInstance(const SchemaInitExpr& init, const Schema& schema);
  // So many are remembered. Those behind a mark are forgotten where what they stand in turns out to be united
  // with something else.
  size_t mark() const { return instances_.size(); }
  void ForgetBehind(size_t mark) { instances_.resize(mark); }
  // Reports what those lack.
  void ReportIncomplete(Diagnostics& diagnostics) const;

 private:
  Context& context_;
  Scopes& scopes_;
  std::vector<std::pair<const SchemaInitExpr*, const Schema*>> instances_;
};

}  // namespace kval::kcl::sema
