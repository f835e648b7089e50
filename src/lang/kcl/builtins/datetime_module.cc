#include <chrono>
#include <cmath>
#include <ctime>
#include <string>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/date_format.h"
#include "src/lang/kcl/builtins/date_text.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/number_text.h"

// The module `datetime`. Source: kcl crates/runtime/src/datetime/mod.rs. The clock needs effects.

namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Runtime;
using runtime::Value;

std::time_t Now() {
  return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
}

std::string LocalText(std::time_t time, const std::string& format) {
  std::tm local{};
  localtime_r(&time, &local);
  char buffer[1024];
  size_t size = std::strftime(buffer, sizeof(buffer), format.c_str(), &local);
  return std::string(buffer, size);
}

Value Ticks(Runtime& runtime, const CallArgs&) {
  return MayAct(runtime, "datetime.ticks") ? runtime::Float(static_cast<double>(Now())) : Value();
}

Value Date(Runtime& runtime, const CallArgs&) {
  return MayAct(runtime, "datetime.date") ? String(runtime.heap(), LocalText(Now(), "%Y-%m-%d %H:%M:%S"))
                                          : Value();
}

Value Today(Runtime& runtime, const CallArgs&) {
  if (!MayAct(runtime, "datetime.today")) {
    return {};
  }
  std::time_t now = Now();
  return String(runtime.heap(), LocalText(now, "%Y-%m-%d %H:%M:%S") + "." + std::to_string(now));
}

// With `ticks` the clock is not read, but the time zone is.
Value NowText(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "now");
  std::string format(args.StringOr(0, "format", "%a %b %d %H:%M:%S %Y"));
  std::optional<double> ticks = args.FindSet(1, "ticks") == nullptr ? std::nullopt : args.Float(1, "ticks");
  if (!MayAct(runtime, "datetime.now")) {
    return {};
  }
  return String(runtime.heap(), LocalText(ticks ? Truncated(std::floor(*ticks)) : Now(), format));
}

Value Validate(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "validate");
  std::optional<std::string_view> date = args.String(0, "date");
  std::optional<std::string_view> format = args.String(1, "format");
  return date && format ? runtime::Bool(MatchesDateFormat(*date, *format)) : Value();
}

Value IsRfc3339(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> date = Arguments(runtime, call, "is_rfc3339").String(0, "date");
  return date ? runtime::Bool(ParseRfc3339(*date).has_value()) : Value();
}

Value IsIso(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> date = Arguments(runtime, call, "is_iso8601").String(0, "date");
  return date ? runtime::Bool(IsIso8601(*date)) : Value();
}

constexpr Native kDatetimeFunctions[] = {
    {"ticks", Ticks},      {"date", Date},         {"now", NowText},
    {"today", Today},      {"validate", Validate}, {"is_rfc3339", IsRfc3339},
    {"is_iso8601", IsIso},
};

}  // namespace

std::span<const Native> DatetimeNatives() {
  return kDatetimeFunctions;
}

}  // namespace kval::kcl::builtins
