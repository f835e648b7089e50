#include "src/api/request.h"

#include <optional>
#include <string_view>
#include <utility>

#include "src/support/limits.h"
#include "src/value/scalar_resolve.h"

namespace kval::api {
namespace {

driver::InputRole RoleOf(Input::InputUse use) {
  switch (use) {
    case Input::InputUse::kByContent:
      return driver::InputRole::kAuto;
    case Input::InputUse::kSchema:
      return driver::InputRole::kSchema;
    case Input::InputUse::kValues:
      return driver::InputRole::kValues;
    case Input::InputUse::kOverlay:
      return driver::InputRole::kOverlay;
  }
  return driver::InputRole::kAuto;
}

std::optional<value::Dialect> DialectNamed(const std::string& name) {
  for (const value::Dialect dialect :
       {value::Dialect::kYtt, value::Dialect::kHelm, value::Dialect::kK8s, value::Dialect::kYaml12}) {
    if (name == value::DialectName(dialect)) {
      return dialect;
    }
  }
  return std::nullopt;
}

driver::FlagValue FlagOf(const DataValue& given) {
  using driver::FlagKind;
  switch (given.kind) {
    case DataValue::Kind::kFile:
      return {FlagKind::kValuesFile, "--data-values-file", given.text};
    case DataValue::Kind::kText:
      return {FlagKind::kValue, "--data-value", given.text};
    case DataValue::Kind::kYaml:
      return {FlagKind::kValueYaml, "--data-value-yaml", given.text};
    case DataValue::Kind::kTextFile:
      return {FlagKind::kValueFile, "--data-value-file", given.text};
    case DataValue::Kind::kSet:
      return {FlagKind::kSet, "--set", given.text};
    case DataValue::Kind::kSetText:
      return {FlagKind::kSetString, "--set-string", given.text};
    case DataValue::Kind::kSetJson:
      return {FlagKind::kSetJson, "--set-json", given.text};
  }
  return {FlagKind::kValue, "--data-value", given.text};
}

}  // namespace

bool ToOptions(const SchemaRequest& request, driver::DriverOptions& options, std::string& problem) {
  if (request.inputs.empty()) {
    problem = "no input for the schema";
    return false;
  }
  for (const Input& input : request.inputs) {
    options.inputs.push_back({input.path, {}, RoleOf(input.use)});
  }
  for (const DataValue& given : request.data_values) {
    options.flags.push_back(FlagOf(given));
  }
  for (const auto& [name, value] : request.limits) {
    if (const std::optional<std::string> wrong = SetLimit(options.limits, name, value)) {
      problem = *wrong;
      return false;
    }
  }
  options.has_dialect = !request.profile.empty();
  if (options.has_dialect) {
    const std::optional<value::Dialect> dialect = DialectNamed(request.profile);
    if (!dialect) {
      problem = "unknown profile " + request.profile + ": there are ytt, helm, k8s and yaml1.2";
      return false;
    }
    options.dialect = *dialect;
  }
  options.strict_yaml = request.strict;
  options.warn_ambiguous = request.warn_ambiguous;
  options.unchecked = driver::UncheckedPolicy::kError;
  options.schema_name = request.schema_name;
  options.attribute_name = request.attribute_name;
  options.externals = request.externals;
  options.schema_draft = request.schema_draft;
  options.schema_locations = request.schema_locations;
  return true;
}

bool ToPolicy(const SchemaRequest& request, policy::Policy& policy, std::string& problem) {
  policy.obeys_comments = request.obeys_comments;
  using Step = Result<bool> (policy::RuleChoice::*)(std::string_view);
  const std::pair<const std::vector<std::string>*, Step> kSteps[] = {
      {&request.policy.select, &policy::RuleChoice::Select},
      {&request.policy.ignore, &policy::RuleChoice::Ignore},
      {&request.policy.severity, &policy::RuleChoice::SetSeverity}};
  for (const auto& [strings, step] : kSteps) {
    for (const std::string& text : *strings) {
      if (const Result<bool> done = (policy.rules.*step)(text); !done) {
        problem = done.failure().message;
        return false;
      }
    }
  }
  if (!request.policy.baseline) {
    return true;
  }
  Result<policy::Baseline> baseline = policy::Baseline::Read(*request.policy.baseline, "the baseline");
  if (!baseline) {
    problem = baseline.failure().message;
    return false;
  }
  policy.baseline = *std::move(baseline);
  return true;
}

}  // namespace kval::api
