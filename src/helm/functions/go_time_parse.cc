#include <algorithm>
#include <string>
#include <string_view>

#include "src/helm/functions/go_time.h"
#include "src/support/ascii.h"

// Source: parse of Go time/format.go.
namespace kval::helm::functions {

namespace {

// In double quotes, with all bytes escaped that are not printable ASCII.
std::string Quoted(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x80) {
      out += {'\\', 'x', kDigits[byte >> 4U], kDigits[byte & 15U]};
    } else {
      out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    }
  }
  return out + "\"";
}

class Parser {
 public:
  Parser(std::string_view layout, std::string_view text)
      : layout_(layout), whole_layout_(layout), rest_(text), text_(text) {}

  ParsedTime Parse() {
    while (error_.empty()) {
      std::string_view before;
      element_ = NextElement(&layout_, &before);
      if (!Skip(before)) {
        Expect(before);
      } else if (element_.kind == TimeElement::kNone) {
        if (!rest_.empty()) {
          error_ = ": extra text: " + Quoted(rest_);
        }
        break;
      } else {
        held_ = rest_;
        ReadElement();
      }
    }
    if (error_.empty()) {
      Finish();
    }
    if (!error_.empty()) {
      return {{}, "parsing time " + Quoted(text_) + error_};
    }
    return {time_, {}};
  }

 private:
  // Skips the text of a layout; a run of spaces matches any run of spaces.
  bool Skip(std::string_view expected) {
    while (!expected.empty()) {
      if (expected[0] == ' ') {
        if (!rest_.empty() && rest_[0] != ' ') {
          return false;
        }
        SkipSpaces(&expected);
        SkipSpaces(&rest_);
        continue;
      }
      if (rest_.empty() || rest_[0] != expected[0]) {
        return false;
      }
      expected.remove_prefix(1);
      rest_.remove_prefix(1);
    }
    return true;
  }

  static void SkipSpaces(std::string_view* text) {
    text->remove_prefix(std::min(text->find_first_not_of(' '), text->size()));
  }

  void Expect(std::string_view expected) {
    error_ = " as " + Quoted(whole_layout_) + ": cannot parse " + Quoted(rest_) + " as " + Quoted(expected);
  }
  void Mismatch() {
    rest_ = held_;
    Expect(element_.text);
  }
  void OutOfRange(std::string_view what) { error_ = ": " + std::string(what) + " out of range"; }

  // Reads exactly `min` to `max` digits.
  bool Digits(size_t min, size_t max, int* value) {
    size_t size = 0;
    *value = 0;
    while (size < max && size < rest_.size() && IsDigit(rest_[size])) {
      *value = *value * 10 + (rest_[size++] - '0');
    }
    if (size < min) {
      Mismatch();
      return false;
    }
    rest_.remove_prefix(size);
    return true;
  }

  bool Number(bool is_padded, int* value) { return Digits(is_padded ? 2 : 1, 2, value); }

  void Ranged(bool is_padded, int limit, std::string_view what, int* value) {
    if (Number(is_padded, value) && *value >= limit) {
      OutOfRange(what);
    }
  }

  // Reads a name, ignoring case. Returns its index, or -1.
  template <typename NameOf>
  int Name(int count, bool is_short, NameOf name_of) {
    for (int i = 0; i < count; ++i) {
      const std::string_view name = is_short ? name_of(i).substr(0, 3) : name_of(i);
      const bool matches =
          rest_.size() >= name.size() && std::equal(name.begin(), name.end(), rest_.begin(),
                                                    [](char a, char b) { return (a | ' ') == (b | ' '); });
      if (matches) {
        rest_.remove_prefix(name.size());
        return i;
      }
    }
    Mismatch();
    return -1;
  }

