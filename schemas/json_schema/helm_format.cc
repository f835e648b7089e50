#include "schemas/json_schema/helm_format.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "src/formats/format.h"
#include "src/support/ascii.h"

namespace kval::schemas::json_schema {
namespace {

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

bool IsHostname(std::string_view text) {
  text.remove_suffix(text.ends_with('.') ? 1 : 0);
  const std::vector<std::string_view> labels = Split(text, '.');
  return text.size() <= 253 && std::all_of(labels.begin(), labels.end(), [](std::string_view label) {
           return !label.empty() && label.size() <= 63 && label.front() != '-' && label.back() != '-' &&
                  std::all_of(label.begin(), label.end(), [](char c) { return IsAlnum(c) || c == '-'; });
         });
}

bool IsEmail(std::string_view text) {
  const size_t at = text.rfind('@');
  if (at == std::string_view::npos || text.size() > 254 || at > 64 || !IsHostname(text.substr(at + 1))) {
    return false;
  }
  const std::string_view local = text.substr(0, at);
  return !local.starts_with('.') && !local.ends_with('.') && local.find("..") == std::string_view::npos &&
         std::all_of(local.begin(), local.end(), [](char c) {
           return IsAlnum(c) || std::string_view(".!#$%&'*+-/=?^_`{|}~").find(c) != std::string_view::npos;
         });
}

// Decimals may have a sign.
bool IsIpv4(std::string_view text) {
  const std::vector<std::string_view> groups = Split(text, '.');
  return groups.size() == 4 && std::all_of(groups.begin(), groups.end(), [](std::string_view group) {
           if (group.size() > 1 && group[0] == '0') {
             return false;
           }
           group.remove_prefix(group.starts_with('+') ? 1 : 0);
           return !group.empty() && group.size() <= 3 && std::all_of(group.begin(), group.end(), IsDigit) &&
                  std::stoi(std::string(group)) <= 255;
         });
}

// The units of one half of a duration, in their order; some may be left out.
bool AreUnits(std::string_view text, std::string_view units) {
  while (!text.empty()) {
    const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0 || digits == text.size()) {
      return false;
    }
    const size_t unit = units.find(text[digits]);
    if (unit == std::string_view::npos) {
      return false;
    }
    units.remove_prefix(unit + 1);
    text.remove_prefix(digits + 1);
  }
  return true;
}

bool IsDuration(std::string_view text) {
  if (!text.starts_with('P') || text.size() < 2) {
    return false;
  }
  text.remove_prefix(1);
  if (text.ends_with('W')) {
    return text.size() > 1 && text.find_first_not_of("0123456789") == text.size() - 1;
  }
  const size_t time = text.find('T');
  const bool has_time = time != std::string_view::npos;
  return AreUnits(text.substr(0, time), "YMD") &&
         (!has_time || (time + 1 < text.size() && AreUnits(text.substr(time + 1), "HMS")));
}

bool HasScheme(std::string_view text) {
  const size_t colon = text.find_first_of(":/?#");
  return colon != std::string_view::npos && colon > 0 && text[colon] == ':';
}

// What Go's url.Parse takes.
bool IsGoUrl(std::string_view text) {
  const std::string before(text.substr(0, text.find('#')));
  const formats::FormatEntry* request = formats::Find("uri", formats::FormatDialect::kKubernetes);
  std::string why;
  // A relative path is no request; it is one behind a slash.
  return HasScheme(before) || before.starts_with('/')
             ? request->check(before, &why)
             : before.find(':') > before.find_first_of("/?") && request->check("/" + before, &why);
}

bool IsUri(std::string_view text) {
  return HasScheme(text) && IsGoUrl(text);
}

bool IsUriReference(std::string_view text) {
  return text.find('\\') == std::string_view::npos && (text.empty() || IsGoUrl(text));
}

bool IsDateTime(std::string_view text) {
  std::string why;
  return formats::Find("date-time", formats::FormatDialect::kDraft202012)->check(text, &why);
}

// RFC 3339, appendix A: a begin and an end, one of which may be a duration.
bool IsPeriod(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    return false;
  }
  const std::string_view start = text.substr(0, slash);
  const std::string_view end = text.substr(slash + 1);
  if (start.starts_with('P')) {
    return IsDuration(start) && IsDateTime(end);
  }
  return IsDateTime(start) && (end.starts_with('P') ? IsDuration(end) : IsDateTime(end));
}

struct LaxFormat {
  std::string_view name;
  bool (*takes)(std::string_view);
};

constexpr LaxFormat kLax[] = {
    {"duration", IsDuration}, {"email", IsEmail}, {"hostname", IsHostname},
    {"ipv4", IsIpv4},         {"iri", IsUri},     {"iri-reference", IsUriReference},
    {"period", IsPeriod},     {"uri", IsUri},     {"uri-reference", IsUriReference}};

class HelmFormat final : public types::Predicate {
 public:
  explicit HelmFormat(const LaxFormat* lax)
      : lax_(*lax), strict_(formats::Find(lax->name, formats::FormatDialect::kDraft202012)) {}

  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& /*scope*/) const override {
    types::PredicateResult verdict;
    const bool is_strict = strict_ != nullptr && subject.kind == value::Kind::kString &&
                           strict_->check(subject.raw, &verdict.found);
    if (subject.kind == value::Kind::kString && !is_strict && !lax_.takes(subject.raw)) {
      verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
      verdict.message = "must be: a valid " + std::string(lax_.name);
    }
    return verdict;
  }
  std::string Describe() const override { return "format " + std::string(lax_.name); }

 private:
  const LaxFormat& lax_;
  const formats::FormatEntry* strict_;  // null: the standard does not know it
};

}  // namespace

std::shared_ptr<const types::Predicate> LaxHelmFormat(std::string_view format) {
  const auto* found = std::find_if(std::begin(kLax), std::end(kLax),
                                   [&](const LaxFormat& lax) { return lax.name == format; });
  return found == std::end(kLax) ? nullptr : std::make_shared<const HelmFormat>(found);
}

}  // namespace kval::schemas::json_schema
