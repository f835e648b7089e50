#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>

#include "schemas/crd_catalog/crd_catalog.h"
#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/input_options.h"
#include "src/cli/k8s_command.h"
#include "src/cli/override_reader.h"
#include "src/cli/progress.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/run_with_fixes.h"
#include "src/cli/usage.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/driver/releases/chart_lookup.h"
#include "src/driver/session.h"
#include "src/kubernetes/practices/optional_rules.h"

namespace kval::cli {
namespace {

using schemas::kubernetes::ApiTable;

struct K8sState {
  ReadingOptions reading;
  ReportOptions report;
  driver::KubernetesOptions options;
  KubernetesFlags flags;
  std::string operation = "CREATE";
  FixOptions fixes;
  CommandApp* schemas = nullptr;
};

// Several may be given in one, with commas.
std::vector<std::string> Parts(const std::vector<std::string>& strings) {
  std::vector<std::string> parts;
  for (const std::string& text : strings) {
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
      parts.push_back(part);
    }
  }
  return parts;
}

std::string VersionNames(const ApiTable& table) {
  std::string names;
  for (const std::string_view version : table.versions()) {
    names += (names.empty() ? "" : ", ") + std::string(version);
  }
  return names;
}

// Whether the argument of `kval k8s schemas` names a kind: by its name, its API version or its group.
bool IsNamed(std::string_view api_version, std::string_view kind, std::string_view name) {
  return kind == name || api_version == name ||
         (api_version.starts_with(name) && api_version.substr(name.size()).starts_with('/'));
}

// The versions of Kubernetes that have a kind: "1.30, 1.32 to 1.37".
std::string VersionRanges(const ApiTable& table, schemas::kubernetes::VersionMask mask) {
  std::string versions;
  size_t first = 0;
  for (size_t i = 0; i < table.versions().size(); ++i) {
    const bool has = (mask >> i & 1U) != 0;
    const bool had = i > 0 && (mask >> (i - 1) & 1U) != 0;
    const bool will = i + 1 < table.versions().size() && (mask >> (i + 1) & 1U) != 0;
    first = has && !had ? i : first;
    if (has && !will) {
      versions += (versions.empty() ? "" : ", ") + std::string(table.versions()[first]);
      versions += first == i ? "" : " to " + std::string(table.versions()[i]);
    }
  }
  return versions;
}

// `kval k8s schemas`: the kinds that are known, with the versions of Kubernetes or the release of the
// operator that have them. `names`: kinds, API versions or groups to list; none: all.
int ListSchemas(const ApiTable& table, const std::vector<size_t>& requested, bool is_explicit,
                const std::vector<std::string>& names, CommandOutput& output) {
  const schemas::crd_catalog::CatalogIndex index;
  const std::vector<schemas::kubernetes::Api> apis = table.Apis();
  const std::vector<schemas::crd_catalog::CatalogEntry> entries = index.All();
  for (const std::string& name : names) {
    const auto is_it = [&](const auto& api) { return IsNamed(api.api_version, api.kind, name); };
    if (std::none_of(apis.begin(), apis.end(), is_it) &&
        std::none_of(entries.begin(), entries.end(), is_it)) {
      return ReportUsageError(output, "no known Kubernetes version has a kind, API version or group " + name);
    }
  }
  const auto add = [&](const auto& api, const std::string& versions) {
    const auto names_it = [&](const std::string& name) { return IsNamed(api.api_version, api.kind, name); };
    if (names.empty() || std::any_of(names.begin(), names.end(), names_it)) {
      output.out += std::string(api.api_version) + " " + std::string(api.kind) + ": " + versions + "\n";
    }
  };
  for (const schemas::kubernetes::Api& api : apis) {
    if (!is_explicit || std::any_of(requested.begin(), requested.end(),
                                    [&](size_t version) { return (api.versions >> version & 1U) != 0; })) {
      add(api, VersionRanges(table, api.versions));
    }
  }
  for (const schemas::crd_catalog::CatalogEntry& entry : entries) {
    add(entry, "built-in catalogue: " + std::string(entry.release));
  }
  return kOk;
}

CheckResult CheckManifests(const K8sState& state, const ApiTable& table, const TextOverrides& strings,
                           const ProcessEnvironment& environment, CommandOutput& output) {
  Limits limits;
  std::string message;
  if (!ReadLimits(state.reading, limits, message)) {
    return Refused(ReportUsageError(output, message));
  }
  driver::Session& session = NewSession(output, limits, LinkDestinations(state.reading), state.report, true);
  OverrideReader replaced(*output.reader, strings, environment.directory);
  source::FileReader& reader = strings.empty() ? *output.reader : static_cast<source::FileReader&>(replaced);
  Result<policy::Policy> policy = PolicyOf(state.report, reader);
  if (!policy) {
    return Refused(ReportUsageError(output, policy.failure().message));
  }
  StartDeadline(state.report, limits, environment, true, output);
  std::optional<Progress> progress(std::in_place, ProgressWriter(state.report.quiet, environment));
  driver::KubernetesOptions options = state.options;
  options.progress = progress->ProgressCallback();
  options.directory = environment.directory;
  options.chart_caches = driver::HelmCaches([&](const char* name) { return environment.Get(name); });
  driver::InputFileReader files(reader);
  const driver::KubernetesResult result =
      driver::CheckKubernetes(options, session.limits, table, files, session);
  progress.reset();
  return {std::nullopt,      *std::move(policy), result.could_read ? kFindings : kUnusable,
          result.file_count, state.report,       "with " + Count(result.resource_count, "resource")};
}

// Reads --operation and --old; sets `message` if they are invalid.
bool TakeOperation(K8sState& state, std::string& message) {
  if (!IsChoice("--operation", state.operation, {"CREATE", "UPDATE", "DELETE"}, message)) {
    return false;
  }
  const auto name = std::find(std::begin(kubernetes::kOperationNames), std::end(kubernetes::kOperationNames),
                              state.operation);
  state.options.operation =
      static_cast<kubernetes::Operation>(name - std::begin(kubernetes::kOperationNames));
  const bool is_update = state.options.operation == kubernetes::Operation::kUpdate;
  if (is_update == state.options.old_paths.empty()) {
    message = is_update ? "--operation UPDATE requires --old PATH, the objects before the update"
                        : "--old is for --operation UPDATE";
    return false;
  }
  return true;
}

int Check(K8sState& state, const ApiTable& table, const ProcessEnvironment& environment,
          CommandOutput& output) {
  std::string message;
  if (!CheckReportOptions(state.report, message) || !TakeOperation(state, message)) {
    return ReportUsageError(output, message);
  }
  const std::vector<std::string>& paths = state.options.paths;
  if (paths.empty()) {
    const std::vector<std::string>& schemas = state.flags.policies;
    return ReportUsageError(output, "nothing to check: pass manifests or directories with manifests",
                            schemas.empty() ? "for example `kval k8s deploy/`"
                                            : "`-f` is the option for additional schemas: `kval k8s " +
                                                  schemas.front() + "` checks manifests");
  }
  if (!ReadsStandardInputOnce({&paths, &state.options.crds, &state.options.old_paths, &state.flags.policies},
                              message)) {
    return ReportUsageError(output, message);
  }
  if (state.fixes.is_requested() && std::find(paths.begin(), paths.end(), "-") != paths.end()) {
    return ReportUsageError(output, "standard input cannot be fixed: pass a file");
  }
  const CheckOnce check = [&](const TextOverrides& strings, CommandOutput& target) {
    return CheckManifests(state, table, strings, environment, target);
  };
  return RunCheckWithFixes(state.fixes, check, environment, output);
}

int RunK8s(K8sState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  const ApiTable table = ApiTable::Builtin();
  std::string message;
  if (!TakeKubernetesOptions(table, state.flags, state.options, message)) {
    return ReportUsageError(output, message);
  }
  if (state.schemas->parsed()) {
    return ListSchemas(table, state.options.versions, !state.flags.versions.empty(), state.options.paths,
                       output);
  }
  return Check(state, table, environment, output);
}

}  // namespace

