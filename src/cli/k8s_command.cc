#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>

#include "schemas/kubernetes/table.h"
#include "src/cli/command_app.h"
#include "src/cli/fix_run.h"
#include "src/cli/k8s_command.h"
#include "src/cli/progress.h"
#include "src/cli/reading_options.h"
#include "src/cli/replaced_reader.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/driver/kubernetes/manifests.h"

namespace kval::cli {
namespace {

using schemas::kubernetes::Table;

struct State {
  ReadingOptions reading;
  ReportOptions report;
  driver::KubernetesOptions options;
  std::vector<std::string> versions;  // may hold several, with commas
  KindsToIgnore ignored;
  std::vector<std::string> policies;  // -f
  FixOptions fixes;
  CommandApp* schemas = nullptr;
};

// Several may be given in one, with commas.
std::vector<std::string> Parts(const std::vector<std::string>& texts) {
  std::vector<std::string> parts;
  for (const std::string& text : texts) {
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
      parts.push_back(part);
    }
  }
  return parts;
}

std::string VersionNames(const Table& table) {
  std::string names;
  for (const std::string_view version : table.versions()) {
    names += (names.empty() ? "" : ", ") + std::string(version);
  }
  return names;
}

// `kval k8s schemas`: the kinds that are known, with the versions of Kubernetes that have them.
// `names`: kinds, API versions or groups to list; none: all.
int ListSchemas(const Table& table, const std::vector<size_t>& asked, bool is_asked,
                const std::vector<std::string>& names, Output& output) {
  const auto is_named = [](const schemas::kubernetes::Api& api, const std::string& name) {
    return api.kind == name || api.api_version == name ||
           (api.api_version.starts_with(name) && api.api_version.substr(name.size()).starts_with('/'));
  };
  const std::vector<schemas::kubernetes::Api> apis = table.Apis();
  for (const std::string& name : names) {
    if (std::none_of(apis.begin(), apis.end(), [&](const auto& api) { return is_named(api, name); })) {
      return Refuse(output, "no known Kubernetes version has a kind, API version or group " + name);
    }
  }
  for (const schemas::kubernetes::Api& api : apis) {
    if (!names.empty() && std::none_of(names.begin(), names.end(),
                                       [&](const std::string& name) { return is_named(api, name); })) {
      continue;
    }
    std::string versions;
    size_t first = 0;
    for (size_t i = 0; i < table.versions().size(); ++i) {
      const bool has = (api.versions >> i & 1U) != 0;
      const bool had = i > 0 && (api.versions >> (i - 1) & 1U) != 0;
      const bool will = i + 1 < table.versions().size() && (api.versions >> (i + 1) & 1U) != 0;
      first = has && !had ? i : first;
      if (has && !will) {
        versions += (versions.empty() ? "" : ", ") + std::string(table.versions()[first]);
        versions += first == i ? "" : " to " + std::string(table.versions()[i]);
      }
    }
    const bool is_wanted = !is_asked || std::any_of(asked.begin(), asked.end(), [&](size_t version) {
      return (api.versions >> version & 1U) != 0;
    });
    if (is_wanted) {
      output.out += std::string(api.api_version) + " " + std::string(api.kind) + ": " + versions + "\n";
    }
  }
  return kOk;
}

Checked CheckManifests(const State& state, const Table& table, const Texts& texts,
                       const Environment& environment, Output& output) {
  const auto refused = [](int status) {
    Checked checked;
    checked.refused = status;
    return checked;
  };
  Limits limits;
  std::string message;
  if (!ReadLimits(state.reading, limits, message)) {
    return refused(Refuse(output, message));
  }
  driver::Session& session = NewSession(output, limits, LinkDestinations(state.reading), state.report, true);
  ReplacedReader replaced(*output.reader, texts, environment.folder);
  source::FileReader& reader = texts.empty() ? *output.reader : static_cast<source::FileReader&>(replaced);
  Result<policy::Policy> policy = PolicyOf(state.report, reader);
  if (!policy) {
    return refused(Refuse(output, policy.failure().message));
  }
  StartDeadline(state.report, limits, environment, true, output);
  std::optional<Progress> progress(std::in_place, ProgressWriter(state.report.quiet, environment));
  const driver::KubernetesResult result =
      driver::CheckKubernetes(state.options, session.limits, table, reader, session);
  progress.reset();
  return {std::nullopt,      *std::move(policy), result.could_read ? kFindings : kUnusable,
          result.file_count, state.report,       "with " + Count(result.resource_count, "resource")};
}

int Check(State& state, const Table& table, const Environment& environment, Output& output) {
  std::string message;
  if (!CheckReportOptions(state.report, message)) {
    return Refuse(output, message);
  }
  const std::vector<std::string>& paths = state.options.paths;
  if (paths.empty()) {
    return Refuse(output, "nothing to check: pass manifests or directories with manifests",
                  "for example `kval k8s deploy/`");
  }
  if (state.fixes.is_asked() && std::find(paths.begin(), paths.end(), "-") != paths.end()) {
    return Refuse(output, "standard input cannot be fixed: pass a file");
  }
  const CheckOnce check = [&](const Texts& texts, Output& target) {
    return CheckManifests(state, table, texts, environment, target);
  };
  return RunCheckWithFixes(state.fixes, check, environment, output);
}

int RunK8s(State& state, const Environment& environment, Output& output) {
  const Table table = Table::Builtin();
  std::string message;
  if (!TakeKubernetesOptions(table, state.versions, state.ignored, state.policies, state.options, message)) {
    return Refuse(output, message);
  }
  if (state.schemas->parsed()) {
    return ListSchemas(table, state.options.versions, !state.versions.empty(), state.options.paths, output);
  }
  return Check(state, table, environment, output);
}

}  // namespace

