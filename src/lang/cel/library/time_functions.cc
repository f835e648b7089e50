#include "src/lang/cel/library/library.h"
#include "src/lang/cel/time.h"
#include "src/lang/cel/zone.h"

// The parts of times and durations: cel-go, common/stdlib/standard.go and
// common/types/{timestamp,duration}.go.
namespace kval::cel {
namespace {

// The offset, in seconds, of the zone that the second argument names; UTC without one.
std::optional<int32_t> OffsetOf(Call& call, Value* error) {
  if (call.args.size() == 1) {
    return 0;
  }
  const std::string_view zone = call.args[1].text();
  if (zone.find(':') != std::string_view::npos) {
    if (const auto offset = ParseZoneOffset(zone)) {
      return offset;
    }
  } else if (zone.empty() || zone == "UTC") {
    return 0;
  } else if (call.context.zones() != nullptr) {
    const auto file = call.context.zones()->Read(zone);
    if (const auto offset = file ? ZoneOffset(*file, call.args[0].time().seconds) : std::nullopt) {
      return offset;
    }
  }
  *error = call.context.Fail("unknown time zone " + std::string(zone));
  return std::nullopt;
}

template <auto Member>
Value Part(Call& call) {
  Value error;
  const auto offset = OffsetOf(call, &error);
  if (!offset) {
    return error;
  }
  return Value::Int(OnCalendar(call.args[0].time().seconds + *offset).*Member);
}

template <auto Member>
Value PartFromZero(Call& call) {
  const Value part = Part<Member>(call);
  return part.is_error() ? part : Value::Int(part.integer() - 1);
}

template <auto Member, int64_t Unit>
Value PartOrWhole(Call& call) {
  return call.args[0].is(ValueKind::kDuration) ? Value::Int(call.args[0].nanoseconds() / Unit)
                                               : Part<Member>(call);
}

Value Milliseconds(Call& call) {
  const Value& value = call.args[0];
  return Value::Int(value.is(ValueKind::kDuration) ? value.nanoseconds() / 1'000'000
                                                   : value.time().nanoseconds / 1'000'000);
}

constexpr std::string_view kOfTime = "timestamp -> int | timestamp, string -> int";
constexpr std::string_view kOfBoth = "timestamp -> int | timestamp, string -> int | duration -> int";

constexpr LibraryEntry kTimeEntries[] = {
    {"getFullYear", true, kOfTime, Part<&CalendarTime::year>},
    {"getMonth", true, kOfTime, PartFromZero<&CalendarTime::month>},
    {"getDayOfYear", true, kOfTime, Part<&CalendarTime::day_of_year>},
    {"getDayOfMonth", true, kOfTime, PartFromZero<&CalendarTime::day>},
    {"getDate", true, kOfTime, Part<&CalendarTime::day>},
    {"getDayOfWeek", true, kOfTime, Part<&CalendarTime::day_of_week>},
    {"getHours", true, kOfBoth, PartOrWhole<&CalendarTime::hour, 3'600'000'000'000>},
    {"getMinutes", true, kOfBoth, PartOrWhole<&CalendarTime::minute, 60'000'000'000>},
    {"getSeconds", true, kOfBoth, PartOrWhole<&CalendarTime::second, 1'000'000'000>},
    {"getMilliseconds", true, kOfBoth, Milliseconds},
};

}  // namespace

std::span<const LibraryEntry> TimeFunctions() {
  return kTimeEntries;
}

}  // namespace kval::cel
