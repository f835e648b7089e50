#include "src/lang/kcl/runtime/union.h"

#include <string>
#include <vector>

#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/substitute.h"
#include "src/support/utf8.h"

namespace kval::kcl::runtime {
namespace {

// Merging cannot be deeper than the values that are merged; this guards against data made to overflow the
// stack.
constexpr int kMaxDepth = 2000;

std::string Summary(const Value& value) {
  constexpr size_t kLongest = size_t{64} << 10;  // in bytes
  return value.is_config()       ? "{...}"
         : value.is(Kind::kList) ? "[...]"
                                 : utf8::Shorten(JsonText(value), kLongest);
}

class Uniter {
 public:
  Uniter(Runtime& runtime, const UnionOptions& options) : runtime_(runtime), options_(options) {}

  Value MakeUnion(const Value& left, const Value& right, bool or_mode);
  void Merge(DictBuilder& target, const Entry& delta);
  // Fails with the conflict that was found, if any.
  void ReportConflict();

 private:
  Value Lists(const Value& left, const Value& right);
  Value Configs(const Value& left, const Value& right);
  Value MakeInstance(const Value& left, const Value& right, const Dict* attributes);
  void MergeUnion(Entry& old, const Entry& delta);
  void MergeElement(Entry& old, const Entry& delta);
  void MergeInsert(DictBuilder& target, Entry* old, const Entry& delta);
  bool Conflicts(const Entry& delta, const Value& old, std::string step);
  // The element that an index names; false after a failure.
  bool Normalize(int64_t index, size_t size, size_t* position);
  bool stopped() const { return conflict_ || runtime_.failed(); }