void AddKubernetesOptions(CommandApp& app, std::vector<std::string>& versions, KindsToIgnore& ignored,
                          std::vector<std::string>& policies, driver::KubernetesOptions& options) {
  app.add_option(
         "--k8s-version", versions,
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
  app.add_flag("--ignore-unknown-kinds", ignored.all, "skip resources without a known schema");
  app.add_option(
         "--ignore-kinds", ignored.patterns,
         "KINDS: skip resources of these kinds without a known schema, for example argoproj.io/*,Widget")
      ->allow_extra_args(false);
  app.add_option("-f", policies,
                 "[KIND=]FILE: an additional schema (annotated YAML, KCL or JSON Schema) for resources of a "
                 "kind, for "
                 "example Deployment=policy.yml; KIND defaults to the `kind` in the schema")
      ->allow_extra_args(false);
}

bool TakeKubernetesOptions(const Table& table, const std::vector<std::string>& versions,
                           const KindsToIgnore& ignored, const std::vector<std::string>& policies,
                           driver::KubernetesOptions& options, std::string& message) {
  for (const std::string& name : Parts(versions)) {
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
  options.ignored_kinds = Parts(ignored.patterns);
  if (ignored.all) {
    options.ignored_kinds.emplace_back("*");
  }
  std::transform(policies.begin(), policies.end(), std::back_inserter(options.policies),
                 driver::ReadPolicyOption);
  return true;
}

std::function<int(const Environment&, Output&)> DeclareK8s(CommandApp& app) {
  auto state = std::make_shared<State>();
  app.add_option("PATHS", state->options.paths,
                 "manifests, or directories of manifests; - is standard input");
  AddKubernetesOptions(app, state->versions, state->ignored, state->policies, state->options);
  app.add_option("-j,--jobs", state->options.jobs, "number of threads (default: the number of processors)");
  AddReadingOptions(app, state->reading);
  AddReportOptions(app, state->report, true);
  AddFixOptions(app, state->fixes);
  state->schemas = app.add_subcommand("schemas", "list the known kinds and their versions");
  state->schemas->fallthrough();
  return
      [state](const Environment& environment, Output& output) { return RunK8s(*state, environment, output); };
}

}  // namespace kval::cli
