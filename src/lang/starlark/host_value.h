#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/starlark/object.h"

namespace kval::starlark {

enum class Comparison : uint8_t { kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual };

// Base class of objects from other libraries: documents, libraries, URLs. Create with Heap::New.
//
// Operations that a type does not override are unsupported and give starlark-go's error. An Outcome with an
// unset Value means the same.
class HostValue : public Object {
 public:
  static constexpr Kind kKind = Kind::kHost;
  HostValue() : Object(kKind) {}

  // Returns the result of type(x).
  virtual std::string_view TypeName() const = 0;
  // Returns the result of repr(x), which is also that of str(x) unless overridden.
  virtual std::string Repr() const = 0;
  virtual std::string Str() const { return Repr(); }
  virtual bool Truth() const { return true; }
  // len(x).
  virtual std::optional<int64_t> Length() const { return std::nullopt; }

  // x[key] and x[key] = value; SetIndex returns whether assignment is supported.
  virtual Outcome<Value> Index(Interpreter&, Value) { return Value(); }
  virtual Outcome<bool> SetIndex(Interpreter&, Value, Value) { return false; }
  // x.name; unset if there is no such attribute. The names are for suggestions and for dir().
  virtual Outcome<Value> Attr(Interpreter&, std::string_view) { return Value(); }
  virtual Outcome<bool> SetAttr(Interpreter&, std::string_view, Value) { return false; }
  virtual std::vector<std::string> AttrNames() const { return {}; }

  // Appends the elements of iteration; returns false if the value is not iterable.
  virtual bool Iterate(Interpreter&, std::vector<Value>&) { return false; }
  virtual bool IsIterable() const { return false; }
  // Appends the entries of a mapping, for `f(**x)` and `dict(**x)`; returns false if it is not a mapping.
  virtual bool MappingEntries(Interpreter&, std::vector<std::pair<Value, Value>>&) { return false; }
  // `item in x`: a bool, or unset.
  virtual Outcome<Value> Contains(Interpreter&, Value) { return Value(); }
  // Requires: both have this TypeName. Unset: equal if identical, not ordered.
  virtual Outcome<Value> Compare(Comparison, Value) { return Value(); }
  virtual std::optional<uint32_t> Hash() const { return std::nullopt; }

  virtual bool IsCallable() const { return false; }
  virtual Outcome<Value> Invoke(const Call&) { return Value(); }
  virtual void Freeze() {}
};

}  // namespace kval::starlark