  void ReadElement() {
    switch (element_.kind) {
      case TimeElement::kNone:
        break;
      case TimeElement::kLongMonth:
      case TimeElement::kMonth:
        month_ = 1 + Name(12, element_.kind == TimeElement::kMonth, [](int i) { return MonthName(i + 1); });
        break;
      case TimeElement::kLongWeekday:
      case TimeElement::kWeekday:
        Name(7, element_.kind == TimeElement::kWeekday, WeekdayName);
        break;
      case TimeElement::kNumMonth:
      case TimeElement::kZeroMonth:
        if (Number(element_.kind == TimeElement::kZeroMonth, &month_) && (month_ < 1 || month_ > 12)) {
          OutOfRange("month");
        }
        break;
      case TimeElement::kUnderDay:
        rest_.remove_prefix(rest_.starts_with(' ') ? 1 : 0);
        [[fallthrough]];
      case TimeElement::kDay:
      case TimeElement::kZeroDay:
        Number(element_.kind == TimeElement::kZeroDay, &day_);
        break;
      case TimeElement::kUnderYearDay:
        for (int i = 0; i < 2; ++i) {
          rest_.remove_prefix(rest_.starts_with(' ') ? 1 : 0);
        }
        Digits(1, 3, &year_day_);
        break;
      case TimeElement::kZeroYearDay:
        Digits(3, 3, &year_day_);
        break;
      case TimeElement::kLongYear:
        Digits(4, 4, &year_);
        break;
      case TimeElement::kYear:
        Digits(2, 2, &year_);
        year_ += year_ >= 69 ? 1900 : 2000;
        break;
      default:
        ReadTimeOfDay();
    }
  }

  void ReadTimeOfDay() {
    switch (element_.kind) {
      case TimeElement::kHour:
        Ranged(false, 24, "hour", &hour_);
        break;
      case TimeElement::kHour12:
      case TimeElement::kZeroHour12:
        Ranged(element_.kind == TimeElement::kZeroHour12, 13, "hour", &hour_);
        break;
      case TimeElement::kMinute:
      case TimeElement::kZeroMinute:
        Ranged(element_.kind == TimeElement::kZeroMinute, 60, "minute", &minute_);
        break;
      case TimeElement::kSecond:
      case TimeElement::kZeroSecond:
        Ranged(element_.kind == TimeElement::kZeroSecond, 60, "second", &second_);
        TakeFraction();
        break;
      case TimeElement::kUpperHalf:
      case TimeElement::kLowerHalf:
        ReadHalf();
        break;
      case TimeElement::kZoneName:
        ReadZoneName();
        break;
      case TimeElement::kZoneOffset:
        ReadOffset();
        break;
      case TimeElement::kFraction:
        ReadFraction(element_.text.size() - 1);
        break;
      case TimeElement::kTrimmedFraction:
        if (rest_.size() >= 2 && (rest_[0] == '.' || rest_[0] == ',') && IsDigit(rest_[1])) {
          ReadFraction(FractionSize());
        }
        break;
      default:
        break;
    }
  }

  size_t FractionSize() const {
    size_t size = 0;
    while (size + 1 < rest_.size() && IsDigit(rest_[size + 1])) {
      ++size;
    }
    return size;
  }

  // A fraction may follow the seconds although the layout has none.
  void TakeFraction() {
    if (error_.empty() && rest_.size() >= 2 && (rest_[0] == '.' || rest_[0] == ',') && IsDigit(rest_[1])) {
      std::string_view layout = layout_;
      std::string_view before;
      const TimeElement next = NextElement(&layout, &before).kind;
      if (!before.empty() || (next != TimeElement::kFraction && next != TimeElement::kTrimmedFraction)) {
        ReadFraction(FractionSize());
      }
    }
  }

  void ReadFraction(size_t digits) {
    if (rest_.size() < digits + 1 || (rest_[0] != '.' && rest_[0] != ',') || FractionSize() < digits) {
      Mismatch();
      return;
    }
    int64_t nanoseconds = 0;
    for (size_t i = 0; i < 9; ++i) {
      nanoseconds = nanoseconds * 10 + (i < digits ? rest_[i + 1] - '0' : 0);
    }
    time_.nanoseconds = nanoseconds;
    rest_.remove_prefix(digits + 1);
  }

  void ReadHalf() {
    const bool is_upper = element_.kind == TimeElement::kUpperHalf;
    if (rest_.starts_with(is_upper ? "PM" : "pm")) {
      is_afternoon_ = true;
    } else if (rest_.starts_with(is_upper ? "AM" : "am")) {
      is_morning_ = true;
    } else {
      Mismatch();
      return;
    }
    rest_.remove_prefix(2);
  }

