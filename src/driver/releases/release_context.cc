#include "src/driver/releases/release_context.h"

#include <optional>

#include "src/diag/collector.h"
#include "src/diag/read_failure.h"
#include "src/driver/releases/repository.h"
#include "src/helm/values_text.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

constexpr diag::Def<std::string_view, std::string_view> kNoFile{diag::Kind::kHelmRefused,
                                                                "{}: the values file {} was not found"};

constexpr diag::Def<std::string_view, std::string_view> kOutside{
    diag::Kind::kHelmRefused, "{}: the values file {} is outside of the repository"};

std::string RootOf(const std::string& path, const std::string& named, source::FileReader& reader) {
  const std::string repository = RepositoryOf(path, reader);
  return !repository.empty() || named.empty() || named == "." || named.ends_with('/') ? repository
                                                                                      : named + "/";
}

}  // namespace

ReleaseContext::ReleaseContext(const std::string& path, const std::string& named,
                               const source::SourceFile& source, const ReleaseObjects& known_objects,
                               ChartLookup& lookup, const ManifestVariables& known_variables,
                               helm::HelmContext& environment)
    : file(source),
      directory(GetDirectoryPrefix(path)),
      named_directory(named),
      repository(RootOf(path, named, environment.reader)),
      objects(known_objects),
      charts(lookup),
      variables(known_variables),
      helm(environment) {}

std::string ReleaseContext::InRepository(const std::string& path) const {
  const auto normal = [](const std::string& text) {
    const std::string plain = LexicallyNormal(text);
    return plain.empty() ? std::string(".") : plain;
  };
  const std::string inside = normal(repository + path);
  const bool is_only_here = helm.reader.KindOf(inside) == source::PathKind::kMissing &&
                            helm.reader.KindOf(normal(path)) != source::PathKind::kMissing;
  return is_only_here && !path.starts_with('/') ? normal(path) : inside;
}

const source::SourceFile* ReleaseContext::Load(const std::string& path) {
  const std::string normal = LexicallyNormal(path);
  if (!roots().Contain(normal) || helm.reader.KindOf(normal) != source::PathKind::kFile) {
    return nullptr;
  }
  const bool is_inside = !repository.empty() && IsWithinDirectory(normal, LexicallyNormal(repository));
  const std::string root = is_inside ? repository : ReleaseRoots().Contain(normal) ? "." : directory;
  const Result<const source::SourceFile*> loaded = helm.sources.LoadOnce(helm.reader, root, normal, normal);
  if (!loaded) {
    diag::ReportReadFailure({}, loaded.failure(), helm.emit);
    return nullptr;
  }
  return *loaded;
}

void ReleaseContext::AddValuesFile(const std::string& path, source::Span at, bool may_be_missing,
                                   ChartRelease& release) {
  if (const source::SourceFile* text = Load(path)) {
    release.inputs.push_back({text});
  } else if (!roots().Contain(path)) {
    helm.emit.Report(at, kOutside, release.title, LexicallyNormal(path))
        .Hint("move the file into the repository, and change the path")
        .Emit();
    release.unknown_values = "a values file is outside of the repository";
  } else if (!may_be_missing) {
    helm.emit.Report(at, kNoFile, release.title, LexicallyNormal(path))
        .Hint("correct the path, or add the file")
        .Emit();
    release.unknown_values = "a values file was not found";
  }
}

void ReleaseContext::AddSteps(const helm::EmbeddedValues& values, ChartRelease& release) {
  for (const helm::ValuesStep& step : values.steps) {
    release.inputs.push_back(
        {nullptr, step.layer, step.layer == nullptr ? std::optional(step.flag) : std::nullopt});
  }
}

helm::ValuesSource ReleaseContext::Read(const DocumentPlace& place) {
  const std::string name = LexicallyNormal(place.file.path);
  const Result<const source::SourceFile*> loaded =
      helm.sources.LoadOnce(helm.reader, place.file.directory, place.file.path, name);
  if (!loaded) {
    return {nullptr, nullptr};
  }
  diag::Collector unheard;
  diag::Emitter silent(&unheard);
  helm::HelmContext quiet{helm.reader, helm.sources, helm.arena, helm.forest, silent, helm.limits};
  quiet.strings = helm.strings;
  const std::vector<const value::Value*> documents = helm::ReadDocuments(**loaded, quiet);
  if (place.document >= documents.size()) {
    return {nullptr, nullptr};
  }
  const value::Value* root = documents[place.document];
  if (ManifestVariables::MayHave((*loaded)->text())) {
    root = FileVariables(variables, name, false).Replace(*root, helm.forest.build());
  }
  return {root, *loaded};
}

}  // namespace kval::driver
