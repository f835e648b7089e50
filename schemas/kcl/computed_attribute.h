#pragma once

#include <memory>
#include <string>

#include "schemas/kcl/schema_module.h"
#include "src/types/predicate.h"

namespace kval::schemas::kcl {

// Returns the thunk of a default that depends on the instance; the KCL program computes it. `text`: its
// display form. `expr`: its expression; null if several statements compute it. Values are allocated in the
// arena of the document, or in `arena` if there is no document.
std::shared_ptr<const types::ComputedDefault> ComputedAttribute(std::shared_ptr<SchemaModule> module,
                                                                const kval::kcl::Schema& schema,
                                                                std::string name, std::string text,
                                                                const kval::kcl::Expr* expr, Arena* arena);

}  // namespace kval::schemas::kcl
