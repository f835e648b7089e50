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

// The first step of a path, and what follows it.
struct PathStep {
  Text name;
  char shape;  // `[` for each item of a list, `{` for each value of a map, otherwise `.`
  Text rest;
};

PathStep FirstStep(Text path) {
  const auto size = static_cast<unsigned char>(path[0]);
  return {path.substr(2, size), path[1], path.substr(2 + size)};
}

// Returns an empty name for the empty path of a map itself.
PathStep LastStep(Text path) {
  PathStep step{Text(), '.', path.substr(path.starts_with('^') ? 1 : 0)};
  while (!step.rest.empty()) {
    step = FirstStep(step.rest);
  }
  return step;
}

// Calls `then` with each map that a path leads to and the name of its field; the name is empty for items of
// lists and values of maps. Returns whether all values on the way were read.
template <typename Then>
bool ForEachAt(const check::ValueCursor& map, Text path, const Then& then) {
  const PathStep step = FirstStep(path);
  if (step.shape == '.' && step.rest.empty()) {
    then(map, step.name);
    return true;
  }
  const std::optional<check::ValueCursor> child = At(map, step.name);
  if (!child) {
    return !IsRecovered(*map.value);
  }
  bool is_complete = !IsRecovered(*child->value);
  const auto visit = [&](const check::ValueCursor& at) {
    if (step.rest.empty()) {
      then(at, Text());
    } else {
      is_complete = ForEachAt(at, step.rest, then) && is_complete;
    }
  };
  if (step.shape == '[') {
    ForEachItem(*child, visit);
  } else if (step.shape == '{') {
    ForEachEntry(*child, visit);
  } else {
    visit(*child);
  }
  return is_complete;
}

std::optional<check::ValueCursor> ValueAt(const check::ValueCursor& holder, Text field) {
  return field.empty() ? std::optional(holder) : At(holder, field);
}

