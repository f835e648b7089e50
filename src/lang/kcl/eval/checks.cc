#include "src/lang/kcl/eval/checks.h"

#include "src/lang/kcl/eval/attribute_reads.h"
#include "src/lang/kcl/eval/failed_check.h"
#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/size_estimate.h"

namespace kval::kcl::eval {
namespace {

// Of a check line that reads many values a few are shown.
constexpr size_t kMostParts = 8;

}  // namespace

void Checks::Run(Instance& instance, const Entry* key) {
  for (InstancePart& part : instance.parts) {
    if (part.schema->stmt != nullptr) {
      RunLines(part.schema->stmt->checks, part, key);
    }
  }
}

void Checks::RunLines(std::span<const CheckLine> lines, InstancePart& part, const Entry* key) {
  Frame* frame = &part.frame;
  for (const CheckLine& line : lines) {
    // A line that cannot be evaluated does not affect the next one.
    if (context_.failed() && !context_.Recover()) {
      return;
    }
    context_.trace().visited = line.span;
    context_.trace().absent = {};
    failing_elements_.clear();
    if (line.guard != nullptr && !IsTruthy(whole_.Eval(*line.guard, frame))) {
      continue;
    }
    Value holds = whole_.Eval(*line.condition, frame);
    const bool is_broken = !context_.failed() && !IsTruthy(holds);
    if (is_broken && context_.collects() && context_.trace().absent.has_value()) {
      // It may hold once the attribute has a value.
      context_.FailAt(part.instance->at, "Instance check failed");
      continue;
    }
    Value message = line.message == nullptr ? Value() : whole_.Eval(*line.message, frame);
    if (is_broken && context_.failures().is_abandoned() && context_.Recover()) {
      message = Value();
    }
    if (!context_.failed() && is_broken) {
      Report(line, message.is_empty() ? std::string() : ToBoundedString(whole_, message), *part.instance,
             key);
    }
  }
  context_.Recover();
}

bool Checks::Holds(const CheckLine& line, InstancePart& part) {
  Frame* frame = &part.frame;
  context_.trace().visited = line.span;
  failing_elements_.clear();
  if (line.guard != nullptr && !IsTruthy(whole_.Eval(*line.guard, frame))) {
    return !context_.failed();
  }
  const bool holds = IsTruthy(whole_.Eval(*line.condition, frame));
  // A message is evaluated whatever the condition says: it may be what fails.
  if (holds && line.message != nullptr && line.message->As<StringExpr>() == nullptr) {
    whole_.Eval(*line.message, frame);
  }
  return holds && !context_.failed();
}

void Checks::Report(const CheckLine& line, const std::string& message, Instance& instance, const Entry* key) {
  FailedCheck check{instance.at, line.span, message, {}};
  const std::vector<CallSite>& calls = context_.trace().calls;
  check.outermost = calls.empty() ? source::Span() : calls.front().span;
  AttributeReads used(context_.program(), instance, failing_elements_, context_.options().is_data,
                      [&](size_t member) { return whole_.ReadMember(instance, member); });
  if (key != nullptr) {
    used.AddKey(*key);
  }
  used.Visit(line.condition);
  used.Visit(line.guard);
  if (context_.collects()) {
    context_.failures().SetReported();
  }
  if (context_.collects() && !context_.options().fails_at_instances) {
    check.used = used.Take();
    context_.options().on_failed_check
        ? context_.options().on_failed_check(std::move(check))
        : context_.emitter().Emit(MakeDiagnostic(check, [](source::Span) { return true; }));
    return;
  }
  diag::Diagnostic diagnostic = MakeDiagnostic(check, [](source::Span) { return true; });
  for (const AttributeRead& part : used.Take()) {
    if (part.is_set && part.at.has_value() && part.at != instance.at && !part.text.empty() &&
        diagnostic.labels.size() < kMostParts) {
      diagnostic.labels.push_back({part.at, Describe(part), diag::LabelRole::kRelated});
    }
  }
  Failures::AddCalls(diagnostic, context_.trace());
  if (context_.collects()) {
    context_.emitter().Emit(std::move(diagnostic));
    return;
  }
  context_.failures().Set(std::move(diagnostic), message);
}

}  // namespace kval::kcl::eval
