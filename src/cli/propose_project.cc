#include "src/cli/propose_project.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "src/cli/init_check.h"
#include "src/cli/schema_infer.h"
#include "src/driver/helm/chart.h"
#include "src/driver/inputs/classification.h"
#include "src/driver/kubernetes/definitions.h"
#include "src/driver/pipeline.h"
#include "src/project/detect_builtin.h"
#include "src/project/detect_manifests.h"
#include "src/project/detect_sets.h"
#include "src/project/project_files.h"
#include "src/support/keyed_hash.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

constexpr size_t kHead = 4096;
// Of one set; `kval` shows all of them.
constexpr size_t kMostDifferences = 5;
// Of one kind of note; then one says how many there are.
constexpr size_t kMostNotes = 3;

// All files that may be a part of a project.
std::vector<std::string> FilesOf(project::ProjectFiles& tree) {
  std::vector<std::string> files;
  for (const char* pattern : {"**/*.yaml", "**/*.yml", "**/*.json", "**/*.k", "**/kcl.mod", "**/*.gotmpl"}) {
    const Result<std::vector<Glob>> globs = Glob::Parse(pattern);
    for (project::ProjectFiles::Match& match : tree.Find(globs->front())) {
      files.push_back(std::move(match.path));
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

using BeginOf = std::function<std::string(const std::string& path)>;

bool HasDefinition(const std::string& path, source::FileReader& reader) {
  Result<std::string> text = reader.Read(path);
  source::SourceMap sources;
  return text && driver::ClassifyText(sources.AddText(path, *std::move(text)), Limits()).language ==
                     driver::SchemaLanguage::kCrd;
}

// The directories with definitions of custom resources that are no manifests of the project: its manifests
// are checked by them.
std::vector<std::string> DefinitionsIn(const std::vector<std::string>& files,
                                       const std::vector<std::string>& manifests, const BeginOf& begin_of,
                                       source::FileReader& reader) {
  std::vector<std::string> directories;
  for (const std::string& file : files) {
    const std::string directory(GetDirectory(file));
    const bool is_known = std::find(directories.begin(), directories.end(), directory) != directories.end() ||
                          std::binary_search(manifests.begin(), manifests.end(), file);
    if (!is_known && driver::MayDefine(begin_of(file)) && HasDefinition(file, reader)) {
      directories.push_back(directory);
    }
  }
  return directories;
}

// Adds a note unless it is there: a chart may have several sets.
void AddNote(std::string note, ProposedProject& planned) {
  if (std::find(planned.notes.begin(), planned.notes.end(), note) == planned.notes.end()) {
    planned.notes.push_back(std::move(note));
  }
}

// The path of a chart for a note.
std::string PathOf(const std::string& prefix, const std::string& chart) {
  return chart == "." && !prefix.empty() ? prefix.substr(0, prefix.size() - 1) : prefix + chart;
}

// Records Helm's errors about a chart. Returns false if Helm rejects it.
bool NoteErrorsOfChart(const project::DetectedSet& set, const std::string& prefix, source::FileReader& reader,
                       ProposedProject& planned) {
  driver::HelmRequest request;
  request.chart = request.input.chart = set.chart;
  request.validator = false;
  driver::Session own;
  driver::RunHelm(request, reader, own);
  for (const diag::Diagnostic& finding : own.findings.Sorted()) {
    if (finding.severity == diag::Severity::kError) {
      AddNote(PathOf(prefix, set.chart) + ": Helm refuses the chart: " + finding.message, planned);
    }
  }
  return own.emit.error_count() == 0;
}

// The name of a dependency without which Helm cannot load the chart; empty if there is none.
std::string MissingDependency(const project::DetectedSet& set, source::FileReader& reader) {
  driver::HelmRequest request;
  request.chart = request.input.chart = set.chart;
  request.find_dependency = [](const helm::ChartDependency&) { return std::string(); };
  driver::Session own;
  const driver::HelmResult result = driver::RunHelm(request, reader, own);
  return result.missing_dependency == nullptr ? std::string() : result.missing_dependency->name;
}

// Whether Helm cannot load the chart until its dependencies are downloaded, which is noted.
bool LacksDependency(const project::DetectedSet& set, const std::string& prefix, source::FileReader& reader,
                     ProposedProject& planned) {
  const std::string missing = MissingDependency(set, reader);
  if (!missing.empty()) {
    const std::string chart = PathOf(prefix, set.chart);
    AddNote("the chart " + chart + " is not checked, because its dependency `" + missing +
                "` is missing: `helm dependency build " + chart + "` downloads it",
            planned);
  }
  return !missing.empty();
}

// Helm installs no library charts: values with a schema are validated by it, and templates with the charts
// that use them.
void TakeLibraries(const std::string& prefix, std::vector<project::DetectedSet>& sets,
                   ProposedProject& planned) {
  std::erase_if(sets, [&](project::DetectedSet& set) {
    if (!set.is_library || set.chart.empty()) {
      return false;
    }
    if (set.inferred.empty() && !set.schema.empty()) {
      project::ReplaceChartBySchema(set);
      return false;
    }
    AddNote(PathOf(prefix, set.chart) +
                " is a library chart: it is checked only as a part of the charts that use it",
            planned);
    return true;
  });
}

// Notes JSON Schemas of charts with a name that Helm does not read.
void NoteMisnamedSchemas(const std::string& prefix, const std::vector<project::DetectedSet>& sets,
                         ProposedProject& planned) {
  for (const project::DetectedSet& set : sets) {
    if (set.chart.empty() && !set.schema.empty() && GetFileName(set.schema.front()) == "values-schema.json") {
      AddNote(prefix + set.schema.front() +
                  ": Helm reads `values.schema.json` only: rename the file, and `kval init` checks the "
                  "templates of the chart as well",
              planned);
    }
  }
}

// Where nothing is known of a type; a chart has them by the hundred.
void NoteOpen(const std::string& schema, const std::vector<std::string>& open, ProposedProject& planned) {
  if (open.size() <= kMostNotes) {
    const std::string begin = schema + ": ";
    for (const std::string& part : open) {
      planned.notes.push_back(begin + part);
    }
    return;
  }
  planned.notes.push_back(
      schema + ": " + std::to_string(open.size()) +
      " keys are `{}`, `[]` or null in all samples: the schema allows any value there, see "
      "the comments in the file");
}

// How the values of an environment differ from an inferred schema.
struct EnvironmentDifferences {
  std::vector<std::string> texts;   // with their places
  bool has_likely_mistake = false;  // another than a key that resembles no declared one
};

EnvironmentDifferences FindDifferences(const project::DetectedSet& set, const std::string& environment,
                                       const std::string& schema, const std::string& prefix,
                                       source::FileReader& reader) {
  EnvironmentDifferences differences;
  const Result<std::string> text = reader.ReadBelow(".", environment);
  if (!text) {
    return differences;
  }
  source::MemoryFileReader strings;
  strings.Add(set.inferred, schema);
  strings.Add(environment, *text);
  driver::DriverOptions options;
  options.inputs = {{set.inferred, {}, driver::InputRole::kAuto},
                    {environment, {}, driver::InputRole::kAuto}};
  options.has_dialect = true;
  options.dialect = value::Dialect::kHelm;
  driver::Session own;
  driver::Run(options, strings, own);
  for (const diag::Diagnostic& finding : own.findings.Sorted()) {
    if (finding.severity == diag::Severity::kError) {
      differences.texts.push_back(LocationPrefix(finding, own, prefix) + finding.message +
                                  (finding.hint.empty() ? "" : " (" + finding.hint + ")"));
      const bool is_new_key =
          finding.kind == diag::Kind::kUnknownKey || finding.kind == diag::Kind::kKeyNotAllowed;
      differences.has_likely_mistake = differences.has_likely_mistake || !is_new_key || !finding.hint.empty();
    }
  }
  return differences;
}

// The environments whose values the schema may be inferred from as well, because nothing in them looks like a
// mistake.
std::vector<std::string> FindMoreSamples(const project::DetectedSet& set, const std::string& schema,
                                         source::FileReader& reader) {
  std::vector<std::string> more;
  for (const std::string& environment : set.environments) {
    const EnvironmentDifferences differences = FindDifferences(set, environment, schema, {}, reader);
    if (!differences.texts.empty() && !differences.has_likely_mistake) {
      more.push_back(environment);
    }
  }
  return more;
}

// Reports how environments differ from the values that the schema was inferred from: probably a mistake.
void NoteDifferences(const project::DetectedSet& set, const std::string& schema, const std::string& prefix,
                     source::FileReader& reader, ProposedProject& planned) {
  const std::string end = ": fix it, or " + prefix + set.inferred;
  size_t count = 0;
  for (const std::string& environment : set.environments) {
    for (const std::string& text : FindDifferences(set, environment, schema, prefix, reader).texts) {
      if (++count <= kMostDifferences) {
        planned.notes.push_back(text + end);
      }
    }
  }
  if (count > kMostDifferences) {
    planned.notes.push_back("and " + std::to_string(count - kMostDifferences) +
                            " more such differences in the files of " + set.name + "; `kval` shows them");
  }
}

struct Inferred {
  std::optional<InferredSchema> schema;
  std::vector<std::string> mistakes;  // with their places
  bool repeats_keys = false;          // nothing is wrong but keys that occur twice
};

Inferred Infer(const std::vector<std::string>& samples, yaml::DuplicateKeys duplicates,
               const std::string& prefix, const Limits& limits, source::FileReader& reader) {
  driver::Session session(limits);
  InferRequest request{samples};
  request.duplicates = duplicates;
  Inferred inferred;
  inferred.schema = InferSchema(request, session, reader);
  const std::vector<diag::Diagnostic> findings = session.findings.Sorted();
  inferred.repeats_keys =
      !findings.empty() && std::all_of(findings.begin(), findings.end(), [](const diag::Diagnostic& one) {
        return one.kind == diag::Kind::kDuplicateKey || one.severity != diag::Severity::kError;
      });
  for (const diag::Diagnostic& finding : findings) {
    if (finding.severity == diag::Severity::kError) {
      inferred.mistakes.push_back(LocationPrefix(finding, session, prefix) + finding.message);
    }
  }
  return inferred;
}

void NoteMistakes(const std::vector<std::string>& mistakes, const std::string& consequence,
                  ProposedProject& planned) {
  for (size_t i = 0; i < mistakes.size() && i < kMostNotes; ++i) {
    planned.notes.push_back(mistakes[i] + consequence);
  }
  if (mistakes.size() > kMostNotes) {
    planned.notes.push_back("and " + std::to_string(mistakes.size() - kMostNotes) + " more" + consequence);
  }
}

// Infers the schema of a set: from its defaults, the values of its tests, and those of environments. Values
// of tests may be faulty on purpose: the schema does without them then. Keys that occur twice are accepted,
// as Helm accepts them, and noted.
Inferred InferFor(const project::DetectedSet& set, const std::string& prefix, const Limits& limits,
                  source::FileReader& reader, ProposedProject& planned) {
  std::vector<std::string> samples = set.samples;
  Inferred inferred = Infer(samples, yaml::DuplicateKeys::kError, prefix, limits, reader);
  if (!inferred.schema && inferred.repeats_keys) {
    NoteMistakes(inferred.mistakes, "; Helm uses the last one", planned);
    inferred = Infer(samples, yaml::DuplicateKeys::kLastWins, prefix, limits, reader);
  }
  if (!inferred.schema && samples.size() > 1) {
    samples.resize(1);
    NoteMistakes(inferred.mistakes,
                 ": " + prefix + set.inferred + " is inferred without the values of the chart's tests",
                 planned);
    inferred = Infer(samples, yaml::DuplicateKeys::kLastWins, prefix, limits, reader);
  }
  if (!inferred.schema) {
    return inferred;
  }
  if (const std::vector<std::string> more = FindMoreSamples(set, inferred.schema->text, reader);
      !more.empty()) {
    samples.insert(samples.end(), more.begin(), more.end());
    if (Inferred wider = Infer(samples, yaml::DuplicateKeys::kLastWins, prefix, limits, reader);
        wider.schema) {
      return wider;
    }
  }
  return inferred;
}

// Leaves out sets for whose schema there are no values, or none that can be read, which is noted. Charts are
// kept without a schema, because their templates are checked as well.
void InferSchemas(std::vector<project::DetectedSet>& sets, const std::string& prefix, const Limits& limits,
                  source::FileReader& reader, ProposedProject& planned) {
  std::erase_if(sets, [&](project::DetectedSet& set) {
    if (set.inferred.empty()) {
      return false;
    }
    const Inferred inferred = InferFor(set, prefix, limits, reader, planned);
    if (inferred.schema) {
      planned.files.emplace_back(set.inferred, inferred.schema->text);
      NoteOpen(prefix + set.inferred, inferred.schema->open, planned);
      NoteDifferences(set, inferred.schema->text, prefix, reader, planned);
      return false;
    }
    const bool is_chart = !set.chart.empty();
    NoteMistakes(inferred.mistakes, ": `" + set.name + (is_chart ? "` has no schema" : "` is left out"),
                 planned);
    set.inferred.clear();
    set.schema.clear();
    return !is_chart;
  });
}

void NoteHidden(const std::vector<std::string>& directories, const std::string& prefix,
                ProposedProject& planned) {
  if (!directories.empty()) {
    const std::string more =
        directories.size() == 1 ? "" : " (" + std::to_string(directories.size()) + " directories)";
    planned.notes.push_back(prefix + directories.front() + ": manifests in hidden directories are left out" +
                            more);
  }
}

// The project file without parts that `kval` could not check, so that its first run gives findings and no
// usage error.
std::string ProjectFor(std::vector<project::DetectedSet>& sets, project::DetectedManifests manifests,
                       const std::string& prefix, const ProcessEnvironment& environment, const Limits& limits,
                       source::FileReader& reader, ProposedProject& planned) {
  const auto write = [&] { return project::WriteProject(sets, manifests); };
  const auto trials = [&](const std::string& text) {
    TextOverrides strings(planned.files.begin(), planned.files.end());
    strings[std::string(kProjectFile)] = text;
    return CheckProposedProject(std::string(kProjectFile), prefix, strings, reader, environment, limits);
  };
  std::vector<GroupCheckResult> tried = trials(write());
  const bool has_manifests = !manifests.patterns.files.empty();
  if (tried.size() != sets.size() + (has_manifests ? 1 : 0)) {
    return write();
  }
  if (has_manifests && !tried.back().is_usable && !manifests.definitions.empty()) {
    // A faulty definition must not keep the manifests from being checked.
    planned.notes.push_back(tried.back().reason + ": the repository's definitions are not used");
    manifests.definitions.clear();
    tried.back() = trials(project::WriteProject({}, manifests)).at(0);
  }
  size_t at = 0;
  std::erase_if(sets, [&](const project::DetectedSet& set) {
    const GroupCheckResult& trial = tried[at++];
    if (!trial.is_usable) {
      planned.notes.push_back(trial.reason + ": `" + set.name + "` is left out");
      std::erase_if(planned.files, [&](const auto& file) { return file.first == set.inferred; });
    }
    return !trial.is_usable;
  });
  if (has_manifests && !tried.back().is_usable) {
    planned.notes.push_back(tried.back().reason + ": manifests are left out");
    manifests.patterns = {};
  } else if (has_manifests) {
    manifests.unknown_kinds = tried.back().unknown_kinds;
  }
  return write();
}

// `charts/web/Chart.yaml`, `charts/web/templates/a.yaml`.
bool IsPartOfAnyChart(const std::string& path) {
  const std::string below = "/" + path;
  return GetFileName(path) == "Chart.yaml" || below.find("/templates/") != std::string::npos;
}

// One note for all files, which may be hundreds. Other notes name charts without a check.
void NoteFilesWithoutCheck(const std::string& prefix, const ProcessEnvironment& environment,
                           const Limits& limits, source::FileReader& reader, ProposedProject& planned) {
  TextOverrides strings(planned.files.begin(), planned.files.end());
  strings[std::string(kProjectFile)] = planned.text;
  std::vector<std::string> files =
      FilesWithoutCheck(std::string(kProjectFile), strings, reader, environment, limits);
  std::erase_if(files, IsPartOfAnyChart);
  if (!files.empty()) {
    const std::string more = files.size() == 1 ? " belongs to no check"
                                               : " and " + std::to_string(files.size() - 1) +
                                                     (files.size() == 2 ? " other file" : " other files") +
                                                     " belong to no check";
    planned.notes.push_back(prefix + files.front() + more);
  }
}

void LeaveOutUnnamed(std::vector<std::string>& files, ProposedProject& planned) {
  const size_t count =
      std::erase_if(files, [](const std::string& path) { return !project::IsRepresentable(path); });
  if (count > 0) {
    planned.notes.push_back(
        "skipped files whose names contain pattern characters (`*?[]{}`) or are not plain text: " +
        std::to_string(count));
  }
}

}  // namespace

ProposedProject ProposeProject(ProposalUse use, const std::string& prefix, source::FileReader& reader,
                               const ProcessEnvironment& environment, const Limits& limits) {
  const project::ProjectLocation here{std::string(kProjectFile), "", environment.directory};
  project::ProjectFiles tree(reader, here, {});
  std::vector<std::string> files = FilesOf(tree);
  ProposedProject planned;
  planned.file_count = files.size();
  LeaveOutUnnamed(files, planned);
  // Each file is read once, because reading is limited and a repository may be large.
  TextMap<std::string, std::string> begins;
  const BeginOf begin_of = [&reader, &begins](const std::string& path) {
    const auto [known, is_new] = begins.try_emplace(path);
    if (is_new) {
      const Result<std::string> text = reader.ReadBelow(".", path);
      known->second = text ? text->substr(0, kHead) : std::string();
    }
    return known->second;
  };
  std::vector<project::DetectedSet> sets = project::DetectSets(files, begin_of);
  project::DetectedManifests manifests = project::DetectManifests(files, begin_of, sets);
  manifests.definitions = DefinitionsIn(files, manifests.files, begin_of, reader);
  NoteHidden(manifests.hidden, prefix, planned);
  TakeLibraries(prefix, sets, planned);
  NoteMisnamedSchemas(prefix, sets, planned);
  if (use == ProposalUse::kFile) {
    InferSchemas(sets, prefix, limits, reader, planned);
    std::erase_if(sets, [&](project::DetectedSet& set) {
      const bool is_rejected = !set.chart.empty() && !NoteErrorsOfChart(set, prefix, reader, planned);
      if (is_rejected && !set.schema.empty()) {
        project::ReplaceChartBySchema(set);
      }
      // Other errors than missing dependencies are findings of the check.
      return is_rejected && set.schema.empty() && !MissingDependency(set, reader).empty();
    });
  } else {
    std::erase_if(sets, [&](const project::DetectedSet& set) {
      return set.chart.empty() ? !set.inferred.empty() : LacksDependency(set, prefix, reader, planned);
    });
  }
  const std::string of_builtin = project::WriteBuiltinChecks(files, begin_of, sets, manifests);
  planned.text = use == ProposalUse::kFile
                     ? ProjectFor(sets, std::move(manifests), prefix, environment, limits, reader, planned)
                     : project::WriteProject(sets, manifests);
  planned.text += of_builtin;
  if (planned.text.find("\n- ") == std::string::npos) {
    planned.text.clear();
  } else if (use == ProposalUse::kFile) {
    NoteFilesWithoutCheck(prefix, environment, limits, reader, planned);
  }
  return planned;
}

}  // namespace kval::cli
