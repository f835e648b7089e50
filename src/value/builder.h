#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>

#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::value {

// Sets the children of a collection under construction: a copy of them in `arena`.
void SetItems(Value* sequence, std::span<const Value* const> items, Arena* arena);
void SetEntries(Value* mapping, std::span<const Entry> entries, Arena* arena);

// Makes values in an arena. Values that no file holds have Style::kComputed; `span` is then the place
// that is answerable for them (the annotation, the flag, the schema's node).
class Builder {
 public:
  explicit Builder(Arena* arena) : arena_(arena) {}

  const Value* Null(source::Span span = {});
  const Value* Bool(bool boolean, source::Span span = {});
  const Value* Int(int64_t integer, source::Span span = {});
  const Value* Unsigned(uint64_t integer, source::Span span = {});
  const Value* Float(double real, source::Span span = {});
  // `text` is copied.
  const Value* String(std::string_view text, source::Span span = {});
  const Value* Sequence(std::span<const Value* const> items, source::Span span = {});
  const Value* Mapping(std::span<const Entry> entries, source::Span span = {});

  // A copy of `original` with other children, the rest (span, style, origin) unchanged.
  const Value* WithItems(const Value& original, std::span<const Value* const> items);
  const Value* WithEntries(const Value& original, std::span<const Entry> entries);
  // The same for entries that are already in the arena.
  const Value* WithRow(const Value& original, std::span<const Entry> row);
  // Returns a copy with additional entries or items at the end. A collection that grows repeatedly is not
  // copied each time: earlier versions share the storage of their entries.
  const Value* WithMore(const Value& original, std::span<const Entry> more);
  const Value* WithMoreItems(const Value& original, std::span<const Value* const> more);
  const Value* WithSpan(const Value& original, source::Span span);
  // Returns a copy that is marked as unreadable, completely or in part.
  const Value* MakeUnreadable(const Value& original);
  const Value* MakePartial(const Value& original);
  const Value* WithOrigin(const Value& original, const Value* left, const Value* right, source::Span op);

  // Returns a copy of the entries of `original`, which may be changed until it is passed to WithRow.
  std::span<Entry> CopyOfEntries(const Value& original);

  // The bytes allocated so far, without strings.
  size_t made() const { return made_; }

  Arena& arena() { return *arena_; }

 private:
  Value* Make(Kind kind, source::Span span);
  Value* Copy(const Value& original);

  // The entries or items of a growing collection: `used` of them, with spare capacity.
  template <typename Part>
  struct GrowableRow {
    Part* first = nullptr;
    size_t used = 0;
    size_t capacity = 0;
  };
  template <typename Part>
  using Rows = std::unordered_map<const Part*, GrowableRow<Part>>;  // by the place of the first one

  // Appends parts to those of a collection.
  template <typename Part>
  const std::span<const Part>* Grown(std::span<const Part> old, std::span<const Part> more, Rows<Part>& rows);

  Arena* arena_;
  size_t made_ = 0;
  Rows<Entry> growing_;
  Rows<const Value*> growing_items_;
};

}  // namespace kval::value
