#include "src/helm/load_chart.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "src/diag/read_failure.h"
#include "src/helm/archive.h"
#include "src/helm/ignore_rules.h"
#include "src/helm/metadata.h"
#include "src/helm/values_text.h"
#include "src/helm/version_range.h"
#include "src/source/similar_path.h"
#include "src/support/keyed_hash.h"
#include "src/support/native_stack.h"
#include "src/support/path_text.h"

namespace kval::helm {
namespace {

using diag::Kind;

constexpr diag::Def<std::string_view, std::string_view> kUnusable{Kind::kBadChart,
                                                                  "{} is not a chart that Helm accepts: {}"};
constexpr diag::Def<std::string_view> kNoChartFile{Kind::kBadChart, "{} has no Chart.yaml"};
constexpr diag::Def<std::string_view> kNoChart{Kind::kBadChart, "no chart found at {}"};
constexpr diag::Def<std::string_view> kTooLarge{Kind::kBadChart,
                                                "{} is larger than 5 MiB, which is Helm's limit"};
constexpr diag::Def<std::string_view> kIrregular{
    Kind::kBadChart, "{} is neither a file nor a directory; Helm does not accept it in a chart"};
constexpr diag::Def<std::string_view> kBrokenLink{Kind::kBadChart,
                                                  "{} is a link to a missing file; Helm rejects the chart"};
constexpr diag::Def<std::string> kTooManyRules{
    Kind::kLimitSteps, "{} has too many patterns that must be matched against each file"};
constexpr diag::Def<std::string_view> kLibrary{Kind::kBadChart,
                                               "{} is a library chart, which cannot be installed"};
constexpr diag::Def<std::string_view> kApiVersion{
    Kind::kBadChart, "`{}` is not an apiVersion of charts that Helm 4 accepts (v1, v2)"};
constexpr diag::Def<std::string_view, std::string> kKubeVersion{
    Kind::kBadChart, "chart requires kubeVersion: {} which is incompatible with {}"};
constexpr diag::Def<std::string_view> kMissingChart{Kind::kBadChart,
                                                    "the dependency {} is missing from the directory charts"};
constexpr diag::Def<std::string_view> kMissingCharts{
    Kind::kBadChart, "the dependencies {} are missing from the directory charts"};

using Files = std::vector<ChartFile>;

// A KCL file that belongs to the package of its directory.
bool IsKclOfPackage(std::string_view name) {
  return name.ends_with(".k") && name.find('/') == std::string_view::npos && !name.starts_with('_') &&
         !name.ends_with("_test.k");
}

// A file named after the values is the schema; without one, all files of the directory.
void ChooseKcl(std::vector<const ChartFile*>& files) {
  for (const ChartFile* file : files) {
    if (file->name == "values.k" || file->name == "values.schema.k") {
      files = {file};
      return;
    }
  }
}

class Loader {
 public:
  Loader(ChartStore& store, HelmContext& context)
      : store_(store), context_(context), budget_(context.limits.total_size) {}

  Chart* Load(const std::string& path) {
    const source::PathKind kind = context_.reader.KindOf(path);
    if (kind == source::PathKind::kMissing) {
      context_.emit.Report({}, kNoChart, path)
          .Hint(
              path.find("://") != std::string::npos
                  ? "kval does not download schemas: `helm pull " + path + "` brings the chart"
                  : source::SimilarPathHint(context_.reader, path,
                                            "pass the directory of a chart, or a .tgz; `helm pull` downloads "
                                            "one from a repository"))
          .Emit();
      return nullptr;
    }
    Files files;
    const bool ok =
        kind == source::PathKind::kDirectory ? AddDirectory(path, files) : AddArchive(path, files);
    return ok ? FromFiles(path, std::move(files)) : nullptr;
  }

 private:
  Chart* Reject(const std::string& path, std::string_view why) {
    context_.emit.Report({}, kUnusable, path, why).Emit();
    return nullptr;
  }

