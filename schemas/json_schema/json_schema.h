#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "schemas/json_schema/draft.h"
#include "schemas/json_schema/messages.h"
#include "src/diag/emitter.h"
#include "src/support/arena.h"
#include "src/support/limits.h"
#include "src/types/model.h"
#include "src/value/value.h"

// JSON Schema, drafts 4 to 2020-12, as kval schemas.
namespace kval::schemas::json_schema {

// Whose choices are followed where the standard leaves them open.
enum class Validator : uint8_t {
  kStandard,
  // Helm's (santhosh-tekuri/jsonschema v6): formats are asserted in drafts 4, 6 and 7 and only some of them,
  // patterns are Go's, which are RE2's.
  kHelm
};

struct Request {
  const value::Value* schema = nullptr;  // the document
  std::string uri;                       // its name for relative references: a path or a URI
  Draft default_draft = Draft::k2020;    // where no `$schema` names one
  bool asserts_formats = true;
  Validator validator = Validator::kStandard;
  Limits limits = {};  // those of regular expressions
  // Gives a document that a reference leads to, by its URI without fragment; null, and silent, when there is
  // none. `retrieved` gets the place that it came from (schema_files.h).
  std::function<const value::Value*(const std::string& uri, std::string& retrieved)> load;
  Messages* messages = nullptr;  // receives the author's messages about shapes; may be null
};

enum class Compiled : uint8_t {
  kWhole,
  kInPart,  // a reference is unresolved: everything else can be validated, and nothing is rejected because of
            // it
  kNot,
};

// Compiles the schema and everything that it refers to into the model, whose root is the schema's type.
// Reports every error.
//
// A `$dynamicRef` or `$recursiveRef` depends on the path to it: a schema reached by several paths becomes
// several types, so the model has no dynamic part.
Compiled Compile(const Request& request, Arena& arena, types::Model& model, diag::Emitter& emit);

// Whether the schema that the model was compiled from describes values as those of ytt and KCL do, which are
// completed with defaults (`x-kval-values`, whose key is then that of the model's root).
bool FillsDefaults(const types::Model& model);

}  // namespace kval::schemas::json_schema
