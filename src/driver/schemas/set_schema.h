#pragma once

#include <memory>
#include <vector>

#include "src/driver/layer.h"
#include "src/driver/options.h"
#include "src/driver/session.h"
#include "src/types/evaluators.h"
#include "src/value/value.h"

// The interface of a compiled schema in any language.
namespace kval::driver {

// The input of a validation.
struct ToJudge {
  std::vector<Layer> layers;  // each over the one before
  // The document validated on top of the other layers, to which findings about the whole belong. Null: the
  // first layer.
  const value::Value* document = nullptr;
  // Of the values as a whole where there is no layer; none: there are no files of values.
  source::Span place;
  bool may_lack = false;                    // a part could not be read, so missing keys may exist
  types::Evaluators* evaluators = nullptr;  // the document's, where others share the schema
};

// The compiled schema of a set, with types in the session's model. Read-only: threads may validate
// concurrently, each with its own session and evaluators, if the model can be shared (types::Model::Share).
class SetSchema {
 public:
  virtual ~SetSchema() = default;

  // Whether any values could be found wrong; said otherwise.
  virtual bool CanJudge(Session& /*session*/) const { return true; }
  // Whether the schema validates undeclared keys, so that layers need no `missing_ok`.
  virtual bool judges_new_keys() const { return true; }

  // Whether a file without values is validated as null, so that unchecked input does not succeed; else its
  // values are the defaults.
  virtual bool judges_empty() const { return false; }

  // Whether the documents of one plain file are validated one by one, as JSON Schema's other validators do,
  // instead of being merged.
  virtual bool documents_are_apart() const { return false; }

  // Sets base values of all validations; call once before any.
  virtual void LayBelow(std::vector<Layer> below, Session& /*session*/) { below_ = std::move(below); }

  // The final values: all layers merged in their order, completed and checked, the rules run on the end
  // result. Null without any.
  virtual const value::Value* Judge(const ToJudge& values, const Options& options,
                                    Session& session) const = 0;

 protected:
  // All layers, those below first.
  std::vector<Layer> Layers(const ToJudge& values) const;
  bool has_below() const { return !below_.empty(); }

 private:
  std::vector<Layer> below_;
};

// The result of compiling. A schema with errors may still validate partially.
struct CompiledSet {
  std::unique_ptr<SetSchema> schema;
  bool is_faulty = false;  // mistakes were reported
};

}  // namespace kval::driver
