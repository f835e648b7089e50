#include "src/driver/releases/release_check.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "src/driver/helm/chart.h"
#include "src/driver/helm/rendered_manifests.h"
#include "src/driver/releases/application_sets.h"
#include "src/driver/releases/argo_applications.h"
#include "src/driver/releases/fields.h"
#include "src/driver/releases/flux_releases.h"
#include "src/driver/releases/helmfiles.h"
#include "src/driver/releases/kustomize_charts.h"
#include "src/driver/releases/manifest_patches.h"
#include "src/driver/releases/merge_patch.h"
#include "src/driver/releases/release_context.h"
#include "src/driver/releases/release_findings.h"
#include "src/driver/session.h"
#include "src/helm/render/capabilities.h"
#include "src/helm/version_range.h"
#include "src/source/size_on_disk.h"
#include "src/source/source_map.h"
#include "src/support/lexical_path.h"
#include "src/support/native_stack.h"
#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::driver {
namespace {

// Copies values to another session: their places are in copies of their files there.
class ValueMover {
 public:
  ValueMover(const source::SourceMap& from, source::SourceMap& to, value::Builder& build)
      : from_(from), to_(to), build_(build) {}

  const value::Value* Move(const value::Value& value);

 private:
  source::Span Moved(source::Span span);

  const source::SourceMap& from_;
  source::SourceMap& to_;
  value::Builder& build_;
  std::map<const source::SourceFile*, uint32_t> bases_;  // of the copies
};

source::Span ValueMover::Moved(source::Span span) {
  if (!span.has_value() || !from_.Contains(span)) {
    return {};
  }
  const source::SourceFile& file = from_.FileOf(span);
  const auto [known, is_new] = bases_.try_emplace(&file, 0);
  if (is_new) {
    known->second = to_.AddText(file.name(), std::string(file.text())).base();
  }
  return {known->second + (span.begin - file.base()), known->second + (span.end - file.base())};
}

const value::Value* ValueMover::Move(const value::Value& value) {
  NeedStack();
  const value::Value* moved = build_.WithSpan(value, Moved(value.span));
  if (value.kind == value::Kind::kMapping) {
    std::vector<value::Entry> entries;
    for (const value::Entry& entry : value.entries()) {
      entries.push_back({Move(*entry.key), Move(*entry.value)});
    }
    return build_.WithEntries(*moved, entries);
  }
  if (value.kind == value::Kind::kSequence) {
    std::vector<const value::Value*> items;
    for (const value::Value* item : value.items()) {
      items.push_back(Move(*item));
    }
    return build_.WithItems(*moved, items);
  }
  return moved;
}

using value::Value;
using Text = std::string_view;

constexpr diag::Def<Text, Text> kNoChart{
    diag::Kind::kNotChecked, "{}: the manifests were not checked, because the chart {} is not on the disk"};
constexpr diag::Def<Text, Text, Text> kNoDependency{
    diag::Kind::kNotChecked,
    "{}: the manifests were not checked, because the chart {} lacks its dependency {}"};

constexpr diag::Def<Text, Text> kChangedLater{
    diag::Kind::kNotChecked, "{}: its manifests are checked without {}, which change them later"};
constexpr diag::Def<Text, Text> kNotPatched{diag::Kind::kNotChecked,
                                            "{}: patches of kustomizations were not applied, which set {}"};

// The nodes of manifests that the patches of a release may copy.
constexpr size_t kMostPatchSteps = 20'000'000;

class ReleaseSourceCheck {
 public:
  ReleaseSourceCheck(const ReleaseSource& source, const ReleaseRun& run, Session& session,
                     ReleaseSourceResult& result)
      : source_(source),
        run_(run),
        session_(session),
        result_(result),
        forest_(&session.arena),
        context_{run.reader,   session.sources, session.arena,         forest_,
                 session.emit, session.limits,  &session.flag_strings, source::SizeOnDisk} {}

  void Run() {
    const std::string name = LexicallyNormal(source_.place.file.path);
    const Result<const source::SourceFile*> file =
        session_.sources.LoadOnce(run_.reader, source_.place.file.directory, source_.place.file.path, name);
    if (!file) {
      return;  // reported by the check of the file
    }
    ReleaseContext context(name, source_.place.file.directory, **file, run_.objects, run_.charts,
                           run_.variables, context_);
    std::optional<FileVariables> variables;
    if (ManifestVariables::MayHave((*file)->text())) {
      variables.emplace(run_.variables, name, false);
    }
    std::vector<ChartRelease> releases;
    Read(context, releases);
    NotePatches(context, releases);
    ReleaseFindings findings(context, variables ? &*variables : nullptr, session_);
    const std::vector<diag::Diagnostic> of_reading = session_.findings.Release();
    for (const ChartRelease& release : releases) {
      Check(release, context, findings);
    }
    for (const diag::Diagnostic& finding : of_reading) {
      session_.emit.Emit(finding);
    }
    findings.Emit();
  }

