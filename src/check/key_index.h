#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/check/budget.h"
#include "src/support/keyed_hash.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// Finds entries of mappings by their keys. A large mapping that is asked about again and again is not looked
// through each time: its keys are noted once, and kept as long as the mapping is.
class KeyIndex {
 public:
  // The mapping's first entry with that text as its key, or null.
  const value::Entry* Find(const value::Value& mapping, std::string_view key, Budget& budget);

  // Whether a record's fields are best looked for in the mapping, one by one: it has many more entries than
  // those, and all its keys are different texts.
  bool IsWorthAsking(const value::Value& mapping, const types::Record& record, Budget& budget);
  // Its entries that the record declares, in their order, where that is so.
  std::vector<const value::Entry*> Declared(const value::Value& mapping, const types::Record& record,
                                            const types::Model& model, Budget& budget);

  // What is judged from now on may have changed since.
  void Clear() { noted_.clear(); }

 private:
  struct Noted {
    size_t times_asked = 0;
    bool is_ready = false;
    bool has_only_different_texts = true;
    TextMap<std::string_view, const value::Entry*> entries;
  };
  void Note(const value::Value& mapping, Noted& noted, Budget& budget);

  std::unordered_map<const value::Value*, Noted> noted_;  // of large mappings
};

}  // namespace kval::check
