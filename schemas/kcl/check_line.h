#pragma once

#include <memory>

#include "schemas/kcl/module.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/types/rule.h"

namespace kval::schemas::kcl_language {

// Any check line, evaluated by KCL on the instance.
types::Rule OpaqueRule(const kcl::CheckLine& line, const kcl::Schema& schema, std::shared_ptr<Module> module);

}  // namespace kval::schemas::kcl_language