  bool AddDirectory(const std::string& path, Files& files) {
    const std::string prefix = path == "." ? "" : path.ends_with('/') ? path : path + "/";
    IgnoreRules rules;
    if (context_.reader.KindOf(prefix + ".helmignore") == source::PathKind::kFile) {
      const Result<std::string> text = context_.reader.ReadBelow(path, prefix + ".helmignore");
      if (!text) {
        diag::ReportReadFailure({}, text.failure(), context_.emit);
        return false;
      }
      const Result<bool> read = rules.Read(*text);
      if (!read) {
        Reject(path, read.failure().message);
        return false;
      }
    }
    const source::Tree tree = context_.reader.Walk(path);
    for (const Failure& failure : tree.failures) {
      diag::ReportReadFailure({}, failure, context_.emit);
    }
    bool ok = tree.failures.empty();
    for (const std::string& name : tree.files) {
      const bool is_ignored = rules.Ignores(name);
      if (rules.is_exhausted()) {
        context_.emit.Report({}, kTooManyRules, prefix + ".helmignore").Emit();
        return false;
      }
      if (!is_ignored) {
        files.push_back({name, prefix + name, path, nullptr});
        ok = IsTaken(prefix + name) && ok;
      } else if (!rules.IsInIgnored(name) && IsBrokenLink(prefix + name)) {
        ok = false;
      } else if (name == "values.schema.json") {
        files.push_back({name, prefix + name, path, nullptr, true});
      }
    }
    return ok;
  }

  // Helm reads every file of the directory, whatever its purpose.
  bool IsTaken(const std::string& path) {
    const std::optional<uint64_t> size = context_.size_of ? context_.size_of(path) : std::nullopt;
    if (size.has_value() && *size > kMaxFileBytes) {
      context_.emit.Report({}, kTooLarge, path)
          .Hint("exclude files that do not belong to the chart in .helmignore")
          .Emit();
      return false;
    }
    if (!size.has_value() && context_.reader.KindOf(path) == source::PathKind::kOther) {
      context_.emit.Report({}, kIrregular, path).Emit();
      return false;
    }
    return size.has_value() || !IsBrokenLink(path);
  }

  // Reports a link whose target is missing. Helm resolves links before it reads .helmignore.
  bool IsBrokenLink(const std::string& path) {
    const bool is_broken = context_.reader.KindOf(path) == source::PathKind::kMissing;
    if (is_broken) {
      context_.emit.Report({}, kBrokenLink, path)
          .Hint("remove the link, or create the file; .helmignore has no effect on broken links")
          .Emit();
    }
    return is_broken;
  }

  bool AddArchive(const std::string& path, Files& files) {
    const Result<std::string> bytes = context_.reader.Read(path);
    if (!bytes) {
      diag::ReportReadFailure({}, bytes.failure(), context_.emit);
      return false;
    }
    return AddPacked(path, *bytes, files);
  }

  bool AddPacked(const std::string& path, std::string_view bytes, Files& files) {
    if (!IsGzip(bytes)) {
      const bool is_yaml = path.ends_with(".yaml") || path.ends_with(".yml");
      diag::DiagnosticBuilder said = context_.emit.Report(
          {}, kUnusable, path,
          is_yaml ? "it seems to be YAML, not a packed chart" : "it is not packed with gzip");
      if (is_yaml) {
        const std::string directory(GetDirectoryPrefix(path));
        const bool is_of_chart = context_.reader.KindOf(directory + "Chart.yaml") == source::PathKind::kFile;
        said.Hint(is_of_chart ? "pass the directory of the chart: `kval helm " +
                                    (directory.empty() ? "." : directory) + "`"
                              : "pass values, and objects that contain values, with `-f` after the chart: "
                                "`kval helm CHART -f FILE`");
      }
      said.Emit();
      return false;
    }
    if (budget_ == 0) {
      return false;  // already reported
    }
    Result<std::vector<PackedFile>> packed = Unpack(bytes, budget_);
    if (!packed && budget_ == 0) {
      diag::ReportReadFailure({}, packed.failure(), context_.emit);
      return false;
    }
    if (!packed) {
      Reject(path, packed.failure().message);
      return false;
    }
    for (PackedFile& file : *packed) {
      std::string shown = path + "/" + file.name;
      files.push_back({std::move(file.name), std::move(shown), {}, std::move(file.bytes)});
    }
    return true;
  }

  // Chart.yaml first: it says how requirements.yaml is understood.
  bool ReadChartFile(const std::string& path, const Files& files, Chart& chart, source::Span& at) {
    bool is_there = false;
    bool ok = true;
    for (const ChartFile& file : files) {
      if (file.name != "Chart.yaml") {
        continue;
      }
      is_there = true;
      const source::SourceFile* text = TextOf(file, context_);
      ok = text != nullptr && ReadMetadata(*text, chart.metadata, store_, context_);
      at = text == nullptr ? source::Span{} : source::Span{text->base(), text->base()};
    }
    if (!is_there) {
      context_.emit.Report({}, kNoChartFile, path).Emit();
    }
    return is_there && ok;
  }

