#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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

class Module;

// The state for the document being checked: the arena of its computed values, and its evaluators. Without
// evaluators the schema's own are used, which serve one document only.
struct Judging {
  Arena& arena;
  source::SourceMap& sources;
  types::Evaluators* evaluators = nullptr;
};

// A compiled KCL schema. Its types are in the model, whose rules and defaults keep the program alive; this
// object does what the model cannot express. Threads: read-only; documents may be checked by several threads
// at once.
class KclSchema {
 public:
  // Loads the program, compiles its schema into the model's root, and reports all mistakes of the program.
  // Null when there was one.
  static std::unique_ptr<KclSchema> Compile(const KclRequest& request, source::SourceMap& sources,
                                            source::FileReader& reader, Arena& arena, types::Model& model,
                                            diag::Emitter& emit);
  ~KclSchema();
  KclSchema(const KclSchema&) = delete;
  KclSchema& operator=(const KclSchema&) = delete;

  // Whether the program declares one; without, data is only what its asserts say about it.
  bool has_schema() const;
  // Whether any values at all could be found wrong: there is a schema, or an assert.
  bool can_judge() const;

  // For a key that the schema does not know: when none was named and others of the program know it, which
  // schema the values were checked as, and those. Empty otherwise.
  std::string OthersWith(std::string_view key) const;

  // The type that a document must have: the schema's, or of a list a list of them.
  types::TypeId TypeOf(const value::Value& document) const;

  // Returns `document` as KCL completes it: null for a field that has a default becomes the default, computed
  // attributes have values, and keys are in the order of the schema. Reports nothing: what cannot be computed
  // stays missing. `has_defaults`: the defaults of the model are filled in (check::Complete).
  const value::Value* Complete(const value::Value& document, const Judging& judging,
                               bool has_defaults = false) const;

  // `document` without nulls that mean a default.
  const value::Value* WithoutNulls(const value::Value& document, const Judging& judging) const;

  // What only the program as a whole can tell, asked once shapes and rules are right: statements of schemas
  // that fail, top-level asserts about the values.
  void CheckProgram(const value::Value& document, const Judging& judging, diag::Emitter& emit) const;
  // The evaluation steps used for the document; without evaluators, those for all documents.
  uint64_t StepsOf(const Judging& judging) const;

 private:
  KclSchema(std::shared_ptr<Module> module, const types::Model& model, types::TypeId list);

  void CheckInstance(const value::Value& document, const Judging& judging, diag::Emitter& emit) const;
  void CheckAsserts(const value::Value& document, const Judging& judging, diag::Emitter& emit) const;

  std::shared_ptr<const Module> module_;
  const types::Model& model_;
  types::TypeId list_;
};

}  // namespace kval::schemas::kcl
