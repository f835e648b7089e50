#pragma once

#include <memory>
#include <vector>

#include "schemas/kcl/recognize.h"
#include "schemas/kcl/schema_module.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/types/rule.h"

namespace kval::schemas::kcl {

// Returns a rule that evaluates any check line by KCL on the instance. `tests`: the built-in tests that the
// line consists of, if only its message is custom.
types::Rule OpaqueRule(const kval::kcl::CheckLine& line, const kval::kcl::Schema& schema,
                       std::shared_ptr<SchemaModule> module, const std::vector<AttributeRule>& tests);

}  // namespace kval::schemas::kcl
