#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>

#include "schemas/kubernetes/table.h"
#include "src/cli/command_app.h"
#include "src/cli/function_results.h"
#include "src/cli/k8s_command.h"
#include "src/cli/reading_options.h"
#include "src/cli/replaced_reader.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/driver/inputs/reading.h"
#include "src/driver/kubernetes/manifests.h"
#include "src/yaml/document.h"

// `kval fn`: a KRM function, as kustomize runs them (github.com/kubernetes-sigs/kustomize,
// cmd/config/docs/api-conventions/functions-spec.md): a ResourceList on standard input, the same with results
// on standard output.
namespace kval::cli {
namespace {

using schemas::kubernetes::Table;

struct State {
  ReadingOptions reading;
  ReportOptions report;
  driver::KubernetesOptions options;
  std::vector<std::string> versions, policies;
  KindsToIgnore ignored;
};

const value::Value* Find(const value::Value* map, std::string_view key) {
  return map != nullptr && map->kind == value::Kind::kMapping ? value::Find(*map, key) : nullptr;
}

// What the function's configuration says: a ConfigMap's `data`, or the `spec` of any other kind. A message
// for a key that means nothing.
bool ReadConfiguration(const value::Value* list, State& state, std::string& message) {
  const value::Value* config = Find(list, "functionConfig");
  const value::Value* data = Find(config, "data");
  data = data == nullptr ? Find(config, "spec") : data;
  if (data == nullptr || data->kind != value::Kind::kMapping) {
    return true;
  }
  for (const value::Entry& entry : data->entries()) {
    const std::string_view key = entry.key->raw;
    const std::string text(entry.value->raw);
    if (entry.value->is_collection()) {
      message = "functionConfig: " + std::string(key) + " takes a text";
      return false;
    }
    if (key == "k8s-version") {
      state.versions.push_back(text);
    } else if (key == "ignore-unknown-kinds") {
      state.ignored.all = text == "true";
    } else if (key == "ignore-kinds") {
      state.ignored.patterns.push_back(text);
    } else if (key == "crds") {
      state.options.crds.push_back(text);
    } else if (key == "policy") {
      state.policies.push_back(text);
    } else {
      message = "functionConfig: `" + std::string(key) +
                "` means nothing here: k8s-version, ignore-unknown-kinds, ignore-kinds, crds and policy do";
      return false;
    }
  }
  return true;
}

// The list as it was given; its values refer to `file` and `arena`. Null when it is none.
const value::Value* ReadList(const source::SourceFile& file, const Limits& limits, Arena& arena) {
  diag::Collector faults;
  diag::Emitter emit(&faults);
  const yaml::File read = yaml::ReadFile(file, driver::ReadingAs(value::Dialect::kK8s, limits), arena, emit);
  const value::Value* root = read.documents.size() == 1 ? read.documents.front().root : nullptr;
  const value::Value* kind = Find(root, "kind");
  const bool is_list = kind != nullptr && kind->raw == "ResourceList";
  return is_list && emit.error_count() == 0 ? root : nullptr;
}

int RunFunction(State& state, const Environment& environment, Output& output) {
  Limits limits;
  std::string message;
  if (!CheckReportOptions(state.report, message) || !ReadLimits(state.reading, limits, message)) {
    return Refuse(output, message);
  }
  driver::Session& session = NewSession(output, limits, LinkDestinations(state.reading), state.report, false);
  StartDeadline(state.report, limits, environment, false, output);
  const Result<std::string> text = output.reader->Read("-");
  if (!text) {
    return Refuse(output, text.failure().message);
  }
  source::SourceMap sources;
  Arena arena;
  const value::Value* list = ReadList(sources.AddText("<stdin>", *text), limits, arena);
  if (list == nullptr) {
    return Refuse(output, "standard input holds no ResourceList",
                  "kval fn is for kustomize; for manifests there is `kval k8s -`");
  }
  const Table table = Table::Builtin();
  if (!ReadConfiguration(list, state, message) ||
      !TakeKubernetesOptions(table, state.versions, state.ignored, state.policies, state.options, message)) {
    return Refuse(output, message);
  }
  const Texts texts = {{"-", *text}};
  ReplacedReader reader(*output.reader, texts, environment.folder);
  const Result<policy::Policy> policy = PolicyOf(state.report, reader);
  if (!policy) {
    return Refuse(output, policy.failure().message);
  }
  state.options.paths = {"-"};
  const driver::KubernetesResult result =
      driver::CheckKubernetes(state.options, limits, table, reader, session);
  WriteFindings(state.report, result.file_count, environment, {&output.err, environment.stderr_is_terminal},
                output, &*policy);
  WriteResourceList(*text, *list, WithoutSecrets(output), arena, output.out);
  return StatusOf(state.report, output, result.could_read ? kFindings : kUnusable);
}

}  // namespace

std::function<int(const Environment&, Output&)> DeclareFunction(CommandApp& app) {
  auto state = std::make_shared<State>();
  AddKubernetesOptions(app, state->versions, state->ignored, state->policies, state->options);
  AddReadingOptions(app, state->reading);
  AddReportOptions(app, state->report, false);
  return [state](const Environment& environment, Output& output) {
    return RunFunction(*state, environment, output);
  };
}

}  // namespace kval::cli
