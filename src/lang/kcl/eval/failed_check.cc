#include "src/lang/kcl/eval/failed_check.h"

#include <utility>

namespace kval::kcl::eval {

std::string Describe(const AttributeRead& part, bool is_default) {
  const std::string name = "`" + diag::Display(part.path) + "`";
  if (!part.has_value) {
    return name + " is not set";
  }
  const std::string text = part.text.empty() ? "the check reads " + name : name + " is " + part.text;
  return is_default ? text + " by default" : text;
}

diag::Diagnostic MakeDiagnostic(const FailedCheck& failed, const std::function<bool(source::Span)>& is_data) {
  std::string headline(kInstanceCheckFailed);
  std::string condition = "Check failed on the condition";
  if (!failed.message.empty()) {
    headline += ": " + failed.message;
    condition += ": " + failed.message;
  }
  diag::Diagnostic diagnostic{diag::Kind::kKclEvaluation, diag::Severity::kError, std::move(headline)};
  std::vector<diag::Label> defaults;
  for (const AttributeRead& part : failed.used) {
    if (part.is_set && is_data(part.at)) {
      const bool is_first = diagnostic.labels.empty();
      diagnostic.labels.push_back(
          {part.at, Describe(part, false), is_first ? diag::LabelRole::kPrimary : diag::LabelRole::kRelated});
      if (is_first) {
        diagnostic.has_path = true;
        diagnostic.path = part.path;
      }
    } else if (part.at.has_value()) {
      defaults.push_back({part.at, Describe(part, true), diag::LabelRole::kSchema});
    }
  }
  if (diagnostic.labels.empty()) {
    diagnostic.labels.push_back({failed.instance, "Instance check failed", diag::LabelRole::kPrimary});
  }
  diagnostic.labels.push_back({failed.line, std::move(condition), diag::LabelRole::kSchema});
  diagnostic.labels.insert(diagnostic.labels.end(), defaults.begin(), defaults.end());
  return diagnostic;
}

}  // namespace kval::kcl::eval
