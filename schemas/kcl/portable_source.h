#pragma once

#include <optional>
#include <string>

#include "schemas/kcl/schema_module.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/types/source_printer.h"

namespace kval::schemas::kcl {

// Resolves a name in an instance of the schema.
const kval::kcl::Ref& RefOf(const kval::kcl::Name& name, const kval::kcl::Schema& schema,
                            const SchemaModule& module);

// Returns the text of a message. Interpolated expressions are shown as source: `n is ${n}`. Nullopt for other
// expressions.
std::optional<std::string> MessageOf(const kval::kcl::Expr& message, const SchemaModule& module);

// Returns the source of a check line or of an attribute's expression if it has the same meaning in another
// program: it refers only to attributes, built-in functions and KCL's standard modules.
std::optional<types::SourcePrinter::PrintedSource> PortableSource(const kval::kcl::CheckLine& line,
                                                                  const kval::kcl::Schema& schema,
                                                                  const SchemaModule& module);
std::optional<types::SourcePrinter::PrintedSource> PortableSource(const kval::kcl::Expr& expr,
                                                                  const kval::kcl::Schema& schema,
                                                                  const SchemaModule& module);

}  // namespace kval::schemas::kcl
