#pragma once

#include <memory>
#include <string>

#include "schemas/kcl/module.h"
#include "src/types/predicate.h"

namespace kval::schemas::kcl {

// The default of an attribute that depends on the instance: the program computes it. `text` is how it is
// shown; `expr` is null when several statements make it. Without a document's arena the values live in
// `arena`.
std::shared_ptr<const types::Thunk> ComputedAttribute(std::shared_ptr<Module> module,
                                                      const kval::kcl::Schema& schema, std::string name,
                                                      std::string text, const kval::kcl::Expr* expr,
                                                      Arena* arena);

}  // namespace kval::schemas::kcl
