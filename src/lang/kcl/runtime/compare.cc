#include "src/lang/kcl/runtime/compare.h"

#include <algorithm>
#include <span>
#include <string>

#include "src/lang/kcl/runtime/size_estimate.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/text_search.h"

namespace kval::kcl::runtime {
namespace {

// Values share their parts, so comparing may take far longer than creating the values: each pair of items is
// a step.
class Comparison {
 public:
  explicit Comparison(Runtime* runtime) : runtime_(runtime) {}

  bool Equal(const Value& a, const Value& b);
  bool Subsumes(const Value& value, const Value& old);

 private:
  bool EqualStrings(std::string_view a, std::string_view b);
  bool EqualLists(std::span<const Value> a, std::span<const Value> b);
  bool EqualDicts(const Dict& a, const Dict& b);
  bool Enter(size_t items);

  Runtime* runtime_;  // null: there are no limits but the depth
  size_t depth_ = 0;
};

// One level down; false when a limit is hit.
bool Comparison::Enter(size_t items) {
  if (depth_ >= kMaxNesting && runtime_ != nullptr) {
    runtime_->FailLimit(Limit::kNesting, "the values are nested too deeply to be compared");
  }
  if (depth_ >= kMaxNesting || (runtime_ != nullptr && !runtime_->Charge(items))) {
    return false;
  }
  ++depth_;
  return true;
}

bool Comparison::EqualStrings(std::string_view a, std::string_view b) {
  constexpr size_t kBytesOfStep = 1024;
  const bool may_go_on = runtime_ == nullptr || a.size() != b.size() || a.size() < kBytesOfStep ||
                         runtime_->Charge(a.size() / kBytesOfStep);
  return may_go_on && a == b;
}

bool Comparison::EqualLists(std::span<const Value> a, std::span<const Value> b) {
  if (a.size() != b.size() || !Enter(a.size())) {
    return false;
  }
  bool equal = std::equal(a.begin(), a.end(), b.begin(),
                          [this](const Value& one, const Value& other) { return Equal(one, other); });
  --depth_;
  return equal;
}

bool Comparison::EqualDicts(const Dict& a, const Dict& b) {
  if (&a == &b) {
    return true;
  }
  if (a.entries.size() != b.entries.size() || !Enter(a.entries.size())) {
    return false;
  }
  bool equal = std::all_of(a.entries.begin(), a.entries.end(), [&](const Entry& entry) {
    const Entry* other = b.Find(entry.key);
    return other != nullptr && Equal(entry.value, other->value);
  });
  --depth_;
  return equal;
}

bool IsPlainNumber(const Value& value) {
  return value.is(Kind::kInt) || value.is(Kind::kFloat);
}

bool Comparison::Equal(const Value& a, const Value& b) {
  if (IsPlainNumber(a) && IsPlainNumber(b)) {
    if (a.is(Kind::kInt) && b.is(Kind::kInt)) {
      return a.integer == b.integer;
    }
    return AsFloat(a) == AsFloat(b);
  }
  if (a.kind != b.kind) {
    return false;
  }
  switch (a.kind) {
    case Kind::kUndefined:
    case Kind::kNone:
      return true;
    case Kind::kBool:
      return a.boolean == b.boolean;
    case Kind::kInt:
    case Kind::kFloat:
    case Kind::kUnit:  // `[1Mi] == [1Mi]` is False, and `a: 1Mi` twice a conflict
      return false;
    case Kind::kString:
      return EqualStrings(a.string(), b.string());
    case Kind::kList:
      return a.list == b.list || EqualLists(a.items(), b.items());
    case Kind::kDict:
    case Kind::kSchema:
      return EqualDicts(a.fields(), b.fields());
    case Kind::kFunction:  // all lambdas are equal, as KCL's evaluator has them: one takes the place of
                           // another
      return a.function->native == b.function->native;
    case Kind::kType:
      return a.type == b.type;
    case Kind::kModule:
      return a.module->path == b.module->path;
  }
  return false;
}

bool Comparison::Subsumes(const Value& value, const Value& old) {
  if (value.is_empty() || old.is_empty() || Equal(value, old)) {
    return true;
  }
  if (!value.is(Kind::kList) || !old.is(Kind::kList)) {
    return value.is_config() && old.is_config();
  }
  std::span<const Value> items = value.items();
  std::span<const Value> old_items = old.items();
  if (items.size() != old_items.size() || !Enter(items.size())) {
    return false;
  }
  bool subsumes = std::equal(items.begin(), items.end(), old_items.begin(),
                             [this](const Value& one, const Value& other) { return Subsumes(one, other); });
  --depth_;
  return subsumes;
}

// -1, 0, 1; 2 when one is NaN.
template <typename T>
int Order(const T& a, const T& b) {
  return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2;
}

bool Holds(Ordering ordering, int order) {
  if (order == 2) {
    return false;
  }
  switch (ordering) {
    case Ordering::kLess:
      return order < 0;
    case Ordering::kLessEqual:
      return order <= 0;
    case Ordering::kGreater:
      return order > 0;
    case Ordering::kGreaterEqual:
      return order >= 0;
  }
  return false;
}

Value AsNumber(const Value& value) {
  return value.is(Kind::kBool) ? Int(value.boolean ? 1 : 0) : value;
}

const char* Spelling(Ordering ordering) {
  switch (ordering) {
    case Ordering::kLess:
      return "<";
    case Ordering::kLessEqual:
      return "<=";
    case Ordering::kGreater:
      return ">";
    case Ordering::kGreaterEqual:
      return ">=";
  }
  return "";
}

}  // namespace

bool IsTruthy(const Value& value) {
  switch (value.kind) {
    case Kind::kUndefined:
    case Kind::kNone:
      return false;
    case Kind::kBool:
      return value.boolean;
    case Kind::kInt:
      return value.integer != 0;
    case Kind::kFloat:
    case Kind::kUnit:
      return AsFloat(value) != 0;
    case Kind::kString:
      return !value.text->empty();
    case Kind::kList:
      return !value.items().empty();
    case Kind::kDict:
      return !value.fields().entries.empty();
    case Kind::kSchema:
    case Kind::kFunction:
    case Kind::kType:
    case Kind::kModule:
      return true;
  }
  return false;
}

bool Equal(Runtime& runtime, const Value& a, const Value& b) {
  return Comparison(&runtime).Equal(a, b);
}

bool Equal(const Value& a, const Value& b) {
  return Comparison(nullptr).Equal(a, b);
}

bool Compare(Runtime& runtime, Ordering ordering, const Value& a, const Value& b) {
  Value left = AsNumber(a);
  Value right = AsNumber(b);
  if (left.is(Kind::kInt) && right.is(Kind::kInt)) {
    return Holds(ordering, Order(left.integer, right.integer));
  }
  // Numbers with a multiplier have no order, not even among themselves.
  if (IsPlainNumber(left) && IsPlainNumber(right)) {
    return Holds(ordering, Order(AsFloat(left), AsFloat(right)));
  }
  if (left.is(Kind::kString) && right.is(Kind::kString)) {
    return Holds(ordering, Order(left.string(), right.string()));
  }
  if (left.is(Kind::kList) && right.is(Kind::kList)) {
    size_t common = std::min(left.items().size(), right.items().size());
    for (size_t i = 0; i < common; ++i) {
      if (!Equal(runtime, left.items()[i], right.items()[i])) {
        return !runtime.failed() && Compare(runtime, ordering, left.items()[i], right.items()[i]);
      }
    }
    return Holds(ordering, Order(left.items().size(), right.items().size()));
  }
  runtime.Fail("'" + std::string(Spelling(ordering)) + "' not supported between instances of '" +
               TypeName(a) + "' and '" + TypeName(b) + "'");
  return false;
}

bool Contains(Runtime& runtime, const Value& container, const Value& item) {
  constexpr size_t kBytesOfStep = 16;
  constexpr size_t kItemsOfStep = 2;
  if (container.is(Kind::kString)) {
    return item.is(Kind::kString) && runtime.Charge(container.string().size() / kBytesOfStep) &&
           FindText(container.string(), item.string()) != std::string_view::npos;
  }
  if (container.is(Kind::kList)) {
    std::span<const Value> items = container.items();
    return runtime.Charge(items.size() / kItemsOfStep) &&
           std::any_of(items.begin(), items.end(),
                       [&](const Value& other) { return Equal(runtime, item, other); });
  }
  if (container.is_config()) {
    return item.is(Kind::kString) && container.fields().Find(item.string()) != nullptr;
  }
  runtime.Fail("TypeError: argument of type '" + TypeName(container) + "' is not iterable");
  return false;
}

bool Subsumes(Runtime& runtime, const Value& value, const Value& old) {
  return Comparison(&runtime).Subsumes(value, old);
}

}  // namespace kval::kcl::runtime
