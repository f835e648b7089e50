#include "src/value/builder.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace kval::value {

void SetItems(Value* sequence, std::span<const Value* const> items, Arena* arena) {
  sequence->item_list =
      items.empty() ? nullptr : arena->New<std::span<const Value* const>>(arena->Copy(items));
}

void SetEntries(Value* mapping, std::span<const Entry> entries, Arena* arena) {
  mapping->entry_list = entries.empty() ? nullptr : arena->New<std::span<const Entry>>(arena->Copy(entries));
}

// With its origin.
Value* Builder::Copy(const Value& original) {
  made_ += original.has_origin ? sizeof(MergedValue) : sizeof(Value);
  return original.has_origin ? arena_->New<MergedValue>(original, *original.origin())
                             : arena_->New<Value>(original);
}

Value* Builder::Make(Kind kind, source::Span span) {
  made_ += sizeof(Value);
  Value* made = arena_->New<Value>();
  made->kind = kind;
  made->style = Style::kComputed;
  made->span = span;
  return made;
}

const Value* Builder::Null(source::Span span) {
  return Make(Kind::kNull, span);
}

const Value* Builder::Bool(bool boolean, source::Span span) {
  Value* made = Make(Kind::kBool, span);
  made->boolean = boolean;
  return made;
}

const Value* Builder::Int(int64_t integer, source::Span span) {
  Value* made = Make(Kind::kInt, span);
  made->integer = integer;
  return made;
}

const Value* Builder::Unsigned(uint64_t integer, source::Span span) {
  Value* made = Make(Kind::kInt, span);
  made->integer = static_cast<int64_t>(integer);
  made->is_unsigned = integer > static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  return made;
}

const Value* Builder::Float(double real, source::Span span) {
  Value* made = Make(Kind::kFloat, span);
  made->real = real;
  return made;
}

const Value* Builder::String(std::string_view text, source::Span span) {
  Value* made = Make(Kind::kString, span);
  made->raw = arena_->CopyText(text);
  return made;
}

const Value* Builder::Sequence(std::span<const Value* const> items, source::Span span) {
  return WithItems(*Make(Kind::kSequence, span), items);
}

const Value* Builder::Mapping(std::span<const Entry> entries, source::Span span) {
  return WithEntries(*Make(Kind::kMapping, span), entries);
}

const Value* Builder::WithItems(const Value& original, std::span<const Value* const> items) {
  Value* made = Copy(original);
  made->kind = Kind::kSequence;
  SetItems(made, items, arena_);
  made_ += items.size_bytes();
  return made;
}

const Value* Builder::WithEntries(const Value& original, std::span<const Entry> entries) {
  Value* made = Copy(original);
  made->kind = Kind::kMapping;
  SetEntries(made, entries, arena_);
  made_ += entries.size_bytes();
  return made;
}

std::span<Entry> Builder::CopyOfEntries(const Value& original) {
  made_ += original.entries().size_bytes();
  return arena_->Copy(original.entries());
}

const Value* Builder::WithRow(const Value& original, std::span<const Entry> row) {
  Value* made = Copy(original);
  made->kind = Kind::kMapping;
  made->entry_list = row.empty() ? nullptr : arena_->New<std::span<const Entry>>(row);
  return made;
}

template <typename Part>
const std::span<const Part>* Builder::Grown(std::span<const Part> old, std::span<const Part> more,
                                            Rows<Part>& rows) {
  constexpr size_t kSmall = 64;
  const size_t size = old.size() + more.size();
  const auto found = rows.find(old.data());
  GrowableRow<Part> row = found == rows.end() ? GrowableRow<Part>() : found->second;
  if (row.used != old.size() || row.capacity < size) {
    // Most grow once.
    const bool grows_again = found != rows.end() && size > kSmall;
    std::vector<Part> capacity(old.begin(), old.end());
    capacity.resize(grows_again ? 2 * size : size);
    made_ += capacity.size() * sizeof(Part);
    row = {arena_->Copy(std::span<const Part>(capacity)).data(), old.size(), capacity.size()};
  }
  std::copy(more.begin(), more.end(), row.first + row.used);
  row.used = size;
  if (size > kSmall) {
    rows[row.first] = row;
  }
  return size == 0 ? nullptr : arena_->New<std::span<const Part>>(row.first, size);
}

const Value* Builder::WithMore(const Value& original, std::span<const Entry> more) {
  Value* made = Copy(original);
  made->kind = Kind::kMapping;
  made->entry_list = Grown(original.entries(), more, growing_);
  return made;
}

const Value* Builder::WithMoreItems(const Value& original, std::span<const Value* const> more) {
  Value* made = Copy(original);
  made->kind = Kind::kSequence;
  made->item_list = Grown(original.items(), more, growing_items_);
  return made;
}

const Value* Builder::WithSpan(const Value& original, source::Span span) {
  Value* made = Copy(original);
  made->span = span;
  return made;
}

const Value* Builder::MakeUnreadable(const Value& original) {
  Value* made = Copy(original);
  made->gap = Recovery::kError;
  return made;
}

const Value* Builder::MakePartial(const Value& original) {
  Value* made = Copy(original);
  made->gap = Recovery::kPartial;
  return made;
}

const Value* Builder::WithOrigin(const Value& original, const Value* left, const Value* right,
                                 source::Span op) {
  made_ += sizeof(MergedValue);
  return arena_->New<MergedValue>(original, Origin{left, right, op});
}

}  // namespace kval::value
