#include <algorithm>
#include <cmath>
#include <string>

#include "src/lang/starlark/integer.h"
#include "src/lang/starlark/ops.h"
#include "src/lang/starlark/step_counter.h"
#include "src/lang/starlark/text.h"
#include "src/support/keyed_hash.h"

namespace kval::starlark {
namespace {

// starlark-go stops at a depth of 10; deeper documents are nothing unusual.
constexpr int kMaxDepth = 100;
// What one comparison may look at: shared structure can hold exponentially many paths.
constexpr uint64_t kMaxVisits = 5'000'000;
constexpr size_t kBytesOfAVisit = 16;

std::string_view Spell(Comparison comparison) {
  switch (comparison) {
    case Comparison::kEqual:
      return "==";
    case Comparison::kNotEqual:
      return "!=";
    case Comparison::kLess:
      return "<";
    case Comparison::kLessEqual:
      return "<=";
    case Comparison::kGreater:
      return ">";
    case Comparison::kGreaterEqual:
      return ">=";
  }
  return "";
}

bool Holds(Comparison comparison, int order) {
  switch (comparison) {
    case Comparison::kEqual:
      return order == 0;
    case Comparison::kNotEqual:
      return order != 0;
    case Comparison::kLess:
      return order < 0;
    case Comparison::kLessEqual:
      return order <= 0;
    case Comparison::kGreater:
      return order > 0;
    case Comparison::kGreaterEqual:
      return order >= 0;
  }
  return false;
}

bool HoldsForFloats(Comparison comparison, double a, double b) {
  switch (comparison) {
    case Comparison::kEqual:
      return a == b;
    case Comparison::kNotEqual:
      return a != b;
    case Comparison::kLess:
      return a < b;
    case Comparison::kLessEqual:
      return a <= b;
    case Comparison::kGreater:
      return a > b;
    case Comparison::kGreaterEqual:
      return a >= b;
  }
  return false;
}

int Sign(int64_t number) {
  return number < 0 ? -1 : number > 0 ? 1 : 0;
}

bool IsEquality(Comparison comparison) {
  return comparison == Comparison::kEqual || comparison == Comparison::kNotEqual;
}

EvalFailure NotImplemented(Comparison comparison, Value a, Value b) {
  return EvalFailure(std::string(TypeName(a)) + " " + std::string(Spell(comparison)) + " " +
                     std::string(TypeName(b)) + " not implemented");
}

bool RangesEqual(const Range& a, const Range& b) {
  if (a.length() != b.length()) {
    return false;
  }
  return a.length() == 0 || (a.start() == b.start() && (a.length() == 1 || a.step() == b.step()));
}

class Comparer {
 public:
  explicit Comparer(StepCounter* work) : work_(work) {}

  Outcome<bool> Run(Comparison comparison, Value a, Value b, int depth) {
    if (depth < 1) {
      return EvalFailure("comparison exceeded maximum recursion depth");
    }
    Count(1);
    if (visits_ > kMaxVisits) {
      return EvalFailure(diag::Kind::kLimitSteps, "a comparison looked at more values than the limit");
    }
    if (a.is_number() && b.is_number()) {
      return Numbers(comparison, a, b);
    }
    if (a.kind() != b.kind()) {
      return IsEquality(comparison) ? Outcome<bool>(comparison == Comparison::kNotEqual)
                                    : NotImplemented(comparison, a, b);
    }
    return SameKind(comparison, a, b, depth);
  }

 private:
  void Count(uint64_t visits) {
    visits_ += visits;
    if (work_ != nullptr) {
      work_->Add(visits);
    }
  }

  static bool Numbers(Comparison comparison, Value a, Value b) {
    if (a.is_int() && b.is_int()) {
      return Holds(comparison, CompareInts(a, b));
    }
    if (a.is_float() && b.is_float()) {
      return HoldsForFloats(comparison, a.real(), b.real());
    }
    const double real = a.is_float() ? a.real() : b.real();
    if (std::isnan(real)) {
      return comparison == Comparison::kNotEqual;
    }
    const int order = a.is_int() ? CompareIntToFloat(a, real) : -CompareIntToFloat(b, real);
    return Holds(comparison, order);
  }

  Outcome<bool> SameKind(Comparison comparison, Value a, Value b, int depth) {
    switch (a.kind()) {
      case Kind::kNone:
        return Holds(comparison, 0);
      case Kind::kBool:
        return Holds(comparison, int{a.boolean()} - int{b.boolean()});
      case Kind::kString:
        Count(std::min(a.text().size(), b.text().size()) / kBytesOfAVisit);
        return Holds(comparison, a.text().compare(b.text()));
      case Kind::kList:
        return Sequences(comparison, a.As<List>()->items(), b.As<List>()->items(), depth);
      case Kind::kTuple:
        return Sequences(comparison, a.As<Tuple>()->items(), b.As<Tuple>()->items(), depth);
      case Kind::kHost:
        return Hosts(comparison, a, b);
      default:
        break;
    }
    if (!IsEquality(comparison)) {
      return NotImplemented(comparison, a, b);
    }
    Outcome<bool> equal = Same(a, b);
    if (a.kind() == Kind::kDict) {
      equal = Dicts(*a.As<Dict>(), *b.As<Dict>(), depth);
    } else if (a.kind() == Kind::kSet) {
      equal = Sets(*a.As<Set>(), *b.As<Set>());
    } else if (a.kind() == Kind::kRange) {
      equal = RangesEqual(*a.As<Range>(), *b.As<Range>());
    }
    if (!equal) {
      return equal.Pass();
    }
    return *equal == (comparison == Comparison::kEqual);
  }

