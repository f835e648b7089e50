#include <array>
#include <string>

#include "src/helm/functions/go_time.h"

// time.Time as a value of templates, with the methods that have one result.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Function;
using gotemplate::Kind;
using gotemplate::Signature;
using gotemplate::Type;
using gotemplate::Value;

namespace {

class TimeObject final : public gotemplate::Object {
 public:
  explicit TimeObject(Time time) : time_(std::move(time)) {}
  const Time& time() const { return time_; }
  bool Equals(const Object& other) const override {
    return time_ == static_cast<const TimeObject&>(other).time_;
  }

 private:
  Time time_;
};

const Time& Self(Call& call) {
  return *TimeIn(call.receiver());
}

void AppendMonth(const Value& value, std::string* text) {
  const int64_t month = value.integer();
  *text += month >= 1 && month <= 12 ? std::string(MonthName(static_cast<int>(month)))
                                     : "%!Month(" + std::to_string(static_cast<uint64_t>(month)) + ")";
}

void AppendWeekday(const Value& value, std::string* text) {
  const int64_t day = value.integer();
  *text += day >= 0 && day < 7 ? std::string(WeekdayName(static_cast<int>(day)))
                               : "%!Weekday(" + std::to_string(static_cast<uint64_t>(day)) + ")";
}

void AppendDuration(const Value& value, std::string* text) {
  *text += DurationText(value.integer());
}

const Type kMonthType = {.kind = Kind::kInt, .name = "time.Month", .append_text = AppendMonth};
const Type kWeekdayType = {.kind = Kind::kInt, .name = "time.Weekday", .append_text = AppendWeekday};
const Type kDurationType = {.kind = Kind::kInt, .name = "time.Duration", .append_text = AppendDuration};

bool IsBefore(const Time& a, const Time& b) {
  return a.seconds < b.seconds || (a.seconds == b.seconds && a.nanoseconds < b.nanoseconds);
}

Value Format(Call& call) {
  return call.Step(1 + call[0].text().size()) ? call.Text(FormatTime(Self(call), call[0].text())) : Value();
}

Value Text(Call& call) {
  std::string text;
  kTimeType.append_text(call.receiver(), &text);
  return call.Text(text);
}

template <int Calendar::*kField>
Value Part(Call& call) {
  return Value::Int(CalendarOf(Self(call)).*kField);
}

Value Year(Call& call) {
  return Value::Int(CalendarOf(Self(call)).year);
}

Value Month(Call& call) {
  return Value::Integral(kMonthType, CalendarOf(Self(call)).month);
}

Value Weekday(Call& call) {
  return Value::Integral(kWeekdayType, CalendarOf(Self(call)).week_day);
}

Value Unix(Call& call) {
  return Value::Int64(Self(call).seconds);
}

Value UnixMilli(Call& call) {
  return Value::Int64(static_cast<int64_t>(static_cast<uint64_t>(Self(call).seconds) * 1000) +
                      Self(call).nanoseconds / 1'000'000);
}

Value UnixNano(Call& call) {
  return Value::Int64(static_cast<int64_t>(static_cast<uint64_t>(Self(call).seconds) * 1'000'000'000 +
                                           static_cast<uint64_t>(Self(call).nanoseconds)));
}

Value Nanosecond(Call& call) {
  return Value::Int(Self(call).nanoseconds);
}

Value Utc(Call& call) {
  Time time = Self(call);
  time.offset = 0;
  time.zone = "UTC";
  return NewTime(call, time);
}

Value AddDate(Call& call) {
  Time time = Self(call);
  const Calendar calendar = CalendarOf(time);
  constexpr int64_t kLimit = 1'000'000'000;
  for (const Value& part : call.args()) {
    if (part.integer() < -kLimit || part.integer() > kLimit) {
      return call.receiver();
    }
  }
  const int64_t days = DaysOf(calendar.year + call[0].integer(), calendar.month + call[1].integer(),
                              calendar.day + call[2].integer());
  time.seconds += (days - DaysOf(calendar.year, calendar.month, calendar.day)) * kSecondsPerDay;
  return NewTime(call, time);
}

Value Add(Call& call) {
  return NewTime(call, functions::After(Self(call), call[0].integer()));
}

Value Sub(Call& call) {
  return Value::Integral(kDurationType, Difference(Self(call), *TimeIn(call[0])));
}

Value IsZero(Call& call) {
  return Value::Bool(Self(call).seconds == kZeroTime && Self(call).nanoseconds == 0);
}

Value Before(Call& call) {
  return Value::Bool(IsBefore(Self(call), *TimeIn(call[0])));
}

Value IsAfter(Call& call) {
  return Value::Bool(IsBefore(*TimeIn(call[0]), Self(call)));
}

Value Equal(Call& call) {
  return Value::Bool(!IsBefore(Self(call), *TimeIn(call[0])) && !IsBefore(*TimeIn(call[0]), Self(call)));
}

const Signature kFromTime = {{&kTimeType}, false, &gotemplate::kBoolType};
const Signature kToTime = {{}, false, &kTimeType};

const std::array kTimeMethods = {
    Function{"Add", Signature({&kDurationType}, false, &kTimeType), Add},
    Function{
        "AddDate",
        Signature({&gotemplate::kIntType, &gotemplate::kIntType, &gotemplate::kIntType}, false, &kTimeType),
        AddDate},
    Function{"After", kFromTime, IsAfter},
    Function{"Before", kFromTime, Before},
    Function{"Day", ":i", Part<&Calendar::day>},
    Function{"Equal", kFromTime, Equal},
    Function{"Format", "s:s", Format},
    Function{"Hour", ":i", Part<&Calendar::hour>},
    Function{"IsZero", ":b", IsZero},
    Function{"Local", kToTime, Utc},
    Function{"Minute", ":i", Part<&Calendar::minute>},
    Function{"Month", Signature({}, false, &kMonthType), Month},
    Function{"Nanosecond", ":i", Nanosecond},
    Function{"Second", ":i", Part<&Calendar::second>},
    Function{"String", ":s", Text},
    Function{"Sub", Signature({&kTimeType}, false, &kDurationType), Sub},
    Function{"UTC", kToTime, Utc},
    Function{"Unix", ":I", Unix},
    Function{"UnixMilli", ":I", UnixMilli},
    Function{"UnixNano", ":I", UnixNano},
    Function{"Weekday", Signature({}, false, &kWeekdayType), Weekday},
    Function{"Year", ":i", Year},
    Function{"YearDay", ":i", Part<&Calendar::year_day>},
};

void AppendTime(const Value& value, std::string* text) {
  *text += FormatTime(*TimeIn(value), "2006-01-02 15:04:05.999999999 -0700 MST");
}

}  // namespace

const Type kTimeType = {
    .kind = Kind::kObject, .name = "time.Time", .methods = kTimeMethods, .append_text = AppendTime};

Value NewTime(Call& call, Time time) {
  return Value::Of(kTimeType, call.heap().NewObject<TimeObject>(std::move(time)));
}

const Time* TimeIn(const Value& value) {
  return value.type() == &kTimeType && !value.is_nil()
             ? &static_cast<const TimeObject*>(value.object())->time()
             : nullptr;
}

}  // namespace kval::helm::functions
