#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "annotations/bind.h"
#include "annotations/schema/rule_keywords.h"
#include "annotations/schema/schema_annotations.h"
#include "annotations/schema/specs.h"
#include "annotations/starlark_predicate.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/ops.h"
#include "src/types/key_test.h"
#include "src/types/pattern_error.h"

namespace kval::annotations {
namespace {

using diag::Def;

constexpr Def<std::string_view> kBadPattern{diag::Kind::kBadAnnotationArgument,
                                            "the regular expression is malformed: {}"};
constexpr Def<std::string_view> kBadCount{
    diag::Kind::kBadAnnotationArgument,
    "`expects` accepts a number, a string like \"1+\", a function, or a list of these, found {}"};
constexpr Def<> kNoCount{diag::Kind::kBadAnnotationArgument, "`expects` lists no number"};
constexpr Def<std::string_view> kNotOnce{diag::Kind::kBadAnnotationArgument,
                                         "`expects` requires a number other than one of the key `{}`"};
constexpr Def<std::string_view> kIneffective{
    diag::Kind::kUnknownAnnotation,
    "`@schema/key` has no effect on `{}`: the key is always present, with "
    "its default value unless it is set"};
constexpr Def<> kBothCounts{diag::Kind::kConflictingAnnotations,
                            "`expects` and `missing_ok` are mutually exclusive"};

constexpr ParamSpec kKeyParams[] = {
    {"allowed", "", kString | kFunction, false, false,
     "which keys: \"any\", a regular expression for the whole key, or a function of the key"},
    {"expects", "", kInt | kString | kList | kFunction, false, false,
     "number of such keys: 2, \"1+\", [0, 1], or a function of the number"},
    {"missing_ok", "", kBool, false, false, "True: short for expects=\"0+\""},
};

void ReadAllowed(const templating::AnnotationArgument& argument, SchemaContext& context,
                 SchemaAnnotations::KeyAnnotation& key) {
  if (!argument.value.is_string()) {
    key.allowed = MakePredicate(context.interpreter, argument.value,
                                {.result = ResultRule::kTruth,
                                 .arguments = PredicateArguments::kKeyAndSchemaKey,
                                 .description = "function",
                                 .schema_key = context.node_key,
                                 .error_is_broken = true,
                                 .at = argument.span,
                                 .predicate_subject = PredicateSubject::kOfKeys});
    return;
  }
  const std::string text(argument.value.text());
  if (text == "any") {
    key.any_key = true;
    return;
  }
  Result<std::shared_ptr<const types::KeyPattern>> pattern =
      types::KeyPattern::Make(text, context.interpreter.options().limits);
  if (!pattern && types::ReportIfTooLarge(pattern.failure(), argument.span, context.emit)) {
    return;
  }
  if (!pattern) {
    context.emit.Report(argument.span, kBadPattern, pattern.failure().message)
        .Hint(std::string(kPatternHint))
        .Emit();
    return;
  }
  key.allowed = *std::move(pattern);
}

// "1+" or a bare number in a string.
bool ReadCountText(std::string_view text, SchemaAnnotations::KeyAnnotation& key) {
  const bool open = text.ends_with("+");
  const std::string_view digits = open ? text.substr(0, text.size() - 1) : text;
  int64_t number = 0;
  if (digits.empty() || digits.size() > 9) {
    return false;
  }
  for (char c : digits) {
    if (c < '0' || c > '9') {
      return false;
    }
    number = number * 10 + (c - '0');
  }
  key.counts.push_back({number, open ? types::Count::kUnbounded : number});
  return true;
}

void ReadCount(starlark::Value value, const templating::AnnotationArgument& argument, SchemaContext& context,
               SchemaAnnotations::KeyAnnotation& key) {
  if (value.kind() == starlark::Kind::kInt && value.integer() >= 0) {
    key.counts.push_back({value.integer(), value.integer()});
    return;
  }
  if (value.is_string() && ReadCountText(value.text(), key)) {
    return;
  }
  if (starlark::IsCallable(value)) {
    key.count_predicate = MakePredicate(context.interpreter, value,
                                        {.result = ResultRule::kTruth,
                                         .arguments = PredicateArguments::kValue,
                                         .description = "function",
                                         .error_is_broken = true,
                                         .at = argument.span,
                                         .predicate_subject = PredicateSubject::kOfKeys});
    return;
  }
  context.emit.Report(argument.span, kBadCount, starlark::Repr(value)).Emit();
}

void ReadCounts(const templating::AnnotationArgument& expects, SchemaContext& context,
                SchemaAnnotations::KeyAnnotation& key) {
  const auto* list = expects.value.As<starlark::List>();
  const auto* tuple = expects.value.As<starlark::Tuple>();
  if (list == nullptr && tuple == nullptr) {
    ReadCount(expects.value, expects, context, key);
    return;
  }
  const std::vector<starlark::Value>& items = list != nullptr ? list->items() : tuple->items();
  if (items.empty()) {
    context.emit.Report(expects.span, kNoCount).Hint("`missing_ok=True` allows any number").Emit();
  }
  for (starlark::Value item : items) {
    ReadCount(item, expects, context, key);
  }
}

// A key by its own name occurs once or not at all.
void CheckPlainKey(const BoundAnnotation& bound, const templating::AnnotationArgument* expects,
                   SchemaContext& context, SchemaAnnotations::KeyAnnotation& key) {
  if (key.missing_ok || key.count_predicate != nullptr) {
    return;
  }
  bool allows_one = key.counts.empty();
  bool allows_none = false;
  for (const types::Count& count : key.counts) {
    allows_one = allows_one || count.Allows(1);
    allows_none = allows_none || count.Allows(0);
  }
  if (!allows_one) {
    context.emit.Report(expects->span, kNotOnce, context.node_key)
        .Related(bound.node(), "this key")
        .Hint("with `allowed=` the item declares any number of other keys")
        .Emit();
  } else if (!allows_none) {
    context.emit.Report(bound.annotation().span, kIneffective, context.node_key)
        .Related(bound.node(), "this key")
        .Hint("`missing_ok=True` makes it optional, `allowed=` makes it declare other keys")
        .Emit();
  }
}

void ApplyKeyAnnotation(const BoundAnnotation& bound, SchemaContext& context, SchemaAnnotations& facts) {
  const size_t before = context.emit.error_count();
  SchemaAnnotations::KeyAnnotation key;
  key.span = bound.annotation().span;
  if (const templating::AnnotationArgument* allowed = bound.Keyword("allowed")) {
    ReadAllowed(*allowed, context, key);
  }
  const templating::AnnotationArgument* expects = bound.Keyword("expects");
  const templating::AnnotationArgument* missing_ok = bound.Keyword("missing_ok");
  if (expects != nullptr && missing_ok != nullptr) {
    context.emit.Report(missing_ok->span, kBothCounts).Related(expects->span, "`expects` is here").Emit();
  } else if (expects != nullptr) {
    ReadCounts(*expects, context, key);
  } else if (missing_ok != nullptr) {
    key.missing_ok = missing_ok->value.boolean();
  }
  if (bound.Keyword("allowed") == nullptr && context.emit.error_count() == before) {
    CheckPlainKey(bound, expects, context, key);
  }
  if (context.emit.error_count() != before) {
    // An invalid rule counts no keys, so that there is only one error.
    key.counts = {{0, types::Count::kUnbounded}};
    key.count_predicate = nullptr;
    key.missing_ok = false;
  }
  facts.key = std::move(key);
}

void ApplyAnyKey(const BoundAnnotation& bound, SchemaContext& /*context*/, SchemaAnnotations& facts) {
  SchemaAnnotations::KeyAnnotation key;
  key.span = bound.annotation().span;
  key.any_key = true;
  key.missing_ok = true;
  facts.key = std::move(key);
}

}  // namespace

constinit const Spec kSchemaAnyKey{
    "schema/any-key",
    kMapItem,
    {},
    "makes a map item declare any number of other keys",
    "Short for `@schema/key allowed=\"any\", missing_ok=True`.",
    "annotations:\n  #@schema/any-key\n  _: \"\"",
    "ytt schema proposal, complex examples",
    ApplyAnyKey,
};

constinit const Spec kSchemaKey{
    "schema/key",
    kMapItem,
    kKeyParams,
    "specifies which keys a map item declares, and how many",
    "Without `allowed` the key is the one that is written. Keys that another item of the schema names are "
    "not counted.",
    "annotations:\n  #@schema/key allowed=\"any\", missing_ok=True\n  _: \"\"",
    "ytt schema proposal, part 5",
    ApplyKeyAnnotation,
};

}  // namespace kval::annotations
