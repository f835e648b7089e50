#pragma once

#include <span>
#include <vector>

#include "src/driver/data_values.h"
#include "src/driver/documents.h"
#include "src/driver/options.h"
#include "src/driver/root_library.h"
#include "src/source/file_reader.h"
#include "src/types/evaluators.h"
#include "src/value/value.h"

namespace kval::driver {

struct Session;

// Compiles the set's JSON Schema into the session's model. False when there was a mistake in it.
bool CompileJsonSchema(const std::vector<JsonSchemaFile>& schemas, const Options& options,
                       source::FileReader& reader, Session& session);

// Merges layers of values in their order, completes them where the schema asks for that (`x-kval-values`),
// and checks what they give. Null without any values, defaults included. The model is only read: several
// threads may ask, each with a session of its own, and with evaluators of its own if there are rules that
// need them.
const value::Value* JudgeByJsonSchema(std::span<const Layer> layers, const types::Model& model,
                                      const Options& options, Session& session,
                                      types::Evaluators* evaluators = nullptr);

// The same for the documents and flags of a set.
const value::Value* ComputeJsonValues(const Documents& documents, Given given, const Options& options,
                                      Session& session);

}  // namespace kval::driver
