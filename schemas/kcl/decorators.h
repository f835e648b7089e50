#pragma once

#include <optional>
#include <span>
#include <string>

#include "schemas/kcl/schema_module.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/types/type.h"
#include "src/value/builder.h"

namespace kval::schemas::kcl {

// The contents of the decorators of a schema or attribute: `@deprecated` and `@info`.
struct DecoratorInfo {
  types::Doc doc;
  std::optional<bool> nullable;
  std::string format;
  const value::Value* shown = nullptr;  // a default for display only
  source::Span span;                    // location of the format
};

DecoratorInfo ReadDecorators(std::span<const kval::kcl::Decorator> decorators, const SchemaModule& module,
                             value::Builder& build);

}  // namespace kval::schemas::kcl
