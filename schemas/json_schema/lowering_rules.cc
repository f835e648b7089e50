#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/json_schema/lowering.h"
#include "schemas/json_schema/non_negative_integer.h"
#include "schemas/json_schema/pattern_or_report.h"
#include "src/formats/format.h"
#include "src/support/ascii.h"
#include "src/types/number_kinds.h"
#include "src/types/predicate.h"

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

// Returns the check of a format for which Helm's validator is more lenient than the standard: invalid
// Punycode, a trailing dot in a host name, quotes in a URI. Null for other and unknown formats. Source:
// santhosh-tekuri/jsonschema v6, format.go.
std::shared_ptr<const types::Predicate> LaxHelmFormat(std::string_view format) {
  const auto* found = std::find_if(std::begin(kLax), std::end(kLax),
                                   [&](const LaxFormat& lax) { return lax.name == format; });
  return found == std::end(kLax) ? nullptr : std::make_shared<const HelmFormat>(found);
}

using types::ValueKindSet;
using value::Kind;

constexpr diag::Def<std::string_view> kUnknownFormat{diag::Kind::kIgnoredKeyword,
                                                     "the format `{}` is not known and has no effect"};

bool IsNumber(const value::Value& value) {
  return value.kind == Kind::kInt || value.kind == Kind::kFloat;
}

// Selects the definition of a format: the draft's, else a later draft's, else kval's.
std::optional<formats::FormatDialect> DialectOf(std::string_view format, Draft draft) {
  using formats::FormatDialect;
  constexpr FormatDialect kDialects[] = {FormatDialect::kDraft4, FormatDialect::kDraft6,
                                         FormatDialect::kDraft7, FormatDialect::kDraft201909,
                                         FormatDialect::kDraft202012};
  for (const FormatDialect dialect :
       {kDialects[static_cast<size_t>(draft)], FormatDialect::kDraft202012, FormatDialect::kKval}) {
    if (formats::Find(format, dialect) != nullptr) {
      return dialect;
    }
  }
  return std::nullopt;
}

// The formats that Helm's validator knows, whatever the draft.
std::optional<formats::FormatDialect> HelmDialectOf(std::string_view format) {
  using formats::FormatDialect;
  constexpr std::string_view kCommon[] = {"json-pointer",  "uuid",          "duration",    "ipv4",
                                          "ipv6",          "hostname",      "email",       "date",
                                          "time",          "date-time",     "uri",         "iri",
                                          "uri-reference", "iri-reference", "uri-template"};
  if (format == "regex" || format == "semver") {
    return formats::Find(format) == nullptr ? std::nullopt : std::optional(FormatDialect::kKval);
  }
  if (format == "relative-json-pointer") {
    return FormatDialect::kDraft7;
  }
  const bool is_common = std::find(std::begin(kCommon), std::end(kCommon), format) != std::end(kCommon);
  return is_common ? std::optional(FormatDialect::kDraft202012) : std::nullopt;
}

bool IsTrue(const value::Value* value) {
  return value != nullptr && value->kind == Kind::kBool && value->boolean;
}

}  // namespace

void Lowering::Enum(KeywordContext& draught, const value::Value& value) {
  if (Expect(value.kind == Kind::kSequence, value, "a list of values")) {
    types::OneOf test{{value.items().begin(), value.items().end()}};
    if (IsOfValues(draught)) {
      std::erase_if(test.allowed, [](const value::Value* each) { return each->kind == Kind::kNull; });
    }
    AddRule(draught, IsOfValues(draught) ? ValueKindSet::AllButNull() : ValueKindSet::All(), std::move(test));
  }
}

// A string, boolean or null constant becomes a literal type, which can distinguish union members. Numbers are
// compared by value, and maps regardless of the order of keys.
void Lowering::Const(KeywordContext& draught, const value::Value& value) {
  const bool is_free = std::holds_alternative<types::Any>(draught.type.shape);
  const auto* scalar = std::get_if<types::Scalar>(&draught.type.shape);
  const bool is_same = scalar != nullptr && scalar->kind == value.kind;
  const bool is_plain = (IsOfValues(draught) && !value.is_collection()) || value.kind == Kind::kString ||
                        value.kind == Kind::kBool || value.kind == Kind::kNull;
  if (is_plain && (is_free || is_same)) {
    draught.type.shape = types::Literal{&value};
    draught.type.nullable = false;
    draught.type.span = draught.stated->span;
    return;
  }
  AddRule(draught, ValueKindSet::All(), types::OneOf{{&value}});
}

template <typename Bound>
void Lowering::AddBound(KeywordContext& draught, const value::Value& value) {
  constexpr std::string_view kExclusive[] = {"exclusiveMaximum", "exclusiveMinimum"};
  const bool is_exclusive = draft(draught.place) == Draft::k4 &&
                            IsTrue(Get(draught, kExclusive[std::is_same_v<Bound, types::Minimum>]));
  if (Expect(IsNumber(value), value, "a number")) {
    AddRule(draught, types::kNumberKinds, Bound{&value, is_exclusive});
  }
}

template <typename Bound>
void Lowering::AddExclusiveBound(KeywordContext& draught, const value::Value& value) {
  if (draft(draught.place) == Draft::k4) {
    Expect(value.kind == Kind::kBool, value, "true or false, as draft 4 has it");
  } else if (Expect(IsNumber(value), value, "a number")) {
    AddRule(draught, types::kNumberKinds, Bound{&value, true});
  }
}