  Chart* FromFiles(const std::string& path, Files files) {
    NeedStack();
    Chart& chart = store_.charts.emplace_back();
    chart.path = path;
    chart.values = context_.forest.NewTable();
    source::Span at;
    if (!ReadChartFile(path, files, chart, at)) {
      return nullptr;
    }
    std::map<std::string, Files> below;
    bool ok = true;
    for (ChartFile& file : files) {
      ok = Take(std::move(file), chart, below) && ok;
    }
    ChooseKcl(chart.kcl_files);
    ok = CheckMetadata(chart.metadata, at, context_) && ok;
    chart.real_name = chart.metadata.name;
    AddSwitches(chart);
    for (auto& [name, inner] : below) {
      if (name[0] == '_' || name[0] == '.') {
        continue;
      }
      Chart* const sub = name.ends_with(".tgz") ? FromPacked(inner) : FromDirectory(path, name, inner);
      ok = ok && sub != nullptr;
      chart.is_whole = chart.is_whole && sub != nullptr && sub->is_whole;
      chart.charts.push_back(sub);
    }
    return ok ? &chart : nullptr;
  }

  static void AddSwitches(Chart& chart) {
    for (const ChartDependency* dependency : chart.metadata.dependencies) {
      std::string_view condition = dependency->condition;
      while (!condition.empty()) {
        const std::string_view one = condition.substr(0, condition.find(','));
        chart.switches.emplace_back(one);
        condition.remove_prefix(std::min(condition.size(), one.size() + 1));
      }
      if (!dependency->tags.empty()) {
        chart.switches.emplace_back("tags");
      }
      for (const std::string& tag : dependency->tags) {
        chart.switches.push_back("tags." + tag);
      }
    }
  }

  const ChartFile* Keep(ChartFile file) { return &store_.files.emplace_back(std::move(file)); }

  // One file of the chart. False when Helm cannot load it.
  bool Take(ChartFile file, Chart& chart, std::map<std::string, Files>& below) {
    const std::string_view name = file.name;
    if (file.is_ignored) {
      chart.ignored_schema = Keep(std::move(file));
      return true;
    }
    if (name == "values.yaml") {
      const source::SourceFile* text = TextOf(file, context_);
      const ReadTable values =
          text == nullptr ? ReadTable{nullptr, false} : ReadValues(*text, Author::kChart, context_);
      chart.has_values = true;
      chart.values_file = text;
      chart.values = values.table == nullptr ? chart.values : values.table;
      chart.is_whole = values.is_whole;
      return values.table != nullptr;
    }
    if (name == "requirements.yaml") {
      const source::SourceFile* text = TextOf(file, context_);
      return text != nullptr && ReadMetadata(*text, chart.metadata, store_, context_);
    }
    if (name == "Chart.lock" || name == "requirements.lock") {
      const source::SourceFile* text = TextOf(file, context_);
      return text != nullptr && ReadFirstDocument(*text, Author::kChart, context_) != nullptr;
    }
    if (name == "values.schema.json") {
      chart.schema = Keep(std::move(file));
    } else if (name == "values.schema.yml" || name == "values.schema.yaml") {
      chart.yaml_schemas.push_back(Keep(std::move(file)));
    } else if (IsKclOfPackage(name)) {
      chart.kcl_files.push_back(Keep(std::move(file)));
    } else if (name.starts_with("templates/")) {
      chart.templates.push_back(Keep(std::move(file)));
    } else if (name.starts_with("charts/") && !name.ends_with(".prov")) {
      file.name.erase(0, std::string_view("charts/").size());
      const std::string first = file.name.substr(0, file.name.find('/'));
      below[first].push_back(std::move(file));
    } else if (name != "Chart.yaml") {
      chart.files.push_back(Keep(std::move(file)));
    }
    return true;
  }

  Chart* FromPacked(const Files& files) {
    const ChartFile& file = files[0];
    if (file.name.find('/') != std::string::npos) {
      return Reject(file.path, "it is a directory with the name of an archive");
    }
    std::string bytes;
    if (file.bytes == nullptr) {
      Result<std::string> read = context_.reader.ReadBelow(file.root, file.path);
      if (!read) {
        diag::ReportReadFailure({}, read.failure(), context_.emit);
        return nullptr;
      }
      bytes = *std::move(read);
    }
    Files packed;
    const bool ok = AddPacked(file.path, file.bytes == nullptr ? bytes : *file.bytes, packed);
    return ok ? FromFiles(file.path, std::move(packed)) : nullptr;
  }

