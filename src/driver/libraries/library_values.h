#pragma once

#include <vector>

#include "src/driver/documents.h"
#include "src/driver/layer.h"
#include "src/driver/options.h"
#include "src/driver/session.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::driver {

// How far a run came; the first of these that holds decides the exit status.
enum class Stage { kInputs, kSchema, kValues, kDone };

// The documents that the user of a library passes in addition to its own.
struct Given {
  std::vector<schemas::ytt::AnnotatedSchema> schemas;  // overlaid on the library's schema
  std::vector<Layer> layers;                           // merged over the library's values
};

struct ValuesResult {
  Stage failed_at = Stage::kDone;        // kDone: no error
  const value::Value* values = nullptr;  // the final values; null when there are none
  bool has_schema = false;
};

// Compiles the schema of one library into `model`. False when mistakes were reported.
bool CompileSchema(const Documents& documents, const Given& given, types::Model& model, Session& session);

// Whether a schema of the set is written as the design proposal has it.
bool IsProposal(const Documents& documents);

// The final values of one library: the defaults of its schema, its own documents, then the given ones. Each
// layer is checked after it is merged, and the rules run on the final result. Without a schema the first
// layer is the base of the others. Source: ytt pkg/workspace/data_values_pre_processing.go.
ValuesResult ComputeValues(const Documents& documents, Given given, const Options& options,
                           types::Model& model, Session& session);

}  // namespace kval::driver
