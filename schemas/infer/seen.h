#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "src/diag/path.h"
#include "src/support/keyed_hash.h"
#include "src/value/value.h"

// What samples of a document have at each place, united.
namespace kval::schemas::infer {

struct Seen;

// One key of a map.
struct Member {
  const value::Value* key = nullptr;  // where it was seen first
  Seen* seen = nullptr;
};

struct Seen {
  uint32_t count = 0;  // how often the place had a value, null included
  uint32_t nulls = 0, booleans = 0, integers = 0, floats = 0, strings = 0;
  uint32_t wide_integers = 0;  // of the integers, those beyond 63 bits
  uint32_t lists = 0, maps = 0;
  uint32_t whole_count = 0, whole_maps = 0;  // of count and maps, those of samples that are whole
  std::vector<Member> members;               // of the maps, in the order in which they appeared
  TextMap<std::string, Seen*> by_key;        // the members, by value::KeyText
  Seen* item = nullptr;                      // of the lists that are not empty
  std::vector<const value::Value*> texts;    // different strings, at most kMostTexts
  const value::Value* first = nullptr;       // the first value that was seen
  bool has_more_texts = false;

  static constexpr size_t kMostTexts = 20;

  uint32_t scalars() const { return booleans + integers + floats + strings; }
};

// What a key that is missing from a sample means: for a whole sample, that the key is optional; for a layer,
// nothing, because it is merged over a whole one.
enum class Sample : uint8_t { kWhole, kLayer };

// Combines observed values; the tree lives as long as this object.
class Observations {
 public:
  // Adds a value to the observations of a place. Values nested deeper than any document may be are left out.
  // Items of lists are whole in layers too, because lists are not merged.
  void Add(const value::Value& value, Sample sample, Seen& seen, int depth = 0);
  // Adds all that one place saw to another.
  void Unite(const Seen& from, Seen& to, int depth = 0);

  Seen& New() { return all_.emplace_back(); }

 private:
  Seen& MemberOf(Seen& map, const value::Value& key);
  static void AddText(const value::Value& text, Seen& seen);

  std::deque<Seen> all_;
};

// Whether the keys of these maps are data, as the names of hosts or labels are, and no names of settings:
// they have characters that names have not, two samples have no key in common, or the first map has none.
bool KeysLookLikeData(const Seen& map);

}  // namespace kval::schemas::infer
