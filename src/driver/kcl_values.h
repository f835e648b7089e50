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

// Compiles them into the session's model; null when mistakes were reported, one of them being a schema in
// another language among the documents of the set.
std::unique_ptr<schemas::kcl_language::KclSchema> CompileKcl(const std::vector<std::string>& files,
                                                             const Documents& documents,
                                                             const Options& options,
                                                             source::FileReader& reader, Session& session);

// Whether any values could be found wrong; reported otherwise.
bool CanJudge(const schemas::kcl_language::KclSchema& schema, const std::vector<std::string>& files,
              Session& session);

// What is judged by a KCL schema, which is compiled in `model`.
struct KclValues {
  std::vector<Layer> layers;
  source::Span place;     // of the values as a whole where there is no layer; without it nothing is missing
  bool may_lack = false;  // something could not be read: what is missing may have been there
  types::Evaluators* evaluators = nullptr;  // of the document, where others share the schema
};

// The final values: all layers merged over the schema's defaults, each checked after it is merged but for
// what a later one may still add, computed attributes, rules and the program's own asserts on the end result.
const value::Value* JudgeByKcl(const schemas::kcl_language::KclSchema& schema, const types::Model& model,
                               const KclValues& values, const Options& options, Session& session);

// The same for the documents and flags of a set.
const value::Value* ComputeKclValues(const schemas::kcl_language::KclSchema& schema,
                                     const Documents& documents, Given given, const Options& options,
                                     Session& session);

}  // namespace kval::driver
