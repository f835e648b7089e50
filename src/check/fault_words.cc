#include "src/check/fault_words.h"

#include <string>
#include <vector>

#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/check/headlines.h"
#include "src/check/holders.h"
#include "src/check/key_elsewhere.h"
#include "src/check/key_meant.h"
#include "src/check/key_words.h"
#include "src/check/missing_dash.h"
#include "src/check/quotes.h"
#include "src/check/reasons.h"
#include "src/check/repairs.h"
#include "src/check/scalar_meant.h"
#include "src/check/united.h"
#include "src/value/compare.h"

namespace kval::check {
namespace {

using diag::Def;
using Text = std::string_view;

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

void TellElsewhere(const Fault& fault, diag::Builder& builder) {
  for (const value::Value* key : fault.elsewhere) {
    builder.ToldBy(diag::Kind::kUnknownKey, key->span);
  }
}

}  // namespace

std::vector<const value::Value*> FaultWords::ComparedLiterals(const types::Type& type) {
  std::vector<const value::Value*> literals = LiteralsOf(model_, type);
  return worker_.MayCompareMembers(literals.size()) ? literals : std::vector<const value::Value*>();
}

const types::Record& FaultWords::United(types::TypeId type) {
  if (united_of_ != type) {
    united_ = UnitedRecord(model_, type, worker_);
    united_of_ = type;
  }
  return united_;
}

void FaultWords::Advise(const value::Value& value, const types::Type& type, diag::Builder& builder) {
  QuoteAdvice quotes = AdviseQuotes(value, type, options_);
  if (!quotes.hint.empty()) {
    builder.Hint(std::move(quotes.hint)).Fix(std::move(quotes.fix));
    return;
  }
  const auto* scalar = std::get_if<types::Scalar>(&type.shape);
  const std::vector<const value::Value*> literals = ComparedLiterals(type);
  std::string hint = scalar == nullptr ? std::string() : HintForScalar(value, scalar->kind, options_.dialect);
  builder.Hint(hint.empty() ? HintForMember(value, literals) : std::move(hint))
      .Fix(MemberFix(value, literals));
}

void FaultWords::Report(const Fault& fault) {
  using What = Fault::What;
  switch (fault.what) {
    case What::kMismatch:
      return Mismatch(fault);
    case What::kNoArm:
      return NoArm(fault);
    case What::kUnknownKey:
    case What::kUnevaluatedKey:
      return UnknownKey(fault);
    case What::kMissingKey:
      return MissingKey(fault);
    case What::kKeyCount:
      return KeyCount(fault);
    case What::kBrokenKeyRule:
      return BrokenKeyRule(fault);
    case What::kRule:
    case What::kCondition:
      return ReportRule(fault, emit_, fault.path.empty() ? options_.document : source::Span(), &worker_);
    case What::kNever:
    case What::kNoneHolds:
    case What::kNoChoice:
    case What::kSeveralHold:
    case What::kHoldsButMustNot:
    case What::kDependentKey:
    case What::kItemCount:
    case What::kKeyName:
      return ReportAssertion(fault, model_, worker_, emit_);
  }
}

void FaultWords::Mismatch(const Fault& fault) {
  const types::Type& type = model_.Resolve(fault.type);
  source::Span slip;
  const std::string missing_blank = HintForCollection(*fault.value, type, &slip);
  const source::Span place = slip.has_value() ? slip : PlaceOf(fault.key, *fault.value);
  const std::string expected = ExpectedName(fault, model_);
  const std::string found = FoundName(*fault.value);
  const bool is_null = fault.value->kind == value::Kind::kNull;
  const diag::Kind kind = is_null ? diag::Kind::kNullNotAllowed : diag::Kind::kTypeMismatch;
  if (!worker_.IsNew(place, kind, fault.path)) {
    return;
  }
  diag::Builder builder =
      is_null ? emit_.Report(place, kNull, expected) : emit_.Report(place, kMismatch, expected, found);
  builder.At(fault.path).Found(found).Expected(expected);
  if (fault.value->is_quoted() && fault.value->kind == value::Kind::kString) {
    builder.Label("quoted, so this is a string");
  } else if (is_null && fault.value->span.size() == 0 && fault.value->style == value::Style::kPlain) {
    builder.Label("nothing is written here, which means null");
  } else {
    builder.Label("this is " + (is_null ? "null" : ArticleFor(found)));
  }
  if (type.span.has_value()) {
    builder.Schema(type.span, "the schema expects " + WithArticle(type, expected) + " here");
  }
  AddOrigins(*fault.value, builder);
  if (options_.layer != nullptr && fault.value->kind == value::Kind::kMapping) {
    ShowHolders({*options_.layer, options_.layer_begin}, fault.path, looked_at_, builder);
  }
  ShowMissingDash(*fault.value, type, model_, builder);
  if (missing_blank.empty()) {
    Advise(*fault.value, type, builder);
  } else {
    builder.Hint(missing_blank);
  }
  builder.Emit();
}

void FaultWords::NoArm(const Fault& fault) {
  const types::Type& type = model_.Resolve(fault.type);
  const source::Span place = PlaceOf(fault.key, *fault.value);
  if (!worker_.IsNew(place, diag::Kind::kNoUnionMember, fault.path)) {
    return;
  }
  diag::Builder builder = IsOfLiterals(model_, type)
                              ? emit_.Report(place, kNotOneOf, MembersText(model_, fault.type))
                              : emit_.Report(place, kNoArm, std::get<types::Union>(type.shape).arms.size());
  builder.At(fault.path).Found(FoundName(*fault.value)).Expected(MembersText(model_, fault.type));
  if (type.span.has_value()) {
    builder.Schema(type.span, "the schema allows " + MembersText(model_, fault.type) + " here");
  }
  if (fault.value->is_collection()) {
    const std::vector<Reason> reasons = ReasonsOf(fault, Judge::Asks::kShape, model_, worker_);
    for (const Reason& reason : reasons) {
      builder.Note(reason.text);
    }
    if (const value::Value* key = KeyOfNone(reasons); key != nullptr && fault.types.size() <= kMostReasons) {
      builder.Related(key->span, "none of them declares this key");
    }
  }
  AddOrigins(*fault.value, builder);
  const std::vector<const value::Value*> literals = ComparedLiterals(type);
  builder.Hint(HintForMember(*fault.value, literals)).Fix(MemberFix(*fault.value, literals));
  builder.Emit();
}

void FaultWords::UnknownKey(const Fault& fault) {
  const types::Type& type = model_.Resolve(fault.type);
  const bool is_unevaluated = fault.what == Fault::What::kUnevaluatedKey;
  const auto* own = std::get_if<types::Record>(&type.shape);
  const types::Record* record = is_unevaluated && !United(fault.type).fields.empty() ? &united_ : own;
  const value::Value& key = *fault.child;
  const std::string name = KeyName(key);
  diag::Path path = fault.path;
  path.push_back(StepOf(key));
  const bool is_refused = record != nullptr && !record->key_rules.empty();
  const diag::Kind kind = is_refused ? diag::Kind::kKeyNotAllowed : diag::Kind::kUnknownKey;
  if (!worker_.IsNew(key.span, kind, path)) {
    return;
  }
  const std::string reason = is_refused ? RefusalOf(*record, key, *fault.value) : std::string();
  diag::Builder builder = !is_refused      ? emit_.Report(key.span, kUnknownKey, name)
                          : reason.empty() ? emit_.Report(key.span, kRefusedKey, name)
                                           : emit_.Report(key.span, kRefusedFor, name, reason);
  builder.At(path).Found(name).Label("unknown key");
  const std::string allowed = record == nullptr ? "" : KeyList(*record);
  builder.Expected(allowed.empty() ? "a key that the schema declares" : allowed);
  const bool is_orphan = fault.count > 1;
  const bool is_unindented = !fault.name.empty();
  // A part of the schema that does not hold here, or does not apply, may declare it.
  const types::Field* const of_part =
      is_unevaluated && record != nullptr ? FieldOf(model_, *record, key) : nullptr;
  const bool is_searched = record != nullptr && !is_unindented && of_part == nullptr &&
                           worker_.MayCompareNames(record->fields.size());
  KeyMeant meant = is_searched ? FindUnquoted(*record, key, options_.dialect) : KeyMeant();
  if (is_searched && !meant.is_unquoted) {
    meant = FindMeant(model_, worker_.root(), *record, name, fault.path);
  }
  SayWhereKeysAre({fault, type, record, name, meant, is_refused, is_unindented}, builder);
  TellElsewhere(fault, builder);
  if (fault.outer != nullptr) {
    builder.Related(PlaceOf(fault.outer_key, *fault.outer), "`" + name + "` is missing in this map");
  }
  const bool is_odd_boolean = key.kind == value::Kind::kBool && name != "true" && name != "false";
  const bool is_quoted_there = meant.level == KeyMeant::Level::kHere && meant.name == name;
  if (is_odd_boolean || is_quoted_there) {
    builder.Note(UnquotedNote(meant.is_unquoted ? *meant.field->key : key));
  }
  builder.Hint(is_unindented && fault.field == nullptr ? "a space must follow the `-` of an item"
               : is_orphan                             ? OrphanHint(fault, name)
               : is_unindented
                   ? "indent it and its value if it belongs to `" + fault.name + "`, which has no value"
               : fault.outer != nullptr ? "it seems to be indented too far"
               : of_part != nullptr     ? "it is declared in a part of the schema that does not apply here"
                                        : HintFor(meant, name));
  if (!is_refused && !is_unindented) {
    const UndeclaredKey unknown{fault.child, fault.held, fault.value};
    diag::Fix fix = KeyFix(model_, meant, unknown, options_, worker_);
    if (fix.edits.empty() && options_.sources != nullptr) {
      fix = LevelFix(model_, meant, unknown, *options_.sources);
    }
    builder.Fix(std::move(fix));
  }
  const bool may_be_opened = record != nullptr && !record->how_to_open.empty() &&
                             (record->fields.empty() || record->closed_by.has_value());
  if (meant.field == nullptr && !is_unindented && may_be_opened && !is_refused) {
    builder.Hint(std::string(record->how_to_open));
  }
  builder.Emit();
}

void FaultWords::MissingKey(const Fault& fault) {
  const source::Span place = PlaceOf(fault.key, *fault.value);
  const std::string name = fault.field == nullptr ? fault.name : KeyName(*fault.field->key);
  diag::Path path = fault.path;
  path.push_back(diag::PathStep::Key(name));
  if (!worker_.IsNew(place, diag::Kind::kMissingRequired, path)) {
    return;
  }
  diag::Builder builder = emit_.Report(place, kMissing, name);
  builder.At(path).Label("`" + name + "` is missing in this map");
  const source::Span stated = fault.field != nullptr ? fault.field->span : fault.rule->span;
  if (stated.has_value()) {
    builder.Schema(stated, "required here");
  }
  if (fault.field != nullptr) {
    builder.Expected(TypeName(model_, fault.field->type));
  }
  ShowTooDeep(*fault.value, name, builder);
  TellElsewhere(fault, builder);
  builder.Emit();
}

void FaultWords::KeyCount(const Fault& fault) {
  const source::Span place = PlaceOf(fault.key, *fault.value);
  if (!worker_.IsNew(place, diag::Kind::kKeyCount, fault.path)) {
    return;
  }
  const types::KeyRule& rule = *fault.key_rule;
  diag::Builder builder =
      fault.verdict.message.empty()
          ? emit_.Report(place, kKeyCount, CountText(rule), rule.name, fault.count)
          : emit_.Report(place, kKeyCountFor, fault.verdict.message, fault.count, rule.name);
  builder.At(fault.path).Schema(rule.span, "the number of keys is defined here").Emit();
}

void FaultWords::BrokenKeyRule(const Fault& fault) {
  // Once per function, however many keys it evaluates.
  const types::Verdict& verdict = fault.verdict;
  const source::Span stated = fault.key_rule->span;
  const source::Span place = verdict.calls.empty() ? stated : verdict.calls.front().span;
  if (!worker_.IsNew(place, verdict.broken_kind, {})) {
    return;
  }
  diag::Builder builder = emit_.ReportText(place, verdict.broken_kind, Headline(fault, model_));
  builder.At(fault.path).Label("failed here");
  if (stated.has_value() && stated != place) {
    builder.Schema(stated, "the key rule is defined here");
  }
  if (fault.child != nullptr) {
    builder.Related(fault.child->span, "called for this key");
  } else {
    builder.Related(PlaceOf(fault.key, *fault.value), "called for the number of keys here");
  }
  for (size_t i = 1; i < verdict.calls.size(); ++i) {
    builder.Call(verdict.calls[i].span, verdict.calls[i].text);
  }
  builder.Emit();
}

}  // namespace kval::check
