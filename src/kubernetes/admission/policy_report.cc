#include "src/kubernetes/admission/policy_report.h"

#include <string>

#include "src/diag/resource_rule.h"
#include "src/kubernetes/admission/violation_location.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text, Text> kViolates{diag::ResourceRule(7292),
                                                "the {} violates the policy `{}`: {}"};
constexpr diag::Def<Text, Text, Text> kFails{diag::ResourceRule(7293),
                                             "the policy `{}` cannot be evaluated for the {}: {}"};
constexpr diag::Def<Text, Text, Text> kNoParams{diag::ResourceRule(7294),
                                                "the policy `{}` cannot be evaluated for the {}: {}"};

// The part of a scalar in a document; the whole scalar if its text is not written as it is read.
source::Span PartOf(const value::Value& scalar, uint32_t begin, uint32_t end) {
  const uint32_t quotes = scalar.is_quoted() ? 1 : 0;
  const bool is_verbatim =
      scalar.span.has_value() && scalar.span.size() == scalar.raw.size() + size_t{2} * quotes;
  return is_verbatim ? source::Span{scalar.span.begin + quotes + begin, scalar.span.begin + quotes + end}
                     : scalar.span;
}

std::string ReasonOf(const cel::FailingPart& part, const PolicyExpression& expression) {
  const std::string& text = expression.program.text();
  const size_t before = std::string_view(text).substr(0, part.begin).find_last_not_of(" (");
  const bool is_negated = before != std::string::npos && text[before] == '!';
  std::string reason =
      "`" + text.substr(part.begin, part.end - part.begin) + "` is " + (is_negated ? "true" : "false");
  for (size_t i = 0; i < part.observed_values.size(); ++i) {
    reason +=
        (i == 0 ? ": `" : ", `") + part.observed_values[i].text + "` is " + part.observed_values[i].value;
  }
  return reason.find('\n') == std::string::npos ? reason : std::string();
}

std::string ActionNote(const PolicyBinding& binding) {
  const std::string name = binding.noun == "policy" ? std::string() : " `" + std::string(binding.name) + "`";
  return "the " + std::string(binding.noun) + name + " has the action `" + std::string(binding.action) + "`";
}

}  // namespace

void ReportViolation(const PolicyEvaluation::Violation& violation, const AdmissionPolicy& policy,
                     const PolicyBinding& binding, const AdmissionRequest& request,
                     const DynamicValues& values, diag::Emitter& emit) {
  const PolicyExpression& expression = *violation.expression;
  const ViolationLocation at = LocateViolation(violation.parts, expression, policy, request, values);
  diag::DiagnosticBuilder report =
      violation.is_error ? emit.Report(at.span, kFails, policy.name(), request.kind, violation.message)
                         : emit.Report(at.span, kViolates, request.kind, policy.name(), violation.message);
  report.At(at.path);
  if (violation.is_error) {
    report.Subject(std::string(policy.name()) + " " + std::string(request.kind) + " " + violation.message);
  }
  if (at.part != nullptr) {
    report.Label(ReasonOf(*at.part, expression))
        .Schema(PartOf(*expression.source, at.part->begin, at.part->end), "the expression of the policy");
  } else {
    report.Schema(expression.source->span, violation.is_error ? "this expression results in an error"
                                                              : "this expression of the policy is false");
  }
  if (violation.is_annotation) {
    report.Note("an audit annotation that cannot be evaluated denies the request, whatever the binding says");
  } else {
    report.As(binding.severity).Note(ActionNote(binding));
  }
  report.Emit();
}

void ReportNoParams(const AdmissionPolicy& policy, const PolicyBinding& binding, Text problem,
                    const AdmissionRequest& request, diag::Emitter& emit) {
  const ViolationLocation at = LocateName(request.subject());
  emit.Report(at.span, kNoParams, policy.name(), request.kind, problem)
      .Schema(binding.param_ref->span, "the parameters of the binding `" + std::string(binding.name) + "`")
      .Note("the failure policy of the policy is `Fail`")
      .At(at.path)
      .Emit();
}

}  // namespace kval::kubernetes