 private:
  void Read(ReleaseContext& context, std::vector<ChartRelease>& releases) {
    if (source_.kind == ReleaseKind::kHelmfile) {
      return ReadHelmfile(context, releases);
    }
    const Value* root = context.Read(source_.place).root;
    if (root == nullptr) {
      return;
    }
    if (source_.kind == ReleaseKind::kKustomization) {
      return ReadHelmCharts(*root, context, releases);
    }
    std::vector<const Value*> variants;
    for (const DocumentPlace& place : source_.patches) {
      if (const Value* patch = context.Read(place).root) {
        variants.push_back(Patched(*root, *patch, forest_.build()));
      }
    }
    if (variants.empty()) {
      variants.push_back(root);
    }
    for (const Value* variant : variants) {
      if (source_.kind == ReleaseKind::kHelmRelease) {
        ReadHelmRelease(*variant, context, releases);
      } else if (source_.kind == ReleaseKind::kApplication) {
        ReadApplication(*variant, false, context, releases);
      } else {
        ReadApplicationSet(*variant, context, releases);
      }
    }
  }

  // Notes what is not applied to charts that are checked.
  void NotePatches(const ReleaseContext& context, std::vector<ChartRelease>& releases) {
    if (source_.patched_fields.empty()) {
      return;
    }
    std::string fields;
    for (const std::string& field : source_.patched_fields) {
      fields += (fields.empty() ? "`" : ", `") + field + "`";
    }
    for (ChartRelease& release : releases) {
      if (!run_.charts.Find(release.chart, context.roots()).path.empty()) {
        session_.emit.Report(release.chart.at, kNotPatched, release.title, fields)
            .As(diag::Severity::kNote)
            .Emit();
      }
      release.unknown_values = "patches of kustomizations set " + fields;
    }
  }

  static std::string NameOf(const ChartReference& chart) {
    if (chart.name.empty() && chart.repository.find("::") != std::string::npos) {
      return "`" + chart.repository + "`";
    }
    std::string name = "`" + (chart.name.empty() ? chart.written : chart.name) + "`";
    name += chart.version.empty() || chart.name.empty() ? "" : " " + chart.version;
    return name + (chart.repository.empty() ? "" : " of " + chart.repository);
  }

  void ReportMissing(const ChartRelease& release) {
    const ChartReference& chart = release.chart;
    const std::string name = NameOf(chart);
    session_.emit.Report(chart.at, kNoChart, release.title, name)
        .As(diag::Severity::kNote)
        .Subject(kMissingChartSubject + name)
        .Hint(!chart.name.empty()  ? "download it: `" + DownloadCommand(chart) + "`"
              : chart.is_elsewhere ? "run kval in that repository"
                                   : "check the path: it is relative to the repository")
        .Emit();
  }

  void ReportMissingDependency(const ChartRelease& release, const std::string& path,
                               const helm::ChartDependency& dependency) {
    session_.emit
        .Report(release.chart.at, kNoDependency, release.title, path,
                "`" + dependency.name + "` " + dependency.version)
        .As(diag::Severity::kNote)
        .Subject(kMissingChartSubject + path)
        .Hint("download it: `helm dependency build " + path + "`")
        .Emit();
  }

  // Whether one of the files takes part in a release: as its source, in its chart, or with values.
  bool HasOpenFile(const ChartRelease& release, const ChartPlace& chart,
                   const std::set<std::string>& open) const {
    const std::string directory = LexicallyNormal(chart.path);
    return open.contains(LexicallyNormal(source_.place.file.path)) ||
           std::any_of(open.begin(), open.end(),
                       [&](const std::string& file) {
                         return !chart.path.empty() && IsWithinDirectory(file, directory);
                       }) ||
           std::any_of(release.inputs.begin(), release.inputs.end(), [&](const helm::ValuesInput& input) {
             return input.text != nullptr && open.contains(LexicallyNormal(std::string(input.text->name())));
           });
  }

