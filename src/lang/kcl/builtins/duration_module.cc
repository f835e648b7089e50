#include <cmath>
#include <string>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/date_text.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/number_text.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/substitute.h"

// The module `duration`: `1d2h3m4s`, each part at most once and in this order. Source: kcl
// crates/runtime/src/duration/mod.rs.

namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Runtime;
using runtime::Value;

struct DurationUnit {
  char letter;
  double seconds;
};
constexpr DurationUnit kUnits[] = {{'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}};
constexpr double kLargest = 1e15;

// The seconds of a duration; empty when it is malformed.
std::optional<double> ParseDuration(std::string_view text) {
  double total = 0;
  size_t next_unit = 0;
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
    text.remove_suffix(1);
  }
  if (text.empty()) {
    return std::nullopt;
  }
  while (!text.empty()) {
    size_t digits = text.find_first_not_of("0123456789.");
    std::optional<double> number = ParseFloat(text.substr(0, digits));
    if (digits == std::string_view::npos || !number) {
      return std::nullopt;
    }
    size_t unit = next_unit;
    while (unit < std::size(kUnits) && kUnits[unit].letter != text[digits]) {
      ++unit;
    }
    if (unit == std::size(kUnits)) {
      return std::nullopt;
    }
    total += *number * kUnits[unit].seconds;
    next_unit = unit;
    text.remove_prefix(digits + 1);
  }
  return total;
}

std::string DurationText(double seconds) {
  std::string text;
  for (const DurationUnit& unit : kUnits) {
    if (unit.letter == 's') {
      break;
    }
    int64_t count = Truncated(seconds / unit.seconds);
    if (count > 0) {
      text += std::to_string(count) + unit.letter;
      seconds -= static_cast<double>(count) * unit.seconds;
    }
  }
  if (seconds > 0 || text.empty()) {
    std::string number = runtime::FloatText(seconds);
    text += (number.ends_with(".0") ? number.substr(0, number.size() - 2) : number) + "s";
  }
  return text;
}

// A number of one unit, by its place in kUnits.
template <int index>
Value Of(Runtime& runtime, const CallArgs& call) {
  std::optional<double> number = Arguments(runtime, call, "duration").Float(0, "n");
  if (!number) {
    return {};
  }
  if (!(*number >= 0) || *number > kLargest) {
    return runtime.Fail("a duration requires a non-negative finite number, got " +
                        runtime::FloatText(*number));
  }
  return String(runtime.heap(), DurationText(*number * kUnits[index].seconds));
}

// An argument that must be a duration.
std::optional<double> DurationArg(Arguments& args, size_t index, std::string_view name,
                                  std::string_view function) {
  std::optional<std::string_view> text = args.String(index, name);
  if (!text) {
    return std::nullopt;
  }
  std::optional<double> seconds = ParseDuration(*text);
  if (!seconds) {
    args.Fail(Substitute("{}() invalid duration: \"{}\"", function, *text));
  }
  return seconds;
}

Value ToSeconds(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "to_seconds");
  std::optional<double> seconds = DurationArg(args, 0, "d", "to_seconds");
  return seconds ? runtime::Float(*seconds) : Value();
}

Value Parse(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "parse");
  std::optional<double> seconds = DurationArg(args, 0, "d", "parse");
  return seconds ? String(runtime.heap(), DurationText(*seconds)) : Value();
}

Value IsValid(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text = Arguments(runtime, call, "is_valid").String(0, "d");
  return text ? runtime::Bool(ParseDuration(*text).has_value()) : Value();
}

Value Add(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "add");
  std::optional<double> a = DurationArg(args, 0, "a", "add");
  std::optional<double> b = DurationArg(args, 1, "b", "add");
  return a && b ? String(runtime.heap(), DurationText(*a + *b)) : Value();
}

Value Sub(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "sub");
  std::optional<double> a = DurationArg(args, 0, "a", "sub");
  std::optional<double> b = DurationArg(args, 1, "b", "sub");
  if (!a || !b) {
    return {};
  }
  return *b > *a ? runtime.Fail(Substitute("duration.sub() result would be negative: {} - {}",
                                           *args.String(0, "a"), *args.String(1, "b")))
                 : String(runtime.heap(), DurationText(*a - *b));
}

Value Shift(Runtime& runtime, const CallArgs& call, std::string_view function, int sign) {
  Arguments args(runtime, call, function);
  std::optional<std::string_view> text = args.String(0, "dt");
  std::optional<double> seconds = DurationArg(args, 1, "d", function);
  if (!text || !seconds) {
    return {};
  }
  std::optional<Moment> moment = ParseRfc3339(*text);
  if (!moment || *seconds > kLargest) {
    return runtime.Fail(Substitute("{}() expected RFC 3339 input, got \"{}\"", function, *text));
  }
  int64_t milliseconds = Truncated(std::round(std::fmod(*seconds, 1.0) * 1000)) * sign;
  int64_t nanoseconds = moment->nanoseconds + milliseconds * 1'000'000;
  int64_t carry =
      nanoseconds >= 0 ? nanoseconds / 1'000'000'000 : -((999'999'999 - nanoseconds) / 1'000'000'000);
  moment->seconds += Truncated(*seconds) * sign + carry;
  moment->nanoseconds = static_cast<int32_t>(nanoseconds - carry * 1'000'000'000);
  return String(runtime.heap(), Rfc3339Text(*moment));
}
Value AddTo(Runtime& runtime, const CallArgs& call) {
  return Shift(runtime, call, "add_to_datetime", 1);
}
Value SubFrom(Runtime& runtime, const CallArgs& call) {
  return Shift(runtime, call, "sub_from_datetime", -1);
}

constexpr Native kDurationFunctions[] = {
    {"second", Of<3>}, {"minute", Of<2>},          {"hour", Of<1>},
    {"day", Of<0>},    {"to_seconds", ToSeconds},  {"from_seconds", Of<3>},
    {"parse", Parse},  {"is_valid", IsValid},      {"add", Add},
    {"sub", Sub},      {"add_to_datetime", AddTo}, {"sub_from_datetime", SubFrom},
};

}  // namespace

std::span<const Native> DurationNatives() {
  return kDurationFunctions;
}

}  // namespace kval::kcl::builtins
