#include "src/api/request.h"

#include <optional>

#include "src/support/limits.h"
#include "src/value/scalar_resolve.h"

namespace kval::api {
namespace {

driver::Role RoleOf(Input::Use use) {
  switch (use) {
    case Input::Use::kByContent:
      return driver::Role::kAuto;
    case Input::Use::kSchema:
      return driver::Role::kSchema;
    case Input::Use::kValues:
      return driver::Role::kValues;
    case Input::Use::kOverlay:
      return driver::Role::kOverlay;
  }
  return driver::Role::kAuto;
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

}  // namespace

bool ToOptions(const SchemaRequest& request, driver::Options& options, std::string& problem) {
  if (request.inputs.empty()) {
    problem = "no input was given to make a schema of";
    return false;
  }
  for (const Input& input : request.inputs) {
    options.inputs.push_back({input.path, {}, RoleOf(input.use)});
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
      problem = "there is no profile " + request.profile + ": there are ytt, helm, k8s and yaml1.2";
      return false;
    }
    options.dialect = *dialect;
  }
  options.strict_yaml = request.strict;
  options.warn_ambiguous = request.warns_of_ambiguous;
  options.unchecked = driver::Unchecked::kError;
  options.schema_name = request.schema_name;
  options.attribute_name = request.attribute_name;
  options.externals = request.externals;
  options.schema_draft = request.schema_draft;
  options.schema_locations = request.schema_locations;
  return true;
}

}  // namespace kval::api
