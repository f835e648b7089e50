#include <charconv>
#include <limits>

#include "src/lang/cel/library/library.h"
#include "src/lang/cel/network.h"
#include "src/lang/cel/number_text.h"
#include "src/lang/cel/time.h"
#include "src/support/utf8.h"

// `int(…)` and its like: cel-go, the ConvertToType of each kind in common/types.
namespace kval::cel {
namespace {

Value CannotConvert(Call& call, std::string_view to) {
  return call.context.Fail("type conversion error from '" + TypeText(*TypeOfValue(call.args[0])) + "' to '" +
                           std::string(to) + "'");
}

Value Same(Call& call) {
  return call.args[0];
}

Value ToType(Call& call) {
  return Value::OfType(TypeOfValue(call.args[0]));
}

Value ToBool(Call& call) {
  const Value& value = call.args[0];
  if (value.is(ValueKind::kBool)) {
    return value;
  }
  // strconv.ParseBool
  const std::string_view text = value.text();
  for (const std::string_view yes : {"1", "t", "T", "TRUE", "true", "True"}) {
    if (text == yes) {
      return Value::Bool(true);
    }
  }
  for (const std::string_view no : {"0", "f", "F", "FALSE", "false", "False"}) {
    if (text == no) {
      return Value::Bool(false);
    }
  }
  return CannotConvert(call, "bool");
}

Value ToBytes(Call& call) {
  return Value::Bytes(call.args[0].text());
}

Value ToDouble(Call& call) {
  const Value& value = call.args[0];
  switch (value.kind()) {
    case ValueKind::kInt:
      return Value::Double(static_cast<double>(value.integer()));
    case ValueKind::kUint:
      return Value::Double(static_cast<double>(value.natural()));
    case ValueKind::kString: {
      const auto number = ParseGoDouble(value.text());
      return number ? Value::Double(*number) : CannotConvert(call, "double");
    }
    default:
      return value;
  }
}

Value ToDuration(Call& call) {
  const Value& value = call.args[0];
  if (value.is(ValueKind::kInt)) {
    return CannotConvert(call, "google.protobuf.Duration");
  }
  if (value.is(ValueKind::kDuration)) {
    return value;
  }
  const auto duration = ParseDuration(value.text());
  return duration ? Value::Duration(*duration) : CannotConvert(call, "google.protobuf.Duration");
}

Value ToTimestamp(Call& call) {
  const Value& value = call.args[0];
  if (value.is(ValueKind::kTimestamp)) {
    return value;
  }
  std::optional<Timestamp> time;
  if (value.is(ValueKind::kInt)) {
    time = Timestamp{value.integer(), 0, 0};
  } else {
    time = ParseTimestamp(value.text());
  }
  if (!time) {
    return CannotConvert(call, "google.protobuf.Timestamp");
  }
  return IsInRange(time->seconds) ? Value::Time(*time) : call.context.Fail("timestamp overflow");
}

// strconv.ParseInt and ParseUint.
template <typename T>
std::optional<T> ParseDecimal(std::string_view text, bool may_be_signed) {
  if (may_be_signed && text.size() > 1 && text[0] == '+' && text[1] != '-') {
    text.remove_prefix(1);
  }
  T number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(number)
                                                                                   : std::nullopt;
}

Value ToInt(Call& call) {
  const Value& value = call.args[0];
  switch (value.kind()) {
    case ValueKind::kUint:
      return value.natural() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())
                 ? call.context.Fail("integer overflow")
                 : Value::Int(static_cast<int64_t>(value.natural()));
    case ValueKind::kDouble:
      return value.real() > -0x1p63 && value.real() < 0x1p63 ? Value::Int(static_cast<int64_t>(value.real()))
                                                             : call.context.Fail("integer overflow");
    case ValueKind::kString: {
      const auto number = ParseDecimal<int64_t>(value.text(), true);
      return number ? Value::Int(*number) : CannotConvert(call, "int");
    }
    case ValueKind::kDuration:
      return Value::Int(value.nanoseconds());
    case ValueKind::kTimestamp:
      return Value::Int(value.time().seconds);
    default:
      return value;
  }
}

Value ToUint(Call& call) {
  const Value& value = call.args[0];
  switch (value.kind()) {
    case ValueKind::kInt:
      return value.integer() < 0 ? call.context.Fail("unsigned integer overflow")
                                 : Value::Uint(static_cast<uint64_t>(value.integer()));
    case ValueKind::kDouble:
      return value.real() >= 0 && value.real() < 0x1p64 ? Value::Uint(static_cast<uint64_t>(value.real()))
                                                        : call.context.Fail("unsigned integer overflow");
    case ValueKind::kString: {
      const auto number = ParseDecimal<uint64_t>(value.text(), false);
      return number ? Value::Uint(*number) : CannotConvert(call, "uint");
    }
    default:
      return value;
  }
}

Value ToString(Call& call) {
  const Value& value = call.args[0];
  Context& context = call.context;
  switch (value.kind()) {
    case ValueKind::kBool:
      return Value::String(value.boolean() ? "true" : "false");
    case ValueKind::kInt:
      return context.NewString(std::to_string(value.integer()));
    case ValueKind::kUint:
      return context.NewString(std::to_string(value.natural()));
    case ValueKind::kDouble:
      return context.NewString(GoDoubleText(value.real()));
    case ValueKind::kBytes:
      return utf8::FirstInvalid(value.text()) == value.text().size()
                 ? Value::String(value.text())
                 : context.Fail("invalid UTF-8 in bytes, cannot convert to string");
    case ValueKind::kTimestamp:
      return context.NewString(TimestampText(value.time()));
    case ValueKind::kDuration:
      return context.NewString(DurationText(value.nanoseconds()));
    case ValueKind::kIp:
      return context.NewString(value.ip().Text());
    case ValueKind::kCidr:
      return context.NewString(value.cidr().Text());
    default:
      return value;
  }
}

uint64_t CostOfText(const Call& call, const Value&) {
  return call.args[0].is(ValueKind::kBytes) ? PassCost(SizeForCost(call.args[0])) : 1;
}

uint64_t CostOfBytes(const Call& call, const Value&) {
  return call.args[0].is(ValueKind::kString) ? PassCost(SizeForCost(call.args[0])) : 1;
}

constexpr LibraryEntry kConversionsEntries[] = {
    {"type", false, "A -> type(A)", ToType},
    {"dyn", false, "A -> dyn", Same},
    {"bool", false, "bool -> bool | string -> bool", ToBool},
    {"bytes", false, "bytes -> bytes | string -> bytes", ToBytes, CostOfBytes},
    {"double", false, "double -> double | int -> double | string -> double | uint -> double", ToDouble},
    {"duration", false, "duration -> duration | int -> duration | string -> duration", ToDuration},
    {"int", false,
     "int -> int | double -> int | duration -> int | string -> int | timestamp -> int | uint -> int", ToInt},
    {"string", false,
     "string -> string | bool -> string | bytes -> string | double -> string | duration -> string | int -> "
     "string |"
     "timestamp -> string | uint -> string | ip -> string | cidr -> string",
     ToString, CostOfText},
    {"timestamp", false, "timestamp -> timestamp | int -> timestamp | string -> timestamp", ToTimestamp},
    {"uint", false, "uint -> uint | double -> uint | int -> uint | string -> uint", ToUint},
};

}  // namespace

std::span<const LibraryEntry> Conversions() {
  return kConversionsEntries;
}

}  // namespace kval::cel