void AddKubernetesOptions(CommandApp& app, KubernetesFlags& flags, driver::KubernetesOptions& options) {
  app.add_option(
         "--k8s-version", flags.versions,
         "VERSION: Kubernetes version, for example 1.31 (default: the newest); several separated by commas")
      ->allow_extra_args(false);
  app.add_option(
         "--crds", options.crds,
         "PATH: file or directory with CustomResourceDefinitions; those in the PATHS are used as well")
      ->allow_extra_args(false);
  app.add_option(
         "--schema-location", options.locations,
         "PATH: schemas of custom resources: a directory, or a path with {{.Group}}, {{.ResourceKind}} and "
         "{{.ResourceAPIVersion}}, as in kubeconform")
      ->allow_extra_args(false);
  app.add_flag("--no-catalogue", flags.ignored.of_catalog,
               "use no built-in schemas of well-known operators, such as cert-manager, for kinds without a "
               "CustomResourceDefinition");
  app.add_flag("--ignore-unknown-kinds", flags.ignored.all, "skip resources without a known schema");
  app.add_option(
         "--ignore-kinds", flags.ignored.patterns,
         "KINDS: skip resources of these kinds unless Kubernetes or a CustomResourceDefinition has them, for "
         "example argoproj.io/*,Widget")
      ->allow_extra_args(false);
  app.add_option("-f", flags.policies,
                 "[KIND=]FILE: an additional schema (annotated YAML, KCL or JSON Schema) for resources of a "
                 "kind, for "
                 "example Deployment=policy.yml; KIND defaults to the `kind` in the schema")
      ->allow_extra_args(false);
  app.add_option("--rules", flags.rules,
                 "RULES: report optional rules as well: `recommended` or `all` best practices and dangling "
                 "references, or single rules (KV7501)")
      ->allow_extra_args(false);
}

