#pragma once

#include <cstdint>

#include "src/helm/chart.h"
#include "src/helm/compute.h"
#include "src/helm/context.h"
#include "src/helm/template_scan.h"

namespace kval::helm {

// The input of a review. Tables are read-only.
struct ReviewInput {
  const Table& user;      // the user's values
  const Table& defaults;  // of the chart and the charts below it
  const Table& computed;  // what Helm made of both
  const Chart& chart;     // with its dependencies processed
};

// Warns of what Helm does in silence and people do not expect: lists of the defaults that are replaced, nulls
// that delete nothing, numbers that templates print otherwise, values of subcharts that are switched off.
void ReviewValues(const ReviewInput& input, Context& context);

// Warns of global values that no chart reads.
void ReviewGlobals(const ReviewInput& input, Context& context);

// The same, and of keys that neither the defaults nor a template, a condition or a schema of the charts
// mention, and of values of another kind than their default. Where templates use a map as a whole, its keys
// are free: of `.Values` itself, all keys are, and none is reviewed.
enum class KeysReviewed : uint8_t { kAll, kNone };
KeysReviewed ReviewKeys(const ReviewInput& input, Context& context);

// The defaults alone, nulls kept; null when Helm refuses them. Nothing is reported.
const Table* DefaultsOf(const Chart& chart, Context& context);

// A word that is a boolean for Helm and a string for most who write it: `on`, `no`.
bool IsWordForBoolean(const value::Value& value, const source::SourceMap& sources);

}  // namespace kval::helm
