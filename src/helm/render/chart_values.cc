#include "src/helm/render/chart_values.h"

#include <algorithm>

#include "src/support/native_stack.h"

namespace kval::helm::render {

using gotemplate::Value;

namespace {

Value ScalarOf(const value::Value& scalar, Integers integers) {
  switch (scalar.kind) {
    case value::Kind::kNull:
      return {};
    case value::Kind::kBool:
      return Value::Bool(scalar.boolean);
    case value::Kind::kInt: {
      // `--set` makes integers; numbers of files and of JSON keep their spelling.
      const bool is_flag = scalar.style == value::Style::kComputed && scalar.raw.empty();
      return is_flag ? Value::Int64(scalar.integer)
             : integers == Integers::kInts && !scalar.is_unsigned
                 ? Value::Int(scalar.integer)
                 : Value::Float(scalar.is_unsigned
                                    ? static_cast<double>(static_cast<uint64_t>(scalar.integer))
                                    : static_cast<double>(scalar.integer));
    }
    case value::Kind::kFloat:
      return Value::Float(scalar.real);
    default:
      return Value::Text(scalar.raw);
  }
}

}  // namespace

Value ChartValues::Of(const Table& root, const gotemplate::Type& type) {
  return MapOf(root, ValueSource::kNoParent).As(type);
}

std::optional<uint32_t> ChartValues::SourceOf(const gotemplate::Map* map) const {
  const auto found = map_sources_.find(map);
  return found == map_sources_.end() ? std::nullopt : std::optional(found->second);
}

uint32_t ChartValues::AddSource(ValueSource source) {
  sources_.push_back(source);
  return static_cast<uint32_t>(sources_.size() - 1);
}

Value ChartValues::MapOf(const Table& table, uint32_t source) {
  NeedStack();
  if (const auto known = maps_.find(&table); known != maps_.end()) {
    return known->second;
  }
  const Value map = heap_.NewMap();
  maps_.emplace(&table, map);
  map_sources_.emplace(map.map(), source);
  for (size_t i = 0; i < table.slot_count(); ++i) {
    const TableEntry& slot = table.slot(i);
    if (slot.key != nullptr) {
      const uint32_t entry = AddSource({slot.node, source, slot.key->raw});
      map.map()->Set(slot.key->raw, ValueOf(slot.node, entry));
    }
  }
  map.map()->MarkOriginal();
  return map;
}

Value ChartValues::ValueOf(const TableValue& node, uint32_t source) {
  const gotemplate::OriginSet origin = heap_.origins().Of(source);
  if (node.table != nullptr) {
    return MapOf(*node.table, source).From(origin);
  }
  if (node.list == nullptr) {
    return ScalarOf(*node.written, integers_).From(origin);
  }
  std::vector<Value> items;
  items.reserve(node.list->items.size());
  for (const TableValue& item : node.list->items) {
    const uint32_t entry = AddSource({item, source, {}, items.size(), true});
    items.push_back(ValueOf(item, entry));
  }
  return heap_.NewAnyList(items).From(origin);
}

diag::Path PathOf(const std::vector<ValueSource>& sources, uint32_t index) {
  diag::Path path;
  for (uint32_t at = index; at != ValueSource::kNoParent; at = sources[at].parent) {
    const ValueSource& source = sources[at];
    path.push_back(source.is_item ? diag::PathStep::Index(source.index) : diag::PathStep::Key(source.key));
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace kval::helm::render
