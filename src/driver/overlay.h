#pragma once

#include <functional>

#include "src/driver/documents.h"
#include "src/driver/layer.h"
#include "src/driver/session.h"
#include "src/merge/kept_tables.h"
#include "src/types/model.h"

namespace kval::driver {

// A values document as a layer. In the proposal's dialect new keys need no `missing_ok`: the schema judges
// them.
Layer LayerOf(const ValuesDocument& values, bool proposal, Session& session);

// A plain layer whose nulls delete what `base` has there, as Helm's do (chartutil.coalesceValues); a null for
// a key that is not there stays.
Layer WithDeletions(Layer layer, const value::Value& base);

// Lays a layer over the values so far. What cannot be merged is reported and left out. `model` is the schema
// that judges the result, empty when there is none; null when something else judges all of it. `tables` are
// those of the layers before.
const value::Value* MergeLayer(const value::Value& base, const Layer& layer, const types::Model* model,
                               merge::KeptTables& tables, Session& session);

// Lays one schema document over another, annotations included.
std::function<bool(const templating::AnnotatedDocument&, templating::AnnotatedDocument&)> OverlayFunction(
    Session& session);

}  // namespace kval::driver
