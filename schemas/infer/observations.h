#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "src/diag/path.h"
#include "src/support/keyed_hash.h"
#include "src/value/value.h"

// The combined observations about one location in all samples.
namespace kval::schemas::infer {

struct Observation;

// One key of a map.
struct ObservedMember {
  const value::Value* key = nullptr;  // the first occurrence
  Observation* seen = nullptr;
};

struct Observation {
  uint32_t count = 0;  // number of values at the location, including null
  uint32_t nulls = 0, booleans = 0, integers = 0, floats = 0, strings = 0;
  uint32_t wide_integers = 0;  // integers beyond 63 bits
  uint32_t lists = 0, maps = 0;
  uint32_t whole_count = 0, whole_maps = 0;   // `count` and `maps` without layers
  std::vector<ObservedMember> members;        // the keys of the maps, in order of appearance
  TextMap<std::string, Observation*> by_key;  // index of `members` by value::KeyText
  Observation* item = nullptr;                // the items of all non-empty lists
  std::vector<const value::Value*> values;    // distinct strings, at most kMostStrings
  const value::Value* first = nullptr;        // the first value at the location
  bool has_more_strings = false;

  static constexpr size_t kMostStrings = 20;

  uint32_t scalars() const { return booleans + integers + floats + strings; }
};

// The kind of a sample. A key that is missing from a whole sample is optional; a key that is missing from a
// layer is not, because the layer is merged over a whole sample.
enum class SampleKind : uint8_t { kWhole, kLayer };

// Combines observed values; the tree lives as long as this object.
class Observations {
 public:
  // Adds a value to the observations of a location. Values nested deeper than documents may be are skipped.
  // Items of lists in layers count as whole samples, because lists are not merged.
  void Add(const value::Value& value, SampleKind sample, Observation& seen, int depth = 0);
  // Adds the observations of one location to those of another.
  void Merge(const Observation& from, Observation& to, int depth = 0);

  Observation& New() { return all_.emplace_back(); }

 private:
  Observation& MemberOf(Observation& map, const value::Value& key);
  static void AddText(const value::Value& text, Observation& seen);

  std::deque<Observation> all_;
};

// Returns whether the keys of these maps are data, such as names of hosts or labels, and not names of
// settings: they contain characters unusual in names, no key occurs in two samples, or the first map is
// empty.
bool HasFreeFormKeys(const Observation& map);

}  // namespace kval::schemas::infer
