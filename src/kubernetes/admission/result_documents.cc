#include "src/kubernetes/admission/result_documents.h"

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lang/cel/time.h"
#include "src/support/base64.h"
#include "src/support/native_stack.h"
#include "src/value/builder.h"

namespace kval::kubernetes {
namespace {

using cel::ValueKind;
using value::Value;

class DocumentWriter {
 public:
  DocumentWriter(DocumentUse use, source::Span origin, Arena& arena)
      : use_(use), origin_(origin), build_(&arena) {}

  // Returns null after setting the error. `type_name`: what the type of an object must be called; empty if it
  // decides itself.
  const Value* Of(const cel::Value& from, const std::string& type_name) {
    NeedStack();
    switch (from.kind()) {
      case ValueKind::kNull:
        return OfNull();
      case ValueKind::kBool:
        return build_.Bool(from.boolean(), origin_);
      case ValueKind::kInt:
        return OfInteger(from.integer());
      case ValueKind::kUint:
        return is_native()                  ? Fail("an unsigned integer is not a value of an object")
               : from.natural() > INT64_MAX ? build_.String(std::to_string(from.natural()), origin_)
                                            : OfInteger(static_cast<int64_t>(from.natural()));
      case ValueKind::kDouble:
        return OfDouble(from.real());
      case ValueKind::kString:
        return build_.String(from.text(), origin_);
      case ValueKind::kBytes:
        return is_native() ? Fail("bytes are not a value of an object")
                           : build_.String(EncodeBase64(from.text()), origin_);
      case ValueKind::kDuration:
        return build_.String(cel::DurationText(from.nanoseconds()), origin_);
      case ValueKind::kList:
        return OfList(from.list(), type_name);
      case ValueKind::kMap:
        return OfMap(from.map(), type_name);
      default:
        return Fail("a value of the type " + cel::TypeText(*cel::TypeOfValue(from)) + " is not JSON");
    }
  }

  const std::string& error() const { return error_; }

 private:
  const Value* Fail(std::string message) {
    error_ = std::move(message);
    return nullptr;
  }

  // Whether Go's values are used instead of JSON: in apply configurations, and in fields of objects.
  bool is_native() const { return use_ == DocumentUse::kApplyConfiguration || is_in_object_; }

  const Value* OfNull() {
    return is_native() ? Fail("null is not a value of an object") : build_.Null(origin_);
  }

  const Value* OfInteger(int64_t integer) {
    constexpr int64_t kExact = (int64_t{1} << 53) - 1;
    const bool is_exact = integer >= -kExact && integer <= kExact;
    return is_native() || is_exact ? build_.Int(integer, origin_)
                                   : build_.String(std::to_string(integer), origin_);
  }

  // JSON has one type of numbers.
  const Value* OfDouble(double real) {
    if (!std::isfinite(real)) {
      return Fail("a number that is not finite is not JSON");
    }
    constexpr double kExact = 0x1p53;
    const bool is_whole = std::abs(real) < kExact && std::trunc(real) == real;
    return is_whole ? build_.Int(static_cast<int64_t>(real), origin_) : build_.Float(real, origin_);
  }

  const Value* OfList(const cel::List& list, const std::string& type_name) {
    std::vector<const Value*> items;
    for (size_t i = 0; i < list.size(); ++i) {
      const Value* item = Of(list.At(i), type_name);
      if (item == nullptr) {
        return nullptr;
      }
      items.push_back(item);
    }
    return build_.Sequence(items, origin_);
  }

  const Value* OfMap(const cel::Map& map, const std::string& expected) {
    const cel::Type* const type = map.object_type();
    const std::string name = type != nullptr ? std::string(type->name) : expected;
    if (type != nullptr && !expected.empty() && name != expected) {
      return Fail("type mismatch: unexpected type name \"" + name + "\", expected \"" + expected +
                  "\", which matches field name path from root Object type");
    }
    std::vector<value::Entry> entries;
    for (size_t i = 0; i < map.size(); ++i) {
      const cel::Value key = map.KeyAt(i);
      if (!key.is(ValueKind::kString)) {
        return Fail("a key of the type " + cel::TypeText(*cel::TypeOfValue(key)) + " is not a string");
      }
      const std::string below = type != nullptr ? name + "." + std::string(key.text()) : expected;
      const bool was_in_object = std::exchange(is_in_object_, is_in_object_ || type != nullptr);
      const Value* value = Of(map.ValueAt(i), below);
      is_in_object_ = was_in_object;
      if (value == nullptr) {
        return nullptr;
      }
      entries.push_back({build_.String(key.text(), origin_), value});
    }
    return build_.Mapping(entries, origin_);
  }

  const DocumentUse use_;
  source::Span origin_;
  value::Builder build_;
  bool is_in_object_ = false;
  std::string error_;
};

}  // namespace

Result<const value::Value*> ToDocument(const cel::Value& result, DocumentUse use, source::Span origin,
                                       Arena& arena) {
  DocumentWriter writer(use, origin, arena);
  const Value* const document = writer.Of(result, {});
  return document != nullptr ? Result<const Value*>(document) : Result<const Value*>(Failure{writer.error()});
}

}  // namespace kval::kubernetes
