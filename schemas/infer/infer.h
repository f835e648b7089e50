#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/types/model.h"
#include "src/yaml/document.h"

// Infers a schema from sample values of one document.
namespace kval::schemas::infer {

// Facts about a chart that allow keys other than those of the samples.
struct ChartKeySources {
  // Any value is allowed at these keys and at `global`.
  std::vector<std::string> subcharts;
  // Keys that Chart.yaml or a parent chart reads.
  std::vector<std::string> switches;
  // Keys that are commented out in the first sample, by line.
  std::map<uint32_t, std::vector<std::string>> commented;
  // Facts about a dotted path: whether templates may read any key of the map, whether they render the whole
  // value, and which keys they read.
  std::function<bool(const std::string& path)> is_open;
  std::function<bool(const std::string& path)> is_rendered;
  std::function<std::vector<std::string>(const std::string& path)> names_below;
};

struct InferOptions {
  // Infer an enumeration for strings with few distinct values, each of which occurs more than once.
  bool with_enumerations = false;
  // Follow JSON Schema: 1.0 is an integer too, no key is required, and the default of a secret is omitted.
  bool is_json_schema = false;
  // Follow KCL: an integer beyond 63 bits is a float.
  bool is_kcl = false;
  // The samples are the values of a Helm chart.
  std::optional<ChartKeySources> chart;
  // The samples after the first are merged over it, so keys that they lack come from the first.
  bool are_layers = false;
};

// Sets the model's root to a type that accepts every document of every file, with the first file's values as
// defaults and the comments of all files as descriptions:
//
//   a key that is missing in one sample   optional; in a layer: no effect if the first sample has the key
//   values of several kinds               a union of scalars; any value if one is a map or an array
//   only `{}` or `null`                    any value; only `[]`: an array of any values
//   maps whose keys are data              a rule for any key (HasFreeFormKeys)
//
// For a chart, values that templates render as a whole accept any value, and so do labels, annotations and
// similar maps; maps that templates use as a whole accept any key. Keys that templates read and keys that are
// commented out in the defaults are declared.
//
// Returns one line for each part that accepts any value. A value that is secret or contains a secret
// (redaction::IsSecretPath, infer/secrets.h) is never copied: its default is empty, and neither enumerations
// nor descriptions contain it.
std::vector<std::string> Infer(std::span<const yaml::File* const> samples, const InferOptions& options,
                               types::Model& model, Arena& arena);

}  // namespace kval::schemas::infer
