#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "src/source/source_file.h"
#include "src/value/value.h"

namespace kval::yaml {

// The keys of one mapping under construction. Keys are equal by value: `1` and `0x1` are, `1` and `"1"` are
// not, except where YAML becomes JSON with string keys (`as_json`). Collections as keys are compared by their
// text.
class MappingKeys {
 public:
  MappingKeys(const source::SourceFile& source, bool as_json) : source_(source), as_json_(as_json) {}

  // Returns the index of an equal key, or -1.
  ptrdiff_t Find(const value::Value& key) const;
  void Add(const value::Value& key, size_t index);

 private:
  struct Known {
    const value::Value* key;
    size_t index;
  };
  size_t HashOf(const value::Value& key) const;
  bool IsEqualKey(const value::Value& a, const value::Value& b) const;

  const source::SourceFile& source_;
  const bool as_json_;
  std::vector<Known> known_;  // while there are few
  // For many keys: a tree, because crafted input could put all keys into one bucket of a hash table.
  std::multimap<size_t, Known> by_hash_;
};

}  // namespace kval::yaml