bool TakeKubernetesOptions(const ApiTable& table, const KubernetesFlags& flags,
                           driver::KubernetesOptions& options, std::string& message) {
  for (const std::string& words : flags.rules) {
    const Result<std::vector<diag::Kind>> rules = kubernetes::OptionalRulesOf(words);
    if (!rules) {
      message = rules.failure().message;
      return false;
    }
    options.optional_rules.insert(options.optional_rules.end(), rules->begin(), rules->end());
  }
  for (const std::string& name : Parts(flags.versions)) {
    const std::optional<size_t> version = table.VersionNamed(name);
    if (!version) {
      message = "--k8s-version " + name + " is not known: " + VersionNames(table) + " are";
      return false;
    }
    if (std::find(options.versions.begin(), options.versions.end(), *version) == options.versions.end()) {
      options.versions.push_back(*version);
    }
  }
  if (options.versions.empty()) {
    options.versions.push_back(table.newest());
  }
  std::sort(options.versions.begin(), options.versions.end());
  options.uses_catalog = !flags.ignored.of_catalog;
  options.ignored_kinds = Parts(flags.ignored.patterns);
  if (flags.ignored.all) {
    options.ignored_kinds.emplace_back("*");
  }
  std::transform(flags.policies.begin(), flags.policies.end(), std::back_inserter(options.policies),
                 driver::ReadPolicyOption);
  return true;
}

RunCommand DeclareK8s(CommandApp& app) {
  auto state = std::make_shared<K8sState>();
  app.add_option("PATHS", state->options.paths,
                 "manifests, or directories of manifests; - is standard input");
  AddKubernetesOptions(app, state->flags, state->options);
  app.add_option("--operation", state->operation,
                 "OPERATION: the request that admission policies evaluate for the objects: CREATE (default), "
                 "UPDATE (with --old) or DELETE");
  app.add_option("--old", state->options.old_paths,
                 "PATH: file or directory with the objects before the update; objects that it does not "
                 "contain are created")
      ->allow_extra_args(false);
  app.add_option("-j,--jobs", state->options.jobs, "number of threads (default: the number of processors)");
  AddReadingOptions(app, state->reading);
  AddReportOptions(app, state->report, true);
  AddFixOptions(app, state->fixes);
  state->schemas = app.add_subcommand("schemas", "list the known kinds and their versions");
  state->schemas->fallthrough();
  CommandApp& test = *app.add_subcommand(
      "test", "runs tests of admission policies: kval-test.yaml, and kyverno-test.yaml of Kyverno's CLI");
  CommandApp& definitions = *app.add_subcommand("crd", "commands for authors of CustomResourceDefinitions");
  return [state, &test, run_tests = DeclarePolicyTests(test), &definitions,
          run_definitions = DeclareDefinitions(definitions)](const ProcessEnvironment& environment,
                                                             CommandOutput& output) {
    return test.parsed()          ? run_tests(environment, output)
           : definitions.parsed() ? run_definitions(environment, output)
                                  : RunK8s(*state, environment, output);
  };
}

}  // namespace kval::cli
