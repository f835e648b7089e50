#include "tests/gotemplate/sample.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/json/document.h"
#include "src/lang/gotemplate/containers.h"
#include "src/lang/gotemplate/print.h"
#include "src/lang/gotemplate/template_set.h"

namespace kval::gotemplate {

namespace {

class Item final : public Object {
 public:
  Item(Value name, Value tags)
      : fields_{{"Name", name}, {"Count", Value::Int(3)}, {"Tags", tags}, {"hidden", Value::Int(1)}} {}
  std::span<const Field> fields() const override { return fields_; }

 private:
  std::vector<Field> fields_;
};

class Version final : public Object {
 public:
  explicit Version(int64_t major) : fields_{{"Major", Value::Int(major)}, {"Minor", Value::Int(7)}} {}
  std::span<const Field> fields() const override { return fields_; }
  bool Equals(const Object& other) const override {
    return fields_[0].value.integer() == other.fields()[0].value.integer();
  }

 private:
  std::vector<Field> fields_;
};

Value Greet(Call& call) {
  const std::string_view name = call.receiver().object()->fields()[0].value.text();
  return call.Text("hello " + std::string(call[0].text()) + " from " + std::string(name));
}

Value Sum(Call& call) {
  int64_t sum = call.receiver().object()->fields()[1].value.integer();
  for (const Value& arg : call.args()) {
    sum += arg.integer();
  }
  return Value::Int(sum);
}

Value Fails(Call& call) {
  return call.Fail("it fails");
}

Value CountEntries(Call& call) {
  return Value::Int(static_cast<int64_t>(EntriesOf(call.receiver()).size()));
}

constexpr Function kItemMethods[] = {
    {"Greet", "s:s", Greet},
    {"Sum", {{&kIntType}, true, &kIntType}, Sum},
    {"Fails", ":s", Fails},
};
constexpr Function kValuesMethods[] = {{"Size", ":i", CountEntries}};

void AppendVersion(const Value& value, std::string* text) {
  const std::span<const Object::Field> fields = value.object()->fields();
  *text += "v" + Sprint(fields[0].value) + "." + Sprint(fields[1].value);
}

void AppendText(const Value& value, std::string* text) {
  *text += value.text();
}

constexpr std::string_view kItemFields[] = {"Name", "Count", "Tags", "hidden"};
const Type kItemType = {.kind = Kind::kObject,
                        .name = "*main.item",
                        .methods = kItemMethods,
                        .fields = kItemFields,
                        .is_pointer = true};
const Type kVersionType = {.kind = Kind::kObject, .name = "main.version", .append_text = AppendVersion};
const Type kNumberType = {.kind = Kind::kString, .name = "json.Number", .append_text = AppendText};
const Type kValuesType = {.kind = Kind::kMap,
                          .name = "main.values",
                          .element = &kAnyType,
                          .methods = kValuesMethods,
                          .underlying = &kAnyMapType};

template <typename T>
T NumberOf(std::string_view text) {
  T value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Value ToMap(Heap& heap, const Type& type, const json::Value& json) {
  const Value map = heap.NewMap(type);
  for (const json::Value& member : json) {
    map.map()->Set(member.key, FromJson(heap, member));
  }
  return map;
}

template <typename Convert>
Value ToList(Heap& heap, const Type& type, const json::Value& json, Convert convert) {
  std::vector<Value> items;
  for (const json::Value& item : json) {
    items.push_back(convert(item));
  }
  return heap.NewList(type, items);
}

Value ToBytes(Heap& heap, std::string_view text) {
  std::vector<Value> bytes;
  for (const char c : text) {
    bytes.push_back(Value::Integral(kByteType, static_cast<unsigned char>(c)));
  }
  return heap.NewList(kByteListType, bytes);
}

Value ToItem(Heap& heap, std::string_view name) {
  const Value tags[] = {Value::Text("a"), Value::Text("b")};
  const Object* item = heap.NewObject<Item>(heap.NewText(name), heap.NewList(kStringListType, tags));
  return Value::Of(kItemType, item);
}

Value ToSpecial(Heap& heap, const json::Value& held) {
  const std::string_view kind = held.key;
  const std::string_view text = held.text;
  if (kind == "$int") {
    return Value::Int(NumberOf<int64_t>(text));
  }
  if (kind == "$int64") {
    return Value::Int64(NumberOf<int64_t>(text));
  }
  if (kind == "$uint64") {
    return Value::Integral(kUint64Type, static_cast<int64_t>(NumberOf<uint64_t>(text)));
  }
  if (kind == "$byte") {
    return Value::Integral(kByteType, NumberOf<int64_t>(text));
  }
  if (kind == "$number") {
    return heap.NewText(kNumberType, text);
  }
  if (kind == "$strings") {
    return ToList(heap, kStringListType, held,
                  [&](const json::Value& item) { return heap.NewText(item.text); });
  }
  if (kind == "$ints") {
    return ToList(heap, kIntListType, held,
                  [](const json::Value& item) { return Value::Int(NumberOf<int64_t>(item.text)); });
  }
  if (kind == "$bytes") {
    return ToBytes(heap, text);
  }
  if (kind == "$stringmap") {
    return ToMap(heap, kStringMapType, held);
  }
  if (kind == "$values") {
    return ToMap(heap, kValuesType, held);
  }
  if (kind == "$nilmap") {
    return Value::Nil(kAnyMapType);
  }
  if (kind == "$nillist") {
    return Value::Nil(kAnyListType);
  }
  if (kind == "$item") {
    return ToItem(heap, text);
  }
  if (kind == "$nilitem") {
    return Value::Nil(kItemType);
  }
  return Value::Of(kVersionType, heap.NewObject<Version>(NumberOf<int64_t>(text)));
}

Value Str(Call& call) {
  return call.Text("<" + std::string(call[0].text()) + ">");
}
Value Strs(Call& call) {
  return call.heap().NewList(kStringListType, call.args());
}
Value Same(Call& call) {
  return call[0];
}
Value Count(Call& call) {
  return Value::Int(static_cast<int64_t>(call[0].text().size() + call.size() - 1));
}
Value FailsWith(Call& call) {
  return call.Fail(std::string(call[0].text()));
}
Value Size(Call& call) {
  return Value::Int(static_cast<int64_t>(EntriesOf(call[0]).size()));
}
Value Double(Call& call) {
  return Value::Int(static_cast<int64_t>(2 * call[0].natural()));
}
Value Half(Call& call) {
  return Value::Float(call[0].real() / 2);
}
Value Flip(Call& call) {
  return Value::Bool(!call[0].boolean());
}
Value Nothing(Call& /*call*/) {
  return {};
}
Value MakeList(Call& call) {
  return call.AnyList(call.args());
}
Value First(Call& call) {
  return Items(call[0]).empty() ? call.Fail("runtime error: index out of range [0] with length 0")
                                : Items(call[0])[0];
}
Value MakeDict(Call& call) {
  const Value map = call.heap().NewMap();
  for (size_t index = 0; index + 1 < call.size(); index += 2) {
    map.map()->Set(Sprint(call[index]), call[index + 1]);
  }
  return map;
}
// Leaves out what could make a cycle, on which Go's printing does not end.
Value SetEntry(Call& call) {
  if ((call[2].is(Kind::kMap) && call[2].type() != &kStringMapType) || call[2].type() == &kAnyListType) {
    return call[0];
  }
  if (call[0].is_nil()) {
    return call.Fail("assignment to entry in nil map");
  }
  call[0].map()->Set(call[1].text(), call[2]);
  return call[0];
}

constexpr Function kFunctions[] = {
    {"str", "s:s", Str},       {"strs", "s*:L", Strs},      {"same", "a:a", Same},
    {"count", "sa*:i", Count}, {"fails", "s:s", FailsWith}, {"size", "m:i", Size},
    {"double", "i:i", Double}, {"half", "f:f", Half},       {"wide", "I:I", Same},
    {"flip", "b:b", Flip},     {"nothing", ":a", Nothing},  {"list", "a*:l", MakeList},
    {"first", "l:a", First},   {"dict", "a*:m", MakeDict},  {"set", "msa:m", SetEntry},
};

}  // namespace

Value FromJson(Heap& heap, const json::Value& json) {
  switch (json.kind) {
    case json::JsonKind::kNull:
      return {};
    case json::JsonKind::kBool:
      return Value::Bool(json.boolean);
    case json::JsonKind::kNumber:
      return Value::Float(NumberOf<double>(json.text));
    case json::JsonKind::kString:
      return heap.NewText(json.text);
    case json::JsonKind::kArray:
      return ToList(heap, kAnyListType, json, [&](const json::Value& item) { return FromJson(heap, item); });
    case json::JsonKind::kObject:
      break;
  }
  return json.size == 1 && json.first->key.starts_with('$') ? ToSpecial(heap, *json.first)
                                                            : ToMap(heap, kAnyMapType, json);
}

void AddSampleFunctions(FunctionTable* functions) {
  functions->Add(kFunctions);
}

Rendered Render(std::string_view text, std::string_view data, const RenderOptions& options) {
  Heap heap(options.memory);
  FunctionTable functions;
  AddSampleFunctions(&functions);
  TemplateSet templates;
  if (const std::optional<ParseError> error = templates.Parse(options.name, text, 1, functions)) {
    return {"", error->text, std::nullopt};
  }
  json::Document document;
  if (!document.Parse(data)) {
    return {"", "invalid data", std::nullopt};
  }
  Evaluator evaluator(heap, functions, options.execution);
  TextSink sink(&heap.origins());
  const std::optional<ExecutionError> error =
      evaluator.Execute(templates, options.name, FromJson(heap, *document.root()), sink);
  if (!error) {
    return {sink.text(), "", std::nullopt};
  }
  return {sink.text(), error->text, error->limit};
}

}  // namespace kval::gotemplate
