#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "src/check/describe.h"
#include "src/check/rule_test.h"
#include "src/findings/fixes.h"
#include "src/findings/headlines.h"
#include "src/findings/origin_labels.h"
#include "src/findings/render_violation.h"
#include "src/support/utf8.h"
#include "src/types/rule.h"
#include "src/value/compare.h"
#include "src/value/value.h"

namespace kval::findings {
namespace {

using types::PredicateResult;

using value::Kind;

// "1 character", "3 items".
std::string Counted(int64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

struct Length {
  int64_t count = 0;
  std::string_view unit;  // empty: the value has no length
};

Length LengthOf(const value::Value& value, types::TextUnit unit) {
  switch (value.kind) {
    case Kind::kString: {
      const auto characters = static_cast<int64_t>(utf8::Count(value.raw));
      const auto bytes = static_cast<int64_t>(value.raw.size());
      const bool counts_bytes = unit == types::TextUnit::kBytes && bytes != characters;
      return counts_bytes ? Length{bytes, "byte"} : Length{characters, "character"};
    }
    case Kind::kSequence:
      return {static_cast<int64_t>(value.items().size()), "item"};
    case Kind::kMapping:
      return {static_cast<int64_t>(value.entries().size()), "key"};
    default:
      return {};
  }
}

bool IsNumber(const value::Value& value) {
  return value.kind == Kind::kInt || value.kind == Kind::kFloat;
}

struct FailureVisitor {
  const value::Value& value;
  const types::PredicateResult& verdict;

  std::string operator()(const types::Minimum& t) const {
    if (!IsComparable()) {
      return {};
    }
    return check::DisplayText(value) +
           (t.is_exclusive ? " is not greater than " : " is less than the minimum of ") +
           check::DisplayText(*t.bound);
  }
  std::string operator()(const types::Maximum& t) const {
    if (!IsComparable()) {
      return {};
    }
    return check::DisplayText(value) +
           (t.is_exclusive ? " is not less than " : " is greater than the maximum of ") +
           check::DisplayText(*t.bound);
  }
  std::string operator()(const types::MinLength& t) const {
    const Length length = LengthOf(value, t.unit);
    if (length.unit.empty()) {
      return {};
    }
    const std::string least = length.count == 0 ? Counted(t.bound, length.unit) : std::to_string(t.bound);
    return (length.count == 0 ? "is empty" : "has " + Counted(length.count, length.unit)) + ", at least " +
           least + (t.bound == 1 ? " is required" : " are required");
  }
  std::string operator()(const types::MaxLength& t) const {
    const Length length = LengthOf(value, t.unit);
    return length.unit.empty()
               ? std::string()
               : "has " + Counted(length.count, length.unit) + ", at most " + std::to_string(t.bound) +
                     (t.bound == 1 ? " is allowed" : " are allowed");
  }
  std::string operator()(const types::OneOf& t) const {
    return (value.is_collection() ? "the " + std::string(value::KindName(value.kind))
                                  : check::DisplayText(value)) +
           " is not " + check::RequirementText(t);
  }
  std::string operator()(const types::OneNotNull&) const { return {}; }
  std::string operator()(const types::NotNull&) const { return "must not be null"; }
  std::string operator()(const types::Unique&) const { return verdict.found + ", but items must be unique"; }
  std::string operator()(const types::MatchesRegex& t) const {
    return OfString(" does not match `" + t.pattern.text() + "`");
  }
  std::string operator()(const types::Prefix& t) const {
    return OfString(" does not start with `" + t.text + "`");
  }
  std::string operator()(const types::Suffix& t) const {
    return OfString(" does not end with `" + t.text + "`");
  }
  std::string operator()(const types::Format& t) const {
    const std::string shown = value::Abbreviate(value);
    // The rest of the string after the value is the reason: `"1.2.3" (a part is missing)`.
    return verdict.found.starts_with(shown)
               ? shown + " is not a valid " + t.name + verdict.found.substr(shown.size())
               : std::string();
  }
  std::string operator()(const types::Custom&) const { return {}; }
  std::string operator()(const types::MultipleOf& t) const {
    return IsNumber(value)
               ? check::DisplayText(value) + " is not a multiple of " + check::DisplayText(*t.divisor)
               : std::string();
  }
  std::string operator()(const types::Assertion&) const { return {}; }

  // Else the verdict says why the value cannot be compared with the bound.
  bool IsComparable() const { return verdict.found == check::DisplayText(value); }

  std::string OfString(const std::string& text) const {
    return value.kind == Kind::kString ? value::Abbreviate(value) + text : std::string();
  }
};

// Returns the headline for a built-in test that `value` fails, with the value and the bound: "50 is greater
// than the maximum of 10", "has 1 character, at least 3 are required". Empty for custom tests and for kinds
// of values that the test does not apply to.
std::string TestFailureMessage(const types::Test& test, const value::Value& value,
                               const types::PredicateResult& verdict) {
  return std::visit(FailureVisitor{value, verdict}, test);
}

diag::Kind KindOfError(const types::Rule& rule, const PredicateResult& verdict) {
  const bool is_broken = verdict.answer == PredicateResult::PredicateOutcome::kError;
  return is_broken ? verdict.error_kind : check::KindOf(rule.test);
}

std::string MustBeWords(const types::Rule& rule, const check::violation::FailedRule& failed) {
  if (!rule.message.empty()) {
    return rule.message;
  }
  if (!failed.is_decided) {
    return "it cannot be determined whether the rule applies";
  }
  return failed.verdict.answer == PredicateResult::PredicateOutcome::kError
             ? "the rule failed to run"
             : check::RequirementText(rule.test);
}

// Whether the author wrote a sentence (`errorMessage` of a JSON Schema, "must be even") instead of a
// requirement.
bool IsSentence(const types::Rule& rule) {
  const std::string_view text = rule.message;
  if (text.starts_with("must ")) {
    return true;
  }
  if (rule.kinds == types::ValueKindSet::AllButNull() || text.empty()) {
    return false;
  }
  constexpr std::string_view kVerbs[] = {"must ", "should ", "has to ", "cannot ", "can't ", "may not "};
  return text.ends_with('.') || text.ends_with('!') ||
         std::any_of(std::begin(kVerbs), std::end(kVerbs),
                     [&](std::string_view verb) { return text.find(verb) != std::string_view::npos; });
}

// The place to change: the first part that was set, else the value itself.
const types::ViolatingPart* FirstSet(const PredicateResult& verdict) {
  for (const types::ViolatingPart& part : verdict.parts) {
    if (!part.is_default) {
      return &part;
    }
  }
  return nullptr;
}

// The value that a rule with a message of its author rejects, unless the message contains it.
std::string RejectedScalar(const value::Value& value, const PredicateResult& verdict,
                           std::string_view message) {
  const bool shows_value = verdict.answer == PredicateResult::PredicateOutcome::kFails && !message.empty() &&
                           verdict.parts.empty() && !value.is_collection() &&
                           value.kind != value::Kind::kNull;
  return shows_value && (value.raw.empty() || message.find(value.raw) == std::string_view::npos)
             ? value::Abbreviate(value)
             : std::string();
}

// A merged value is shown at the last change inside it, which is not its start; unless the first layer starts
// there, which is shown.
bool IsKeyHidden(const check::Violation& error, source::Span place) {
  const value::Value* oldest = error.value;
  while (oldest->origin() != nullptr) {
    oldest = oldest->origin()->left;
  }
  const source::Span key = error.key == nullptr ? source::Span() : error.key->span;
  return error.value->is_collection() && place != error.value->span && key.has_value() && key != place &&
         key.begin != oldest->span.begin;
}

}  // namespace

std::string RuleHeadline(const check::Violation& error, const check::violation::FailedRule& failed) {
  const PredicateResult& verdict = failed.verdict;
  const bool has_own_words = !error.rule->message.empty() || !verdict.message.empty();
  if (failed.is_decided && verdict.answer == PredicateResult::PredicateOutcome::kFails && !has_own_words) {
    if (std::string text = TestFailureMessage(error.rule->test, *error.value, verdict); !text.empty()) {
      return text + (error.other_kinds.empty() ? "" : "; also allowed: " + error.other_kinds);
    }
  }
  const bool is_statement = !verdict.message.empty() ||
                            verdict.answer == PredicateResult::PredicateOutcome::kError ||
                            IsSentence(*error.rule);
  std::string text = is_statement ? "" : "must be: ";
  text += verdict.message.empty() ? MustBeWords(*error.rule, failed) : verdict.message;
  text += is_statement || error.other_kinds.empty() ? "" : ", or " + error.other_kinds;
  const std::string found =
      verdict.found.empty() && has_own_words ? RejectedScalar(*error.value, verdict, text) : verdict.found;
  if (!found.empty()) {
    text.resize(text.size() - (is_statement && text.ends_with('.') ? 1 : 0));
    text += ", found: " + found;
  }
  return text;
}

void ReportRule(const check::Violation& error, const check::violation::FailedRule& failed,
                diag::Emitter& emit, source::Span document, check::Budget* budget) {
  const types::ViolatingPart* first = FirstSet(failed.verdict);
  const source::Span place = first == nullptr ? check::PlaceOf(error.key, *error.value) : first->at;
  diag::DiagnosticBuilder builder =
      emit.ReportText(place, KindOfError(*error.rule, failed.verdict), RuleHeadline(error, failed));
  diag::Path path = error.path;
  if (first != nullptr) {
    path.insert(path.end(), first->path.begin(), first->path.end());
    builder.Label(first->text);
  }
  builder.At(std::move(path));
  if (!failed.verdict.accepted.empty()) {
    builder.As(diag::Severity::kNote).Note(std::string(failed.verdict.accepted));
  }
  for (const types::ViolatingPart& part : failed.verdict.parts) {
    if (!part.is_default && &part != first) {
      builder.Related(part.at, part.text);
    }
  }
  if (first == nullptr && failed.incomplete_map != nullptr) {
    const std::string name = "`" + check::KeyName(*failed.omitted_key) + "` is not set";
    builder.Label("this default counts: " + name);
    builder.Related(check::PlaceOf(failed.incomplete_map_key, *failed.incomplete_map), name + " here");
  }
  if (error.rule->span.has_value()) {
    builder.Schema(error.rule->span, "the rule is defined here");
  }
  if (first == nullptr && IsKeyHidden(error, place)) {
    builder.Related(error.key->span, "the value of this key");
  }
  if (document.has_value()) {
    builder.Schema(document, "of this document");
  }
  for (const types::ViolatingPart& part : failed.verdict.parts) {
    if (part.is_default) {
      builder.Schema(part.at, part.text);
    }
  }
  for (const diag::Label& call : failed.verdict.calls) {
    builder.Call(call.span, call.text);
  }
  if (first == nullptr) {
    AddOrigins(*error.value, builder);
  }
  const auto* one_of = std::get_if<types::OneOf>(&error.rule->test);
  if (one_of != nullptr && (budget == nullptr || budget->CanCompareMembers(one_of->allowed.size()))) {
    builder.Hint(check::HintForMember(*error.value, one_of->allowed))
        .Fix(MemberFix(*error.value, one_of->allowed));
  }
  builder.Emit();
}

}  // namespace kval::findings
