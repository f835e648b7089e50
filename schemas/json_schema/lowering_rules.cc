#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "schemas/json_schema/helm_format.h"
#include "schemas/json_schema/lowering.h"
#include "schemas/json_schema/non_negative_integer.h"
#include "schemas/json_schema/pattern_or_report.h"
#include "src/formats/format.h"
#include "src/types/number_kinds.h"

namespace kval::schemas::json_schema {
namespace {

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

void Lowering::Minimum(KeywordContext& draught, const value::Value& value) {
  const bool is_exclusive = draft(draught.place) == Draft::k4 && IsTrue(Get(draught, "exclusiveMinimum"));
  if (Expect(IsNumber(value), value, "a number")) {
    AddRule(draught, types::kNumberKinds, types::Minimum{&value, is_exclusive});
  }
}

void Lowering::Maximum(KeywordContext& draught, const value::Value& value) {
  const bool is_exclusive = draft(draught.place) == Draft::k4 && IsTrue(Get(draught, "exclusiveMaximum"));
  if (Expect(IsNumber(value), value, "a number")) {
    AddRule(draught, types::kNumberKinds, types::Maximum{&value, is_exclusive});
  }
}

void Lowering::ExclusiveMinimum(KeywordContext& draught, const value::Value& value) {
  if (draft(draught.place) == Draft::k4) {
    Expect(value.kind == Kind::kBool, value, "true or false, as draft 4 has it");
  } else if (Expect(IsNumber(value), value, "a number")) {
    AddRule(draught, types::kNumberKinds, types::Minimum{&value, true});
  }
}

void Lowering::ExclusiveMaximum(KeywordContext& draught, const value::Value& value) {
  if (draft(draught.place) == Draft::k4) {
    Expect(value.kind == Kind::kBool, value, "true or false, as draft 4 has it");
  } else if (Expect(IsNumber(value), value, "a number")) {
    AddRule(draught, types::kNumberKinds, types::Maximum{&value, true});
  }
}

void Lowering::MultipleOf(KeywordContext& draught, const value::Value& value) {
  const double real = value.kind == Kind::kFloat ? value.real : static_cast<double>(value.integer);
  if (Expect(IsNumber(value) && real > 0, value, "a number larger than 0")) {
    AddRule(draught, types::kNumberKinds, types::MultipleOf{&value});
  }
}

void Lowering::AddLength(KeywordContext& draught, const value::Value& value, Kind kind, bool is_minimum) {
  const std::optional<int64_t> bound = AsNonNegativeInteger(value);
  if (!Expect(bound.has_value(), value, "a whole number of at least 0")) {
    return;
  }
  const bool counts_characters = kind == Kind::kString && !IsOfValues(draught);
  const types::TextUnit unit = counts_characters ? types::TextUnit::kCharacters : types::TextUnit::kBytes;
  AddRule(
      draught, {kind},
      is_minimum ? types::Test(types::MinLength{*bound, unit}) : types::Test(types::MaxLength{*bound, unit}));
}

void Lowering::MinLength(KeywordContext& draught, const value::Value& value) {
  AddLength(draught, value, Kind::kString, true);
}
void Lowering::MaxLength(KeywordContext& draught, const value::Value& value) {
  AddLength(draught, value, Kind::kString, false);
}
void Lowering::MinItems(KeywordContext& draught, const value::Value& value) {
  AddLength(draught, value, Kind::kSequence, true);
}
void Lowering::MaxItems(KeywordContext& draught, const value::Value& value) {
  AddLength(draught, value, Kind::kSequence, false);
}
void Lowering::MinProperties(KeywordContext& draught, const value::Value& value) {
  AddLength(draught, value, Kind::kMapping, true);
}
void Lowering::MaxProperties(KeywordContext& draught, const value::Value& value) {
  AddLength(draught, value, Kind::kMapping, false);
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

}  // namespace kval::schemas::json_schema