  Runtime& runtime_;
  const UnionOptions& options_;
  bool conflict_ = false;
  bool of_units_ = false;          // which are equal to nothing, not even to themselves
  std::vector<std::string> path_;  // innermost first
  std::string old_text_, new_text_;
  source::Span old_place_, new_place_;
  int depth_ = 0;
};

bool Uniter::Conflicts(const Entry& delta, const Value& old, std::string step) {
  if (!options_.check_conflicts || Subsumes(runtime_, delta.value, old)) {
    return false;
  }
  conflict_ = true;
  path_.push_back(std::move(step));
  old_text_ = Summary(old);
  new_text_ = Summary(delta.value);
  new_place_ = delta.value.span.has_value() ? delta.value.span : delta.key_span;
  old_place_ = old.span;
  of_units_ = old.is(Kind::kUnit) && delta.value.is(Kind::kUnit);
  return true;
}

void Uniter::ReportConflict() {
  if (!conflict_) {
    return;
  }
  std::string key = path_.front();
  std::string path;
  std::string message = "conflicting values between " + new_text_ + " and " + old_text_;
  if (!key.empty()) {
    for (size_t i = path_.size(); i-- > 0;) {
      path += path_[i];
      path += i == 0 ? "" : ".";
    }
    message = Substitute(
        "conflicting values on the attribute '{}' between :\n    {}\nand\n    {}\nwith union path :\n    {}\n"
        "try operator '=' to override the attribute, like:\n"
        "    {...} | {\n            ...\n            {} = {}\n            ...\n    }",
        key, old_text_, new_text_, path, key, new_text_);
  }
  if (new_place_.has_value()) {
    runtime_.FailBetween(new_place_, old_place_, "the value that it contradicts", std::move(message));
  } else {
    runtime_.Fail(std::move(message));
  }
  if (!key.empty()) {
    std::string hint = Substitute("`{} = {}` overrides the value", key, new_text_);
    if (of_units_) {
      hint = Substitute("no two numbers with units are equal in KCL: `{} = ...` overrides the value", key);
    }
    runtime_.Advise(
        Substitute("conflicting values on the attribute '{}' between {} and {}", key, old_text_, new_text_),
        std::move(hint));
  }
}

bool Uniter::Normalize(int64_t index, size_t size, size_t* position) {
  int64_t at = index < 0 ? index + static_cast<int64_t>(size) : index;
  if (at < 0 || at > static_cast<int64_t>(size)) {
    runtime_.Fail(Substitute("index out of bounds: the len is {} but the index is {}", size, index));
    return false;
  }
  *position = static_cast<size_t>(at);
  return true;
}

void Uniter::MergeUnion(Entry& old, const Entry& delta) {
  if (Conflicts(delta, old.value, std::string(delta.key))) {
    return;
  }
  Value united = MakeUnion(old.value, delta.value, false);
  if (conflict_) {
    path_.push_back(std::string(delta.key));
    return;
  }
  old.value = united;
  old.op = delta.op;
  old.has_index = false;
}

// `k[i]: v` and `k[i] = v`.
void Uniter::MergeElement(Entry& old, const Entry& delta) {
  std::vector<Value> items(old.value.items().begin(), old.value.items().end());
  size_t position = 0;
  if (!Normalize(delta.index, items.size(), &position)) {
    return;
  }
  if (position == items.size()) {
    runtime_.Fail(
        Substitute("index out of bounds: the len is {} but the index is {}", items.size(), delta.index));
    return;
  }
  if (delta.op == Operator::kUnion) {
    std::string step = std::string(delta.key) + "[" + std::to_string(delta.index) + "]";
    if (Conflicts(delta, items[position], std::move(step))) {
      return;
    }
    items[position] = MakeUnion(items[position], delta.value, false);
    if (conflict_) {
      path_.push_back(std::string(delta.key));
      return;
    }
  } else if (delta.value.is(Kind::kUndefined)) {
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(position));
  } else {
    items[position] = delta.value;
  }
  old.value = MakeList(runtime_.heap(), items, old.value.span);
}

void Uniter::MergeInsert(DictBuilder& target, Entry* old, const Entry& delta) {
  Value base =
      old == nullptr || old->value.is_empty() ? MakeList(runtime_.heap(), {}, delta.value.span) : old->value;
  if (!base.is(Kind::kList) || !delta.value.is(Kind::kList)) {
    runtime_.Fail(Substitute(
        "only list attribute can be inserted value, the origin value type is {} and got value type is {}",
        TypeName(base), TypeName(delta.value)));
    return;
  }
  std::vector<Value> items(base.items().begin(), base.items().end());
  size_t position = items.size();
  if (delta.has_index && !Normalize(delta.index, items.size(), &position)) {
    return;
  }
  items.insert(items.begin() + static_cast<std::ptrdiff_t>(position), delta.value.items().begin(),
               delta.value.items().end());
  Entry entry = delta;
  entry.value = MakeList(runtime_.heap(), items, base.span);
  entry.has_index = false;
  target.SetEntry(entry);
}

void Uniter::Merge(DictBuilder& target, const Entry& delta) {
  Entry* old = target.Find(delta.key);
  if (old == nullptr && !delta.has_index) {
    target.Add(delta);
    return;
  }
  if (old != nullptr &&
      (IsInvalidValue(delta.value) ||
       (IsInvalidValue(old->value) && (delta.op != Operator::kOverride || delta.has_index)))) {
    old->value = InvalidValue(delta.value.span);
    return;
  }
  if (delta.op == Operator::kInsert) {
    MergeInsert(target, old, delta);
    return;
  }
  if (delta.has_index) {
    const char* verb = delta.op == Operator::kUnion ? "union" : "override";
    if (old == nullptr || !old->value.is(Kind::kList)) {
      const char* which = old == nullptr && delta.op == Operator::kUnion ? "non-empty list" : "list";
      runtime_.Fail(
          Substitute("only {} attribute can be {} value with the index {}", which, verb, delta.index));
      return;
    }
    MergeElement(*old, delta);
    return;
  }
  if (delta.op == Operator::kUnion) {
    MergeUnion(*old, delta);
    return;
  }
  std::string_view key = old->key;
  *old = delta;
  old->key = key;
}

Value Uniter::Lists(const Value& left, const Value& right) {
  std::vector<Value> items(left.items().begin(), left.items().end());
  std::span<const Value> delta = right.items();
  for (size_t i = 0; i < delta.size() && !stopped(); ++i) {
    if (i >= items.size()) {
      items.push_back(delta[i]);
      continue;
    }
    items[i] = MakeUnion(items[i], delta[i], false);
    if (conflict_) {
      path_.push_back("list[" + std::to_string(i) + "]");
    }
  }
  return MakeList(runtime_.heap(), items, right.span);
}

Value Uniter::MakeInstance(const Value& left, const Value& right, const Dict* attributes) {
  const Schema& base = left.is(Kind::kSchema) ? *left.schema : *right.schema;
  // The arguments of the right instance win.
  const Schema& arguments = right.is(Kind::kSchema) ? *right.schema : *left.schema;
  std::vector<std::string_view> keys;
  const auto add = [&keys](std::string_view key) { keys.push_back(key); };
  base.ForEachKey(add);
  const Value& other = left.is(Kind::kSchema) ? right : left;
  if (other.is(Kind::kSchema)) {
    other.schema->ForEachKey(add);
  } else {
    for (const Entry& entry : other.fields().entries) {
      keys.push_back(entry.key);
    }
  }
  if (!options_.resolve) {
    Schema schema = base;
    schema.attributes = attributes;
    schema.arguments = arguments.arguments;
    schema.united_keys = runtime_.heap().New<std::span<const std::string_view>>(
        runtime_.heap().Copy(std::span<const std::string_view>(keys)));
    return MakeSchema(runtime_.heap().New<Schema>(schema), right.span);
  }
  DictBuilder config(&runtime_.heap());
  for (std::string_view key : keys) {
    if (const Entry* entry = attributes->Find(key)) {
      Entry given = *entry;
      given.op = Operator::kOverride;
      given.has_index = false;
      config.SetEntry(given);
    }
  }
  if (right.span.has_value()) {
    runtime_.SetPlace(right.span);
  }
  return runtime_.Instantiate(*base.type, *config.Build(), ArgumentsOf(arguments));
}

Value Uniter::Configs(const Value& left, const Value& right) {
  DictBuilder merged(&runtime_.heap(), left.fields());
  for (const Entry& entry : right.fields().entries) {
    Merge(merged, entry);
    if (stopped()) {
      return left;
    }
  }
  const Dict* dict = merged.Build();
  if (left.is(Kind::kSchema) || right.is(Kind::kSchema)) {
    return MakeInstance(left, right, dict);
  }
  // The last location is the one that users look for.
  return MakeDict(dict, right.span.has_value() ? right.span : left.span);
}

Value Uniter::MakeUnion(const Value& left, const Value& right, bool or_mode) {
  if (IsInvalidValue(left) || IsInvalidValue(right)) {
    return InvalidValue(right.span);
  }
  if (left.is_empty()) {
    return right;
  }
  if (right.is_empty()) {
    return left;
  }
  bool left_collection = left.is_config() || left.is(Kind::kList);
  bool right_collection = right.is_config() || right.is(Kind::kList);
  if (left_collection && right_collection) {
    if (depth_ >= kMaxDepth) {
      return runtime_.FailLimit(Limit::kNesting, "the values are nested too deeply to be united");
    }
    if (runtime_.heap().over_limit()) {
      return runtime_.FailLimit(Limit::kMemory, "the program uses more memory than the limit");
    }
    ++depth_;
    Value result = left;
    if (left.is(Kind::kList) && right.is(Kind::kList)) {
      result = left.list == right.list ? left : Lists(left, right);
    } else if (left.is_config() && right.is_config()) {
      bool same = left.kind == right.kind && &left.fields() == &right.fields();
      result = same ? left : Configs(left, right);
    } else {
      runtime_.Fail("union failure, expect \"" + TypeName(left) + "\", got \"" + TypeName(right) + "\"");
    }
    --depth_;
    return result;
  }
  if (!or_mode) {
    return right;
  }
  if (left.is(Kind::kInt) && right.is(Kind::kInt)) {
    return Int(left.integer | right.integer, left.span);
  }
  return runtime_.Fail("unsupported operand type(s) for |: '" + TypeName(left) + "' and '" + TypeName(right) +
                       "'");
}

}  // namespace

Value MakeUnion(Runtime& runtime, const Value& left, const Value& right, const UnionOptions& options) {
  Uniter uniter(runtime, options);
  Value result = uniter.MakeUnion(left, right, true);
  uniter.ReportConflict();
  return result;
}

void MergeEntry(Runtime& runtime, DictBuilder& target, const Entry& entry, const UnionOptions& options) {
  Uniter uniter(runtime, options);
  uniter.Merge(target, entry);
  uniter.ReportConflict();
}

}  // namespace kval::kcl::runtime
