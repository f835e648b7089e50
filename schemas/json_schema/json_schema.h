#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "schemas/json_schema/custom_messages.h"
#include "schemas/json_schema/draft.h"
#include "src/diag/emitter.h"
#include "src/support/arena.h"
#include "src/support/limits.h"
#include "src/types/model.h"
#include "src/value/value.h"

// JSON Schema, drafts 4 to 2020-12, as kval schemas.
namespace kval::schemas::json_schema {

// The validator whose behaviour applies where the standard permits several.
enum class CompatibilityMode : uint8_t {
  kStandard,
  // Helm's (santhosh-tekuri/jsonschema v6): asserts some formats, in drafts 4, 6 and 7 only; patterns have
  // Go's syntax, which is RE2's.
  kHelm
};

struct JsonSchemaRequest {
  const value::Value* schema = nullptr;  // the document
  std::string uri;                       // the base of relative references: a path or a URI
  Draft default_draft = Draft::k2020;    // for schemas without `$schema`
  bool asserts_formats = true;
  CompatibilityMode validator = CompatibilityMode::kStandard;
  // With kHelm: of a reference to a schema that Helm would download. `helm lint` without a network fails
  // there.
  diag::Severity of_remote_reference = diag::Severity::kWarning;
  Limits limits = {};  // limits of regular expressions
  // Loads a referenced document by its URI without fragment. Returns null, without a report, if there is
  // none. `retrieved` receives the location of the document (schema_files.h).
  std::function<const value::Value*(const std::string& uri, std::string& retrieved)> load;
  CustomMessages* messages = nullptr;  // receives `errorMessage`s about shapes; may be null
};

enum class CompileStatus : uint8_t {
  kWhole,
  kInPart,  // a reference is unresolved: it accepts every value, and everything else can be validated
  kNot,
};

// Compiles the schema and all referenced schemas into the model, whose root is the schema's type. Reports all
// errors.
//
// The target of a `$dynamicRef` or `$recursiveRef` depends on the path to it. A schema that is reached by
// several paths becomes several types, so that the model has no dynamic references.
CompileStatus Compile(const JsonSchemaRequest& request, Arena& arena, types::Model& model,
                      diag::Emitter& emit);

// Returns whether defaults are applied to values, as in ytt and KCL: the schema has `x-kval-values`. The
// model's root then has that key.
bool AppliesDefaults(const types::Model& model);

}  // namespace kval::schemas::json_schema
