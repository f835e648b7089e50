#include "src/modules/toml_decode.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "src/lang/lex/toml_depth.h"
#include "src/lang/lex/toml_plus_plus.h"

namespace kval::modules {

using starlark::EvalFailure;
using starlark::Heap;
using starlark::Outcome;
using starlark::Value;

namespace {

// printf into a text of at most 40 bytes.
template <typename... Numbers>
std::string Print(const char* format, Numbers... numbers) {
  char buffer[40];
  const int size = std::snprintf(buffer, sizeof buffer, format, numbers...);
  return {buffer, static_cast<size_t>(size)};
}

std::string MomentText(const toml::date& date) {
  return Print("%04u-%02u-%02u", unsigned{date.year}, unsigned{date.month}, unsigned{date.day});
}

std::string MomentText(const toml::time& time) {
  std::string text =
      Print("%02u:%02u:%02u", unsigned{time.hour}, unsigned{time.minute}, unsigned{time.second});
  if (time.nanosecond != 0) {
    text += Print(".%09u", unsigned{time.nanosecond});
    text.erase(text.find_last_not_of('0') + 1);
  }
  return text;
}

std::string MomentText(const toml::date_time& moment) {
  std::string text = MomentText(moment.date) + "T" + MomentText(moment.time);
  if (moment.offset) {
    const int minutes = moment.offset->minutes;
    text += minutes == 0 ? "Z"
                         : Print("%c%02d:%02d", minutes < 0 ? '-' : '+', std::abs(minutes) / 60,
                                 std::abs(minutes) % 60);
  }
  return text;
}

// The nesting is limited by toml++ (TOML_MAX_NESTED_VALUES).
Outcome<Value> Build(Heap& heap, const toml::node& node);

Outcome<Value> BuildTable(Heap& heap, const toml::table& table) {
  starlark::Dict* dict = heap.NewDict();
  for (const auto& [key, item] : table) {
    Outcome<Value> value = Build(heap, item);
    if (!value) {
      return value;
    }
    if (Outcome<bool> added = dict->mutable_table().Insert(heap.NewString(key.str()), *value); !added) {
      return added.Pass();
    }
  }
  return Value(dict);
}

Outcome<Value> BuildArray(Heap& heap, const toml::array& array) {
  std::vector<Value> items;
  items.reserve(array.size());
  for (const toml::node& item : array) {
    Outcome<Value> value = Build(heap, item);
    if (!value) {
      return value;
    }
    items.push_back(*value);
  }
  return heap.NewList(std::move(items));
}

Outcome<Value> Build(Heap& heap, const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return BuildTable(heap, *node.as_table());
    case toml::node_type::array:
      return BuildArray(heap, *node.as_array());
    case toml::node_type::string:
      return heap.NewString(node.as_string()->get());
    case toml::node_type::integer:
      return Value::Int(node.as_integer()->get());
    case toml::node_type::floating_point:
      return Value::Float(node.as_floating_point()->get());
    case toml::node_type::boolean:
      return Value::Bool(node.as_boolean()->get());
    case toml::node_type::date:
      return heap.NewString(MomentText(node.as_date()->get()));
    case toml::node_type::time:
      return heap.NewString(MomentText(node.as_time()->get()));
    case toml::node_type::date_time:
      return heap.NewString(MomentText(node.as_date_time()->get()));
    case toml::node_type::none:
      break;
  }
  return Value::None();
}

// The first letter small and no full stop, as messages are.
std::string Plain(std::string_view sentence) {
  std::string out(sentence);
  if (out.ends_with('.')) {
    out.pop_back();
  }
  if (out.size() > 1 && out[0] >= 'A' && out[0] <= 'Z' && out[1] >= 'a' && out[1] <= 'z') {
    out[0] = static_cast<char>(out[0] - 'A' + 'a');
  }
  return out;
}

}  // namespace

Outcome<Value> FromTomlText(starlark::Interpreter& interpreter, std::string_view text) {
  const uint64_t most = interpreter.options().limits.toml_depth;
  if (const std::optional<size_t> deep = lex::TooDeepToml(text, most)) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(*deep), '\n');
    return EvalFailure(diag::Kind::kLimitDepth, "toml: line " + std::to_string(line) +
                                                    ": nested more deeply than " + std::to_string(most) +
                                                    " tables, arrays and parts of keys");
  }
  // Memory of toml++ beyond the text: at most one node per such character.
  constexpr std::string_view kSigns = "=,.[{";
  constexpr size_t kBytesOfNode = 200;
  const auto nodes = std::count_if(text.begin(), text.end(),
                                   [&kSigns](char c) { return kSigns.find(c) != std::string_view::npos; });
  if (!interpreter.heap().Allows(static_cast<size_t>(nodes) * kBytesOfNode)) {
    return OutOfMemory(interpreter.heap());
  }
  const toml::parse_result result = toml::parse(text);
  if (!result) {
    const toml::parse_error& error = result.error();
    return EvalFailure("toml: line " + std::to_string(error.source().begin.line) + ": " +
                       Plain(error.description()));
  }
  return BuildTable(interpreter.heap(), result.table());
}

}  // namespace kval::modules
