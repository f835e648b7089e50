#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "schemas/kcl/request.h"
#include "src/diag/emitter.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/limits.h"
#include "src/types/evaluators.h"
#include "src/types/model.h"
#include "src/value/value.h"

// KCL schemas as kval schemas (kcl.md, 5 to 7 and 12).
namespace kval::schemas::kcl {

class SchemaModule;

// The state for the document being checked: the arena of its computed values, and its evaluators. Without
// evaluators the schema's own are used, which serve one document only.
struct ValidationContext {
  Arena& arena;
  source::SourceMap& sources;
  types::Evaluators* evaluators = nullptr;
};

// A compiled KCL schema. The model contains its types, rules and defaults, which keep the program alive; this
// object provides the features that the model cannot express. Threads: read-only; several threads may check
// documents at the same time.
class KclSchema {
 public:
  // Loads the program and compiles its schema into the model's root. Reports all errors of the program and
  // returns null if there is one.
  static std::unique_ptr<KclSchema> Compile(const KclRequest& request, source::SourceMap& sources,
                                            source::FileReader& reader, Arena& arena, types::Model& model,
                                            diag::Emitter& emit);
  ~KclSchema();
  KclSchema(const KclSchema&) = delete;
  KclSchema& operator=(const KclSchema&) = delete;

  // Returns whether the program declares a schema. Without one, only its assert statements check data.
  bool has_schema() const;
  // Returns whether any input can be invalid: the program has a schema or an assert statement.
  bool has_constraints() const;

  // For a key that the schema does not declare, if the schema was selected by default and other schemas of
  // the program declare the key: a note that names the selected schema and these. Otherwise empty.
  std::string OtherSchemasDeclaring(std::string_view key) const;

  // Returns the required type of a document: the schema's type, or a list of it for a sequence.
  types::TypeId TypeOf(const value::Value& document) const;

  // Returns `document` as KCL completes it: null for a field with a default becomes the default, computed
  // attributes have values, and keys are in the order of the schema. Reports nothing: a value that cannot be
  // computed stays missing. `has_defaults`: the defaults of the model are already applied (check::Complete).
  const value::Value* Complete(const value::Value& document, const ValidationContext& validating,
                               bool has_defaults = false) const;

  // Returns `document` without nulls that KCL replaces by a default.
  const value::Value* WithoutNulls(const value::Value& document, const ValidationContext& validating) const;

  // Runs the checks that require evaluating the whole program: failing statements of schemas, and top-level
  // asserts about the values. Call after shapes and rules are valid.
  void CheckProgram(const value::Value& document, const ValidationContext& validating,
                    diag::Emitter& emit) const;
  // Returns the evaluation steps used for the document; without evaluators, those for all documents.
  uint64_t StepsOf(const ValidationContext& validating) const;

 private:
  KclSchema(std::shared_ptr<SchemaModule> module, const types::Model& model, types::TypeId list);

  void CheckInstance(const value::Value& document, const ValidationContext& validating,
                     diag::Emitter& emit) const;
  void CheckAsserts(const value::Value& document, const ValidationContext& validating,
                    diag::Emitter& emit) const;

  std::shared_ptr<const SchemaModule> module_;
  const types::Model& model_;
  types::TypeId list_;
};

}  // namespace kval::schemas::kcl
