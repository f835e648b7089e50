#include <optional>
#include <string>

#include "src/helm/functions/conversion.h"
#include "src/helm/functions/functions.h"
#include "src/helm/functions/functions_of.h"
#include "src/helm/functions/go_time.h"
#include "src/lang/cel/time.h"
#include "src/lang/gotemplate/quote.h"

// Source: Sprig date.go. Zones other than UTC are not known: Sprig falls back to UTC too.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Value;

namespace {

Time Now(Call& call) {
  Time now;
  now.seconds = call.state<FunctionState>().now;
  return now;
}

Time InUtc(Time time) {
  time.offset = 0;
  time.zone = "UTC";
  return time;
}

// A time, or seconds since 1970 as an integer; the current time for all other values.
Time TimeOf(Call& call, const Value& value) {
  if (const Time* time = TimeIn(value); time != nullptr) {
    return *time;
  }
  const bool is_seconds = value.type() == &gotemplate::kIntType || value.type() == &gotemplate::kInt64Type ||
                          value.type() == &gotemplate::kInt32Type;
  Time time = Now(call);
  time.seconds = is_seconds ? value.integer() : time.seconds;
  return time;
}

Value Formatted(Call& call, std::string_view layout, const Value& date) {
  return call.Step(16 + layout.size()) ? call.Text(FormatTime(InUtc(TimeOf(call, date)), layout)) : Value();
}

std::optional<Time> Modified(const Value& duration, const Value& date) {
  const std::optional<int64_t> nanoseconds = cel::ParseDuration(duration.text());
  return nanoseconds ? std::optional(After(*TimeIn(date), *nanoseconds)) : std::nullopt;
}

}  // namespace

Value NowTime(Call& call) {
  return NewTime(call, Now(call));
}

Value Date(Call& call) {
  return Formatted(call, call[0].text(), call[1]);
}

Value HtmlDate(Call& call) {
  return Formatted(call, "2006-01-02", call[0]);
}

Value DateModify(Call& call) {
  const std::optional<Time> modified = Modified(call[0], call[1]);
  return modified ? NewTime(call, *modified) : call[1];
}

Value MustDateModify(Call& call) {
  const std::optional<Time> modified = Modified(call[0], call[1]);
  return modified ? NewTime(call, *modified)
                  : call.Fail("time: invalid duration " + gotemplate::Quote(call[0].text()));
}

Value Ago(Call& call) {
  const int64_t age = Difference(Now(call), TimeOf(call, call[0]));
  // Rounded to seconds, half away from zero.
  const int64_t rest = age % kNanosecondsPerSecond;
  const int64_t rounded = age - rest +
                          (rest >= kNanosecondsPerSecond / 2    ? kNanosecondsPerSecond
                           : rest <= -kNanosecondsPerSecond / 2 ? -kNanosecondsPerSecond
                                                                : 0);
  return call.Text(DurationText(rounded));
}

Value Duration(Call& call) {
  int64_t seconds = 0;
  if (call[0].type() == &gotemplate::kStringType) {
    seconds = ParseInt(call[0].text(), 10).value;
  } else if (call[0].type() == &gotemplate::kInt64Type) {
    seconds = call[0].integer();
  }
  const uint64_t nanoseconds = static_cast<uint64_t>(seconds) * static_cast<uint64_t>(kNanosecondsPerSecond);
  return call.Text(DurationText(static_cast<int64_t>(nanoseconds)));
}

Value DurationRound(Call& call) {
  int64_t duration = 0;
  if (const Time* time = TimeIn(call[0]); time != nullptr) {
    duration = Difference(Now(call), *time);
  } else if (call[0].type() == &gotemplate::kStringType) {
    duration = cel::ParseDuration(call[0].text()).value_or(0);
  } else if (call[0].type() == &gotemplate::kInt64Type) {
    duration = call[0].integer();
  }
  const uint64_t magnitude =
      duration < 0 ? 0 - static_cast<uint64_t>(duration) : static_cast<uint64_t>(duration);
  constexpr uint64_t kHour = uint64_t{3600} * 1'000'000'000;
  struct Unit {
    uint64_t size;
    const char* name;
  };
  constexpr Unit kUnits[] = {{kHour * 24 * 365, "y"}, {kHour * 24 * 30, "mo"},
                             {kHour * 24, "d"},       {kHour, "h"},
                             {kHour / 60, "m"},       {kHour / 3600, "s"}};
  for (const Unit& unit : kUnits) {
    if (magnitude > unit.size) {
      return call.Text(std::to_string(magnitude / unit.size) + unit.name);
    }
  }
  return Value::Text("0s");
}

Value ToDate(Call& call) {
  return NewTime(call, ParseTime(call[0].text(), call[1].text()).time);
}

Value MustToDate(Call& call) {
  const ParsedTime parsed = ParseTime(call[0].text(), call[1].text());
  return parsed.error.empty() ? NewTime(call, parsed.time) : call.Fail(parsed.error);
}

Value UnixEpoch(Call& call) {
  return call.Text(std::to_string(TimeIn(call[0])->seconds));
}

}  // namespace kval::helm::functions
