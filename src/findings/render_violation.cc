#include "src/findings/render_violation.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <variant>

#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/check/merged_fields.h"
#include "src/diag/path.h"
#include "src/findings/fixes.h"
#include "src/findings/headlines.h"
#include "src/findings/key_messages.h"
#include "src/findings/key_suggestion.h"
#include "src/findings/mismatch_reasons.h"
#include "src/findings/misplaced_key.h"
#include "src/findings/origin_labels.h"
#include "src/findings/quoting_suggestion.h"
#include "src/findings/scalar_suggestion.h"
#include "src/source/span.h"
#include "src/value/value.h"

namespace kval::findings {
namespace {

using diag::Def;

using Text = std::string_view;

// A plain document that was merged into others, and its start.
struct PlainDocumentLayer {
  const value::Value& root;
  source::Span begin;
};

// Adds labels for the keys of the layer above the value at `path`, innermost first, and for the document, as
// ytt does when it rejects merging the value. `visited` counts the visited nodes of all calls, which are
// limited.
void AddAncestorLabels(const PlainDocumentLayer& layer, const diag::Path& path, size_t& visited,
                       diag::DiagnosticBuilder& builder) {
  constexpr size_t kMostLookedAt = 2'000'000;
  std::vector<const value::Value*> keys;
  const value::Value* at = &layer.root;
  for (const diag::PathStep& step : path) {
    if (at->kind != value::Kind::kMapping || visited > kMostLookedAt) {
      return;  // items of lists are not merged
    }
    const auto entries = at->entries();
    visited += entries.size();
    const auto entry = std::find_if(entries.begin(), entries.end(), [&step](const value::Entry& each) {
      return check::StepOf(*each.key) == step;
    });
    if (entry == entries.end()) {
      return;
    }
    keys.push_back(entry->key);
    at = entry->value;
  }
  // The last one holds the value itself, which is shown.
  for (size_t i = keys.size(); i > 1; --i) {
    builder.Call(keys[i - 2]->span, "in this map item");
  }
  if (keys.empty() || keys.front()->span.begin != layer.begin.begin) {
    builder.Call(layer.begin, "in this document");
  }
}

// Adds to a finding "expected array, found map" the location of the missing `- ` that would make the map an
// item.
void LabelMissingSequenceIndicator(const value::Value& value, const types::Type& expected,
                                   const types::Model& model, diag::DiagnosticBuilder& builder) {
  const auto* list = std::get_if<types::List>(&expected.shape);
  const bool is_block =
      value.kind == value::Kind::kMapping && value.style == value::Style::kBlock && !value.entries().empty();
  if (list == nullptr || !is_block) {
    return;
  }
  const auto* item = std::get_if<types::Record>(&model.Resolve(list->item).shape);
  const value::Value& first = *value.entries().front().key;
  if (item != nullptr && first.span.has_value() && check::FieldCursor(model, *item).Find(first) != nullptr) {
    builder.Related(first.span, "a `- ` before this key makes it an item");
  }
}

constexpr Def<Text, Text> kMismatch{diag::Kind::kTypeMismatch, "expected {}, found {}"};
constexpr Def<Text> kNull{diag::Kind::kNullNotAllowed, "expected {}, found null"};
constexpr Def<Text, Text> kRefusedFor{diag::Kind::kKeyNotAllowed, "key `{}` is not allowed here: {}"};
constexpr Def<Text, int64_t, Text> kKeyCountFor{diag::Kind::kKeyCount, "{}, found {} for `{}`"};

std::string ArticleFor(const std::string& name) {
  return name.find_first_of("aeiou") == 0 ? "an " + name : "a " + name;
}

// "an integer", but "any value" and names of schemas as they are.
std::string WithArticle(const types::Type& type, const std::string& name) {
  const bool is_plain = std::holds_alternative<types::Scalar>(type.shape) ||
                        std::holds_alternative<types::List>(type.shape) ||
                        std::holds_alternative<types::Record>(type.shape);
  return is_plain ? ArticleFor(name) : name;
}

// Whether a plain scalar consists of digits, but is a float because of its size.
bool IsTooLargeInteger(const value::Value& value) {
  std::string_view digits = value.raw;
  digits.remove_prefix(digits.starts_with('-') ? 1 : 0);
  return value.kind == value::Kind::kFloat && !digits.empty() &&
         digits.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::vector<const value::Value*> ViolationRenderer::ComparedLiterals(const types::Type& type) {
  std::vector<const value::Value*> literals = LiteralsOf(model_, type);
  return worker_.CanCompareMembers(literals.size()) ? literals : std::vector<const value::Value*>();
}

const types::Record& ViolationRenderer::AllFieldsOf(types::TypeId type) {
  if (united_of_ != type) {
    united_ = check::CollectAllFields(model_, type, worker_);
    united_of_ = type;
  }
  return united_;
}

void ViolationRenderer::SuggestFix(const value::Value& value, const types::Type& type,
                                   diag::DiagnosticBuilder& builder) {
  QuotingSuggestion quotes = SuggestQuoting(value, type, options_);
  if (!quotes.hint.empty()) {
    builder.Hint(std::move(quotes.hint)).Fix(std::move(quotes.fix));
    return;
  }
  const auto* scalar = std::get_if<types::Scalar>(&type.shape);
  const std::vector<const value::Value*> literals = ComparedLiterals(type);
  std::string hint = scalar != nullptr ? HintForScalar(value, scalar->kind, options_.dialect)
                     : std::holds_alternative<types::List>(type.shape) ? HintForArray(value)
                                                                       : std::string();
  builder.Hint(hint.empty() ? check::HintForMember(value, literals) : std::move(hint))
      .Fix(MemberFix(value, literals));
}

template <typename Assertion>
void ViolationRenderer::Render(const check::Violation& error, const Assertion& violated) {
  ReportAssertion(error, violated, model_, worker_, emit_);
}

void ViolationRenderer::Report(const ExplainedViolation& explained) {
  const check::Violation& error = *explained.violation;
  cause_ = &explained.cause;
  std::visit([&](const auto& detail) { Render(error, detail); }, error.detail);
}

void ViolationRenderer::Render(const check::Violation& error, const check::violation::FailedRule& failed) {
  ReportRule(error, failed, emit_, error.path.empty() ? options_.document : source::Span(), &worker_);
}

void ViolationRenderer::Render(const check::Violation& error,
                               const check::violation::Mismatch& /*mismatch*/) {
  const types::Type& type = model_.Resolve(error.type);
  source::Span slip;
  const std::string missing_space = HintForCollection(*error.value, type, &slip);
  const source::Span place = slip.has_value() ? slip : check::PlaceOf(error.key, *error.value);
  const std::string expected = ExpectedName(error, model_);
  const std::string found = check::FoundName(*error.value);
  const bool is_null = error.value->kind == value::Kind::kNull;
  const diag::Kind kind = is_null ? diag::Kind::kNullNotAllowed : diag::Kind::kTypeMismatch;
  if (!worker_.IsNew(place, kind, error.path)) {
    return;
  }
  diag::DiagnosticBuilder builder =
      is_null ? emit_.Report(place, kNull, expected) : emit_.Report(place, kMismatch, expected, found);
  builder.At(error.path).Found(found).Expected(expected);
  if (error.value->is_quoted() && error.value->kind == value::Kind::kString) {
    builder.Label("quoted, so this is a string");
  } else if (is_null && error.value->span.size() == 0 && error.value->style == value::Style::kPlain) {
    builder.Label("nothing is written here, which means null");
  } else if (IsTooLargeInteger(*error.value)) {
    builder.Label("too large for a 64-bit integer, so this is a float");
  } else {
    builder.Label("this is " + (is_null ? "null" : ArticleFor(found)));
  }
  if (type.span.has_value()) {
    builder.Schema(type.span, "the schema expects " + WithArticle(type, expected) + " here");
  }
  AddOrigins(*error.value, builder);
  if (options_.layer != nullptr && error.value->kind == value::Kind::kMapping) {
    AddAncestorLabels({*options_.layer, options_.layer_begin}, error.path, visited_, builder);
  }
  LabelMissingSequenceIndicator(*error.value, type, model_, builder);
  if (missing_space.empty()) {
    SuggestFix(*error.value, type, builder);
  } else {
    builder.Hint(missing_space);
  }
  builder.Emit();
}

void ViolationRenderer::Render(const check::Violation& error, const check::violation::NoUnionMember& none) {
  const types::Type& type = model_.Resolve(error.type);
  const source::Span place = check::PlaceOf(error.key, *error.value);
  if (!worker_.IsNew(place, diag::Kind::kNoUnionMember, error.path)) {
    return;
  }
  diag::DiagnosticBuilder builder =
      IsOfLiterals(model_, type)
          ? emit_.Report(place, kNotOneOf, MembersText(model_, error.type))
          : emit_.Report(place, kNoUnionMember, std::get<types::Union>(type.shape).variants.size());
  builder.At(error.path).Found(check::FoundName(*error.value)).Expected(MembersText(model_, error.type));
  if (type.span.has_value()) {
    builder.Schema(type.span, "the schema allows " + MembersText(model_, error.type) + " here");
  }
  if (error.value->is_collection()) {
    const std::vector<MismatchReason> reasons =
        ExplainMismatch(*error.value, none.types, check::Validator::ValidationScope::kShape, model_, worker_);
    for (const MismatchReason& reason : reasons) {
      builder.Note(reason.text);
    }
    if (const value::Value* key = FindKeyRejectedByAll(reasons);
        key != nullptr && none.types.size() <= kMaxReasons) {
      builder.Related(key->span, "none of them declares this key");
    }
  }
  AddOrigins(*error.value, builder);
  const std::vector<const value::Value*> literals = ComparedLiterals(type);
  builder.Hint(check::HintForMember(*error.value, literals)).Fix(MemberFix(*error.value, literals));
  builder.Emit();
}

void ViolationRenderer::Render(const check::Violation& error, const check::violation::UnknownKey& unknown) {
  const types::Type& type = model_.Resolve(error.type);
  const auto* own = std::get_if<types::Record>(&type.shape);
  const types::Record* record =
      unknown.is_unevaluated && !AllFieldsOf(error.type).fields.empty() ? &united_ : own;
  const value::Value& key = *unknown.key;
  const std::string name = check::KeyName(key);
  diag::Path path = error.path;
  path.push_back(check::StepOf(key));
  const bool is_refused = record != nullptr && !record->key_rules.empty();
  const diag::Kind kind = is_refused ? diag::Kind::kKeyNotAllowed : diag::Kind::kUnknownKey;
  if (!worker_.IsNew(key.span, kind, path)) {
    return;
  }
  const std::string reason = is_refused ? ExplainRejectedKey(*record, key, *error.value) : std::string();
  diag::DiagnosticBuilder builder = !is_refused      ? emit_.Report(key.span, kUnknownKey, name)
                                    : reason.empty() ? emit_.Report(key.span, kDisallowedKey, name)
                                                     : emit_.Report(key.span, kRefusedFor, name, reason);
  builder.At(path).Found(name).Label("unknown key");
  const std::string allowed = record == nullptr ? "" : KeyListText(*record);
  builder.Expected(allowed.empty() && is_refused ? KeyPatternsText(*record) : allowed);
  const bool is_orphan = cause_->count > 1;
  const bool is_unindented = !cause_->parent.empty();
  // A part of the schema that does not hold here, or does not apply, may declare it.
  const types::Field* const of_part =
      unknown.is_unevaluated && record != nullptr ? check::FieldOf(model_, *record, key) : nullptr;
  const bool is_searched = record != nullptr && !is_unindented && of_part == nullptr &&
                           worker_.CanCompareNames(record->fields.size());
  KeySuggestion near = is_searched ? SuggestUnquotedKey(*record, key, options_.dialect) : KeySuggestion();
  if (is_searched && !near.is_unquoted) {
    near = SuggestKey(model_, worker_.root(), *record, name, error.path);
  }
  AddKeyLabels({*cause_, error.rule, type, record, name, near, is_refused, is_unindented}, builder);
  if (cause_->outer != nullptr) {
    builder.Related(check::PlaceOf(cause_->outer_key, *cause_->outer),
                    "`" + name + "` is missing in this map");
  }
  const bool is_suspicious_boolean = key.kind == value::Kind::kBool && name != "true" && name != "false";
  const bool is_quoted_there = near.level == KeySuggestion::NestingLevel::kHere && near.name == name;
  if (is_suspicious_boolean || is_quoted_there) {
    builder.Note(UnquotedNote(near.is_unquoted ? *near.field->key : key));
  }
  builder.Hint(is_unindented && cause_->field == nullptr ? "a space must follow the `-` of an item"
               : is_orphan                               ? MisplacedBlockHint(*cause_, name)
               : is_unindented
                   ? "indent it and its value if it belongs to `" + cause_->parent + "`, which has no value"
               : cause_->outer != nullptr ? "it seems to be indented too far"
               : of_part != nullptr       ? "it is declared in a part of the schema that does not apply here"
                                          : HintFor(near, name));
  if (!is_refused && !is_unindented) {
    const UndeclaredKey undeclared{unknown.key, unknown.value, error.value};
    diag::Fix fix = KeyFix(model_, near, undeclared, options_, worker_);
    if (fix.edits.empty() && options_.sources != nullptr) {
      fix = LevelFix(model_, near, undeclared, *options_.sources);
    }
    builder.Fix(std::move(fix));
  }
  const bool may_be_opened = record != nullptr && !record->open_hint.empty() &&
                             (record->fields.empty() || record->closed_span.has_value());
  if (near.field == nullptr && !is_unindented && may_be_opened && !is_refused) {
    builder.Hint(std::string(record->open_hint));
  }
  builder.Emit();
}

void ViolationRenderer::Render(const check::Violation& error, const check::violation::MissingKey& missing) {
  const source::Span place = check::PlaceOf(error.key, *error.value);
  const std::string& name = missing.name;
  diag::Path path = error.path;
  path.push_back(diag::PathStep::Key(name));
  if (!worker_.IsNew(place, diag::Kind::kMissingRequired, path)) {
    return;
  }
  diag::DiagnosticBuilder builder = emit_.Report(place, kMissing, name);
  builder.At(path).Label("`" + name + "` is missing in this map");
  const source::Span stated = missing.field != nullptr ? missing.field->span : error.rule->span;
  if (stated.has_value()) {
    builder.Schema(stated, "required here");
  }
  if (missing.field != nullptr) {
    builder.Expected(TypeName(model_, missing.field->type));
  }
  LabelTooDeep(*error.value, name, builder);
  builder.Emit();
}

void ViolationRenderer::Render(const check::Violation& error, const check::violation::KeyCount& keys) {
  const source::Span place = check::PlaceOf(error.key, *error.value);
  if (!worker_.IsNew(place, diag::Kind::kKeyCount, error.path)) {
    return;
  }
  const types::KeyRule& rule = *keys.rule;
  diag::DiagnosticBuilder builder =
      keys.verdict.message.empty()
          ? emit_.Report(place, kKeyCount, CountText(rule), rule.name, keys.count)
          : emit_.Report(place, kKeyCountFor, keys.verdict.message, keys.count, rule.name);
  builder.At(error.path).Schema(rule.span, "the number of keys is defined here").Emit();
}

void ViolationRenderer::Render(const check::Violation& error, const check::violation::BrokenKeyRule& broken) {
  // Once per function, however many keys it evaluates.
  const types::PredicateResult& verdict = broken.verdict;
  const source::Span stated = broken.rule->span;
  const source::Span place = verdict.calls.empty() ? stated : verdict.calls.front().span;
  if (!worker_.IsNew(place, verdict.error_kind, {})) {
    return;
  }
  diag::DiagnosticBuilder builder = emit_.ReportText(place, verdict.error_kind, Headline(error, model_));
  builder.At(error.path).Label("failed here");
  if (stated.has_value() && stated != place) {
    builder.Schema(stated, "the key rule is defined here");
  }
  if (broken.key != nullptr) {
    builder.Related(broken.key->span, "called for this key");
  } else {
    builder.Related(check::PlaceOf(error.key, *error.value), "called for the number of keys here");
  }
  for (size_t i = 1; i < verdict.calls.size(); ++i) {
    builder.Call(verdict.calls[i].span, verdict.calls[i].text);
  }
  builder.Emit();
}

}  // namespace kval::findings
