#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/cli/command_app.h"
#include "src/cli/project_check.h"
#include "src/cli/project_commands.h"
#include "src/cli/report_options.h"
#include "src/cli/schema_infer.h"
#include "src/cli/usage.h"
#include "src/diag/spans.h"
#include "src/driver/helm/chart.h"
#include "src/driver/pipeline.h"
#include "src/output/file_set.h"
#include "src/project/propose.h"
#include "src/project/propose_manifests.h"
#include "src/project/tree.h"
#include "src/report/text.h"
#include "src/support/keyed_hash.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

constexpr diag::Def<std::string_view> kNotWritten{diag::Kind::kNotWritten, "{}"};
constexpr std::string_view kProjectFile = ".kval.yaml";
constexpr size_t kHead = 4096;
// Of one set; `kval` shows all of them.
constexpr size_t kMostDifferences = 5;
// Of one kind of note; then one says how many there are.
constexpr size_t kMostNotes = 3;

struct State {
  ReportOptions report;
  bool dry_run = false;
};

// All files that may be a part of a project.
std::vector<std::string> FilesOf(project::Tree& tree) {
  std::vector<std::string> files;
  for (const char* pattern : {"**/*.yaml", "**/*.yml", "**/*.json", "**/*.k", "**/kcl.mod"}) {
    const Result<std::vector<Glob>> globs = Glob::Parse(pattern);
    for (project::Tree::Match& match : tree.Find(globs->front())) {
      files.push_back(std::move(match.path));
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// What is to be written: the project file and the schemas that there are none of yet.
struct Planned {
  std::vector<std::pair<std::string, std::string>> files;
  std::vector<std::string> notes;
};

using BeginOf = std::function<std::string(const std::string& path)>;

bool HasLine(const std::string& text, const std::string& begin) {
  return text.starts_with(begin) || text.find("\n" + begin) != std::string::npos;
}

// Definitions of custom resources are no schema of a set: `kval k8s` judges manifests by them. Those among
// the project's manifests count by themselves.
void NoteDefinitions(const std::vector<std::string>& files, const std::vector<std::string>& manifests,
                     const BeginOf& begin_of, Planned& planned) {
  std::vector<std::string> folders;
  for (const std::string& file : files) {
    const std::string folder(FolderOf(file));
    const bool is_known = std::find(folders.begin(), folders.end(), folder) != folders.end() ||
                          std::binary_search(manifests.begin(), manifests.end(), file);
    if (!is_known && HasLine(begin_of(file), "kind: CustomResourceDefinition")) {
      folders.push_back(folder);
    }
  }
  const bool are_many = folders.size() > kMostNotes;
  for (const std::string& folder : folders) {
    std::string note = folder;
    note.append(are_many ? " and " + std::to_string(folders.size() - 1) + " more folders define" : " defines")
        .append(" custom resources: `kval k8s --crds ")
        .append(folder)
        .append(" MANIFESTS` checks manifests by them");
    planned.notes.push_back(std::move(note));
    if (are_many) {
      return;
    }
  }
}

// What Helm says of a chart, whatever its values. False when it refuses it.
bool NoteFaultsOfChart(const project::ProposedSet& set, source::FileReader& reader, Planned& planned) {
  driver::HelmRequest request;
  request.chart = request.input.chart = set.chart;
  request.judge = false;
  driver::Session own;
  driver::RunHelm(request, reader, own);
  for (const diag::Diagnostic& finding : own.findings.Sorted()) {
    if (finding.severity == diag::Severity::kError) {
      planned.notes.push_back(set.chart + ": Helm refuses the chart: " + finding.message);
    }
  }
  return own.emit.error_count() == 0;
}

// Where nothing is known of a type; a chart has them by the hundred.
void NoteOpen(const std::string& schema, const std::vector<std::string>& open, Planned& planned) {
  if (open.size() <= kMostNotes) {
    planned.notes.insert(planned.notes.end(), open.begin(), open.end());
    return;
  }
  planned.notes.push_back(
      schema + ": of " + std::to_string(open.size()) +
      " values only `{}`, `[]` or null was seen: anything is allowed there, as comments in the file say");
}

// What the files by environment say otherwise than the values that the schema was inferred from: a typo, or
// something that belongs in the schema, which is for people to decide.
void NoteDifferences(const project::ProposedSet& set, const std::string& schema, source::FileReader& reader,
                     Planned& planned) {
  size_t count = 0;
  for (const std::string& path : set.environments) {
    const Result<std::string> text = reader.ReadBelow(".", path);
    if (!text) {
      continue;
    }
    source::MemoryFileReader texts;
    texts.Add(set.inferred, schema);
    texts.Add(path, *text);
    driver::Options options;
    options.inputs = {{set.inferred, {}, driver::Role::kAuto}, {path, {}, driver::Role::kAuto}};
    options.has_dialect = true;
    options.dialect = value::Dialect::kHelm;
    driver::Session own;
    driver::Run(options, texts, own);
    for (const diag::Diagnostic& finding : own.findings.Sorted()) {
      if (finding.severity != diag::Severity::kError || ++count > kMostDifferences) {
        continue;
      }
      const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
      const bool has_place = at.has_value() && own.sources.Knows(at);
      const std::string line =
          has_place ? ":" + std::to_string(own.sources.FileOf(at).LineOf(at.begin)) : std::string();
      planned.notes.push_back(path + line + ": " + finding.message +
                              (finding.hint.empty() ? "" : " (" + finding.hint + ")") + ": mend it, or " +
                              set.inferred);
    }
  }
  if (count > kMostDifferences) {
    planned.notes.push_back("and " + std::to_string(count - kMostDifferences) +
                            " more such differences in the files of " + set.name + "; `kval` shows them");
  }
}

struct Inferred {
  std::optional<InferredSchema> schema;
  std::vector<diag::Diagnostic> findings;  // sorted
};

Inferred Infer(const std::vector<std::string>& samples, const Limits& limits, source::FileReader& reader) {
  driver::Session session(limits);
  std::optional<InferredSchema> schema = InferSchema({samples}, session, reader);
  return {std::move(schema), session.findings.Sorted()};
}

// Whether nothing is wrong with what a schema was to be inferred from, but that there is nothing in it.
bool HoldsNothing(const std::vector<diag::Diagnostic>& findings) {
  return !findings.empty() && std::all_of(findings.begin(), findings.end(), [](const diag::Diagnostic& one) {
    return one.kind == diag::Kind::kNoInput;
  });
}

// Leaves out sets without a schema whose values are empty, as those of a chart that only has dependencies.
// False when a schema could not be inferred, which is reported.
bool InferSchemas(std::vector<project::ProposedSet>& sets, driver::Session& session,
                  source::FileReader& reader, Planned& planned) {
  bool ok = true;
  std::erase_if(sets, [&](const project::ProposedSet& set) {
    if (set.inferred.empty() || !ok) {
      return false;
    }
    Inferred inferred = Infer(set.samples, session.limits, reader);
    if (!inferred.schema && set.samples.size() > 1) {
      // Values of tests may be faulty by intent.
      inferred = Infer({set.samples.front()}, session.limits, reader);
      planned.notes.push_back(
          set.inferred + " is inferred without the values of the chart's tests: there are mistakes in them");
    }
    const std::optional<InferredSchema>& schema = inferred.schema;
    if (!schema && HoldsNothing(inferred.findings)) {
      planned.notes.push_back(inferred.findings.front().message + ": `" + set.name + "` is left out");
      return true;
    }
    for (diag::Diagnostic& finding : inferred.findings) {
      diag::ForEachSpan(finding, [](source::Span& span) { span = {}; });
      session.emit.Emit(std::move(finding));
    }
    ok = schema.has_value();
    if (ok) {
      planned.files.emplace_back(set.inferred, schema->text);
      NoteOpen(set.inferred, schema->open, planned);
      NoteDifferences(set, schema->text, reader, planned);
    }
    return false;
  });
  return ok;
}

bool Write(const Planned& planned, driver::Session& session) {
  output::FileSet set({});
  Result<bool> done = true;
  for (const auto& [name, text] : planned.files) {
    done = done ? set.Add(name, text) : done;
  }
  done = done ? set.Commit() : done;
  if (!done) {
    session.emit.Report({}, kNotWritten, done.failure().message).Emit();
  }
  return done.ok();
}

void LeaveOutUnnamed(std::vector<std::string>& files, Planned& planned) {
  const size_t count =
      std::erase_if(files, [](const std::string& path) { return !project::CanBeNamed(path); });
  if (count > 0) {
    planned.notes.push_back(
        "files whose names have signs of patterns (`*?[]{}`), or are no plain text, are left out: " +
        std::to_string(count));
  }
}

// What was written, or would be.
void Tell(const Planned& planned, const State& state, Output& output) {
  for (const auto& [name, text] : planned.files) {
    output.out += (state.dry_run ? "would write " : "wrote ") + report::Escape(name) + "\n";
  }
  output.out += state.dry_run ? "\n" + planned.files.back().second : std::string();
  for (const std::string& note : planned.notes) {
    output.err += state.report.quiet ? "" : "note: " + report::Escape(note) + "\n";
  }
  output.out += state.dry_run ? "" : "\n`kval check --list` shows what is checked now, `kval` checks it.\n";
}

int RunInit(const State& state, const Environment& environment, Output& output) {
  std::string message;
  if (!CheckReportOptions(state.report, message)) {
    return Refuse(output, message);
  }
  driver::Session& session = NewSession(output, Limits(), {}, state.report, false);
  source::FileReader& reader = *output.reader;
  for (const std::string_view name : {kProjectFile, std::string_view("kval.yaml")}) {
    if (reader.KindOf(std::string(name)) != source::PathKind::kMissing) {
      return Refuse(output, std::string(name) + " is there already",
                    "`kval check --list` shows what it declares");
    }
  }
  StartDeadline(state.report, session.limits, environment, false, output);
  const project::Location here{std::string(kProjectFile), "", environment.folder};
  project::Tree tree(reader, here, {});
  std::vector<std::string> files = FilesOf(tree);
  Planned planned;
  LeaveOutUnnamed(files, planned);
  // Each file is read once: what is read counts, and a repository may be large.
  TextMap<std::string, std::string> begins;
  const BeginOf begin_of = [&reader, &begins](const std::string& path) {
    const auto [known, is_new] = begins.try_emplace(path);
    if (is_new) {
      const Result<std::string> text = reader.ReadBelow(".", path);
      known->second = text ? text->substr(0, kHead) : std::string();
    }
    return known->second;
  };
  std::vector<project::ProposedSet> sets = project::Propose(files, begin_of);
  const project::ProposedManifests manifests = project::ProposeManifests(files, begin_of, sets);
  NoteDefinitions(files, manifests.files, begin_of, planned);
  const bool ok = InferSchemas(sets, session, reader, planned);
  if (sets.empty() && manifests.patterns.empty()) {
    return Refuse(output,
                  "there is no chart, schema (`NAME.schema.json` beside `NAME.yaml`), KCL module with values "
                  "or manifest of Kubernetes here",
                  planned.notes.empty()
                      ? "`kval schema infer VALUES.yml` writes a schema for values that have none"
                      : planned.notes.front());
  }
  for (project::ProposedSet& set : sets) {
    if (!set.chart.empty() && !NoteFaultsOfChart(set, reader, planned)) {
      project::DoWithoutChart(set);
    }
  }
  planned.files.emplace_back(kProjectFile, project::WriteProject(sets, manifests.patterns));
  MeetDeadline(output);
  const bool is_written = ok && (state.dry_run || Write(planned, session));
  WriteFindings(state.report, files.size(), environment, {&output.err, environment.stderr_is_terminal},
                output);
  if (!is_written) {
    return StatusOf(state.report, output, kUnusable);
  }
  Tell(planned, state, output);
  return kOk;
}

}  // namespace

std::function<int(const Environment&, Output&)> DeclareInit(CommandApp& app) {
  auto state = std::make_shared<State>();
  app.add_flag("-n,--dry-run", state->dry_run, "write nothing, show the project file");
  AddReportOptions(app, state->report, false);
  return [state](const Environment& environment, Output& output) {
    return RunInit(*state, environment, output);
  };
}

}  // namespace kval::cli
