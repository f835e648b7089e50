#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/lang/gotemplate/containers.h"
#include "src/lang/gotemplate/origins.h"
#include "src/lang/gotemplate/text_pieces.h"
#include "src/lang/gotemplate/value.h"
#include "src/support/arena.h"

namespace kval::gotemplate {

// Owns what the values of one execution refer to, and frees it as a whole.
//
// Memory is counted. Allocations always succeed, and the evaluator ends a program soon after `is_full`; a
// function that makes a large value calls Call::Reserve first (functions.h).
class Heap {
 public:
  explicit Heap(uint64_t limit) : limit_(limit) {}
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // Copies the text.
  Value NewText(std::string_view text) { return Value::Text(Copy(text)); }
  Value NewText(const Type& type, std::string_view text) { return Value::Text(type, Copy(text)); }
  // Copies the items; stores what interfaces hold.
  Value NewList(const Type& type, std::span<const Value> items);
  Value NewAnyList(std::span<const Value> items) { return NewList(kAnyListType, items); }
  Value NewList(const Type& type, List list);  // shares the items
  // A `[]byte`. `bytes` must outlive the heap.
  Value NewBytes(const LazyBytes* bytes) { return NewList(kByteListType, List(bytes, this)); }
  std::span<Value> NewItems(std::span<const Value> items) {
    Charge(items.size() * sizeof(Value));
    return arena_.Copy(items);
  }
  Value NewMap(const Type& type = kAnyMapType);
  // An object of a class derived from Object.
  template <std::derived_from<Object> T, typename... Args>
  const T* NewObject(Args&&... args) {
    auto made = std::make_unique<T>(std::forward<Args>(args)...);
    const T* object = made.get();
    objects_.push_back(std::move(made));
    Charge(sizeof(T));
    return object;
  }
  std::string_view Copy(std::string_view text) {
    Charge(text.size());
    return arena_.CopyText(text);
  }

  Origins& origins() { return origins_; }

  // Records where the parts of a string of this heap come from. Strings without pieces have one origin
  // (Value::origin).
  void SetPieces(std::string_view text, TextPieces pieces);
  bool has_pieces() const { return !pieces_.empty(); }
  // Null for a string without pieces.
  const TextPieces* PiecesOf(std::string_view text) const {
    const auto found = pieces_.find(text.data());
    return found != pieces_.end() && found->second.back().end == text.size() ? &found->second : nullptr;
  }

  void Charge(uint64_t bytes) { used_ += bytes; }
  bool Allows(uint64_t bytes) const { return used_ <= limit_ && bytes <= limit_ - used_; }
  bool is_full() const { return used_ > limit_; }
  uint64_t left() const { return used_ < limit_ ? limit_ - used_ : 0; }
  uint64_t limit() const { return limit_; }
  uint64_t used() const { return used_; }

 private:
  Arena arena_;
  Origins origins_;
  std::unordered_map<const char*, TextPieces> pieces_;
  std::vector<std::unique_ptr<Map>> maps_;
  std::vector<std::unique_ptr<Object>> objects_;
  uint64_t used_ = 0;
  uint64_t limit_;
};

}  // namespace kval::gotemplate
