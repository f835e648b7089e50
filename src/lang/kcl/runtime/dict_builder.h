#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "src/lang/kcl/runtime/heap.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::runtime {

// Makes a Dict. Setting a key that is already there keeps its place in the order (as KCL's IndexMap).
//
// What begins with the entries of another dict and only adds keys shares them, so that a dict that grows key
// by key costs in proportion to its end. Any other change copies them first.
class DictBuilder {
 public:
  using Entries = std::vector<Entry, HeapAllocator<Entry>>;

  explicit DictBuilder(Heap* heap)
      : heap_(heap), entries_(HeapAllocator<Entry>(heap)), table_(HeapAllocator<uint32_t>(heap)) {}
  // Starts with the entries of `base`, which must live as long as the heap.
  DictBuilder(Heap* heap, const Dict& base);

  // `key` is copied unless it is known to live as long as the heap.
  void Set(std::string_view key, const Value& value, Operator op = Operator::kUnion,
           source::Span key_span = {});
  // Sets an entry of decoded data: null replaces an existing value, other values are united with it.
  void SetDecoded(std::string_view key, const Value& value, source::Span key_span = {}) {
    Set(key, value, value.is(Kind::kNone) ? Operator::kOverride : Operator::kUnion, key_span);
  }
  // The same for a whole entry, whose key must already live in the heap or longer.
  void SetEntry(const Entry& entry);
  // The same for one whose key is known not to be there yet.
  void Add(const Entry& entry);
  void Remove(std::string_view key);

  // Valid until the next change; null when there is no such key.
  Entry* Find(std::string_view key);
  // The same for one that is only looked at.
  const Entry* Peek(std::string_view key) const;
  size_t size() const { return entries_.size() + (base_ == nullptr ? 0 : base_->entries.size()); }
  Entries& entries() {
    Own();
    return entries_;
  }

  const Dict* Build();
  // The same without a copy: valid until the next change.
  Dict View() {
    Own();
    return {entries_, table_, nullptr};
  }
  Value BuildValue(source::Span span = {}) { return MakeDict(Build(), span); }

 private:
  using Table = std::vector<uint32_t, HeapAllocator<uint32_t>>;

  static void Insert(std::span<uint32_t> table, std::string_view key, size_t position);
  size_t Position(std::string_view key) const;
  void Grow();
  void Own();
  const Dict* Extended() const;
  const Dict* ExtendedCopy() const;

  Heap* heap_;
  const Dict* base_ = nullptr;  // its entries precede the new ones, which have other keys
  Entries entries_;
  Table table_;
};

}  // namespace kval::kcl::runtime
