#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "src/lang/kcl/runtime/heap.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::runtime {

// Builds a Dict. Setting an existing key keeps its position (as in KCL's IndexMap).
//
// A builder that starts with the entries of another dict and only adds keys shares these entries, so that a
// dict that grows key by key has linear cost. Any other change copies them first.
class DictBuilder {
 public:
  using Entries = std::vector<Entry, HeapAllocator<Entry>>;

  explicit DictBuilder(Heap* heap)
      : heap_(heap), entries_(HeapAllocator<Entry>(heap)), table_(HeapAllocator<uint32_t>(heap)) {}
  // Starts with the entries of `base`, which must outlive the heap.
  DictBuilder(Heap* heap, const Dict& base);

  // Copies `key` unless it is known to outlive the heap.
  void Set(std::string_view key, const Value& value, Operator op = Operator::kUnion,
           source::Span key_span = {});
  // Sets an entry of decoded data: null replaces an existing value, other values are united with it.
  void SetDecoded(std::string_view key, const Value& value, source::Span key_span = {}) {
    Set(key, value, value.is(Kind::kNone) ? Operator::kOverride : Operator::kUnion, key_span);
  }
  // The same for a whole entry, whose key must be in the heap or outlive it.
  void SetEntry(const Entry& entry);
  // The same for an entry whose key is known to be new.
  void Add(const Entry& entry);
  void Remove(std::string_view key);

  // Returns the entry, valid until the next change; null if there is no such key.
  Entry* Find(std::string_view key);
  // The same for read access.
  const Entry* Peek(std::string_view key) const;
  size_t size() const { return entries_.size() + (base_ == nullptr ? 0 : base_->entries.size()); }
  Entries& entries() {
    CopyOnWrite();
    return entries_;
  }

  const Dict* Build();
  // The same without a copy: valid until the next change.
  Dict View() {
    CopyOnWrite();
    return {entries_, table_, nullptr};
  }
  Value BuildValue(source::Span span = {}) { return MakeDict(Build(), span); }

 private:
  using Table = std::vector<uint32_t, HeapAllocator<uint32_t>>;

  static void Insert(std::span<uint32_t> table, std::string_view key, size_t position);
  size_t Position(std::string_view key) const;
  void Grow();
  void CopyOnWrite();
  const Dict* Extended() const;
  const Dict* ExtendedCopy() const;

  Heap* heap_;
  const Dict* base_ = nullptr;  // its entries precede the new ones; keys are disjoint
  Entries entries_;
  Table table_;
};

}  // namespace kval::kcl::runtime
