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
#include "src/findings/test_failure_message.h"
#include "src/value/compare.h"

namespace kval::findings {
namespace {

using types::PredicateResult;

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
