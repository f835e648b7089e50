#pragma once

#include <vector>

#include "src/driver/documents.h"
#include "src/driver/driver_options.h"
#include "src/driver/layer.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::driver {

struct Session;

// The stage at which a run ended, which determines the exit code.
enum class Stage { kInputs, kSchema, kValues, kDone };

// The documents that the user of a library passes in addition to its own.
struct SuppliedDocuments {
  std::vector<schemas::ytt::AnnotatedSchema> schemas;  // overlaid on the library's schema
  std::vector<Layer> layers;                           // merged over the library's values
};

struct ValuesResult {
  Stage failed_at = Stage::kDone;        // kDone: no error
  const value::Value* values = nullptr;  // the final values; null if there are none
  bool has_schema = false;
};

// Compiles the schema of one library into `model`. Returns false if errors were reported.
bool CompileSchema(const Documents& documents, const SuppliedDocuments& given, types::Model& model,
                   Session& session);

// Whether a schema of the set is written as the design proposal has it.
bool IsProposal(const Documents& documents);

// Computes the final values of one library: the defaults of its schema, its documents, then the given ones.
// Each layer is checked after it is merged, and the rules run on the final result. Without a schema the first
// layer is the base of the others. Source: ytt pkg/workspace/data_values_pre_processing.go.
ValuesResult ComputeValues(const Documents& documents, SuppliedDocuments given, const DriverOptions& options,
                           types::Model& model, Session& session);

}  // namespace kval::driver
