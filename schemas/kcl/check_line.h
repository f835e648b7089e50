#pragma once

#include <memory>

#include "schemas/kcl/module.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/types/rule.h"

namespace kval::schemas::kcl {

// Any check line, evaluated by KCL on the instance.
types::Rule OpaqueRule(const kval::kcl::CheckLine& line, const kval::kcl::Schema& schema,
                       std::shared_ptr<Module> module);

}  // namespace kval::schemas::kcl
