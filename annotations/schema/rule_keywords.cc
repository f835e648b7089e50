#include "annotations/schema/rule_keywords.h"

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

namespace kval::annotations {
namespace {

using diag::Def;
using Text = std::string_view;
using MaybeTest = std::optional<types::Test>;

constexpr Def<Text> kNotComparable{diag::Kind::kBadAnnotationArgument,
                                   "`{}` needs a value that can be compared"};
constexpr Def<Text> kBadPattern{diag::Kind::kBadAnnotationArgument,
                                "the regular expression is malformed: {}"};
constexpr Def<Text> kUnknownFormat{diag::Kind::kBadAnnotationArgument, "there is no format `{}`"};
constexpr Def<> kOneNotNullFalse{diag::Kind::kBadAnnotationArgument,
                                 "`one_not_null` takes True or a list of keys, found False"};
constexpr Def<Text> kKeysAreStrings{diag::Kind::kBadAnnotationArgument,
                                    "`one_not_null` takes a list of keys, found {} in it"};

template <typename Bound>
MaybeTest MakeBound(const RuleKeyword& keyword, starlark::Value value, source::Span at,
                    SchemaContext& context) {
  if ((KindOf(value) & (kNone | kFunction)) != 0) {
    context.emit.Report(at, kNotComparable, keyword.name).Emit();
    return std::nullopt;
  }
  const value::Value* bound = DocumentValue(value, at, context);
  if (bound == nullptr) {
    return std::nullopt;
  }
  return Bound{bound};
}

template <typename Bound>
MaybeTest MakeLength(const RuleKeyword& /*keyword*/, starlark::Value value, source::Span /*at*/,
                     SchemaContext& /*context*/) {
  // ytt cuts a fraction off.
  const int64_t bound = value.is_float() ? static_cast<int64_t>(std::trunc(value.real())) : value.integer();
  return Bound{bound};
}

std::vector<starlark::Value> ItemsOf(starlark::Value value) {
  if (const auto* list = value.As<starlark::List>()) {
    return list->items();
  }
  if (const auto* tuple = value.As<starlark::Tuple>()) {
    return tuple->items();
  }
  return {};
}

MaybeTest MakeOneOf(const RuleKeyword& /*keyword*/, starlark::Value value, source::Span at,
                    SchemaContext& context) {
  types::OneOf test;
  for (starlark::Value item : ItemsOf(value)) {
    if (const value::Value* allowed = DocumentValue(item, at, context)) {
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

MaybeTest MakeOneNotNull(const RuleKeyword& /*keyword*/, starlark::Value value, source::Span at,
                         SchemaContext& context) {
  types::OneNotNull test;
  if (value.is_bool()) {
    if (!value.boolean()) {
      context.emit.Report(at, kOneNotNullFalse).Emit();
      return std::nullopt;
    }
    return test;
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

MaybeTest MakePattern(const RuleKeyword& /*keyword*/, starlark::Value value, source::Span at,
                      SchemaContext& context) {
  Result<types::Pattern> pattern = types::Pattern::Compile(value.text());
  if (!pattern) {
    context.emit.Report(at, kBadPattern, pattern.failure().message)
        .Hint("regular expressions are RE2's: no look-around, no back-references")
        .Emit();
    return std::nullopt;
  }
  return types::Matches{*std::move(pattern)};
}

MaybeTest MakePrefix(const RuleKeyword& /*keyword*/, starlark::Value value, source::Span /*at*/,
                     SchemaContext& /*context*/) {
  return types::Prefix{std::string(value.text())};
}

MaybeTest MakeSuffix(const RuleKeyword& /*keyword*/, starlark::Value value, source::Span /*at*/,
                     SchemaContext& /*context*/) {
  return types::Suffix{std::string(value.text())};
}

MaybeTest MakeFormat(const RuleKeyword& /*keyword*/, starlark::Value value, source::Span at,
                     SchemaContext& context) {
  const std::string name(value.text());
  if (formats::Find(name) != nullptr) {
    return types::Format{name};
  }
  std::vector<std::string_view> names;
  for (const formats::Entry& entry : formats::Builtin()) {
    names.push_back(entry.name);
  }
  const std::string_view nearest = Nearest(name, names);
  context.emit.Report(at, kUnknownFormat, name)
      .Hint(nearest.empty() ? "`kval explain formats` lists them"
                            : "did you mean `" + std::string(nearest) + "`?")
      .Emit();
  return std::nullopt;
}

constexpr RuleKeyword kKeywords[] = {
    {"not_null", kBool, "True: the value is not null", MakeNotNull},
    {"min_len", kInt | kFloat, "the smallest length of a string (in bytes), an array or a map",
     MakeLength<types::MinLength>},
    {"max_len", kInt | kFloat, "the largest length of a string (in bytes), an array or a map",
     MakeLength<types::MaxLength>},
    {"min", kAnyValue, "the smallest value", MakeBound<types::Minimum>},
    {"max", kAnyValue, "the largest value", MakeBound<types::Maximum>},
    {"one_not_null", kBool | kList, "True, or a list of keys: exactly one of them is not null",
     MakeOneNotNull},
    {"one_of", kList, "the values that are allowed", MakeOneOf},
    {"enum", kList, "the values that are allowed (the proposal's name of `one_of`)", MakeOneOf},
    {"regexp", kString, "a regular expression (RE2) that must match", MakePattern},
    {"format", kString, "the name of a format: ip, hostname, duration …", MakeFormat},
    {"unique", kBool, "True: no item of an array occurs twice", MakeUnique},
    {"starts_with", kString, "what the string starts with", MakePrefix},
    {"prefix", kString, "what the string starts with", MakePrefix},
    {"ends_with", kString, "what the string ends with", MakeSuffix},
    {"suffix", kString, "what the string ends with", MakeSuffix},
};

}  // namespace

std::span<const RuleKeyword> RuleKeywords() {
  return kKeywords;
}

}  // namespace kval::annotations