void Lowering::MultipleOf(KeywordContext& draught, const value::Value& value) {
  const double real = value.kind == Kind::kFloat ? value.real : static_cast<double>(value.integer);
  if (Expect(IsNumber(value) && real > 0, value, "a number larger than 0")) {
    AddRule(draught, types::kNumberKinds, types::MultipleOf{&value});
  }
}

template <typename Length, Kind kind>
void Lowering::AddLength(KeywordContext& draught, const value::Value& value) {
  const std::optional<int64_t> bound = AsNonNegativeInteger(value);
  if (!Expect(bound.has_value(), value, "a whole number of at least 0")) {
    return;
  }
  const bool counts_characters = kind == Kind::kString && !IsOfValues(draught);
  const types::TextUnit unit = counts_characters ? types::TextUnit::kCharacters : types::TextUnit::kBytes;
  AddRule(draught, {kind}, Length{*bound, unit});
}

void Lowering::UniqueItems(KeywordContext& draught, const value::Value& value) {
  if (Expect(value.kind == Kind::kBool, value, "true or false") && value.boolean) {
    AddRule(draught, {Kind::kSequence}, types::Unique{});
  }
}

// A pattern in the syntax of ECMA-262, or of Go.
Result<types::Pattern> Lowering::PatternOf(std::string_view text, bool is_re2) const {
  return is_re2 || request_.validator == CompatibilityMode::kHelm
             ? types::Pattern::Compile(text, request_.limits)
             : types::Pattern::CompileEcma(text, request_.limits);
}

void Lowering::Pattern(KeywordContext& draught, const value::Value& value) {
  if (!Expect(value.kind == Kind::kString, value, "a regular expression")) {
    return;
  }
  if (auto pattern = PatternOrReport(PatternOf(value.raw, IsOfValues(draught)), value.span, emit_)) {
    AddRule(draught, {Kind::kString}, types::MatchesRegex{*std::move(pattern)});
  }
}

void Lowering::Format(KeywordContext& draught, const value::Value& value) {
  if (!Expect(value.kind == Kind::kString, value, "the name of a format") || !request_.asserts_formats) {
    return;
  }
  if (request_.validator == CompatibilityMode::kHelm) {
    const std::optional<formats::FormatDialect> helm = HelmDialectOf(value.raw);
    if (const auto lax = LaxHelmFormat(value.raw); lax != nullptr && draft(draught.place) <= Draft::k7) {
      AddRule(draught, {Kind::kString}, types::Custom{lax});
    } else if (helm && draft(draught.place) <= Draft::k7) {
      AddRule(draught, {Kind::kString}, types::Format{std::string(value.raw), *helm});
    }
    return;
  }
  const bool is_own = IsOfValues(draught) && formats::Find(value.raw) != nullptr;
  const std::optional<formats::FormatDialect> dialect =
      is_own ? formats::FormatDialect::kKval : DialectOf(value.raw, draft(draught.place));
  if (!dialect) {
    if (reported_.insert("format " + std::string(value.raw)).second) {
      emit_.Report(value.span, kUnknownFormat, value.raw).As(diag::Severity::kNote).Emit();
    }
    return;
  }
  AddRule(draught, {Kind::kString}, types::Format{std::string(value.raw), *dialect});
}

const Lowering::KeywordHandler* Lowering::Find(std::string_view name) {
  // Sorted by name.
  static constexpr KeywordHandler kKeywords[] = {
      {"$dynamicRef", &Lowering::DynamicRef},
      {"$recursiveRef", &Lowering::DynamicRef},
      {"$ref", &Lowering::Ref},
      {"allOf", &Lowering::AllOf},
      {"anyOf", &Lowering::AnyOf},
      {"const", &Lowering::Const},
      {"contains", &Lowering::Contains},
      {"dependencies", &Lowering::Dependencies},
      {"dependentRequired", &Lowering::DependentRequired},
      {"dependentSchemas", &Lowering::DependentSchemas},
      {"enum", &Lowering::Enum},
      {"exclusiveMaximum", &Lowering::AddExclusiveBound<types::Maximum>},
      {"exclusiveMinimum", &Lowering::AddExclusiveBound<types::Minimum>},
      {"format", &Lowering::Format},
      {"if", &Lowering::If},
      {"maxItems", &Lowering::AddLength<types::MaxLength, Kind::kSequence>},
      {"maxLength", &Lowering::AddLength<types::MaxLength, Kind::kString>},
      {"maxProperties", &Lowering::AddLength<types::MaxLength, Kind::kMapping>},
      {"maximum", &Lowering::AddBound<types::Maximum>},
      {"minItems", &Lowering::AddLength<types::MinLength, Kind::kSequence>},
      {"minLength", &Lowering::AddLength<types::MinLength, Kind::kString>},
      {"minProperties", &Lowering::AddLength<types::MinLength, Kind::kMapping>},
      {"minimum", &Lowering::AddBound<types::Minimum>},
      {"multipleOf", &Lowering::MultipleOf},
      {"not", &Lowering::Not},
      {"oneOf", &Lowering::OneOf},
      {"pattern", &Lowering::Pattern},
      {"propertyNames", &Lowering::PropertyNames},
      {"required", &Lowering::Required},
      {"unevaluatedItems", &Lowering::UnevaluatedItems},
      {"unevaluatedProperties", &Lowering::UnevaluatedProperties},
      {"uniqueItems", &Lowering::UniqueItems},
  };
  const auto* found = std::lower_bound(
      std::begin(kKeywords), std::end(kKeywords), name,
      [](const KeywordHandler& keyword, std::string_view expected) { return keyword.name < expected; });
  return found != std::end(kKeywords) && found->name == name ? found : nullptr;
}

}  // namespace kval::schemas::json_schema
