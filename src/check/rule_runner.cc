#include "src/check/rule_runner.h"

#include <string>
#include <utility>

#include "src/check/describe.h"
#include "src/check/rule_test.h"

namespace kval::check {
namespace {

using types::Verdict;

std::string Headline(const types::Rule& rule, const Outcome& outcome) {
  const Verdict& verdict = outcome.verdict;
  const bool is_statement = !verdict.message.empty() || verdict.answer == Verdict::Answer::kBroken;
  std::string text = is_statement ? "" : "must be: ";
  if (!verdict.message.empty()) {
    text += verdict.message;
  } else {
    text += rule.message.empty() ? outcome.must_be : rule.message;
  }
  if (!verdict.found.empty()) {
    text += ", found: " + verdict.found;
  }
  return text;
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

void Report(const types::Rule& rule, const value::Value* key, const value::Value& value,
            const types::Scope& scope, const Outcome& outcome, diag::Emitter& emit) {
  const types::Part* first = FirstSet(outcome.verdict);
  const source::Span place = first == nullptr ? PlaceOf(key, value) : first->at;
  diag::Builder builder = emit.ReportText(place, outcome.kind, Headline(rule, outcome));
  diag::Path path = *scope.path;
  if (first != nullptr) {
    path.insert(path.end(), first->path.begin(), first->path.end());
    builder.Label(first->text);
  }
  builder.At(std::move(path));
  for (const types::Part& part : outcome.verdict.parts) {
    if (!part.is_default && &part != first) {
      builder.Related(part.at, part.text);
    }
  }
  if (rule.span.has_value()) {
    builder.Schema(rule.span, "the rule is stated here");
  }
  for (const types::Part& part : outcome.verdict.parts) {
    if (part.is_default) {
      builder.Schema(part.at, part.text);
    }
  }
  for (const diag::Label& call : outcome.verdict.calls) {
    builder.Call(call.span, call.text);
  }
  if (first == nullptr) {
    AddOrigins(value, builder);
  }
  builder.Emit();
}

}  // namespace

bool RuleRunner::Run(const types::Rule& rule, const value::Value* key, const value::Value& value,
                     const types::Scope& scope) {
  // A null has nothing to test (ytt pkg/validations): only not_null speaks about it.
  if (value.kind == value::Kind::kNull && !std::holds_alternative<types::NotNull>(rule.test)) {
    return true;
  }
  if (rule.when != nullptr) {
    Verdict applies = rule.when->Test(value, scope);
    if (applies.answer == Verdict::Answer::kBroken) {
      ok_ = false;
      const diag::Kind kind = applies.broken_kind;
      Report(rule, key, value, scope, {kind, "cannot tell whether the rule applies", std::move(applies)},
             *emit_);
      return false;
    }
    if (!applies.holds()) {
      return true;
    }
  }
  Outcome outcome = RunTest(rule, value, scope);
  if (outcome.verdict.answer == Verdict::Answer::kBroken) {
    outcome.kind = outcome.verdict.broken_kind;
    outcome.must_be = "the rule failed to run";
  }
  if (!outcome.verdict.holds()) {
    ok_ = false;
    Report(rule, key, value, scope, outcome, *emit_);
  }
  return outcome.verdict.holds();
}

}  // namespace kval::check