  Chart* FromDirectory(const std::string& parent, const std::string& name, Files& files) {
    Files inner;
    for (ChartFile& file : files) {
      if (file.name.size() > name.size()) {
        file.name.erase(0, name.size() + 1);
        inner.push_back(std::move(file));
      }
    }
    const std::string directory = parent + (parent.ends_with('/') ? "charts/" : "/charts/") + name;
    return FromFiles(directory, std::move(inner));
  }

  ChartStore& store_;
  HelmContext& context_;
  uint64_t budget_;
};

// One mistake, however many they are: they were not fetched.
void ReportAbsent(const std::vector<const ChartDependency*>& absent, HelmContext& context) {
  std::string names;
  for (size_t i = 0; i < absent.size(); ++i) {
    names.append(i == 0 ? "" : i + 1 == absent.size() ? " and " : ", ").append(absent[i]->name);
  }
  context.emit.Report(absent[0]->span, absent.size() == 1 ? kMissingChart : kMissingCharts, names)
      .Hint("`helm dependency build` downloads it; Helm requires it even if it is disabled")
      .Emit();
}

// Whether the range of a chart has the version, or some version of Kubernetes if none is given.
bool FitsKubernetes(std::string_view range, std::string_view version) {
  constexpr int kMostMinor = 99;
  constexpr int kMostPatch = 40;
  if (range.empty() || !version.empty()) {
    return range.empty() || IsInRange(range, version);
  }
  const auto is_in_range = ReadRange(range);
  for (int minor = kMostMinor; minor >= 0; --minor) {
    for (int patch = 0; patch <= kMostPatch; ++patch) {
      if (is_in_range("v1." + std::to_string(minor) + "." + std::to_string(patch))) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

Chart* LoadChart(const std::string& path, ChartStore& store, HelmContext& context) {
  // Displayed relative to the working directory, like other files.
  std::string_view plain = path;
  while (plain.starts_with("./")) {
    plain.remove_prefix(std::min(plain.find_first_not_of('/', 1), plain.size()));
  }
  return Loader(store, context).Load(plain.empty() ? "." : std::string(plain));
}

const source::SourceFile* TextOf(const ChartFile& file, HelmContext& context) {
  if (file.bytes != nullptr) {
    return &context.sources.AddText(file.path, *file.bytes);
  }
  const Result<const source::SourceFile*> text =
      context.sources.LoadBelow(context.reader, file.root, file.path);
  if (!text) {
    diag::ReportReadFailure({}, text.failure(), context.emit);
    return nullptr;
  }
  return *text;
}

Installable CheckInstallable(const Chart& chart, bool takes_library, std::string_view kube_version,
                             HelmContext& context) {
  const Metadata& metadata = chart.metadata;
  Installable result;
  if (metadata.type == "library" && !takes_library) {
    context.emit.Report(metadata.name_span, kLibrary, metadata.name).Emit();
    result.is_installable = false;
  }
  const std::string& api_version = metadata.api_version;
  const bool is_known = api_version.empty() || api_version == "v1" || api_version == "v2";
  if (context.version == Version::kHelm4 && !is_known) {
    context.emit.Report(metadata.api_version_span, kApiVersion, api_version).Emit();
    result.is_installable = false;
  }
  if (!FitsKubernetes(metadata.kube_version, kube_version)) {
    context.emit
        .Report(
            metadata.kube_version_span, kKubeVersion, metadata.kube_version,
            kube_version.empty()
                ? "every version of Kubernetes"
                : "Kubernetes v" + std::string(kube_version.substr(kube_version.starts_with('v') ? 1 : 0)))
        .Emit();
    result.is_installable = false;
  }
  TextSet<std::string_view> there;
  for (const Chart* sub : chart.charts) {
    there.insert(sub->name());
  }
  for (const ChartDependency* dependency : metadata.dependencies) {
    if (!there.contains(dependency->name)) {
      result.absent.push_back(dependency);
      result.is_installable = false;
    }
  }
  if (!result.absent.empty()) {
    ReportAbsent(result.absent, context);
  }
  return result;
}

}  // namespace kval::helm
