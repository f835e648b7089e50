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

// A schema from values: the types that samples of one document show.
namespace kval::schemas::infer {

// The keys that a chart's values may have besides those of its samples.
struct Chart {
  // Any value is allowed at these keys and at `global`.
  std::vector<std::string> subcharts;
  // Keys that Chart.yaml reads, or a parent chart.
  std::vector<std::string> switches;
  // Keys that are commented out in the first sample, by their line.
  std::map<uint32_t, std::vector<std::string>> commented;
  // About a dotted path: whether templates may read any key of the map there; whether they write the value
  // out as it is; which keys they read there.
  std::function<bool(const std::string& path)> is_open;
  std::function<bool(const std::string& path)> is_rendered;
  std::function<std::vector<std::string>(const std::string& path)> names_below;
};

struct Options {
  // Few different strings, each of which was seen again, become the values that are allowed.
  bool with_enumerations = false;
  // Follow JSON Schema: 1.0 is an integer too, no key is required, and the default of a secret is omitted.
  bool is_json_schema = false;
  // What KCL means: an integer beyond 63 bits is a float.
  bool is_kcl = false;
  // The samples are the values of a Helm chart.
  std::optional<Chart> chart;
  // The samples after the first are merged over it, so keys that they lack come from the first.
  bool are_layers = false;
};

// Gives the model a root that every document of every file fits, with the first file's values as defaults and
// the comments of all as descriptions:
//
//   a key that is missing in one sample   optional; in a layer: nothing, where the first sample has it
//   values of several kinds               a union of scalars; any value when a map or an array is among them
//   `{}`, `null` and nothing else          any value; `[]` an array of anything
//   maps whose keys are data              a rule for any key (KeysLookLikeData)
//
// Of a chart's values, what templates write out as it is takes any value, and so do labels, annotations and
// the like; maps that templates use as a whole take any key. Keys that templates read and keys that are
// commented out in the defaults are declared.
//
// What stays open is named in the result, a line each. A value that is held to be secret, or a part of which
// is (report::IsSecretPath, infer/secrets.h), is never copied: its default is empty, it is no allowed value,
// and descriptions do not tell it.
std::vector<std::string> Infer(std::span<const yaml::File* const> samples, const Options& options,
                               types::Model& model, Arena& arena);

}  // namespace kval::schemas::infer
