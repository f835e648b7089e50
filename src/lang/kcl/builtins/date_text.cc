#include "src/lang/kcl/builtins/date_text.h"

#include <chrono>
#include <cstdio>

#include "src/support/ascii.h"

namespace kval::kcl::builtins {
namespace {

namespace chrono = std::chrono;

bool TakeFixed(std::string_view text, size_t at, size_t digits, int* number) {
  *number = 0;
  if (at + digits > text.size()) {
    return false;
  }
  for (size_t i = at; i < at + digits; ++i) {
    if (!IsDigit(text[i])) {
      return false;
    }
    *number = *number * 10 + (text[i] - '0');
  }
  return true;
}

// The offset at the end of a time of RFC 3339: `Z`, `+02:00`.
std::optional<int> ParseOffset(std::string_view text) {
  if (text == "Z" || text == "z") {
    return 0;
  }
  int hours = 0;
  int minutes = 0;
  bool is_formed = text.size() == 6 && (text[0] == '+' || text[0] == '-') && text[3] == ':' &&
                   TakeFixed(text, 1, 2, &hours) && TakeFixed(text, 4, 2, &minutes) && hours < 24 &&
                   minutes < 60;
  if (!is_formed) {
    return std::nullopt;
  }
  int offset = hours * 60 + minutes;
  return text[0] == '-' ? -offset : offset;
}

// A run of `digits letter` of which the letters come in the order of `units`; false when there is none.
bool TakeUnits(std::string_view& text, std::string_view units) {
  bool any = false;
  while (!text.empty() && text[0] != 'T') {
    size_t digits = 0;
    while (digits < text.size() && (IsDigit(text[digits]) || text[digits] == '.' || text[digits] == ',')) {
      ++digits;
    }
    size_t unit = digits < text.size() ? units.find(text[digits]) : std::string_view::npos;
    if (digits == 0 || unit == std::string_view::npos) {
      return false;
    }
    units.remove_prefix(unit + 1);
    text.remove_prefix(digits + 1);
    any = true;
  }
  return any;
}

bool IsIsoDuration(std::string_view text) {
  text.remove_prefix(1);
  bool any = !text.empty() && text[0] != 'T' && TakeUnits(text, "YMWD");
  if (text.empty()) {
    return any;
  }
  if (text[0] != 'T') {
    return false;
  }
  text.remove_prefix(1);
  return TakeUnits(text, "HMS") && text.empty();
}

}  // namespace

std::optional<Moment> ParseRfc3339(std::string_view text) {
  int year = 0;
  int month = 0;
  int day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  bool is_formed = text.size() >= 20 && TakeFixed(text, 0, 4, &year) && text[4] == '-' &&
                   TakeFixed(text, 5, 2, &month) && text[7] == '-' && TakeFixed(text, 8, 2, &day) &&
                   (text[10] == 'T' || text[10] == 't' || text[10] == ' ') && TakeFixed(text, 11, 2, &hour) &&
                   text[13] == ':' && TakeFixed(text, 14, 2, &minute) && text[16] == ':' &&
                   TakeFixed(text, 17, 2, &second);
  chrono::year_month_day date(chrono::year(year), chrono::month(static_cast<unsigned>(month)),
                              chrono::day(static_cast<unsigned>(day)));
  if (!is_formed || !date.ok() || hour > 23 || minute > 59 || second > 60) {
    return std::nullopt;
  }
  Moment moment;
  size_t at = 19;
  if (text[at] == '.') {
    int32_t scale = 100'000'000;
    size_t begin = ++at;
    for (; at < text.size() && IsDigit(text[at]); ++at, scale /= 10) {
      moment.nanoseconds += (text[at] - '0') * scale;
    }
    if (at == begin) {
      return std::nullopt;
    }
  }
  std::optional<int> offset = ParseOffset(text.substr(at));
  if (!offset) {
    return std::nullopt;
  }
  moment.offset_minutes = *offset;
  int64_t days = chrono::sys_days(date).time_since_epoch().count();
  moment.seconds = ((days * 24 + hour) * 60 + minute - *offset) * 60 + second;
  return moment;
}

std::string Rfc3339Text(const Moment& moment) {
  int64_t local = moment.seconds + int64_t{moment.offset_minutes} * 60;
  int64_t days = local >= 0 ? local / 86400 : -((86399 - local) / 86400);
  chrono::year_month_day date{chrono::sys_days(chrono::days(days))};
  int64_t rest = local - days * 86400;
  char buffer[96];
  std::snprintf(buffer, sizeof(buffer), "%04d-%02u-%02uT%02d:%02d:%02d", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(rest / 3600), static_cast<int>(rest / 60 % 60), static_cast<int>(rest % 60));
  std::string text = buffer;
  int32_t nanoseconds = moment.nanoseconds;
  if (nanoseconds != 0) {
    int digits = nanoseconds % 1'000'000 == 0 ? 3 : nanoseconds % 1'000 == 0 ? 6 : 9;
    std::snprintf(buffer, sizeof(buffer), ".%09d", nanoseconds);
    text += std::string_view(buffer).substr(0, static_cast<size_t>(digits) + 1);
  }
  int offset = moment.offset_minutes < 0 ? -moment.offset_minutes : moment.offset_minutes;
  std::snprintf(buffer, sizeof(buffer), "%c%02d:%02d", moment.offset_minutes < 0 ? '-' : '+', offset / 60,
                offset % 60);
  return text + buffer;
}

bool IsIso8601(std::string_view text) {
  return text.starts_with('P') ? IsIsoDuration(text) : ParseRfc3339(text).has_value();
}

}  // namespace kval::kcl::builtins
