#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "src/lang/kcl/value/heap.h"
#include "src/lang/kcl/value/value.h"

namespace kval::kcl::runtime {

// Makes a Dict. Setting a key that is already there keeps its place in the order (as KCL's IndexMap).
class DictBuilder {
 public:
  explicit DictBuilder(Heap* heap) : heap_(heap) {}
  // Starts with the entries of `base`.
  DictBuilder(Heap* heap, const Dict& base);

  // `key` is copied unless it is known to live as long as the heap.
  void Set(std::string_view key, const Value& value, Operator op = Operator::kUnion,
           source::Span key_span = {});
  // The same for a whole entry, whose key must already live in the heap or longer.
  void SetEntry(const Entry& entry);
  void Remove(std::string_view key);

  // Valid until the next change; null when there is no such key.
  Entry* Find(std::string_view key);
  size_t size() const { return entries_.size(); }
  std::vector<Entry>& entries() { return entries_; }

  const Dict* Build();
  Value BuildValue(source::Span span = {}) { return MakeDict(Build(), span); }

 private:
  size_t Position(std::string_view key) const;
  void Grow();

  Heap* heap_;
  std::vector<Entry> entries_;
  std::vector<uint32_t> table_;
};

}  // namespace kval::kcl::runtime