  static Outcome<bool> Hosts(Comparison comparison, Value a, Value b) {
    if (TypeName(a) == TypeName(b)) {
      Outcome<Value> answer = a.As<HostValue>()->Compare(comparison, b);
      if (!answer) {
        return answer.Pass();
      }
      if (answer->is_set()) {
        return Truth(*answer);
      }
    }
    if (!IsEquality(comparison)) {
      return NotImplemented(comparison, a, b);
    }
    return Same(a, b) == (comparison == Comparison::kEqual);
  }

  Outcome<bool> Sequences(Comparison comparison, const std::vector<Value>& a, const std::vector<Value>& b,
                          int depth) {
    if (a.size() != b.size() && IsEquality(comparison)) {
      return comparison == Comparison::kNotEqual;
    }
    for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
      Outcome<bool> equal = Run(Comparison::kEqual, a[i], b[i], depth - 1);
      if (!equal) {
        return equal.Pass();
      }
      if (*equal) {
        continue;
      }
      return IsEquality(comparison) ? Outcome<bool>(comparison == Comparison::kNotEqual)
                                    : Run(comparison, a[i], b[i], depth - 1);
    }
    return Holds(comparison, Sign(static_cast<int64_t>(a.size()) - static_cast<int64_t>(b.size())));
  }

  Outcome<bool> Dicts(const Dict& a, const Dict& b, int depth) {
    if (a.size() != b.size()) {
      return false;
    }
    for (const HashTable::Entry& entry : a.table().entries()) {
      if (!entry.key.is_set()) {
        continue;
      }
      Outcome<const Value*> other = b.table().Find(entry.key, work_);
      if (!other || !*other) {
        return false;
      }
      Outcome<bool> equal = Run(Comparison::kEqual, entry.value, **other, depth - 1);
      if (!equal || !*equal) {
        return equal;
      }
    }
    return true;
  }

  Outcome<bool> Sets(const Set& a, const Set& b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (const HashTable::Entry& entry : a.table().entries()) {
      if (!entry.key.is_set()) {
        continue;
      }
      Outcome<const Value*> other = b.table().Find(entry.key, work_);
      if (!other || !*other) {
        return false;
      }
    }
    return true;
  }

  StepCounter* work_;
  uint64_t visits_ = 0;
};

EvalFailure Unhashable(Value value) {
  // ytt's users see both wordings, as starlark-go has them.
  const bool is_old = value.kind() == Kind::kRange || value.kind() == Kind::kStringIterable;
  return EvalFailure((is_old ? "unhashable: " : "unhashable type: ") + std::string(TypeName(value)));
}

class Hasher {
 public:
  explicit Hasher(StepCounter* work) : work_(work) {}

  Outcome<uint32_t> Run(Value value, int depth) {
    if (depth < 1 || ++visits_ > kMaxVisits) {
      return EvalFailure(diag::Kind::kLimitSteps, "a key is nested too deeply to be hashed");
    }
    switch (value.kind()) {
      case Kind::kNone:
        return static_cast<uint32_t>(KeyedHash(uint64_t{0}, 1));
      case Kind::kBool:
        return static_cast<uint32_t>(KeyedHash(uint64_t{0}, value.boolean() ? 2 : 3));
      case Kind::kInt:
      case Kind::kBigInt:
        return HashInt(value);
      case Kind::kFloat:
        return HashFloat(value.real());
      case Kind::kString:
        return static_cast<const String*>(value.object())->Hash(work_);
      case Kind::kTuple:
        return Tuples(*value.As<Tuple>(), depth);
      case Kind::kFunction:
      case Kind::kBuiltin:
        return static_cast<uint32_t>(KeyedHash(uint64_t{reinterpret_cast<uintptr_t>(value.object())}));
      case Kind::kHost:
        if (const std::optional<uint32_t> hash = value.As<HostValue>()->Hash()) {
          return *hash;
        }
        return Unhashable(value);
      default:
        return Unhashable(value);
    }
  }

 private:
  Outcome<uint32_t> Tuples(const Tuple& tuple, int depth) {
    uint64_t hash = KeyedHash(uint64_t{tuple.items().size()});
    if (work_ != nullptr) {
      work_->Add(tuple.items().size());
    }
    for (const Value item : tuple.items()) {
      Outcome<uint32_t> inner = Run(item, depth - 1);
      if (!inner) {
        return inner;
      }
      hash = KeyedHash(hash, *inner);
    }
    return static_cast<uint32_t>(hash);
  }

  StepCounter* work_;
  uint64_t visits_ = 0;
};

}  // namespace

uint32_t String::Hash(StepCounter* work) const {
  if (!is_hashed_) {
    hash_ = HashOfText(text_);
    is_hashed_ = true;
    if (work != nullptr) {
      work->AddSlowBytes(text_.size());
    }
  }
  return hash_;
}

uint32_t HashOfText(std::string_view text) {
  return static_cast<uint32_t>(KeyedHash(text));
}

Outcome<bool> Compare(Comparison comparison, Value a, Value b, StepCounter* work) {
  return Comparer(work).Run(comparison, a, b, kMaxDepth);
}

Outcome<bool> Equal(Value a, Value b, StepCounter* work) {
  if (a.is_string()) {
    const bool have_one_size = b.is_string() && a.text().size() == b.text().size();
    if (have_one_size && work != nullptr) {
      work->AddBytes(a.text().size());
    }
    return have_one_size && a.text() == b.text();
  }
  return Compare(Comparison::kEqual, a, b, work);
}

Outcome<uint32_t> Hash(Value value, StepCounter* work) {
  return Hasher(work).Run(value, kMaxDepth);
}

}  // namespace kval::starlark
