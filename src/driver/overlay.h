#pragma once

#include <functional>

#include "src/driver/documents.h"
#include "src/driver/layer.h"
#include "src/driver/session.h"
#include "src/merge/key_table_cache.h"
#include "src/types/model.h"

namespace kval::driver {

// Converts a values document to a layer. In the proposal's dialect new keys need no `missing_ok`, because the
// schema validates them.
Layer LayerOf(const ValuesDocument& values, bool proposal, Session& session);

// Converts a plain layer so that its nulls delete values of `base`, as in Helm (chartutil.coalesceValues). A
// null for a key that `base` does not have is kept.
Layer ApplyNullDeletions(Layer layer, const value::Value& base);

// Applies a layer to the values so far. Reports and skips what cannot be merged. `model` is the schema that
// validates the result; null if something else validates it. `tables` are those of earlier layers.
const value::Value* MergeLayer(const value::Value& base, const Layer& layer, const types::Model* model,
                               merge::KeyTableCache& tables, Session& session);

// Applies one schema document to another, with annotations.
std::function<bool(const templating::AnnotatedDocument&, templating::AnnotatedDocument&)> MakeOverlayFunction(
    Session& session);

}  // namespace kval::driver
