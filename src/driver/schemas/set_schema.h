#pragma once

#include <memory>
#include <vector>

#include "src/driver/layer.h"
#include "src/driver/options.h"
#include "src/driver/session.h"
#include "src/types/evaluators.h"
#include "src/value/value.h"

// What the driver asks of a compiled schema, in whatever language it is.
namespace kval::driver {

// What is judged by a schema.
struct ToJudge {
  std::vector<Layer> layers;  // each over the one before
  // The document that is judged by itself over the other layers: what is wrong as a whole is wrong with it.
  // Null: with the first layer.
  const value::Value* document = nullptr;
  // Of the values as a whole where there is no layer; none: there are no files of values.
  source::Span place;
  bool may_lack = false;  // something could not be read: what is missing may have been there
  types::Evaluators* evaluators = nullptr;  // the document's, where others share the schema
};

// The compiled schema of a set. Its types are in the session's model. It is only read: several threads may
// judge at once, each with a session and evaluators of its own, as far as the model can be shared
// (types::Model::Share).
class SetSchema {
 public:
  virtual ~SetSchema() = default;

  // Whether any values could be found wrong; said otherwise.
  virtual bool CanJudge(Session& /*session*/) const { return true; }
  // Whether the schema judges keys that it does not declare, so that layers need not say that they are new.
  virtual bool judges_new_keys() const { return true; }

  // Whether a file without values is judged as null, lest everything seem right of which nothing was looked
  // at; else its values are the defaults.
  virtual bool judges_empty() const { return false; }

  // Whether the documents of one plain file are validated one by one, as JSON Schema's other validators do,
  // instead of being merged.
  virtual bool documents_are_apart() const { return false; }

  // Values that lie below all that will be judged; to be said once, before anything is.
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

// What compiling came to. A schema with mistakes may still be there to judge what it can.
struct CompiledSet {
  std::unique_ptr<SetSchema> schema;
  bool is_faulty = false;  // mistakes were reported
};

}  // namespace kval::driver
