#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>

#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::value {

// Gives a collection that is being made its children: a copy of them in `arena`.
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
  // The same with entries that stand in the arena already.
  const Value* WithRow(const Value& original, std::span<const Entry> row);
  // With further entries behind its own. A large mapping that grows again and again is not copied each time:
  // those that it grew from keep the place of its first entries.
  const Value* WithMore(const Value& original, std::span<const Entry> more);
  const Value* WithSpan(const Value& original, source::Span span);
  // A copy of which nothing, or only a part, counts as understood.
  const Value* Unread(const Value& original);
  const Value* Partial(const Value& original);
  const Value* WithOrigin(const Value& original, const Value* left, const Value* right, source::Span op);

  Arena& arena() { return *arena_; }

 private:
  Value* Make(Kind kind, source::Span span);
  Value* Copy(const Value& original);

  // Where entries of a mapping that grew stand, `used` of them, with room for others behind them.
  struct Row {
    Entry* first = nullptr;
    size_t used = 0;
    size_t room = 0;
  };

  Arena* arena_;
  std::unordered_map<const Entry*, Row> growing_;
};

}  // namespace kval::value
