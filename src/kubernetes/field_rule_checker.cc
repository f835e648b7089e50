#include "src/kubernetes/field_rule_checker.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/field_path.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/support/native_stack.h"
#include "src/support/substitute.h"
#include "src/support/take_part.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using schemas::kubernetes::FieldCondition;
using schemas::kubernetes::FieldRule;
using schemas::kubernetes::TypeGraph;
using value::Kind;
using Operation = FieldCondition::Operation;

// One rule for one map, in a value of the rule's type.
class RuleCheck {
 public:
  RuleCheck(const FieldRule& rule, const check::ValueCursor& root, const check::ValueCursor& map,
            diag::Emitter& emit)
      : rule_(rule), root_(root), map_(map), emit_(emit) {}

  void Run() {
    if (rule_.place == Place::kMap) {
      CheckPlace(map_, map_);
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
    std::map<std::string, source::Span> seen;
    if (rule_.test == Test::kInOther) {
      ForEachOf(rule_.argument, [&](const check::ValueCursor& holder, Text field) {
        if (const std::optional<check::ValueCursor> at = ValueAt(holder, field)) {
          seen.emplace(Shown(at), at->value->span);
        }
      });
    }
    seen_ = &seen;
    CheckPlaces();
    seen_ = nullptr;
  }

  void CheckPlaces() {
    ForEachField(map_, rule_.field, [&](const check::ValueCursor& holder, Text field) {
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
        CheckPlace(holder, *at);
      }
    });
  }

  // `holder`: the map that has the place, or the place itself if that is an item of a list.
  void CheckPlace(const check::ValueCursor& holder, const check::ValueCursor& at) {
    std::string why;
    if (IsBroken(holder, at, why) && HoldConditions()) {
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
  bool IsBroken(const check::ValueCursor& holder, const check::ValueCursor& at, std::string& why) {
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
        const std::optional<std::string> identity = IdentityOf(holder, at);
        if (!identity) {
          return false;
        }
        const auto [first, is_new] = seen_->emplace(*identity, at.value->span);
        first_ = first->second;
        return !is_new;
      }
      case Test::kInOther: {
        const auto other = seen_->find(Shown(at));
        first_ = other == seen_->end() ? source::Span() : other->second;
        return other != seen_->end() && !TextOf(at).empty();
      }
      case Test::kNotAscending:
        return IsFirstDescent(at);
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

  // The text of a place, and of the fields of its map that the test names; nullopt if it is empty or one of
  // the fields is unknown.
  std::optional<std::string> IdentityOf(const check::ValueCursor& holder,
                                        const check::ValueCursor& at) const {
    if (IsRecovered(*at.value) || (!at.value->is_collection() && !IsFilled(at))) {
      return std::nullopt;
    }
    std::string identity = Shown(at);
    for (Text rest = rule_.argument; !rest.empty();) {
      const Text name = TakePart(rest, ',');
      const std::optional<check::ValueCursor> other = At(holder, name);
      if (!other && !IsMissing(holder, name)) {
        return std::nullopt;
      }
      identity += '\n' + Shown(other);
    }
    return identity;
  }

  // Whether a number is below the one before it, or a string is not above it. Only the first one counts.
  bool IsFirstDescent(const check::ValueCursor& at) {
    const std::optional<int64_t> number = GetInteger(at);
    const bool is_wrong = number ? number < last_number_ : !TextOf(at).empty() && TextOf(at) <= last_text_;
    last_number_ = number ? number : last_number_;
    last_text_ = TextOf(at);
    return is_wrong && !std::exchange(has_descended_, true);
  }

  static int64_t CountOf(const check::ValueCursor& at) {
    return static_cast<int64_t>(at.value->kind == Kind::kString ? TextOf(at).size()
                                                                : at.value->items().size());
  }

  bool IsOther(const check::ValueCursor& at) const {
    bool is_other = false;
    ForEachOf(rule_.argument, [&](const check::ValueCursor& holder, Text field) {
      const std::optional<check::ValueCursor> other = ValueAt(holder, field);
      is_other = other && other->value->kind == at.value->kind && TextIn(at) != TextIn(other);
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
    return ForEachField(is_of_root ? root_ : map_, path.substr(is_of_root ? 1 : 0), then);
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
  std::map<std::string, source::Span>* seen_ = nullptr;  // of kRepeated and kInOther
  source::Span first_;
  std::optional<int64_t> last_number_;  // of kNotAscending
  Text last_text_;
  bool has_descended_ = false;
};

void CheckRule(const FieldRule& rule, const check::ValueCursor& root, diag::Emitter& emit) {
  if (rule.base.empty()) {
    RuleCheck(rule, root, root, emit).Run();
    return;
  }
  ForEachField(root, rule.base, [&](const check::ValueCursor& holder, Text field) {
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
