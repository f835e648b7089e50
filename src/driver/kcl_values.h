#pragma once

#include <memory>
#include <string>
#include <vector>

#include "schemas/kcl/kcl_schema.h"
#include "src/driver/library_values.h"
#include "src/driver/options.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

// A set whose schema is a KCL program.
namespace kval::driver {

// The KCL files among the inputs: one package. Files of a directory count as KCL has it: no `_*.k`, no
// `*_test.k`.
std::vector<std::string> KclFiles(const Session& session);

// Compiles them into the session's model; null when mistakes were reported.
std::unique_ptr<schemas::kcl_language::KclSchema> CompileKcl(const std::vector<std::string>& files,
                                                             const Options& options,
                                                             source::FileReader& reader, Session& session);

// The final values: all layers merged over the schema's defaults, each checked after it is merged but for
// what a later one may still add, computed attributes, rules and the program's own asserts on the end result.
const value::Value* ComputeKclValues(schemas::kcl_language::KclSchema& schema, const Documents& documents,
                                     Given given, const Options& options, Session& session);

}  // namespace kval::driver
