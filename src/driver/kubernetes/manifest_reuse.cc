#include "src/driver/kubernetes/manifest_reuse.h"

#include <algorithm>
#include <set>
#include <utility>

#include "src/driver/kubernetes/definitions.h"
#include "src/driver/releases/helmfile_texts.h"
#include "src/kubernetes/admission/policy_set.h"
#include "src/kubernetes/defaulting_webhooks.h"
#include "src/kubernetes/kustomization.h"
#include "src/support/path_text.h"
#include "src/support/sha256.h"
#include "src/support/text_search.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

// More files that install charts take longer than an editor should wait.
constexpr size_t kMostInstalling = 100;

// The names of the files that a kustomization may name as patches, without their directories.
void AddNamesOfPatches(Text kustomization, std::set<Text>& names) {
  if (!ContainsWord(kustomization, "patch")) {
    return;
  }
  constexpr Text kEnds = " \t\n\r\"',[]{}/";
  for (size_t begin = kustomization.find_first_not_of(kEnds); begin != Text::npos;
       begin = kustomization.find_first_not_of(kEnds, begin)) {
    const size_t end = std::min(kustomization.find_first_of(kEnds, begin), kustomization.size());
    if (const Text word = kustomization.substr(begin, end - begin); ContainsWord(word, ".")) {
      names.insert(word);
    }
    begin = end;
  }
}

void AddNumber(uint64_t number, std::string& context) {
  context.append(std::to_string(number)).push_back(' ');
}

}  // namespace

bool MayAffectOthers(Text name, Text text) {
  return kubernetes::IsKustomizationName(name) || GetFileName(name).starts_with("chainsaw-test.") ||
         MayDefine(text) || kubernetes::AdmissionPolicySet::MayBeIn(text) ||
         kubernetes::DefaultingWebhooks::MayBeIn(text) || ContainsWord(text, "kustomize.config.k8s.io") ||
         ContainsWord(text, "fieldPaths") ||
         (ContainsWord(text, "kustomize.toolkit.fluxcd.io/") &&
          (ContainsWord(text, "postBuild") || ContainsWord(text, "patches") ||
           ContainsWord(text, "targetNamespace")));
}

bool MayInstallCharts(Text name, Text text) {
  return IsHelmfile(name, text) || ContainsWord(text, "helm.toolkit.fluxcd.io/") ||
         ContainsWord(text, "source.toolkit.fluxcd.io/") || ContainsWord(text, "argoproj.io/") ||
         ContainsWord(text, "helmCharts");
}

ManifestReuse::ManifestReuse(PassedManifests& passed, std::string options)
    : passed_(passed), context_(std::move(options)) {
  passed_.has_changed = false;
}

// The identity of a file: its name, with its stamp or else its content.
void ManifestReuse::Add(Text name, const std::optional<source::FileStamp>& stamp, Text text) {
  context_.append(1, '\n').append(name).push_back('\0');
  if (!stamp || !source::IsSettled(*stamp)) {
    context_.append(Sha256Hex(text));
    return;
  }
  for (const long long number : {stamp->seconds, stamp->nanoseconds, stamp->size}) {
    AddNumber(static_cast<uint64_t>(number), context_);
  }
  AddNumber(stamp->device, context_);
  AddNumber(stamp->inode, context_);
}

void ManifestReuse::AddDefinition(const InputFile& file, source::FileReader& reader) {
  const std::optional<source::FileStamp> stamp = reader.StampOf(file.path);
  if (stamp && source::IsSettled(*stamp)) {
    return Add(file.path, stamp, {});
  }
  const Result<std::string> text =
      file.directory.empty() ? reader.Read(file.path) : reader.ReadBelow(file.directory, file.path);
  Add(file.path, std::nullopt, text ? *text : text.failure().message);
}

void ManifestReuse::Compare(ManifestFiles& files) {
  std::set<Text> patches;
  for (size_t i = 0; i < files.size(); ++i) {
    if (files[i].passed == nullptr && kubernetes::IsKustomizationName(files[i].name)) {
      AddNamesOfPatches(files[i].text(), patches);
    }
  }
  const auto classify = [&patches](ManifestFile& file) {
    file.affects_others = file.passed == nullptr && (MayAffectOthers(file.name, file.text()) ||
                                                     patches.contains(GetFileName(file.name)));
    file.has_config_map = file.passed == nullptr
                              ? ContainsWord(file.text(), "ConfigMap") || ContainsWord(file.text(), "Secret")
                              : file.passed->has_config_map;
    file.may_install =
        file.passed == nullptr ? MayInstallCharts(file.name, file.text()) : file.passed->may_install;
    file.has_values_from =
        file.passed == nullptr ? ContainsWord(file.text(), "valuesFrom") : file.passed->has_values_from;
  };
  bool uses_config_maps = false;  // as variables
  for (size_t i = 0; i < files.size(); ++i) {
    classify(files.Get(i));
    if (files[i].affects_others) {
      Add(files[i].name, files[i].stamp, files[i].text());
      uses_config_maps = uses_config_maps || ContainsWord(files[i].text(), "substituteFrom");
    }
  }
  size_t installing = 0;
  for (size_t i = 0; i < files.size(); ++i) {
    installing += files[i].may_install ? 1 : 0;
  }
  renders_charts_ = installing <= kMostInstalling;
  for (size_t i = 0; uses_config_maps && i < files.size(); ++i) {
    if (files[i].has_config_map) {
      Add(files[i].name, files[i].stamp, files[i].text());
    }
  }
  std::string context = Sha256Hex(context_);
  if (context == passed_.context) {
    return;
  }
  for (size_t i = 0; i < files.size(); ++i) {
    if (files[i].passed != nullptr) {
      files.ReadSkipped(i);
      classify(files.Get(i));
    }
  }
  passed_.files.clear();
  passed_.context = std::move(context);
  passed_.has_changed = true;
}

void ManifestReuse::Note(const ManifestFile& file, const ManifestResult& further, const FileResult& result) {
  const std::string& path = file.input.path;
  if (further.has_passed && file.stamp && source::IsSettled(*file.stamp) && !file.affects_others) {
    passed_.files[path] = {*file.stamp,
                           result.document_count,
                           result.steps,
                           file.has_config_map,
                           further.catalog_use.count,
                           further.catalog_use.first,
                           file.may_install,
                           file.has_values_from,
                           file.custom_versions.has_value(),
                           file.custom_versions.value_or("")};
    passed_.has_changed = true;
  } else if (passed_.files.erase(path) != 0) {
    passed_.has_changed = true;
  }
}

void ManifestReuse::Clear() {
  passed_.has_changed = passed_.has_changed || !passed_.files.empty();
  passed_.files.clear();
}

}  // namespace kval::driver
