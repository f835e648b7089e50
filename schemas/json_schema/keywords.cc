#include "schemas/json_schema/keywords.h"

#include <algorithm>

namespace kval::schemas::json_schema {

const value::Value* Strings(value::Builder& build, const std::vector<std::string>& strings) {
  std::vector<const value::Value*> items;
  for (const std::string& text : strings) {
    items.push_back(build.String(text));
  }
  return build.Sequence(items);
}

bool IsJsonRepresentable(const value::Value& value, int depth) {
  constexpr int kDepthLimit = 200;
  switch (value.kind) {
    case value::Kind::kFloat:
      return value.real - value.real == 0;  // neither infinite nor NaN
    case value::Kind::kSequence:
      return depth < kDepthLimit &&
             std::all_of(value.items().begin(), value.items().end(),
                         [&](const value::Value* item) { return IsJsonRepresentable(*item, depth + 1); });
    case value::Kind::kMapping:
      return depth < kDepthLimit &&
             std::all_of(value.entries().begin(), value.entries().end(), [&](const value::Entry& entry) {
               return entry.key->kind == value::Kind::kString && IsJsonRepresentable(*entry.value, depth + 1);
             });
    case value::Kind::kNull:
    case value::Kind::kBool:
    case value::Kind::kInt:
    case value::Kind::kString:
      return true;
  }
  return true;
}

}  // namespace kval::schemas::json_schema