  HelmRequest RequestFor(const ChartRelease& release, const ChartPlace& chart,
                         const ReleaseContext& context) {
    HelmRequest request;
    request.chart = request.input.chart = chart.path;
    request.size_of = source::SizeOnDisk;
    request.input.inputs = release.inputs;
    request.notes_unchecked = false;
    request.skip_validation = release.skips_schema;
    helm::render::Release rendered = run_.defaults;
    rendered.name = helm::render::IsReleaseName(release.name) ? release.name : rendered.name;
    rendered.name_space = release.name_space.empty() ? rendered.name_space : release.name_space;
    rendered.kube_version =
        helm::IsVersion(release.kube_version) ? release.kube_version : rendered.kube_version;
    rendered.api_versions.insert(rendered.api_versions.end(), release.api_versions.begin(),
                                 release.api_versions.end());
    request.release = std::move(rendered);
    request.find_dependency = [this, &context, path = chart.path](const helm::ChartDependency& dependency) {
      ChartReference reference;
      constexpr Text kFile = "file://";
      if (dependency.repository.starts_with(kFile)) {
        reference.path = LexicallyNormal(path + "/" + dependency.repository.substr(kFile.size()));
      } else {
        reference.name = dependency.name;
        reference.version = dependency.version;
      }
      return run_.charts.Find(reference, context.roots()).path;
    };
    return request;
  }

  void ApplyPatches(const ManifestPatches& patches, yaml::File& manifests, Session& target,
                    std::set<std::string>& failed) {
    value::Builder build(&target.arena);
    ValueMover mover(session_.sources, target.sources, build);
    const ManifestPatches moved = patches.Moved([&](const Value& value) { return mover.Move(value); });
    size_t steps = kMostPatchSteps;
    for (yaml::Document& document : manifests.documents) {
      const std::string version = TextAt(document.root, {"apiVersion"});
      const size_t slash = version.find('/');
      const bool is_builtin = slash == std::string::npos || run_.table.KnowsGroup(version.substr(0, slash));
      const Value* changed = moved.Apply(*document.root, is_builtin, build, steps, failed);
      document.root = changed == nullptr ? build.Null() : changed;
    }
  }

  void NoteUnapplied(const ChartRelease& release, const std::set<std::string>& unapplied) {
    std::string names;
    for (const std::string& name : unapplied) {
      names += (names.empty() ? "`" : ", `") + name + "`";
    }
    if (!names.empty()) {
      session_.emit.Report(release.chart.at, kChangedLater, release.title, names)
          .As(diag::Severity::kNote)
          .Emit();
    }
  }

  void Check(const ChartRelease& release, const ReleaseContext& context, ReleaseFindings& findings) {
    const ChartPlace chart = run_.charts.Find(release.chart, context.roots());
    if (run_.open_files != nullptr && !HasOpenFile(release, chart, *run_.open_files)) {
      return;
    }
    if (chart.path.empty()) {
      ReportMissing(release);
      return findings.Take(release, chart);
    }
    const HelmResult rendered = RunHelm(RequestFor(release, chart, context), run_.reader, session_);
    if (rendered.missing_dependency != nullptr) {
      session_.findings.Release();
      ReportMissingDependency(release, chart.path, *rendered.missing_dependency);
      return findings.Take(release, chart);
    }
    if (rendered.rendered != nullptr && rendered.rendered->is_valid()) {
      std::set<std::string> unapplied = release.unapplied;
      ChangeManifests change;
      if (release.patches != nullptr && !release.patches->empty()) {
        change = [&](yaml::File& manifests, Session& target) {
          ApplyPatches(*release.patches, manifests, target, unapplied);
        };
      }
      const ManifestsResult found =
          CheckRenderedManifests(*rendered.rendered, release.unknown_values.empty(), run_.manifests,
                                 run_.table, run_.reader, session_, change);
      NoteUnapplied(release, unapplied);
      result_.resource_count += found.resource_count;
    }
    findings.Take(release, chart);
    kept_.push_back(rendered);
  }

  const ReleaseSource& source_;
  const ReleaseRun& run_;
  Session& session_;
  ReleaseSourceResult& result_;
  helm::TableArena forest_;
  helm::HelmContext context_;
  std::vector<HelmResult> kept_;
};

}  // namespace

FileResult CheckReleaseSource(const ReleaseSource& source, const ReleaseRun& run, uint64_t allowed_steps,
                              ReleaseSourceResult& result) {
  Session session(run.limits);
  const uint64_t before = session.steps =
      run.limits.run_steps - std::min(run.limits.run_steps, allowed_steps);
  ReleaseSourceCheck(source, run, session, result).Run();
  FileResult verdict;
  verdict.Take(session);
  verdict.steps -= std::min(verdict.steps, before);
  return verdict;
}

}  // namespace kval::driver
