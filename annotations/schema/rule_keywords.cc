#include "annotations/schema/rule_keywords.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "annotations/bind.h"
#include "annotations/document_value.h"
#include "src/formats/format.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/ops.h"
#include "src/support/edit_distance.h"
#include "src/types/pattern.h"
#include "src/types/pattern_error.h"

namespace kval::annotations {
namespace {

using diag::Def;
using Text = std::string_view;
using MaybeTest = std::optional<types::Test>;

constexpr Def<Text> kNotComparable{diag::Kind::kBadAnnotationArgument, "`{}` requires a comparable value"};
constexpr Def<Text, size_t> kNotAPair{
    diag::Kind::kBadAnnotationArgument,
    "`{}` accepts a value, or a tuple of a value and a message, found a tuple of {}"};
constexpr Def<Text, Text> kNoLength{diag::Kind::kBadAnnotationArgument,
                                    "`{}` accepts a length, which is 0 or more, found {}"};
constexpr Def<Text> kEmptyList{diag::Kind::kBadAnnotationArgument, "`{}` lists nothing"};
constexpr Def<Text> kEmptyText{diag::Kind::kBadAnnotationArgument,
                               "`{}` is empty, and that is part of every string"};
constexpr Def<Text> kBadPattern{diag::Kind::kBadAnnotationArgument,
                                "the regular expression is malformed: {}"};
constexpr Def<Text> kUnknownFormat{diag::Kind::kBadAnnotationArgument, "unknown format `{}`"};
constexpr Def<> kOneNotNullFalse{diag::Kind::kBadAnnotationArgument,
                                 "`one_not_null` accepts True or a list of keys, found False"};
constexpr Def<Text> kKeysAreStrings{diag::Kind::kBadAnnotationArgument,
                                    "`one_not_null` accepts a list of keys, found {} in it"};

template <typename BoundAnnotation>
MaybeTest MakeBound(const RuleKeyword& keyword, starlark::Value value, source::Span at,
                    SchemaContext& context) {
  if (const auto* tuple = value.As<starlark::Tuple>()) {
    context.emit.Report(at, kNotAPair, keyword.name, tuple->items().size()).Emit();
    return std::nullopt;
  }
  if ((KindOf(value) & (kNone | kFunction)) != 0) {
    context.emit.Report(at, kNotComparable, keyword.name).Emit();
    return std::nullopt;
  }
  const value::Value* bound = ToDocumentValue(value, at, context);
  if (bound == nullptr) {
    return std::nullopt;
  }
  return BoundAnnotation{bound};
}

template <typename BoundAnnotation>
MaybeTest MakeLength(const RuleKeyword& keyword, starlark::Value value, source::Span at,
                     SchemaContext& context) {
  constexpr double kMax = 9e15;  // exact as a double
  // ytt cuts a fraction off.
  const double real = value.is_float() ? std::trunc(value.real()) : 0;
  const bool is_length = value.is_float() ? real >= 0 && real <= kMax
                                          : value.kind() == starlark::Kind::kInt && value.integer() >= 0;
  if (!is_length) {
    context.emit.Report(at, kNoLength, keyword.name, starlark::Repr(value)).Emit();
    return std::nullopt;
  }
  return BoundAnnotation{value.is_float() ? static_cast<int64_t>(real) : value.integer()};
}

std::vector<starlark::Value> KeysOf(const starlark::HashTable& table) {
  std::vector<starlark::Value> keys;
  for (const starlark::HashTable::Entry& entry : table.entries()) {
    keys.push_back(entry.key);
  }
  return keys;
}

// What `x in value` finds.
std::vector<starlark::Value> ItemsOf(starlark::Value value) {
  if (const auto* list = value.As<starlark::List>()) {
    return list->items();
  }
  if (const auto* tuple = value.As<starlark::Tuple>()) {
    return tuple->items();
  }
  if (const auto* set = value.As<starlark::Set>()) {
    return KeysOf(set->table());
  }
  if (const auto* dict = value.As<starlark::Dict>()) {
    return KeysOf(dict->table());
  }
  return {};
}

MaybeTest MakeOneOf(const RuleKeyword& keyword, starlark::Value value, source::Span at,
                    SchemaContext& context) {
  types::OneOf test;
  if (ItemsOf(value).empty()) {
    context.emit.Report(at, kEmptyList, keyword.name).Hint("list the values that are allowed").Emit();
    return std::nullopt;
  }
  for (starlark::Value item : ItemsOf(value)) {
    if (const value::Value* allowed = ToDocumentValue(item, at, context)) {
      test.allowed.push_back(allowed);
    }
  }
  return test;
}

MaybeTest MakeNotNull(const RuleKeyword& /*keyword*/, starlark::Value value, source::Span /*at*/,
                      SchemaContext& /*context*/) {
  return value.boolean() ? MaybeTest(types::NotNull{}) : std::nullopt;
}

MaybeTest MakeUnique(const RuleKeyword& /*keyword*/, starlark::Value value, source::Span /*at*/,
                     SchemaContext& /*context*/) {
  return value.boolean() ? MaybeTest(types::Unique{}) : std::nullopt;
}

MaybeTest MakeOneNotNull(const RuleKeyword& keyword, starlark::Value value, source::Span at,
                         SchemaContext& context) {
  types::OneNotNull test;
  if (value.is_bool()) {
    if (!value.boolean()) {
      context.emit.Report(at, kOneNotNullFalse).Emit();
      return std::nullopt;
    }
    return test;
  }
  if (ItemsOf(value).empty()) {
    context.emit.Report(at, kEmptyList, keyword.name).Hint("list keys, or write True for all of them").Emit();
    return std::nullopt;
  }
  for (starlark::Value item : ItemsOf(value)) {
    if (!item.is_string()) {
      context.emit.Report(at, kKeysAreStrings, starlark::TypeName(item)).Emit();
      return std::nullopt;
    }
    test.keys.emplace_back(item.text());
  }
  return test;
}

MaybeTest MakePattern(const RuleKeyword& keyword, starlark::Value value, source::Span at,
                      SchemaContext& context) {
  if (value.text().empty()) {
    context.emit.Report(at, kEmptyText, keyword.name).Emit();
    return std::nullopt;
  }
  Result<types::Pattern> pattern =
      types::Pattern::Compile(value.text(), context.interpreter.options().limits);
  if (!pattern && types::ReportIfTooLarge(pattern.failure(), at, context.emit)) {
    return std::nullopt;
  }
  if (!pattern) {
    context.emit.Report(at, kBadPattern, pattern.failure().message).Hint(std::string(kPatternHint)).Emit();
    return std::nullopt;
  }
  return types::MatchesRegex{*std::move(pattern)};
}

template <typename Affix>
MaybeTest MakeAffix(const RuleKeyword& keyword, starlark::Value value, source::Span at,
                    SchemaContext& context) {
  if (value.text().empty()) {
    context.emit.Report(at, kEmptyText, keyword.name).Emit();
    return std::nullopt;
  }
  return Affix{std::string(value.text())};
}

MaybeTest MakeFormat(const RuleKeyword& /*keyword*/, starlark::Value value, source::Span at,
                     SchemaContext& context) {
  const std::string name(value.text());
  if (formats::Find(name) != nullptr) {
    return types::Format{name};
  }
  std::vector<std::string_view> names;
  for (const formats::FormatEntry& entry : formats::Builtin()) {
    names.push_back(entry.name);
  }
  const std::string_view nearest = Nearest(name, names);
  context.emit.Report(at, kUnknownFormat, name)
      .Hint(nearest.empty() ? "`kval explain formats` lists them"
                            : "did you mean `" + std::string(nearest) + "`?")
      .Emit();
  return std::nullopt;
}

constexpr uint8_t kAboutSized = kStringSubject | kArraySubject | kMapSubject;
constexpr uint8_t kAboutText = kStringSubject | kNumberSubject;  // formats check the source text of a number

constexpr RuleKeyword kKeywords[] = {
    {"not_null", kBool, kAnySubject, "True: the value is not null", MakeNotNull},
    {"min_len", kInt | kFloat, kAboutSized, "the smallest length of a string (in bytes), an array or a map",
     MakeLength<types::MinLength>},
    {"max_len", kInt | kFloat, kAboutSized, "the largest length of a string (in bytes), an array or a map",
     MakeLength<types::MaxLength>},
    {"min", kAnyValue, kAnySubject & ~kMapSubject, "the smallest value", MakeBound<types::Minimum>},
    {"max", kAnyValue, kAnySubject & ~kMapSubject, "the largest value", MakeBound<types::Maximum>},
    {"one_not_null", kBool | kList | kSet | kDict, kMapSubject,
     "True, or a list of keys: exactly one of them is not null", MakeOneNotNull},
    {"one_of", kList | kSet | kDict, kAnySubject, "the values that are allowed", MakeOneOf},
    {"enum", kList | kSet | kDict, kAnySubject,
     "the values that are allowed (the proposal's name of `one_of`)", MakeOneOf},
    {"regexp", kString, kStringSubject, "a regular expression (RE2) that must match", MakePattern},
    {"format", kString, kAboutText, "the name of a format: ip, hostname, duration …", MakeFormat},
    {"unique", kBool, kArraySubject, "True: no item of an array occurs twice", MakeUnique},
    {"starts_with", kString, kStringSubject, "required prefix", MakeAffix<types::Prefix>},
    {"prefix", kString, kStringSubject, "required prefix", MakeAffix<types::Prefix>},
    {"ends_with", kString, kStringSubject, "required suffix", MakeAffix<types::Suffix>},
    {"suffix", kString, kStringSubject, "required suffix", MakeAffix<types::Suffix>},
};

}  // namespace

std::span<const RuleKeyword> RuleKeywords() {
  return kKeywords;
}

const RuleKeyword* FindRuleKeyword(std::string_view name) {
  const auto* found = std::find_if(std::begin(kKeywords), std::end(kKeywords),
                                   [name](const RuleKeyword& keyword) { return keyword.name == name; });
  return found == std::end(kKeywords) ? nullptr : found;
}

}  // namespace kval::annotations
