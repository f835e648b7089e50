#include "src/cli/input_options.h"

#include <algorithm>
#include <utility>

#include "src/cli/command_app.h"
#include "src/cli/draft_option.h"
#include "src/cli/helm_version_option.h"
#include "src/cli/kcl_options.h"
#include "src/cli/usage.h"
#include "src/driver/releases/chart_lookup.h"
#include "src/support/edit_distance.h"

namespace kval::cli {
namespace {

using driver::FlagKind;
using driver::InputRole;

void AddDataValueOptions(CommandApp& app, InputOptions& options) {
  const std::string group = "Data values (as ytt, applied after all files, by kind in this order)";
  const auto add = [&](const char* names, std::vector<std::string>& target, const char* help) {
    app.add_option(names, target, help)->allow_extra_args(false)->group(group);
  };
  add("--data-values-file", options.values_files,
      "FILE: plain YAML or JSON, a directory, or - for standard input");
  add("--data-values-env", options.env, "PREFIX: strings from environment variables; PREFIX_a__b=1 sets a.b");
  add("--data-values-env-yaml", options.env_yaml, "PREFIX: the same with YAML values");
  add("-v,--data-value", options.value, "KEY=TEXT: always a string");
  add("--data-value-yaml", options.value_yaml, "KEY=YAML: of any kind");
  add("--data-value-file", options.value_file, "KEY=FILE: the content of a file as a string");
  add("--set", options.set, "KEY=VALUE[,KEY=VALUE]: as helm");
  add("--set-string", options.set_string, "KEY=VALUE[,KEY=VALUE]: same as --set, but all values are strings");
  add("--set-file", options.set_file, "KEY=FILE: as helm");
  add("--set-json", options.set_json, "KEY=JSON: as helm");
  add("--set-literal", options.set_literal, "KEY=TEXT: set a literal string, with --profile helm");
}

constexpr std::string_view kRoleNames[] = {"schema", "values", "overlay", "template"};

bool ParseRole(std::string_view name, InputRole& role) {
  constexpr std::pair<std::string_view, InputRole> kRoles[] = {{"schema", InputRole::kSchema},
                                                               {"values", InputRole::kValues},
                                                               {"overlay", InputRole::kOverlay},
                                                               {"template", InputRole::kTemplate}};
  for (const auto& [known, value] : kRoles) {
    if (known == name) {
      role = value;
      return true;
    }
  }
  return false;
}

bool AddInputs(const InputOptions& options, driver::DriverOptions& out, std::string& message) {
  if (!ReadsStandardInputOnce(
          {&options.files, &options.as, &options.values_files, &options.value_file, &options.set_file},
          message)) {
    return false;
  }
  for (const std::string& file : options.files) {
    // ytt's `-f name=path`; a path with `=` in it that exists as such is rare enough to be renamed.
    const size_t equals = file.find('=');
    if (equals != std::string::npos && equals > 0) {
      out.inputs.push_back({file.substr(equals + 1), file.substr(0, equals), InputRole::kAuto});
    } else {
      out.inputs.push_back({file, {}, InputRole::kAuto});
    }
  }
  for (const std::string& text : options.as) {
    const size_t equals = text.find('=');
    InputRole role = InputRole::kAuto;
    if (equals == std::string::npos || !ParseRole(std::string_view(text).substr(0, equals), role)) {
      message = "--as accepts schema=FILE, values=FILE, overlay=FILE or template=FILE, found " + text;
      const std::string_view nearest = Nearest(std::string_view(text).substr(0, equals), kRoleNames);
      message += nearest.empty() ? "" : "; did you mean " + std::string(nearest) + "=?";
      return false;
    }
    out.inputs.push_back({text.substr(equals + 1), {}, role});
  }
  return true;
}

void AddFlags(const std::vector<std::string>& strings, FlagKind kind, const char* flag,
              driver::DriverOptions& out) {
  for (const std::string& text : strings) {
    out.flags.push_back({kind, flag, text});
  }
}

bool ParseDialect(const std::string& profile, value::Dialect& dialect) {
  for (value::Dialect candidate :
       {value::Dialect::kYtt, value::Dialect::kHelm, value::Dialect::kK8s, value::Dialect::kYaml12}) {
    if (profile == value::DialectName(candidate)) {
      dialect = candidate;
      return true;
    }
  }
  return false;
}

}  // namespace

bool ReadsStandardInputOnce(std::initializer_list<const std::vector<std::string>*> paths,
                            std::string& message) {
  std::ptrdiff_t count = 0;
  for (const std::vector<std::string>* list : paths) {
    count += std::count_if(list->begin(), list->end(),
                           [](const std::string& path) { return path == "-" || path.ends_with("=-"); });
  }
  if (count > 1) {
    message = "standard input (-) can be read only once";
  }
  return count <= 1;
}

void AddInputOptions(CommandApp& app, InputOptions& options, bool short_strict) {
  app.add_option(
         "-f,--file", options.files,
         "FILE: schema, values or overlay (detected by content), in order; a directory; - for standard input")
      ->allow_extra_args(false);
  app.add_option("--as", options.as,
                 "ROLE=FILE: same as -f, with the role schema, values, overlay or template")
      ->allow_extra_args(false);
  app.add_option("--stdin-filename", options.stdin_filename, "NAME: the name of standard input in reports");
  AddDataValueOptions(app, options);
  app.add_option("--schema-draft", options.schema_draft,
                 "DRAFT: draft of a JSON Schema without `$schema`: 4, 6, 7, 2019-09, 2020-12 (default)");
  app.add_option("--schema-location", options.schema_locations,
                 "PREFIX=DIR: load JSON Schema URIs that start with PREFIX from DIR; nothing is downloaded")
      ->allow_extra_args(false);
  AddReadingOptions(app, options.reading);
  app.add_option("--schema-name", options.schema_name,
                 "NAME: the schema to use in a KCL file (default: the first)");
  app.add_option("--attribute-name", options.attribute_name,
                 "NAME: the name of the values in the KCL program")
      ->capture_default_str();
  app.add_option("-E,--external", options.externals, "NAME=DIR: an external package of KCL")
      ->allow_extra_args(false);
  app.add_option("--input-format", options.input_format,
                 "FORMAT: yaml (which includes JSON), or json: plain values must be strict JSON")
      ->capture_default_str();
  app.add_option("--profile", options.profile,
                 "NAME: how plain scalars are read: ytt, helm, k8s or yaml1.2 (default: ytt; yaml1.2 with a "
                 "KCL or JSON Schema)");
  AddHelmVersion(app, options.helm_version, "with --profile helm: ");
  app.add_flag("--infer", options.infer,
               "with a Helm chart: warn about keys that neither its defaults nor its templates use");
  app.add_flag("--no-manifests", options.no_manifests,
               "validate values only, not the manifests that a Helm chart or ytt templates make");
  app.add_option("--yaml-reader", options.yaml_reader, "kval or yaml-cpp (slower, for comparison)")
      ->capture_default_str();
  app.add_flag(short_strict ? "-s,--strict" : "--strict", options.strict,
               "reject scalars that YAML parsers read differently (yes, 0755)");
  app.add_flag("--warn-ambiguous", options.warn_ambiguous, "warn about all such scalars");
  app.add_flag("--dangerous-data-values-disable-validation", options.no_validation,
               "check types only, run no rules");
  app.add_flag("--ignore-unknown-comments", options.ignore_unknown_comments,
               "accept comments without ! or @ in templates");
  app.add_flag("--implicit-map-key-overrides", options.implicit_map_key_overrides,
               "use the last value of a repeated key in templates");
}

bool ToDriverOptions(const InputOptions& options, const ProcessEnvironment& environment,
                     driver::DriverOptions& out, std::string& message) {
  if (!AddInputs(options, out, message) || !ReadLimits(options.reading, out.limits, message)) {
    return false;
  }
  out.link_destinations = LinkDestinations(options.reading);
  out.chart_caches = driver::HelmCaches([&](const char* name) { return environment.Get(name); });
  out.has_dialect = !options.profile.empty();
  if (out.has_dialect && !ParseDialect(options.profile, out.dialect)) {
    message = UnknownChoice("--profile", options.profile, {"ytt", "helm", "k8s", "yaml1.2"});
    return false;
  }
  if (!ReadHelmVersion(options.helm_version, out.helm_version, message)) {
    return false;
  }
  if (!IsChoice("--yaml-reader", options.yaml_reader, {"kval", "yaml-cpp"}, message)) {
    return false;
  }
  out.yaml_cpp_reader = options.yaml_reader == "yaml-cpp";
  AddFlags(options.values_files, FlagKind::kValuesFile, "--data-values-file", out);
  AddFlags(options.env, FlagKind::kEnv, "--data-values-env", out);
  AddFlags(options.env_yaml, FlagKind::kEnvYaml, "--data-values-env-yaml", out);
  AddFlags(options.value, FlagKind::kValue, "--data-value", out);
  AddFlags(options.value_yaml, FlagKind::kValueYaml, "--data-value-yaml", out);
  AddFlags(options.value_file, FlagKind::kValueFile, "--data-value-file", out);
  AddFlags(options.set, FlagKind::kSet, "--set", out);
  AddFlags(options.set_string, FlagKind::kSetString, "--set-string", out);
  AddFlags(options.set_file, FlagKind::kValueFile, "--set-file", out);
  AddFlags(options.set_json, FlagKind::kSetJson, "--set-json", out);
  AddFlags(options.set_literal, FlagKind::kSetLiteral, "--set-literal", out);
  out.environment = environment.variables;
  out.directory = environment.directory;
  out.stdin_name = options.stdin_filename;
  out.strict_yaml = options.strict;
  out.infer = options.infer;
  out.manifests = !options.no_manifests;
  out.warn_ambiguous = options.warn_ambiguous;
  out.validate = !options.no_validation;
  out.ignore_unknown_comments = options.ignore_unknown_comments;
  out.implicit_map_key_overrides = options.implicit_map_key_overrides;
  if (!IsChoice("--input-format", options.input_format, {"yaml", "json"}, message)) {
    return false;
  }
  out.json_values = options.input_format == "json";
  if (!ReadExternals(options.externals, out.externals, message)) {
    return false;
  }
  out.schema_name = options.schema_name;
  if (!options.schema_draft.empty() && !IsDraft("--schema-draft", options.schema_draft, message)) {
    return false;
  }
  out.schema_draft = options.schema_draft;
  for (const std::string& location : options.schema_locations) {
    const size_t equals = location.rfind('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == location.size()) {
      message = "--schema-location is PREFIX=DIR, not `" + location + "`";
      return false;
    }
    out.schema_locations[location.substr(0, equals)] = location.substr(equals + 1);
  }
  out.attribute_name = options.attribute_name;
  return true;
}

}  // namespace kval::cli
