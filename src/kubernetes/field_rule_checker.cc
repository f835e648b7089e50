#include "src/kubernetes/field_rule_checker.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/support/native_stack.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using schemas::kubernetes::FieldCondition;
using schemas::kubernetes::FieldRule;
using schemas::kubernetes::TypeGraph;
using value::Kind;
using Operation = FieldCondition::Operation;

// Calls `then` with the map that holds a field, whose name may be a path of several: `a.b` is `b` of `a`.
// Returns false without the call if a map is missing.
template <typename Then>
bool WithHolder(const check::ValueCursor& map, Text field, Then then) {
  const size_t dot = field.find('.');
  if (dot == Text::npos) {
    then(map, field);
    return true;
  }
  const std::optional<check::ValueCursor> child = At(map, field.substr(0, dot));
  return child && WithHolder(*child, field.substr(dot + 1), then);
}

bool IsFilled(const check::ValueCursor& at) {
  switch (at.value->kind) {
    case Kind::kString:
      return !at.value->raw.empty();
    case Kind::kSequence:
      return !at.value->items().empty();
    case Kind::kMapping:
      return !at.value->entries().empty();
    case Kind::kBool:
      return at.value->boolean;
    default:
      return true;
  }
}

bool IsOneOf(Text text, Text values) {
  for (size_t bar = 0; bar != Text::npos; values.remove_prefix(bar == Text::npos ? 0 : bar + 1)) {
    bar = values.find('|');
    if (values.substr(0, bar) == text) {
      return true;
    }
  }
  return false;
}

// The text of a string or boolean; empty for other values.
Text TextIn(const std::optional<check::ValueCursor>& at) {
  return !at                              ? Text()
         : at->value->kind != Kind::kBool ? TextOf(*at)
         : at->value->boolean             ? Text("true")
                                          : Text("false");
}

// `-1..5`, `..5`; anything that is not an integer is inside.
bool IsOutside(const check::ValueCursor& at, Text range) {
  const std::optional<int64_t> number = GetInteger(at);
  const size_t dots = range.find("..");
  int64_t least = std::numeric_limits<int64_t>::min();
  int64_t most = std::numeric_limits<int64_t>::max();
  std::from_chars(range.data(), range.data() + dots, least);
  std::from_chars(range.data() + dots + 2, range.data() + range.size(), most);
  return number && (*number < least || *number > most);
}

// A field is only missing if no other key may be a misspelling of it. `declared`: a key that is none.
bool IsMissing(const check::ValueCursor& map, Text field, Text declared) {
  return !At(map, field) && !IsRecovered(*map.value) && !HasSimilarKey(map, field, {declared});
}

bool HoldsAt(const FieldCondition& condition, const check::ValueCursor& map, Text field, Text declared) {
  const std::optional<check::ValueCursor> at = At(map, field);
  switch (condition.operation) {
    case Operation::kSet:
      return at.has_value();
    case Operation::kMissing:
      return IsMissing(map, field, declared);
    case Operation::kFilled:
      return at && IsFilled(*at);
    case Operation::kNotFilled:
      return at ? !IsFilled(*at) : IsMissing(map, field, declared);
    case Operation::kIs:
      return IsOneOf(TextIn(at), condition.values);
    case Operation::kIsNot:
      return !IsOneOf(TextIn(at), condition.values);
    case Operation::kOutside:
      return at && IsOutside(*at, condition.values);
  }
  return false;
}

bool Holds(const FieldCondition& condition, const check::ValueCursor& map, Text declared) {
  bool holds = false;
  const bool is_reached = WithHolder(map, condition.field, [&](const check::ValueCursor& holder, Text field) {
    holds = HoldsAt(condition, holder, field, declared);
  });
  const Operation operation = condition.operation;
  return is_reached ? holds
                    : operation == Operation::kMissing || operation == Operation::kNotFilled ||
                          operation == Operation::kIsNot;
}

void Report(const FieldRule& rule, const check::ValueCursor& map, const check::ValueCursor& holder,
            Text field, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> at = At(holder, field);
  std::string message(rule.message);
  if (const size_t hole = message.find("{}"); hole != std::string::npos) {
    message.replace(hole, 2, at ? TextOf(*at) : Text());
  }
  const source::Span place = rule.place == FieldRule::Place::kKey ? at->key->span
                             : at                                 ? check::PlaceOf(at->key, *at->value)
                                                                  : check::PlaceOf(holder.key, *holder.value);
  diag::DiagnosticBuilder builder = emit.ReportText(place, rule.rule, std::move(message));
  builder.At(at ? at->path() : GetMissingKeyPath(holder, field));
  if (!rule.related_field.empty()) {
    const bool is_key = rule.related_field.starts_with('@');
    WithHolder(
        map, rule.related_field.substr(is_key ? 1 : 0), [&](const check::ValueCursor& other, Text name) {
          if (const std::optional<check::ValueCursor> related = At(other, name)) {
            builder.Related(is_key ? related->key->span : related->value->span, std::string(rule.related));
          }
        });
  }
  builder.Emit();
}

void CheckRule(const FieldRule& rule, const check::ValueCursor& map, diag::Emitter& emit) {
  WithHolder(map, rule.field, [&](const check::ValueCursor& holder, Text field) {
    const bool is_placed = rule.place == FieldRule::Place::kMissingField ? IsMissing(holder, field, {})
                                                                         : At(holder, field).has_value();
    if (is_placed &&
        std::all_of(rule.conditions.begin(), rule.conditions.end(),
                    [&](const FieldCondition& condition) { return Holds(condition, map, field); })) {
      Report(rule, map, holder, field, emit);
    }
  });
}

void CheckNode(TypeGraph& graph, TypeGraph::Node& node, const check::ValueCursor& map, diag::Emitter& emit) {
  if (map.value->kind != Kind::kMapping) {
    return;
  }
  NeedStack();
  graph.Read(node);
  for (const FieldRule* const rule : node.rules) {
    CheckRule(*rule, map, emit);
  }
  for (const TypeGraph::Edge& edge : node.edges) {
    const std::optional<check::ValueCursor> child = At(map, edge.field);
    if (!child) {
      continue;
    }
    const auto check = [&](const check::ValueCursor& at) { CheckNode(graph, *edge.node, at, emit); };
    switch (edge.shape) {
      case TypeGraph::FieldShape::kPlain:
        check(*child);
        break;
      case TypeGraph::FieldShape::kList:
        ForEachItem(*child, check);
        break;
      case TypeGraph::FieldShape::kMap:
        ForEachEntry(*child, check);
        break;
    }
  }
}

}  // namespace

void FieldRuleChecker::Check(const Resource& resource, size_t version, diag::Emitter& emit) {
  TypeGraph& graph = graphs_.try_emplace(version, table_, version).first->second;
  if (TypeGraph::Node* const node = graph.Find(resource.api_version, resource.kind)) {
    CheckNode(graph, *node, resource.at, emit);
  }
}

}  // namespace kval::kubernetes
