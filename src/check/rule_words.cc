#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "src/check/describe.h"
#include "src/check/failure_words.h"
#include "src/check/fault_words.h"
#include "src/check/headlines.h"
#include "src/check/repairs.h"
#include "src/check/rule_test.h"

namespace kval::check {
namespace {

using types::Verdict;

diag::Kind KindOfFault(const Fault& fault) {
  const bool is_broken = fault.verdict.answer == Verdict::Answer::kBroken;
  return is_broken ? fault.verdict.broken_kind : KindOf(fault.rule->test);
}

std::string MustBeWords(const Fault& fault) {
  if (!fault.rule->message.empty()) {
    return fault.rule->message;
  }
  if (fault.what == Fault::What::kCondition) {
    return "it cannot be determined whether the rule applies";
  }
  return fault.verdict.answer == Verdict::Answer::kBroken ? "the rule failed to run"
                                                          : MustBe(fault.rule->test);
}

// Whether the author of a JSON Schema wrote a sentence (`errorMessage`) instead of a requirement.
bool IsSentence(const types::Rule& rule) {
  const std::string_view text = rule.message;
  if (rule.kinds == types::KindSet::AllButNull() || text.empty()) {
    return false;
  }
  constexpr std::string_view kVerbs[] = {"must ", "should ", "has to ", "cannot ", "can't ", "may not "};
  return text.ends_with('.') || text.ends_with('!') ||
         std::any_of(std::begin(kVerbs), std::end(kVerbs),
                     [&](std::string_view verb) { return text.find(verb) != std::string_view::npos; });
}

// The place to change: the first part that was set, else the value itself.
const types::Part* FirstSet(const Verdict& verdict) {
  for (const types::Part& part : verdict.parts) {
    if (!part.is_default) {
      return &part;
    }
  }
  return nullptr;
}

// A merged value is shown at the last change inside it, which is not its start; unless the first layer starts
// there, which is shown.
bool IsKeyHidden(const Fault& fault, source::Span place) {
  const value::Value* oldest = fault.value;
  while (oldest->origin() != nullptr) {
    oldest = oldest->origin()->left;
  }
  const source::Span key = fault.key == nullptr ? source::Span() : fault.key->span;
  return fault.value->is_collection() && place != fault.value->span && key.has_value() && key != place &&
         key.begin != oldest->span.begin;
}

}  // namespace

std::string RuleHeadline(const Fault& fault) {
  const Verdict& verdict = fault.verdict;
  const bool has_own_words = !fault.rule->message.empty() || !verdict.message.empty();
  if (fault.what == Fault::What::kRule && verdict.answer == Verdict::Answer::kFails && !has_own_words) {
    if (std::string text = FailureText(fault.rule->test, *fault.value, verdict); !text.empty()) {
      return text;
    }
  }
  const bool is_statement =
      !verdict.message.empty() || verdict.answer == Verdict::Answer::kBroken || IsSentence(*fault.rule);
  std::string text = is_statement ? "" : "must be: ";
  text += verdict.message.empty() ? MustBeWords(fault) : verdict.message;
  text += is_statement || fault.also.empty() ? "" : ", or " + fault.also;
  if (!verdict.found.empty()) {
    text.resize(text.size() - (is_statement && text.ends_with('.') ? 1 : 0));
    text += ", found: " + verdict.found;
  }
  return text;
}

void ReportRule(const Fault& fault, diag::Emitter& emit, source::Span document, Budget* budget) {
  const types::Part* first = FirstSet(fault.verdict);
  const source::Span place = first == nullptr ? PlaceOf(fault.key, *fault.value) : first->at;
  diag::Builder builder = emit.ReportText(place, KindOfFault(fault), RuleHeadline(fault));
  diag::Path path = fault.path;
  if (first != nullptr) {
    path.insert(path.end(), first->path.begin(), first->path.end());
    builder.Label(first->text);
  }
  builder.At(std::move(path));
  for (const types::Part& part : fault.verdict.parts) {
    if (!part.is_default && &part != first) {
      builder.Related(part.at, part.text);
    }
  }
  if (first == nullptr && fault.lacking != nullptr) {
    const std::string name = "`" + KeyName(*fault.left_out) + "` is not set";
    builder.Label("this default counts: " + name);
    builder.Related(PlaceOf(fault.lacking_key, *fault.lacking), name + " here");
  }
  for (const value::Value* key : fault.elsewhere) {
    builder.ToldBy(diag::Kind::kUnknownKey, key->span);
  }
  if (fault.rule->span.has_value()) {
    builder.Schema(fault.rule->span, "the rule is defined here");
  }
  if (first == nullptr && IsKeyHidden(fault, place)) {
    builder.Related(fault.key->span, "the value of this key");
  }
  if (document.has_value()) {
    builder.Schema(document, "of this document");
  }
  for (const types::Part& part : fault.verdict.parts) {
    if (part.is_default) {
      builder.Schema(part.at, part.text);
    }
  }
  for (const diag::Label& call : fault.verdict.calls) {
    builder.Call(call.span, call.text);
  }
  if (first == nullptr) {
    AddOrigins(*fault.value, builder);
  }
  const auto* one_of = std::get_if<types::OneOf>(&fault.rule->test);
  if (one_of != nullptr && (budget == nullptr || budget->MayCompareMembers(one_of->allowed.size()))) {
    builder.Hint(HintForMember(*fault.value, one_of->allowed)).Fix(MemberFix(*fault.value, one_of->allowed));
  }
  builder.Emit();
}

}  // namespace kval::check
