#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kval::kcl::builtins {

// The date and time fields of a string; -1 if absent.
struct DateFields {
  static constexpr int kNoYear = INT32_MIN;

  int year = kNoYear, month = -1, day = -1, year_day = -1, week_day = -1;
  int week_year = kNoYear, week = -1;  // of ISO 8601
  int hour = -1, hour12 = -1, minute = -1, second = -1, is_pm = -1;
  bool is_moment = false;  // the seconds since 1970
};

// Reads a text by a format of strftime, both from their start (chrono's format::strftime). Whether the fields
// name a real date is not looked at.
class DateScanner {
 public:
  explicit DateScanner(std::string_view text) : rest_(text) {}

  // Returns false if the string does not match the format. A format nested inside a format must not contain
  // another one.
  bool Scan(std::string_view format, int depth = 0);

  bool at_end() const { return rest_.empty(); }
  const DateFields& fields() const { return fields_; }

 private:
  void SkipSpaces();
  bool Take(char c);
  bool Number(size_t max_digits, int low, int high, int* number);
  bool Year(size_t max_digits, int* year);
  template <size_t N>
  bool Name(const std::array<std::string_view, N>& names, int* number);
  bool StartsWith(std::string_view lower) const;
  bool Fraction();
  bool Offset(bool may_lack_minutes);

  bool Item(char item, char modifier, int depth);
  bool DateItem(char item, char modifier);
  bool TimeItem(char item, char modifier);

  std::string_view rest_;
  DateFields fields_;
};

}  // namespace kval::kcl::builtins
