#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/kubernetes/time_zone.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/report_at.h"
#include "src/support/ascii_text.h"

// The schedule of a CronJob, as github.com/robfig/cron/v3 ParseStandard reads it.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kNoZone{diag::ResourceRule(7046), "unknown time zone `{}`"};

struct Field {
  Text name;
  unsigned least, most;
  Text names;  // three letters each, starting with the name of `least`
};

constexpr Field kFields[] = {
    {"minute", 0, 59, ""},
    {"hour", 0, 23, ""},
    {"day of the month", 1, 31, ""},
    {"month", 1, 12, "janfebmaraprmayjunjulaugsepoctnovdec"},
    {"day of the week", 0, 6, "sunmontuewedthufrisat"},
};

std::optional<unsigned> Number(Text text, const Field& field) {
  const std::string lower = LowerCased(text);
  for (size_t i = 0; i + 3 <= field.names.size() && lower.size() == 3; i += 3) {
    if (field.names.substr(i, 3) == lower) {
      return field.least + static_cast<unsigned>(i / 3);
    }
  }
  unsigned number = 0;
  text.remove_prefix(text.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// `*`, `5`, `1-5`, with a step or not. Behind `*` and a dash the parser looks at nothing.
std::string WhyNoRange(Text text, const Field& field) {
  const size_t slash = text.find('/');
  const Text range = text.substr(0, slash);
  if (slash != Text::npos) {
    const std::optional<unsigned> step = Number(text.substr(slash + 1), Field{field.name, 0, 0, ""});
    if (!step || *step == 0) {
      return "the step of the " + std::string(field.name) + " is not a number above 0";
    }
  }
  const size_t dash = range.find('-');
  if (range.substr(0, dash) == "*" || range.substr(0, dash) == "?") {
    return {};
  }
  const std::optional<unsigned> first = Number(range.substr(0, dash), field);
  const std::optional<unsigned> last = dash == Text::npos ? first : Number(range.substr(dash + 1), field);
  if (!first || !last) {
    return "`" + std::string(range) + "` is not a valid " + std::string(field.name);
  }
  if (*first < field.least || *last > field.most) {
    return "the " + std::string(field.name) + " is between " + std::to_string(field.least) + " and " +
           std::to_string(field.most);
  }
  return *first > *last ? "the range `" + std::string(range) + "` ends before it begins" : "";
}

}  // namespace

std::string GetScheduleError(Text text) {
  if (text.find("TZ=") != Text::npos) {
    return {};
  }
  if (text.starts_with("@")) {
    constexpr Text kNames[] = {"@yearly", "@annually", "@monthly", "@weekly",
                               "@daily",  "@midnight", "@hourly"};
    const bool is_name = std::find(std::begin(kNames), std::end(kNames), text) != std::end(kNames);
    const std::string why =
        text.starts_with("@every ") ? GetFormatError("duration", text.substr(7)) : "the name is unknown";
    return is_name ? "" : why;
  }
  std::vector<Text> parts;
  while (!text.empty()) {
    const size_t begin = std::min(text.find_first_not_of(" \t\n"), text.size());
    text.remove_prefix(begin);
    const size_t end = std::min(text.find_first_of(" \t\n"), text.size());
    if (end > 0) {
      parts.push_back(text.substr(0, end));
    }
    text.remove_prefix(end);
  }
  if (parts.size() != std::size(kFields)) {
    return "it has " + std::to_string(parts.size()) + " fields instead of 5";
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    for (Text rest = parts[i]; !rest.empty();) {
      const size_t comma = std::min(rest.find(','), rest.size());
      // Nothing between two commas is no part of the list.
      const std::string why = comma == 0 ? std::string() : WhyNoRange(rest.substr(0, comma), kFields[i]);
      if (!why.empty()) {
        return why;
      }
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
  }
  return {};
}

void CheckCronJob(const Resource& resource, diag::Emitter& emit) {
  Follow(resource.at, {"spec", "timeZone"}, [&](const check::ValueCursor& zone) {
    const Text name = TextOf(zone);
    if (LowerCased(name) != "local" && !name.empty() && !schemas::kubernetes::IsTimeZone(name)) {
      const std::string nearest = schemas::kubernetes::NearestTimeZone(name);
      ReportAt(emit, zone, kNoZone, name)
          .Hint(nearest.empty() ? "" : "did you mean `" + nearest + "`?")
          .Emit();
    }
  });
}

}  // namespace kval::kubernetes
