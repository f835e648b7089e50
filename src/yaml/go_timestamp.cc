#include "src/yaml/go_timestamp.h"

#include <cstddef>

namespace kval::yaml {
namespace {

// Consumes the elements of Go's layout from the start of a text.
class Timestamp {
 public:
  explicit Timestamp(std::string_view text) : rest_(text) {}

  bool Read() {
    int year = 0;
    for (int i = 0; i < 4; ++i) {
      if (!IsDigitAt(0)) {
        return false;
      }
      year = year * 10 + TakeDigit();
    }
    int month = 0;
    int day = 0;
    if (!Take('-') || !Number(12, &month) || !Take('-') || !Number(31, &day) || month == 0 || day == 0 ||
        day > DaysOf(month, year)) {
      return false;
    }
    if (rest_.empty()) {
      return true;
    }
    const bool has_zone = rest_[0] != ' ';
    if (has_zone) {
      return (Take('T') || Take('t')) && TimeOfDay() && Zone() && rest_.empty();
    }
    while (Take(' ')) {
    }
    return TimeOfDay() && rest_.empty();
  }

 private:
  static int DaysOf(int month, int year) {
    const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (month == 2) {
      return is_leap ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

  bool IsDigitAt(size_t at) const { return at < rest_.size() && rest_[at] >= '0' && rest_[at] <= '9'; }

  int TakeDigit() {
    const int digit = rest_[0] - '0';
    rest_.remove_prefix(1);
    return digit;
  }

  bool Take(char expected) {
    if (rest_.empty() || rest_[0] != expected) {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }

  // One digit or two.
  bool Number(int most, int* value) {
    if (!IsDigitAt(0)) {
      return false;
    }
    *value = TakeDigit();
    if (IsDigitAt(0)) {
      *value = *value * 10 + TakeDigit();
    }
    return *value <= most;
  }

  bool TimeOfDay() {
    int value = 0;
    if (!Number(23, &value) || !Take(':') || !Number(59, &value) || !Take(':') || !Number(59, &value)) {
      return false;
    }
    if (!rest_.empty() && (rest_[0] == '.' || rest_[0] == ',') && IsDigitAt(1)) {
      rest_.remove_prefix(1);
      while (IsDigitAt(0)) {
        TakeDigit();
      }
    }
    return true;
  }

  bool Zone() {
    if (Take('Z')) {
      return true;
    }
    int hours = 0;
    int minutes = 0;
    return (Take('+') || Take('-')) && IsDigitAt(1) && Number(24, &hours) && Take(':') && IsDigitAt(1) &&
           Number(60, &minutes);
  }

  std::string_view rest_;
};

}  // namespace

bool IsGoTimestamp(std::string_view text) {
  return Timestamp(text).Read();
}

}  // namespace kval::yaml