bool IsFilled(const check::ValueCursor& at) {
  if (IsRecovered(*at.value)) {
    return true;
  }
  switch (at.value->kind) {
    case Kind::kString:
      return !at.value->raw.empty() && PercentOf(at.value->raw) != 0;
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

// The end points of a range: `-1..5`, `..5`.
bool IsInRange(int64_t number, Text range) {
  const size_t dots = range.find("..");
  int64_t least = std::numeric_limits<int64_t>::min();
  int64_t most = std::numeric_limits<int64_t>::max();
  std::from_chars(range.data(), range.data() + dots, least);
  std::from_chars(range.data() + dots + 2, range.data() + range.size(), most);
  return number >= least && number <= most;
}

// Whether an integer, or the number of items of a list, is above a bound.
bool IsAbove(const check::ValueCursor& at, Text bound) {
  int64_t number = 0;
  std::from_chars(bound.data(), bound.data() + bound.size(), number);
  return at.value->kind == Kind::kSequence ? std::cmp_greater(at.value->items().size(), number)
                                           : GetInteger(at).value_or(number) > number;
}

// One rule for one map, in a value of the rule's type.
class RuleCheck {
 public:
  RuleCheck(const FieldRule& rule, const check::ValueCursor& root, const check::ValueCursor& map,
            diag::Emitter& emit)
      : rule_(rule), root_(root), map_(map), emit_(emit) {}

  void Run() {
    if (rule_.place == Place::kMap) {
      CheckPlace(map_);
    } else if (rule_.test == Test::kRepeated || rule_.test == Test::kInOther) {
      CheckEqualPlaces();
    } else {
      CheckPlaces();
    }
  }

 private:
  using Place = FieldRule::Place;
  using Test = FieldRule::Test;

  [[gnu::noinline]] void CheckEqualPlaces() {
    std::map<Text, source::Span> seen;
    if (rule_.test == Test::kInOther) {
      ForEachOf(rule_.argument, [&](const check::ValueCursor& holder, Text field) {
        if (const std::optional<check::ValueCursor> at = ValueAt(holder, field)) {
          seen.emplace(TextOf(*at), at->value->span);
        }
      });
    }
    seen_ = &seen;
    CheckPlaces();
    seen_ = nullptr;
  }

  void CheckPlaces() {
    ForEachAt(map_, rule_.field, [&](const check::ValueCursor& holder, Text field) {
      const std::optional<check::ValueCursor> at = ValueAt(holder, field);
      const bool is_empty = at && rule_.place == Place::kEmptyField && !IsFilled(*at);
      if (rule_.place == Place::kMissingField || rule_.place == Place::kEmptyField) {
        // The conditions are cheaper than the search for similar keys.
        if ((is_empty || !at) && HoldConditions() && (is_empty || IsMissing(holder, field))) {
          Emit(emit_.ReportText(
                   is_empty ? check::PlaceOf(at->key, *at->value) : check::PlaceOf(holder.key, *holder.value),
                   rule_.rule, Message(nullptr, {})),
               GetMissingKeyPath(holder, field));
        }
      } else if (at) {
        CheckPlace(*at);
      }
    });
  }

  void CheckPlace(const check::ValueCursor& at) {
    std::string why;
    if (IsBroken(at, why) && HoldConditions()) {
      const source::Span place =
          rule_.place == Place::kKey ? at.key->span : check::PlaceOf(at.key, *at.value);
      Emit(emit_.ReportText(place, rule_.rule, Message(&at, why)), at.path());
    }
  }

  // Whether the place is the key of each entry of a map.
  bool IsKeyOfEntry() const { return rule_.place == Place::kKey && LastStep(rule_.field).shape == '{'; }

  std::string TextOfPlace(const check::ValueCursor& at) const {
    return IsKeyOfEntry() ? check::KeyName(*at.key) : Shown(at);
  }

  // Whether the test holds, which may state why.
  bool IsBroken(const check::ValueCursor& at, std::string& why) {
    switch (rule_.test) {
      case Test::kNone:
        return true;
      case Test::kOutside:
        return !IsInRange(GetInteger(at).value_or(0), rule_.argument) && GetInteger(at);
      case Test::kBelow:
      case Test::kNotAbove:
      case Test::kAbove:
        return IsInWrongOrder(at);
      case Test::kOther:
        return IsOther(at);
      case Test::kCount:
        return (at.value->kind == Kind::kSequence || at.value->kind == Kind::kString) &&
               !IsInRange(CountOf(at), rule_.argument);
      case Test::kAmong:
        return !at.value->is_collection() && IsOneOf(TextOfPlace(at), rule_.argument);
      case Test::kNotAmong:
        return (IsKeyOfEntry() || at.value->kind == Kind::kString) &&
               !IsOneOf(TextOfPlace(at), rule_.argument);
      case Test::kRepeated: {
        const auto [first, is_new] = seen_->emplace(TextOf(at), at.value->span);
        first_ = first->second;
        return !is_new && !TextOf(at).empty();
      }
      case Test::kInOther: {
        const auto other = seen_->find(TextOf(at));
        first_ = other == seen_->end() ? source::Span() : other->second;
        return other != seen_->end() && !TextOf(at).empty();
      }
      case Test::kOtherBegin:
        return !TextOf(at).empty() && !TextOf(at).starts_with(rule_.argument);
      case Test::kNotOfFormat:
        why = IsKeyOfEntry() || at.value->kind == Kind::kString
                  ? GetNameError(rule_.argument, TextOfPlace(at))
                  : std::string();
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

  static int64_t CountOf(const check::ValueCursor& at) {
    return static_cast<int64_t>(at.value->kind == Kind::kString ? TextOf(at).size()
                                                                : at.value->items().size());
  }

  bool IsOther(const check::ValueCursor& at) const {
    bool is_other = false;
    ForEachOf(rule_.argument, [&](const check::ValueCursor& holder, Text field) {
      const std::optional<check::ValueCursor> other = ValueAt(holder, field);
      is_other = at.value->kind == Kind::kString && other && other->value->kind == Kind::kString &&
                 TextOf(at) != TextOf(*other);
    });
    return is_other;
  }

  bool IsWrongOrder(int64_t number, int64_t bound) const {
    return rule_.test == Test::kBelow      ? number < bound
           : rule_.test == Test::kNotAbove ? number <= bound
                                           : number > bound;
  }

  // Compares an integer with that of another field.
  bool IsInWrongOrder(const check::ValueCursor& at) const {
    bool is_wrong = false;
    ForEachOf(rule_.argument, [&](const check::ValueCursor& holder, Text field) {
      const std::optional<check::ValueCursor> other = ValueAt(holder, field);
      const std::optional<int64_t> bound = other ? GetInteger(*other) : std::nullopt;
      const std::optional<int64_t> number = GetInteger(at);
      // A negative number is outside of the field's own range, which rules.tsv states.
      is_wrong = bound && number.value_or(-1) >= 0 && IsWrongOrder(number.value_or(-1), bound.value_or(0));
    });
    return is_wrong;
  }

  // A field is only missing if no other key may be a misspelling of it. The fields that the rule names are
  // none.
  bool IsMissing(const check::ValueCursor& map, Text field) const {
    return map.value->kind == Kind::kMapping && !At(map, field) && !IsRecovered(*map.value) &&
           !HasSimilarUndeclaredKey(map, field, [this](Text key) {
             return key == LastStep(rule_.field).name ||
                    std::any_of(rule_.conditions.begin(), rule_.conditions.end(),
                                [&](const FieldCondition& condition) {
                                  return key == LastStep(condition.field).name;
                                });
           });
  }

  bool HoldConditions() const {
    return std::all_of(rule_.conditions.begin(), rule_.conditions.end(),
                       [&](const FieldCondition& condition) { return Holds(condition); });
  }

  // The same for a path that may begin at the value of the rule's type.
  template <typename Then>
  bool ForEachOf(Text path, const Then& then) const {
    const bool is_of_root = path.starts_with('^');
    return ForEachAt(is_of_root ? root_ : map_, path.substr(is_of_root ? 1 : 0), then);
  }

  // A condition holds if it does for any value on its path; a negative one, if it does for all of them.
  bool Holds(const FieldCondition& condition) const {
    const Operation operation = condition.operation;
    bool holds_once = false;
    bool holds_always = true;
    const bool is_complete = ForEachOf(condition.field, [&](const check::ValueCursor& holder, Text field) {
      const bool holds = HoldsAt(condition, holder, field);
      holds_once = holds_once || holds;
      holds_always = holds_always && holds;
    });
    return operation == Operation::kMissing || operation == Operation::kNotFilled ||
                   operation == Operation::kIsNot || operation == Operation::kNotAbove
               ? holds_always && is_complete
               : holds_once;
  }

  bool HoldsAt(const FieldCondition& condition, const check::ValueCursor& map, Text field) const {
    const std::optional<check::ValueCursor> at = ValueAt(map, field);
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
        return IsOneOf(TextIn(at), condition.values) && (at || IsMissing(map, field));
      case Operation::kIsNot:
        return !IsOneOf(TextIn(at), condition.values) && (at || IsMissing(map, field));
      case Operation::kAbove:
        return at && IsAbove(*at, condition.values);
      case Operation::kNotAbove:
        return at ? !IsAbove(*at, condition.values) : IsMissing(map, field);
    }
    return false;
  }

  // `at`: the place; null if it is a missing field.
  std::string Message(const check::ValueCursor* at, const std::string& why) const {
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
        arguments.push_back(Argument(name, at, why));
      }
    }
    const std::vector<SubstituteArg> list(arguments.begin(), arguments.end());
    return Substitute(format, std::span<const SubstituteArg>(list), kLongestArgument);
  }

  std::string Argument(Text name, const check::ValueCursor* at, const std::string& why) const {
    std::string text;
    if (name == "field") {
      text = LastStep(rule_.field).name;
    } else if (at != nullptr && name.empty()) {
      text = TextOfPlace(*at);
    } else if (name == "why") {
      text = why;
    } else if (at != nullptr && name == "count") {
      text = std::to_string(CountOf(*at));
    } else if (at != nullptr && name == "key") {
      text = check::KeyName(*at->key);
    } else {
      ForEachOf(name,
                [&](const check::ValueCursor& holder, Text field) { text = Shown(ValueAt(holder, field)); });
    }
    return text;
  }

  void Emit(diag::DiagnosticBuilder builder, diag::Path path) const {
    builder.At(std::move(path)).Hint(std::string(rule_.hint));
    if (rule_.is_warning) {
      builder.As(diag::Severity::kWarning);
    }
    if (seen_ != nullptr && !rule_.related.empty()) {
      builder.Related(first_, std::string(rule_.related));
    } else if (!rule_.related_field.empty()) {
      const bool is_key = rule_.related_field.starts_with('@');
      const size_t equals = std::min(rule_.related_field.find('='), rule_.related_field.size());
      const Text text = rule_.related_field.substr(std::min(equals + 1, rule_.related_field.size()));
      bool is_found = false;
      ForEachOf(rule_.related_field.substr(is_key ? 1 : 0, equals - (is_key ? 1 : 0)),
                [&](const check::ValueCursor& other, Text name) {
                  const std::optional<check::ValueCursor> related = ValueAt(other, name);
                  if (related && !is_found && (text.empty() || TextOf(*related) == text)) {
                    is_found = true;
                    builder.Related(is_key ? related->key->span : related->value->span,
                                    std::string(rule_.related));
                  }
                });
    }
    builder.Emit();
  }

  const FieldRule& rule_;
  const check::ValueCursor& root_;
  const check::ValueCursor& map_;
  diag::Emitter& emit_;
  std::map<Text, source::Span>* seen_ = nullptr;  // of kRepeated and kInOther
  source::Span first_;
};

void CheckRule(const FieldRule& rule, const check::ValueCursor& root, diag::Emitter& emit) {
  if (rule.base.empty()) {
    RuleCheck(rule, root, root, emit).Run();
    return;
  }
  ForEachAt(root, rule.base, [&](const check::ValueCursor& holder, Text field) {
    const std::optional<check::ValueCursor> map = ValueAt(holder, field);
    if (map && map->value->kind == Kind::kMapping) {
      RuleCheck(rule, root, *map, emit).Run();
    }
  });
}

void CheckNode(TypeGraph& graph, TypeGraph::Node& node, const check::ValueCursor& map, diag::Emitter& emit) {
  if (map.value->kind != Kind::kMapping) {
    return;
  }
  NeedStack();
  graph.Read(node);
  const auto check_rules = [&](const TypeGraph::Field& field) {
    for (const FieldRule* const rule : field.rules) {
      CheckRule(*rule, map, emit);
    }
  };
  if (!node.fields.empty() && node.fields.front().name.empty()) {
    check_rules(node.fields.front());
  }
  for (const value::Entry& entry : map.value->entries()) {
    const bool is_set = entry.key->kind == Kind::kString && entry.value->kind != Kind::kNull;
    const TypeGraph::Field* const field = is_set ? node.Find(entry.key->raw) : nullptr;
    if (field == nullptr) {
      continue;
    }
    check_rules(*field);
    if (field->node == nullptr) {
      continue;
    }
    const check::ValueCursor child = map.Entry(entry);
    const auto check = [&](const check::ValueCursor& at) { CheckNode(graph, *field->node, at, emit); };
    switch (field->shape) {
      case TypeGraph::FieldShape::kPlain:
        check(child);
        break;
      case TypeGraph::FieldShape::kList:
        ForEachItem(child, check);
        break;
      case TypeGraph::FieldShape::kMap:
        ForEachEntry(child, check);
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
