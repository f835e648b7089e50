#include <memory>
#include <set>
#include <string>

#include "schemas/kubernetes/api_table.h"
#include "src/cli/command_app.h"
#include "src/cli/function_results.h"
#include "src/cli/k8s_command.h"
#include "src/cli/override_reader.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/diag/read_failure.h"
#include "src/driver/inputs/reading.h"
#include "src/driver/kubernetes/manifests.h"
#include "src/driver/session.h"
#include "src/source/forwarding_file_reader.h"
#include "src/support/lexical_path.h"
#include "src/yaml/document.h"

// `kval fn`: a KRM function, as kustomize runs them (github.com/kubernetes-sigs/kustomize,
// cmd/config/docs/api-conventions/functions-spec.md): a ResourceList on standard input, the same with results
// on standard output.
namespace kval::cli {
namespace {

using schemas::kubernetes::ApiTable;

// A reader for paths that an input names: it reads those only if they lie in the working directory or below,
// also if a link is exchanged meanwhile. All other paths are read as `reader` reads them.
class ConfinedReader final : public source::ForwardingFileReader {
 public:
  explicit ConfinedReader(source::FileReader& reader) : ForwardingFileReader(reader) {}

  // Confines a path. Returns false if it leads out of the working directory; missing files are checked by
  // path only.
  bool Confine(const std::string& path);

  Result<std::string> Read(const std::string& path) override {
    return confined_.count(path) > 0 ? reader_.ReadBelow(".", path) : reader_.Read(path);
  }

 private:
  std::set<std::string> confined_;
};

bool ConfinedReader::Confine(const std::string& path) {
  const Result<std::string> here = reader_.RealPath(".");
  if (!here || path == "-") {
    return false;
  }
  confined_.insert(path);
  const Result<std::string> real = reader_.RealPath(path);
  return real ? source::IsRealPathBeneath(*real, *here)
              : IsWithinDirectory(LexicallyNormal(path.starts_with('/') ? path : *here + "/" + path), *here);
}

struct FnState {
  ReadingOptions reading;
  ReportOptions report;
  driver::KubernetesOptions options;
  KubernetesFlags flags;
};

const value::Value* Find(const value::Value* map, std::string_view key) {
  return map != nullptr && map->kind == value::Kind::kMapping ? value::Find(*map, key) : nullptr;
}

// Reads the function's configuration: the `data` of a ConfigMap, or the `spec` of any other kind. A message
// and false for an unknown key, and for a path outside of the working directory.
bool ReadConfiguration(const value::Value* list, FnState& state, ConfinedReader& reader,
                       std::string& message) {
  const value::Value* config = Find(list, "functionConfig");
  const value::Value* data = Find(config, "data");
  data = data == nullptr ? Find(config, "spec") : data;
  if (data == nullptr || data->kind != value::Kind::kMapping) {
    return true;
  }
  for (const value::Entry& entry : data->entries()) {
    const std::string key(entry.key->raw);
    const std::string text(entry.value->raw);
    if (entry.value->is_collection()) {
      message = "functionConfig: `" + key + "` must be a string";
      return false;
    }
    if (key == "k8s-version") {
      state.flags.versions.push_back(text);
    } else if (key == "ignore-unknown-kinds") {
      state.flags.ignored.all = text == "true";
    } else if (key == "ignore-kinds") {
      state.flags.ignored.patterns.push_back(text);
    } else if (key == "rules") {
      state.flags.rules.push_back(text);
    } else if (key == "crds" || key == "policy") {
      (key == "crds" ? state.options.crds : state.flags.policies).push_back(text);
      const std::string path = key == "crds" ? text : driver::ReadPolicyOption(text).path;
      if (!reader.Confine(path)) {
        message = "functionConfig: `" + key + "` names `" + path +
                  "`, which is not in the working directory or below";
        return false;
      }
    } else {
      message = "functionConfig: unknown key `" + key +
                "`; the keys are k8s-version, ignore-unknown-kinds, ignore-kinds, rules, crds and policy";
      return false;
    }
  }
  return true;
}

// A ResourceList as it was given; its values refer to the file and the arena.
struct List {
  const value::Value* root = nullptr;  // null if the text is no ResourceList
  bool is_malformed = false;           // it cannot be read as YAML
};

List ReadList(const source::SourceFile& file, const Limits& limits, Arena& arena) {
  diag::Collector errors;
  diag::Emitter emit(&errors);
  const yaml::File read =
      yaml::ReadFile(file, driver::ReadOptionsForDialect(value::Dialect::kK8s, limits), arena, emit);
  if (emit.error_count() > 0) {
    return {nullptr, true};
  }
  const value::Value* root = read.documents.size() == 1 ? read.documents.front().root : nullptr;
  const value::Value* kind = Find(root, "kind");
  return {kind != nullptr && kind->raw == "ResourceList" ? root : nullptr, false};
}

// The errors of a list that cannot be read are reported as those of any manifest, without output.
int RunFunction(FnState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  Limits limits;
  std::string message;
  if (!CheckReportOptions(state.report, message) || !ReadLimits(state.reading, limits, message)) {
    return ReportUsageError(output, message);
  }
  driver::Session& session = NewSession(output, limits, LinkDestinations(state.reading), state.report, false);
  StartDeadline(state.report, limits, environment, false, output);
  const Result<std::string> text = output.reader->Read("-");
  if (!text) {
    diag::ReportReadFailure({}, text.failure(), session.emit);
    WriteFindings(state.report, 0, environment, {&output.err, environment.stderr_is_terminal}, output);
    return ExitCodeOf(state.report, output, kUnusable);
  }
  source::SourceMap sources;
  Arena arena;
  const source::SourceFile& file = sources.AddText("<stdin>", *text);
  const List list = ReadList(file, limits, arena);
  if (list.root == nullptr && !list.is_malformed) {
    return ReportUsageError(output, "standard input contains no ResourceList",
                            "kval fn is for kustomize; for manifests there is `kval k8s -`");
  }
  const ApiTable table = ApiTable::Builtin();
  const TextOverrides strings = {{"-", *text}};
  OverrideReader replaced(*output.reader, strings, environment.directory);
  ConfinedReader reader(replaced);
  if (!ReadConfiguration(list.root, state, reader, message) ||
      !TakeKubernetesOptions(table, state.flags, state.options, message)) {
    return ReportUsageError(output, message);
  }
  const Result<policy::Policy> policy = PolicyOf(state.report, reader);
  if (!policy) {
    return ReportUsageError(output, policy.failure());
  }
  state.options.paths = {"-"};
  const driver::KubernetesResult result =
      driver::CheckKubernetes(state.options, limits, table, reader, session);
  WriteFindings(state.report, result.file_count, environment, {&output.err, environment.stderr_is_terminal},
                output, &*policy);
  const bool is_checked = list.root != nullptr && result.could_read;
  const int status = ExitCodeOf(state.report, output, is_checked ? kFindings : kUnusable);
  if (list.root != nullptr) {
    WriteResourceList(file, *list.root, RedactSecrets(output), arena, output.out);
  } else if (status == kOk) {
    return ReportUsageError(output, "standard input cannot be read as a ResourceList");
  }
  return status;
}

}  // namespace

RunCommand DeclareFunction(CommandApp& app) {
  auto state = std::make_shared<FnState>();
  AddKubernetesOptions(app, state->flags, state->options);
  AddReadingOptions(app, state->reading);
  AddReportOptions(app, state->report, false);
  return [state](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunFunction(*state, environment, output);
  };
}

}  // namespace kval::cli
