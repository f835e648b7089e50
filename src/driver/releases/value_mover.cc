#include "src/driver/releases/value_mover.h"

#include <string>
#include <vector>

#include "src/support/native_stack.h"

namespace kval::driver {

source::Span ValueMover::Moved(source::Span span) {
  if (!span.has_value() || !from_.Contains(span)) {
    return {};
  }
  const source::SourceFile& file = from_.FileOf(span);
  const auto [known, is_new] = bases_.try_emplace(&file, 0);
  if (is_new) {
    known->second = to_.AddText(file.name(), std::string(file.text())).base();
  }
  return {known->second + (span.begin - file.base()), known->second + (span.end - file.base())};
}

const value::Value* ValueMover::Move(const value::Value& value) {
  NeedStack();
  const value::Value* moved = build_.WithSpan(value, Moved(value.span));
  if (value.kind == value::Kind::kMapping) {
    std::vector<value::Entry> entries;
    for (const value::Entry& entry : value.entries()) {
      entries.push_back({Move(*entry.key), Move(*entry.value)});
    }
    return build_.WithEntries(*moved, entries);
  }
  if (value.kind == value::Kind::kSequence) {
    std::vector<const value::Value*> items;
    for (const value::Value* item : value.items()) {
      items.push_back(Move(*item));
    }
    return build_.WithItems(*moved, items);
  }
  return moved;
}

}  // namespace kval::driver