  // Three to five upper-case letters. Abbreviations other than UTC have an unknown offset: 0, as in Go.
  void ReadZoneName() {
    if (rest_.starts_with("UTC")) {
      rest_.remove_prefix(3);
      return;
    }
    size_t size = 0;
    while (size < rest_.size() && size < 6 && IsUpper(rest_[size])) {
      ++size;
    }
    const bool is_known = size == 3 || (size == 4 && (rest_[3] == 'T' || rest_.starts_with("WITA"))) ||
                          (size == 5 && rest_[4] == 'T');
    if (!is_known) {
      Mismatch();
      return;
    }
    zone_ = rest_.substr(0, size);
    rest_.remove_prefix(size);
  }

  void ReadOffset() {
    const std::string_view form = element_.text;
    if (form[0] == 'Z' && rest_.starts_with('Z')) {
      rest_.remove_prefix(1);
      return;
    }
    if (rest_.empty() || (rest_[0] != '+' && rest_[0] != '-')) {
      Mismatch();
      return;
    }
    const int sign = rest_[0] == '-' ? -1 : 1;
    rest_.remove_prefix(1);
    int offset = 0;
    int unit = 3600;
    for (size_t i = 1; i + 1 < form.size(); i += 2, unit /= 60) {
      if (form[i] == ':') {
        if (!rest_.starts_with(':')) {
          Mismatch();
          return;
        }
        rest_.remove_prefix(1);
        ++i;
      }
      int part = 0;
      if (!Digits(2, 2, &part)) {
        return;
      }
      if (part > (unit == 3600 ? 24 : 60)) {
        OutOfRange(unit == 3600 ? "time zone offset hour"
                   : unit == 60 ? "time zone offset minute"
                                : "time zone offset second");
        return;
      }
      offset += part * unit;
    }
    has_offset_ = true;
    time_.offset = sign * offset;
  }

  void Finish() {
    hour_ += is_afternoon_ && hour_ < 12 ? 12 : 0;
    hour_ = is_morning_ && hour_ == 12 ? 0 : hour_;
    const bool is_leap = DaysOfMonth(2, year_) == 29;
    if (year_day_ >= 0) {
      if (year_day_ < 1 || year_day_ > (is_leap ? 366 : 365)) {
        OutOfRange("day-of-year");
        return;
      }
      Time day;
      day.seconds = (DaysOf(year_, 1, 1) + year_day_ - 1) * kSecondsPerDay;
      const Calendar calendar = CalendarOf(day);
      const bool is_other_date =
          (month_ >= 0 && month_ != calendar.month) || (day_ >= 0 && day_ != calendar.day);
      if (is_other_date) {
        error_ = month_ >= 0 && month_ != calendar.month ? ": day-of-year does not match month"
                                                         : ": day-of-year does not match day";
        return;
      }
      month_ = calendar.month;
      day_ = calendar.day;
    }
    month_ = month_ < 0 ? 1 : month_;
    day_ = day_ < 0 ? 1 : day_;
    if (day_ < 1 || day_ > DaysOfMonth(month_, year_)) {
      OutOfRange("day");
      return;
    }
    const int64_t seconds = hour_ * 3600 + minute_ * 60 + second_;
    time_.seconds = DaysOf(year_, month_, day_) * kSecondsPerDay + seconds - time_.offset;
    // Local time is UTC, so an offset of 0 is that zone.
    time_.zone = !zone_.empty() ? std::string(zone_) : has_offset_ && time_.offset != 0 ? "" : "UTC";
  }

  std::string_view layout_;
  const std::string_view whole_layout_;
  std::string_view rest_;
  std::string_view held_;  // the rest before the current element
  const std::string_view text_;
  LayoutElement element_;
  Time time_;
  std::string_view zone_;
  bool has_offset_ = false;
  int year_ = 0;
  int month_ = -1;
  int day_ = -1;
  int year_day_ = -1;
  int hour_ = 0;
  int minute_ = 0;
  int second_ = 0;
  bool is_afternoon_ = false;
  bool is_morning_ = false;
  std::string error_;
};

}  // namespace

ParsedTime ParseTime(std::string_view layout, std::string_view text) {
  return Parser(layout, text).Parse();
}

}  // namespace kval::helm::functions
