#include "src/driver/releases/replace_strings.h"

#include <vector>

#include "src/support/native_stack.h"

namespace kval::driver {

const value::Value* ReplaceStrings(
    const value::Value& value, value::Builder& build,
    const std::function<std::optional<std::string>(std::string_view)>& replace) {
  NeedStack();
  if (value.kind == value::Kind::kSequence) {
    std::vector<const value::Value*> items;
    for (const value::Value* item : value.items()) {
      items.push_back(ReplaceStrings(*item, build, replace));
    }
    return build.WithItems(value, items);
  }
  if (value.kind == value::Kind::kMapping) {
    std::vector<value::Entry> entries;
    for (const value::Entry& entry : value.entries()) {
      entries.push_back({entry.key, ReplaceStrings(*entry.value, build, replace)});
    }
    return build.WithEntries(value, entries);
  }
  const std::optional<std::string> text =
      value.kind == value::Kind::kString ? replace(value.raw) : std::nullopt;
  return text ? build.String(*text, value.span) : &value;
}

}  // namespace kval::driver
