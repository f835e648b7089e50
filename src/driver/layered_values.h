#pragma once

#include <cstdint>

#include "src/check/validation_state.h"
#include "src/driver/driver_options.h"
#include "src/driver/findings/shadowed_violations.h"
#include "src/driver/layer.h"
#include "src/driver/session.h"
#include "src/merge/key_table_cache.h"
#include "src/types/evaluators.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::driver {

// Layers of values merged in order over the defaults of a schema. Each is completed and its shape is checked
// after it is merged; an error is reported once for any number of later layers. The rules run on the final
// result. Source: ytt pkg/workspace/data_values_pre_processing.go.
//
// The model is only read, so several threads may merge values over one model, each in a separate session.
class LayeredValues {
 public:
  // Starts with the defaults of the model's root. `evaluators`: those of the document if others share the
  // model, else null.
  LayeredValues(const types::Model& model, const DriverOptions& options, Session& session,
                types::Evaluators* evaluators = nullptr);
  // Continues from the result of another object; its findings are not reported again.
  LayeredValues(const LayeredValues& below, Session& session, types::Evaluators* evaluators);

  void Add(const Layer& layer);

  // The value so far.
  const value::Value& values() const { return *current_; }

  // Runs all rules, including those that layers declare for their own values, and returns the final values.
  // `document`: where the schema declares the document, for rules about the whole document.
  const value::Value* Finish(source::Span document = {});

 private:
  void Apply(const Layer& layer);
  void Check();

  const types::Model& model_;
  const DriverOptions& options_;
  Session& session_;
  check::ValidationState tainted_;
  uint64_t steps_below_ = 0;  // of those that it began with
  size_t layers_ = 0;
  merge::KeyTableCache tables_{merge::BaseReuse::kConsumed};  // of the layers of this one
  const value::Value* current_;
  bool is_checked_ = false;
  // Whether the merged layers may have annotations that still apply: rules in data values.
  bool has_annotations_;
  ShadowedViolations hidden_;
  const value::Value* plain_ = nullptr;  // the last layer, if it is a document without annotations
  source::Span plain_begin_;
  source::Span last_file_;  // the document of the last layer, when a file has it; else no place
};

// Merges layers without a schema: the first is the base of the others. Returns null if there are none.
const value::Value* MergeLayers(std::span<const Layer> layers, const DriverOptions& options,
                                Session& session);

}  // namespace kval::driver
