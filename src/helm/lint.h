#pragma once

#include <cstdint>

#include "src/helm/chart.h"
#include "src/helm/context.h"
#include "src/helm/final_values.h"
#include "src/helm/template_scan.h"

namespace kval::helm {

// The input of a review. Tables are read-only.
struct LintInput {
  const Table& user;      // the user's values
  const Table& defaults;  // of the chart and the charts below it
  const Table& computed;  // what Helm made of both
  const Chart& chart;     // with its dependencies processed
};

// Warns about unexpected but silent behaviour of Helm: lists that replace lists of the defaults, nulls that
// delete nothing, numbers that templates print differently, values for disabled subcharts.
void LintValues(const LintInput& input, HelmContext& context);

// Warns about global values that no chart reads.
void LintGlobals(const LintInput& input, HelmContext& context);

// The same, and also warns about values of another kind than their default, and, if `with_unknown`, about
// strings that spell `false` and keys that neither the defaults nor a template, a condition or a schema of
// the charts contain. Keys of a map that templates use as a whole are not checked; if they use `.Values` as a
// whole, no key is checked.
enum class LintedKeys : uint8_t { kAll, kNone };
LintedKeys LintKeys(const LintInput& input, bool with_unknown, HelmContext& context);

// Returns the merged defaults, with nulls; null if Helm rejects them. Reports nothing.
const Table* ComputeDefaults(const Chart& chart, HelmContext& context);

// Returns whether a value is a word that Helm reads as a boolean and many users consider a string: `on`,
// `no`.
bool IsAmbiguousBoolean(const value::Value& value, const source::SourceMap& sources);

// Returns whether a value is a string such as `"false"` or `"no"`, which is true for templates.
bool SpellsFalse(const TableValue& value);

}  // namespace kval::helm
