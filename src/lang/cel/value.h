#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "src/lang/cel/type.h"

namespace kval::cel {

enum class ValueKind : uint8_t {
  kError,
  kNull,
  kBool,
  kInt,
  kUint,
  kDouble,
  kString,
  kBytes,
  kTimestamp,
  kDuration,
  kList,
  kMap,
  kOptional,
  kType,
  kQuantity,
  kIp,
  kCidr,
  kUrl,
  kSemver,
  kFormat,
};

class List;
class Map;
class Value;
struct Quantity;
struct IpAddress;
struct IpPrefix;
struct Url;
struct SemanticVersion;
struct NamedFormat;

// The error of an evaluation. Errors are values, because `||` and `&&` can ignore the error of one operand.
struct Error {
  std::string_view message;
  uint32_t offset;  // of the expression that failed, in the source
  // No more of the program may run: a limit was hit. Nothing looks past it.
  bool is_final;
  // The host does not know the value: a result that depends on it is this error.
  bool is_unknown = false;
  // The value is unknown, but it exists: `has` and `in` are true.
  bool exists = false;
};

// A point in time: seconds since 1970-01-01T00:00:00Z, and the zone that it was written in.
struct Timestamp {
  int64_t seconds = 0;
  uint32_t nanoseconds = 0;
  int16_t zone_minutes = 0;
};

// A value during evaluation: 16 bytes, trivially copyable. Its targets belong to a Heap (heap.h), the program
// or the host.
class Value {
 public:
  Value() : Value(ValueKind::kNull) {}
  static Value Null() { return Value(ValueKind::kNull); }
  static Value Bool(bool value) { return Make(ValueKind::kBool, &Value::boolean_, value); }
  static Value Int(int64_t value) { return Make(ValueKind::kInt, &Value::integer_, value); }
  static Value Uint(uint64_t value) { return Make(ValueKind::kUint, &Value::natural_, value); }
  static Value Double(double value) { return Make(ValueKind::kDouble, &Value::real_, value); }
  static Value Duration(int64_t nanoseconds) {
    return Make(ValueKind::kDuration, &Value::integer_, nanoseconds);
  }
  // The text must outlive the value and be shorter than 4 GiB.
  static Value String(std::string_view text) { return Text(ValueKind::kString, text); }
  static Value Bytes(std::string_view bytes) { return Text(ValueKind::kBytes, bytes); }
  static Value Time(Timestamp time) {
    Value value = Make(ValueKind::kTimestamp, &Value::integer_, time.seconds);
    value.size_ = time.nanoseconds;
    value.zone_ = time.zone_minutes;
    return value;
  }
  static Value OfList(const List* list) { return Make(ValueKind::kList, &Value::list_, list); }
  static Value OfMap(const Map* map) { return Make(ValueKind::kMap, &Value::map_, map); }
  // Null for optional.none().
  static Value Optional(const Value* held) { return Make(ValueKind::kOptional, &Value::held_, held); }
  static Value OfType(const Type* type) { return Make(ValueKind::kType, &Value::type_, type); }
  static Value OfError(const Error* error) { return Make(ValueKind::kError, &Value::error_, error); }
  static Value Of(const Quantity* quantity) {
    return Make(ValueKind::kQuantity, &Value::quantity_, quantity);
  }
  static Value Of(const IpAddress* ip) { return Make(ValueKind::kIp, &Value::ip_, ip); }
  static Value Of(const IpPrefix* cidr) { return Make(ValueKind::kCidr, &Value::cidr_, cidr); }
  static Value Of(const Url* url) { return Make(ValueKind::kUrl, &Value::url_, url); }
  static Value Of(const SemanticVersion* version) {
    return Make(ValueKind::kSemver, &Value::semver_, version);
  }
  static Value Of(const NamedFormat* format) { return Make(ValueKind::kFormat, &Value::format_, format); }

  ValueKind kind() const { return kind_; }
  bool is(ValueKind kind) const { return kind_ == kind; }
  bool is_error() const { return kind_ == ValueKind::kError; }
  bool is_true() const { return kind_ == ValueKind::kBool && boolean_; }
  bool is_false() const { return kind_ == ValueKind::kBool && !boolean_; }
  bool is_number() const { return kind_ >= ValueKind::kInt && kind_ <= ValueKind::kDouble; }

  // Each for the kinds that it is named after only.
  bool boolean() const { return boolean_; }
  int64_t integer() const { return integer_; }
  uint64_t natural() const { return natural_; }
  double real() const { return real_; }
  int64_t nanoseconds() const { return integer_; }
  std::string_view text() const { return {text_, size_}; }  // strings and bytes
  Timestamp time() const { return {integer_, size_, zone_}; }
  const List& list() const { return *list_; }
  const Map& map() const { return *map_; }
  const Value* held() const { return held_; }
  const Type& type() const { return *type_; }
  const Error& error() const { return *error_; }
  const Quantity& quantity() const { return *quantity_; }
  const IpAddress& ip() const { return *ip_; }
  const IpPrefix& cidr() const { return *cidr_; }
  const Url& url() const { return *url_; }
  const SemanticVersion& semver() const { return *semver_; }
  const NamedFormat& format() const { return *format_; }

 private:
  explicit Value(ValueKind kind) : kind_(kind), integer_(0) {}
  template <typename T>
  static Value Make(ValueKind kind, T Value::*member, T content) {
    Value value(kind);
    value.*member = content;
    return value;
  }
  static Value Text(ValueKind kind, std::string_view text) {
    Value value = Make(kind, &Value::text_, text.data());
    value.size_ = static_cast<uint32_t>(text.size());
    return value;
  }

  ValueKind kind_;
  int16_t zone_ = 0;   // of a time, in minutes
  uint32_t size_ = 0;  // of a text; nanoseconds of a time
  union {
    bool boolean_;
    int64_t integer_;
    uint64_t natural_;
    double real_;
    const char* text_;
    const List* list_;
    const Map* map_;
    const Value* held_;
    const Type* type_;
    const Error* error_;
    const Quantity* quantity_;
    const IpAddress* ip_;
    const IpPrefix* cidr_;
    const Url* url_;
    const SemanticVersion* semver_;
    const NamedFormat* format_;
  };
};

static_assert(sizeof(Value) == 16);

// Whether a value is an error because the host does not know it.
inline bool IsUnknown(const Value& value) {
  return value.is_error() && value.error().is_unknown;
}

// A list. Hosts derive from it to expose their data without copying.
class List {
 public:
  virtual size_t size() const = 0;
  // `index` is below size().
  virtual Value At(size_t index) const = 0;
  // How items of a list are identified, by Kubernetes' list types. Lists of type `set` and `map` are compared
  // without regard to order, and concatenation merges them.
  enum class Identity : uint8_t { kPlace, kValue, kKeys };
  virtual Identity identity() const { return Identity::kPlace; }
  // With kKeys: the keys that identify items.
  virtual std::span<const std::string_view> identity_keys() const { return {}; }

 protected:
  ~List() = default;
};

// A map, or an object with fields. Its entries have an order, in which they are visited.
class Map {
 public:
  virtual size_t size() const = 0;
  // Finds the value of a key; returns false if there is none. Equal numbers are the same key.
  virtual bool Find(const Value& key, Value* value) const = 0;
  virtual Value KeyAt(size_t index) const = 0;
  virtual Value ValueAt(size_t index) const = 0;
  // Returns the type of an object; otherwise null.
  virtual const Type* object_type() const { return nullptr; }

 protected:
  ~Map() = default;
};

// `type(value)`.
const Type* TypeOfValue(const Value& value);

}  // namespace kval::cel
