#include "src/lang/kcl/eval/failures.h"

#include <algorithm>
#include <utility>

#include "src/support/utf8.h"

namespace kval::kcl::eval {
namespace {

// Under the expression that was evaluated when something else is to blame.
constexpr std::string_view kMeanwhile = "while this was evaluated";

// In bytes. A message may contain a value of any size.
constexpr size_t kLongestMessage = size_t{64} << 10;

// Joins the lines of KCL's longer messages.
std::string OnOneLine(std::string_view message) {
  std::string line;
  for (char c : message) {
    bool space = c == '\n' || c == ' ';
    if (!space || (!line.empty() && line.back() != ' ')) {
      line += space ? ' ' : c;
    }
  }
  return line;
}

}  // namespace

void Failures::Begin(source::Span span, std::string message, const Trace& trace) {
  if (any()) {
    return;
  }
  diag::Diagnostic diagnostic{diag::Kind::kKclEvaluation, diag::Severity::kError,
                              "EvaluationError: " + OnOneLine(utf8::Shorten(message, kLongestMessage))};
  text_ = std::move(message);
  const source::Span visited = trace.visited;
  diagnostic.labels.push_back({span.has_value() ? span : visited, {}, diag::LabelRole::kPrimary});
  const bool apart = visited.end <= span.begin || span.end <= visited.begin;
  if (visited.has_value() && span.has_value() && apart) {
    diagnostic.labels.push_back({visited, std::string(kMeanwhile), diag::LabelRole::kRelated});
  }
  if (trace.circle.has_value()) {
    diagnostic.labels.push_back({trace.circle,
                                 "`" + std::string(trace.circle_name) +
                                     "` is read here while its own value is being made: it is Undefined",
                                 diag::LabelRole::kRelated});
  }
  if (trace.absent.has_value() && collects_ && names_absence_) {
    diagnostic.labels.push_back({trace.absent, "this attribute has no value", diag::LabelRole::kSchema});
  }
  AddCalls(diagnostic, trace);
  Set(std::move(diagnostic), std::move(text_));
  absent_ = trace.absent;
}

void Failures::BeginBetween(source::Span place, source::Span other, std::string other_text,
                            std::string message, const Trace& trace) {
  if (any()) {
    return;
  }
  Begin(place, std::move(message), trace);
  if (other.has_value() && other != place) {
    DiscardSince(other);
    failure_->labels.insert(failure_->labels.begin() + 1,
                            {other, std::move(other_text), diag::LabelRole::kRelated});
  }
}

void Failures::BeginLimit(diag::Kind kind, std::string message, const Trace& trace) {
  if (any()) {
    return;
  }
  diag::Diagnostic diagnostic{kind, diag::Severity::kError, std::move(message)};
  // The expression in which a recursion ends depends on the compiler; the call does not.
  size_t outer = trace.calls.size();
  const bool is_recursion = kind == diag::Kind::kLimitCallDepth && outer > 0;
  outer -= is_recursion ? 1 : 0;
  diagnostic.labels.push_back(
      {is_recursion ? trace.calls[outer].span : trace.visited, {}, diag::LabelRole::kPrimary});
  // The innermost frames of a deep recursion are sufficient.
  for (size_t i = outer; i-- > 0 && diagnostic.labels.size() < 6;) {
    const source::Span inner = diagnostic.labels.back().span;
    if (trace.calls[i].span == inner) {
      continue;
    }
    diagnostic.labels.push_back({trace.calls[i].span, "called from here", diag::LabelRole::kCall});
  }
  Set(std::move(diagnostic), {});
}

void Failures::Set(diag::Diagnostic failure, std::string text) {
  failure_ = std::move(failure);
  text_ = std::move(text);
  is_abandoned_ = false;
  absent_ = {};
}

void Failures::Abandon() {
  if (!any()) {
    Set({diag::Kind::kKclEvaluation, diag::Severity::kError, {}}, {});
    is_abandoned_ = true;
  }
}

void Failures::DiscardSince(source::Span at) {
  std::erase_if(failure_->labels, [&](const diag::Label& label) {
    return label.text == kMeanwhile && (!at.has_value() || label.span == at);
  });
}

void Failures::Advise(std::string headline, std::string hint) {
  if (!any() || failure_->kind != diag::Kind::kKclEvaluation) {
    return;
  }
  failure_->hint = std::move(hint);
  if (!headline.empty()) {
    failure_->message = "EvaluationError: " + std::move(headline);
  }
}

std::string Failures::Take() {
  if (!any() || is_abandoned_ || failure_->kind != diag::Kind::kKclEvaluation) {
    return {};
  }
  failure_.reset();
  return std::move(text_);
}

bool Failures::Emit() {
  const bool is_reported = std::exchange(is_reported_, false);
  if (consequence_.has_value() && !is_reported && (!any() || is_abandoned_)) {
    emitter_.Emit(*std::exchange(consequence_, std::nullopt));
    return false;
  }
  consequence_.reset();
  if (any() && !is_abandoned_) {
    emitter_.Emit(std::move(*failure_));
    failure_->labels.clear();
  }
  return !any() && !is_reported;
}

bool Failures::Recover(bool may) {
  const bool is_limit =
      any() && failure_->kind != diag::Kind::kKclEvaluation && failure_->kind != diag::Kind::kMissingRequired;
  if (!any() || !may || is_limit) {
    return false;
  }
  if (absent_.has_value() && !is_abandoned_) {
    if (!consequence_.has_value()) {
      consequence_ = std::move(failure_);
      consequence_of_ = absent_;
    }
  } else if (!is_abandoned_) {
    const bool is_cause = failure_->kind == diag::Kind::kMissingRequired && consequence_.has_value() &&
                          std::ranges::any_of(failure_->labels, [&](const auto& label) {
                            return label.span == consequence_of_;
                          });
    if (is_cause) {
      failure_->notes.push_back("consequence: " + std::exchange(consequence_, std::nullopt)->message);
    }
    emitter_.Emit(std::move(*failure_));
    is_reported_ = true;
  }
  failure_.reset();
  return true;
}

// Adds the active calls, innermost first; a call at the location itself adds no information and is omitted.
void Failures::AddCalls(diag::Diagnostic& diagnostic, const Trace& trace) {
  const source::Span place = diagnostic.labels.front().span;
  const std::vector<CallSite>& calls = trace.calls;
  for (size_t i = calls.size(); i-- > 0;) {
    const bool repeats = i + 1 < calls.size() && calls[i].span == calls[i + 1].span;
    if (calls[i].span == place || repeats) {
      continue;
    }
    std::string text = calls[i].is_schema
                           ? "while the instance of `" + std::string(calls[i].name) + "` is made"
                           : std::string("called from here");
    diagnostic.labels.push_back({calls[i].span, std::move(text), diag::LabelRole::kCall});
  }
}

}  // namespace kval::kcl::eval
