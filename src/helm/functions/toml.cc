#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/helm/functions/functions_of.h"
#include "src/helm/functions/go_time.h"
#include "src/helm/functions/value_tree.h"
#include "src/lang/gotemplate/format_float.h"
#include "src/lang/gotemplate/functions.h"
#include "src/lang/lex/toml_depth.h"
#include "src/lang/lex/toml_plus_plus.h"
#include "src/modules/toml_encode.h"
#include "src/support/limits.h"
#include "src/value/value.h"

// Source: Helm pkg/engine/funcs.go on github.com/BurntSushi/toml.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Value;

namespace {

// As version 1.6 of the library, which writes floats otherwise than that of ytt.
std::string FloatText(double real) {
  if (!std::isfinite(real)) {
    return (std::signbit(real) ? "-" : "") + std::string(std::isnan(real) ? "nan" : "inf");
  }
  const std::string text = gotemplate::FormatFloat(real, 'g', -1);
  return text.find_first_of("e.") == std::string::npos ? text + ".0" : text;
}

Time TimeOf(const toml::date& date, const toml::time& time, std::optional<int> offset_minutes) {
  Time made;
  made.offset = offset_minutes.value_or(0) * 60;
  made.seconds = DaysOf(date.year, date.month, date.day) * kSecondsPerDay + int64_t{time.hour} * 3600 +
                 int64_t{time.minute} * 60 + time.second - made.offset;
  made.nanoseconds = time.nanosecond;
  made.zone = made.offset == 0 ? "UTC" : "";
  return made;
}

Value ValueOfToml(Call& call, const toml::node& node);

Value MapOf(Call& call, const toml::table& table) {
  const Value map = call.heap().NewMap();
  for (const auto& [key, item] : table) {
    map.map()->Set(key.str(), ValueOfToml(call, item));
  }
  return map;
}

// Arrays of tables have a separate type in Go.
Value ListOf(Call& call, const toml::array& array) {
  std::vector<Value> items;
  bool has_tables_only = !array.empty();
  for (const toml::node& item : array) {
    const toml::table* table = item.as_table();
    has_tables_only = has_tables_only && table != nullptr && !table->is_inline();
    items.push_back(ValueOfToml(call, item));
  }
  return call.heap().NewList(has_tables_only ? gotemplate::kAnyMapListType : gotemplate::kAnyListType, items);
}

// The nesting is limited by toml++ (TOML_MAX_NESTED_VALUES).
Value ValueOfToml(Call& call, const toml::node& node) {
  if (!call.Step()) {
    return {};
  }
  switch (node.type()) {
    case toml::node_type::table:
      return MapOf(call, *node.as_table());
    case toml::node_type::array:
      return ListOf(call, *node.as_array());
    case toml::node_type::string:
      return call.Text(node.as_string()->get());
    case toml::node_type::integer:
      return Value::Int64(node.as_integer()->get());
    case toml::node_type::floating_point:
      return Value::Float(node.as_floating_point()->get());
    case toml::node_type::boolean:
      return Value::Bool(node.as_boolean()->get());
    case toml::node_type::date:
      return NewTime(call, TimeOf(node.as_date()->get(), {}, std::nullopt));
    case toml::node_type::time:
      return NewTime(call, TimeOf(toml::date(0, 1, 1), node.as_time()->get(), std::nullopt));
    case toml::node_type::date_time: {
      const toml::date_time& moment = node.as_date_time()->get();
      return NewTime(call, TimeOf(moment.date, moment.time,
                                  moment.offset ? std::optional<int>(moment.offset->minutes) : std::nullopt));
    }
    case toml::node_type::none:
      break;
  }
  return {};
}

// `failed` makes the result of an error.
template <typename Failed>
Value TomlOf(Call& call, Failed failed) {
  if (call[0].is_untyped_nil()) {
    return call.Fail("reflect: call of reflect.Value.Type on zero Value");
  }
  if (call[0].is_nil()) {
    return Value::Text(call[0].is(gotemplate::Kind::kList) ? "[]" : "");
  }
  Arena arena;
  value::Builder builder(&arena);
  const ValueTree tree = TreeOf(call, call[0], TreeForm::kToml, builder);
  if (!tree.error.empty()) {
    return failed(tree.error);
  }
  if (modules::IsTomlTableArray(*tree.root)) {
    return failed("toml: top-level values must be Go maps or structs");
  }
  modules::TomlWriter writer(
      {.float_text = FloatText, .keeps_commas = true, .has_verbatim = true},
      [&call](size_t size, size_t depth) { return call.Step(1 + depth) && call.Reserve(size); });
  writer.Write(*tree.root);
  return writer.error().empty() ? call.Text(writer.Take()) : failed(writer.error());
}

}  // namespace

Value ToToml(Call& call) {
  return TomlOf(call, [&call](const std::string& error) { return call.Text(error); });
}

Value MustToToml(Call& call) {
  return TomlOf(call, [&call](const std::string& error) { return call.Fail(error); });
}

// Errors are in the result, as `Error`.
Value FromToml(Call& call) {
  const std::string_view text = call[0].text();
  const auto failed = [&call](std::string_view why) {
    const Value map = call.heap().NewMap();
    map.map()->Set("Error", call.Text("toml: " + std::string(why)));
    return map;
  };
  // Memory of toml++ beyond the text.
  constexpr uint64_t kNodeSize = 200;
  if (!call.Step(32 + text.size() / 2) || !call.Reserve(text.size() * kNodeSize / 2)) {
    return {};
  }
  if (lex::TooDeepToml(text, Limits().toml_depth)) {
    return failed("nested too deeply");
  }
  const toml::parse_result result = toml::parse(text);
  if (!result) {
    return failed("line " + std::to_string(result.error().source().begin.line) + ": " +
                  std::string(result.error().description()));
  }
  return MapOf(call, result.table());
}

}  // namespace kval::helm::functions
