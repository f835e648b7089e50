#pragma once

#include <memory>
#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/layer.h"
#include "src/types/evaluators.h"
#include "src/value/value.h"

// The interface of a compiled schema in any language.
namespace kval::driver {

struct Session;

// The input of a validation.
struct ValidationInput {
  std::vector<Layer> layers;  // each over the one before
  // The document validated on top of the other layers, to which findings about the whole belong. Null: the
  // first layer.
  const value::Value* document = nullptr;
  // The location of all values if there is no layer; none: there are no values files.
  source::Span place;
  bool may_be_incomplete = false;           // a part is unreadable, so missing keys may exist
  types::Evaluators* evaluators = nullptr;  // the document's, where others share the schema
};

// The compiled schema of a set, with types in the session's model. Read-only: threads may validate
// concurrently, each with its own session and evaluators, if the model can be shared (types::Model::Share).
class SetSchema {
 public:
  virtual ~SetSchema() = default;

  // Returns whether any input can be invalid; otherwise reports this.
  virtual bool HasConstraints(Session& /*session*/) const { return true; }
  // Whether the schema validates undeclared keys, so that layers need no `missing_ok`.
  virtual bool validates_undeclared_keys() const { return true; }

  // Whether a file without values is validated as null, so that unchecked input does not succeed; else its
  // values are the defaults.
  virtual bool validates_empty() const { return false; }

  // Whether the documents of one plain file are validated one by one, as JSON Schema's other validators do,
  // instead of being merged.
  virtual bool validates_documents_separately() const { return false; }

  // Sets base values of all validations; call once before any.
  virtual void SetBase(std::vector<Layer> below, Session& /*session*/) { parent_ = std::move(below); }

  // Returns the final values: all layers merged in order, completed and checked, with rules run on the
  // result. Null if there are none.
  virtual const value::Value* Validate(const ValidationInput& values, const DriverOptions& options,
                                       Session& session) const = 0;

 protected:
  // Returns all layers in order, base first.
  std::vector<Layer> Layers(const ValidationInput& values) const;
  bool has_base() const { return !parent_.empty(); }

 private:
  std::vector<Layer> parent_;
};

// The result of compiling. A schema with errors may still validate partially.
struct CompiledSet {
  std::unique_ptr<SetSchema> schema;
  bool is_invalid = false;  // errors were reported
};

}  // namespace kval::driver
