#include "src/kubernetes/field_rule_checker.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/support/native_stack.h"
#include "src/support/substitute.h"

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
  if (IsRecovered(*at.value)) {
    return true;
  }
  switch (at.value->kind) {
    case Kind::kString:
      return !at.value->raw.empty();
    case Kind::kSequence:
      return !at.value->items().empty();
    case Kind::kMapping:
      return !at.value->entries().empty();
    case Kind::kBool:
      return at.value->boolean;
    case Kind::kInt:
      return GetInteger(at) != 0;
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

// The text in messages.
std::string Shown(const std::optional<check::ValueCursor>& at) {
  const std::optional<int64_t> number = at ? GetInteger(*at) : std::nullopt;
  return number ? std::to_string(*number) : std::string(TextIn(at));
}

Text LastField(Text path) {
  return path.substr(path.rfind('.') + 1);
}

// One rule for one map.
class RuleCheck {
 public:
  RuleCheck(const FieldRule& rule, const check::ValueCursor& map, diag::Emitter& emit)
      : rule_(rule), map_(map), emit_(emit) {}

  void Run() {
    if (rule_.place == Place::kMap) {
      CheckPlace(map_);
      return;
    }
    WithHolder(map_, rule_.field, [&](const check::ValueCursor& holder, Text field) {
      const std::optional<check::ValueCursor> at = At(holder, field);
      const bool is_empty = at && rule_.place == Place::kEmptyField && !IsFilled(*at);
      if (rule_.place == Place::kItem && at) {
        ForEachItem(*at, [&](const check::ValueCursor& item) { CheckPlace(item); });
      } else if (rule_.place == Place::kMissingField || rule_.place == Place::kEmptyField) {
        // The conditions are cheaper than the search for similar keys.
        if ((is_empty || !at) && HoldConditions() && (is_empty || IsMissing(holder, field))) {
          Emit(emit_.ReportText(
                   is_empty ? check::PlaceOf(at->key, *at->value) : check::PlaceOf(holder.key, *holder.value),
                   rule_.rule, Message({}, {})),
               GetMissingKeyPath(holder, field));
        }
      } else if (at) {
        CheckPlace(*at);
      }
    });
  }

 private:
  using Place = FieldRule::Place;
  using Test = FieldRule::Test;

  void CheckPlace(const check::ValueCursor& at) {
    std::string why;
    if (IsBroken(at, why) && HoldConditions()) {
      const source::Span place =
          rule_.place == Place::kKey ? at.key->span : check::PlaceOf(at.key, *at.value);
      Emit(emit_.ReportText(place, rule_.rule, Message(Shown(at), why)), at.path());
    }
  }

  // Whether the test holds, which may state why.
  bool IsBroken(const check::ValueCursor& at, std::string& why) const {
    switch (rule_.test) {
      case Test::kNone:
        return true;
      case Test::kOutside:
        return IsOutside(at);
      case Test::kBelow: {
        bool is_below = false;
        WithHolder(map_, rule_.argument, [&](const check::ValueCursor& holder, Text field) {
          const std::optional<check::ValueCursor> other = At(holder, field);
          const std::optional<int64_t> least = other ? GetInteger(*other) : std::nullopt;
          is_below = least && GetInteger(at).value_or(*least) < *least;
        });
        return is_below;
      }
      case Test::kNotOfFormat:
        why = at.value->kind == Kind::kString ? GetNameError(rule_.argument, TextOf(at)) : std::string();
        return !why.empty();
      case Test::kNegative: {
        const std::optional<cel::Quantity> amount = ParseAmount(*at.value);
        return amount && amount->Sign() < 0;
      }
      case Test::kNotPositive:
        return IsZeroOrNegative(*at.value);
    }
    return false;
  }

  // `-1..5`, `..5`; anything that is not an integer is inside.
  bool IsOutside(const check::ValueCursor& at) const {
    const Text range = rule_.argument;
    const std::optional<int64_t> number = GetInteger(at);
    const size_t dots = range.find("..");
    int64_t least = std::numeric_limits<int64_t>::min();
    int64_t most = std::numeric_limits<int64_t>::max();
    std::from_chars(range.data(), range.data() + dots, least);
    std::from_chars(range.data() + dots + 2, range.data() + range.size(), most);
    return number && (*number < least || *number > most);
  }

  // A field is only missing if no other key may be a misspelling of it. The fields that the rule names are
  // none.
  bool IsMissing(const check::ValueCursor& map, Text field) const {
    return map.value->kind == Kind::kMapping && !At(map, field) && !IsRecovered(*map.value) &&
           !HasSimilarUndeclaredKey(map, field, [this](Text key) {
             return key == LastField(rule_.field) ||
                    std::any_of(
                        rule_.conditions.begin(), rule_.conditions.end(),
                        [&](const FieldCondition& condition) { return key == LastField(condition.field); });
           });
  }

  bool HoldConditions() const {
    return std::all_of(rule_.conditions.begin(), rule_.conditions.end(),
                       [&](const FieldCondition& condition) { return Holds(condition); });
  }

  bool Holds(const FieldCondition& condition) const {
    bool holds = false;
    const bool is_reached = WithHolder(
        map_, condition.field,
        [&](const check::ValueCursor& holder, Text field) { holds = HoldsAt(condition, holder, field); });
    const Operation operation = condition.operation;
    return is_reached ? holds
                      : operation == Operation::kMissing || operation == Operation::kNotFilled ||
                            operation == Operation::kIsNot;
  }

  bool HoldsAt(const FieldCondition& condition, const check::ValueCursor& map, Text field) const {
    const std::optional<check::ValueCursor> at = At(map, field);
    switch (condition.operation) {
      case Operation::kSet:
        return at.has_value();
      case Operation::kMissing:
        return IsMissing(map, field);
      case Operation::kFilled:
        return at && IsFilled(*at);
      case Operation::kNotFilled:
        return at ? !IsFilled(*at) : IsMissing(map, field);
      case Operation::kIs:
        return IsOneOf(TextIn(at), condition.values);
      case Operation::kIsNot:
        return !IsOneOf(TextIn(at), condition.values);
    }
    return false;
  }

  std::string Message(const std::string& place, const std::string& why) const {
    constexpr size_t kLongestArgument = 2000;
    std::string format;
    std::vector<std::string> arguments;
    for (Text rest = rule_.message; !rest.empty();) {
      const size_t open = std::min(rest.find('{'), rest.size());
      format += rest.substr(0, open);
      rest.remove_prefix(open);
      if (!rest.empty()) {
        const Text name = rest.substr(1, rest.find('}') - 1);
        rest.remove_prefix(name.size() + 2);
        format += "{}";
        arguments.push_back(name.empty() ? place : name == "why" ? why : FieldText(name));
      }
    }
    const std::vector<SubstituteArg> list(arguments.begin(), arguments.end());
    return Substitute(format, std::span<const SubstituteArg>(list), kLongestArgument);
  }

  std::string FieldText(Text path) const {
    std::string text;
    WithHolder(map_, path,
               [&](const check::ValueCursor& holder, Text field) { text = Shown(At(holder, field)); });
    return text;
  }

  void Emit(diag::DiagnosticBuilder builder, diag::Path path) const {
    builder.At(std::move(path));
    if (!rule_.related_field.empty()) {
      const bool is_key = rule_.related_field.starts_with('@');
      WithHolder(
          map_, rule_.related_field.substr(is_key ? 1 : 0), [&](const check::ValueCursor& other, Text name) {
            if (const std::optional<check::ValueCursor> related = At(other, name)) {
              builder.Related(is_key ? related->key->span : related->value->span, std::string(rule_.related));
            }
          });
    }
    builder.Emit();
  }

  const FieldRule& rule_;
  const check::ValueCursor& map_;
  diag::Emitter& emit_;
};

void CheckNode(TypeGraph& graph, TypeGraph::Node& node, const check::ValueCursor& map, diag::Emitter& emit) {
  if (map.value->kind != Kind::kMapping) {
    return;
  }
  NeedStack();
  graph.Read(node);
  for (const FieldRule* const rule : node.rules) {
    RuleCheck(*rule, map, emit).Run();
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
