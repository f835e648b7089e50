#include "src/kubernetes/json_value.h"

#include <charconv>
#include <vector>

#include "src/json/document.h"
#include "src/support/check.h"
#include "src/support/native_stack.h"
#include "src/value/builder.h"

namespace kval::kubernetes {
namespace {

const value::Value* Number(std::string_view text, value::Builder& make) {
  int64_t integer = 0;
  const std::from_chars_result read = std::from_chars(text.data(), text.data() + text.size(), integer);
  KVAL_CHECK(read.ec == std::errc() && read.ptr == text.data() + text.size());
  return make.Int(integer);
}

const value::Value* Convert(const json::Value& from, value::Builder& make) {
  NeedStack();
  switch (from.kind) {
    case json::JsonKind::kNull:
      return make.Null();
    case json::JsonKind::kBool:
      return make.Bool(from.boolean);
    case json::JsonKind::kNumber:
      return Number(from.text, make);
    case json::JsonKind::kString:
      return make.String(from.text);
    case json::JsonKind::kArray: {
      std::vector<const value::Value*> items;
      for (const json::Value& item : from) {
        items.push_back(Convert(item, make));
      }
      return make.Sequence(items);
    }
    case json::JsonKind::kObject: {
      std::vector<value::Entry> entries;
      for (const json::Value& member : from) {
        entries.push_back({make.String(member.key), Convert(member, make)});
      }
      return make.Mapping(entries);
    }
  }
  return make.Null();
}

}  // namespace

const value::Value* ReadJsonValue(std::string_view json, Arena& arena) {
  json::Document document;
  KVAL_CHECK(document.Parse(json));
  value::Builder make(&arena);
  return Convert(*document.root(), make);
}

}  // namespace kval::kubernetes
