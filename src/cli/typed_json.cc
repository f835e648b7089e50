#include "src/cli/typed_json.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "src/lang/cel/base64.h"
#include "src/lang/cel/containers.h"
#include "src/lang/cel/library/named_formats.h"
#include "src/lang/cel/network.h"
#include "src/lang/cel/number_text.h"
#include "src/lang/cel/quantity.h"
#include "src/lang/cel/semantic_version.h"
#include "src/lang/cel/time.h"
#include "src/lang/cel/url.h"
#include "src/support/native_stack.h"

namespace kval::cli {
namespace {

using cel::Value;
using cel::ValueKind;

template <typename T>
std::optional<T> Integer(std::string_view text) {
  T number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::optional<Value> ReadScalar(std::string_view tag, std::string_view text, cel::Heap& heap) {
  if (tag == "int") {
    const auto number = Integer<int64_t>(text);
    return number ? std::optional(Value::Int(*number)) : std::nullopt;
  }
  if (tag == "uint") {
    const auto number = Integer<uint64_t>(text);
    return number ? std::optional(Value::Uint(*number)) : std::nullopt;
  }
  if (tag == "double") {
    const auto number = cel::ParseGoDouble(text);
    return number ? std::optional(Value::Double(*number)) : std::nullopt;
  }
  if (tag == "string") {
    return Value::String(heap.CopyText(text));
  }
  if (tag == "bytes") {
    const auto bytes = cel::FromBase64(text);
    return bytes ? std::optional(Value::Bytes(heap.CopyText(*bytes))) : std::nullopt;
  }
  if (tag == "timestamp") {
    const auto time = cel::ParseTimestamp(text);
    return time ? std::optional(Value::Time(*time)) : std::nullopt;
  }
  if (tag == "duration") {
    const auto duration = cel::ParseDuration(text);
    return duration ? std::optional(Value::Duration(*duration)) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Value> ReadList(const json::Value& list, cel::Heap& heap) {
  std::vector<Value> items;
  for (const json::Value& item : list) {
    const auto value = ReadTypedJson(item, heap);
    if (!value) {
      return std::nullopt;
    }
    items.push_back(*value);
  }
  const auto kept = heap.Copy(std::span<const Value>(items));
  return Value::OfList(heap.New<cel::ItemList>(std::span<const Value>(kept)));
}

std::optional<Value> ReadMap(const json::Value& map, cel::Heap& heap) {
  cel::MapBuilder builder;
  for (const json::Value& entry : map) {
    if (!entry.is(json::JsonKind::kArray) || entry.size != 2) {
      return std::nullopt;
    }
    const auto key = ReadTypedJson(*entry.first, heap);
    const auto value = ReadTypedJson(*entry.first->next, heap);
    if (!key || !value || !cel::IsKey(*key)) {
      return std::nullopt;
    }
    builder.Set(*key, *value);
  }
  return Value::OfMap(builder.Publish(heap));
}

void WriteText(std::string_view tag, std::string_view text, report::JsonWriter& json) {
  json.BeginObject().Key(tag).String(text).EndObject();
}

void WriteOpaque(std::string_view type, std::string_view text, report::JsonWriter& json) {
  json.BeginObject().Field("opaque", type).Field("text", text).EndObject();
}

std::string DoubleText(double number) {
  if (std::isnan(number)) {
    return "NaN";
  }
  if (std::isinf(number)) {
    return number < 0 ? "-Infinity" : "Infinity";
  }
  return cel::GoDoubleText(number);
}

void WriteCollection(const Value& value, report::JsonWriter& json) {
  json.BeginObject();
  if (value.is(ValueKind::kList)) {
    json.Key("list").BeginArray();
    for (size_t i = 0; i < value.list().size(); ++i) {
      WriteTypedJson(value.list().At(i), json);
    }
  } else {
    json.Key("map").BeginArray();
    for (size_t i = 0; i < value.map().size(); ++i) {
      json.BeginArray();
      WriteTypedJson(value.map().KeyAt(i), json);
      WriteTypedJson(value.map().ValueAt(i), json);
      json.EndArray();
    }
  }
  json.EndArray().EndObject();
}

}  // namespace

std::optional<Value> ReadTypedJson(const json::Value& json, cel::Heap& heap) {
  NeedStack();
  if (!json.is(json::JsonKind::kObject) || json.first == nullptr) {
    return std::nullopt;
  }
  const json::Value& member = *json.first;
  const std::string_view tag = member.key;
  if (tag == "null") {
    return Value::Null();
  }
  if (tag == "bool" && member.is(json::JsonKind::kBool)) {
    return Value::Bool(member.boolean);
  }
  if (tag == "list" && member.is(json::JsonKind::kArray)) {
    return ReadList(member, heap);
  }
  if (tag == "map" && member.is(json::JsonKind::kArray)) {
    return ReadMap(member, heap);
  }
  return member.is(json::JsonKind::kString) ? ReadScalar(tag, member.text, heap) : std::nullopt;
}

void WriteTypedJson(const Value& value, report::JsonWriter& json) {
  NeedStack();
  switch (value.kind()) {
    case ValueKind::kError:
    case ValueKind::kNull:
      json.BeginObject().Key("null").Null().EndObject();
      return;
    case ValueKind::kBool:
      json.BeginObject().Key("bool").Bool(value.boolean()).EndObject();
      return;
    case ValueKind::kInt:
      return WriteText("int", std::to_string(value.integer()), json);
    case ValueKind::kUint:
      return WriteText("uint", std::to_string(value.natural()), json);
    case ValueKind::kDouble:
      return WriteText("double", DoubleText(value.real()), json);
    case ValueKind::kString:
      return WriteText("string", value.text(), json);
    case ValueKind::kBytes:
      return WriteText("bytes", cel::ToBase64(value.text()), json);
    case ValueKind::kTimestamp: {
      cel::Timestamp time = value.time();
      time.zone_minutes = 0;
      return WriteText("timestamp", cel::TimestampText(time), json);
    }
    case ValueKind::kDuration:
      json.BeginObject().Field("duration", cel::DurationText(value.nanoseconds()));
      json.Field("ns", std::to_string(value.nanoseconds())).EndObject();
      return;
    case ValueKind::kList:
    case ValueKind::kMap:
      return WriteCollection(value, json);
    case ValueKind::kOptional:
      json.BeginObject().Key("optional");
      value.held() == nullptr ? static_cast<void>(json.Null()) : WriteTypedJson(*value.held(), json);
      json.EndObject();
      return;
    case ValueKind::kType:
      return WriteText("type", value.type().name, json);
    case ValueKind::kQuantity:
      return WriteOpaque(cel::kQuantityType.name, value.quantity().Text(), json);
    case ValueKind::kIp:
      return WriteOpaque(cel::kIpType.name, value.ip().Text(), json);
    case ValueKind::kCidr:
      return WriteOpaque(cel::kCidrType.name, value.cidr().Text(), json);
    case ValueKind::kUrl:
      return WriteOpaque(cel::kUrlType.name, value.url().Text(), json);
    case ValueKind::kSemver:
      return WriteOpaque(cel::kSemverType.name, value.semver().Text(), json);
    case ValueKind::kFormat:
      return WriteOpaque(cel::kFormatType.name, value.format().name, json);
  }
}

}  // namespace kval::cli
