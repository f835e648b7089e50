#include "src/driver/releases/helmfiles.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "src/diag/collector.h"
#include "src/driver/releases/fields.h"
#include "src/driver/releases/helmfile_release.h"
#include "src/driver/releases/helmfile_template.h"
#include "src/driver/releases/helmfile_texts.h"
#include "src/helm/merge_values.h"
#include "src/helm/values_text.h"
#include "src/support/lexical_path.h"
#include "src/support/native_stack.h"

namespace kval::driver {
namespace {

using value::Value;
using Text = std::string_view;

constexpr diag::Def<Text, Text> kNotRendered{diag::Kind::kNotChecked,
                                             "the releases of {} were not all checked: {}"};
constexpr int kMostIncluded = 8;          // helmfiles that include each other
constexpr size_t kMostEnvironments = 20;  // of one helmfile
constexpr size_t kMostReleases = 500;     // of all environments

bool IsTemplate(const source::SourceFile& file) {
  return file.name().ends_with(".gotmpl") || file.text().find("{{") != Text::npos;
}

// One helmfile in one environment.
class HelmfileReader {
 public:
  HelmfileReader(const std::string& environment, ReleaseContext& context, std::vector<ChartRelease>& out)
      : environment_(environment), context_(context), templates_(environment, context), out_(out) {
    state_.templates = &templates_;
  }

  // `given`: values that the including helmfile passes.
  void Read(const helm::Table* given, int depth) {
    given_ = given;
    depth_ = depth;
    ReadParts(context_.file);
    for (const Value* release : releases_) {
      if (out_.size() < kMostReleases) {
        ReadHelmfileRelease(*release, state_, context_, out_);
      }
    }
  }

 private:
  void Note(Text name, Text why) {
    context_.helm.emit.Report({context_.file.base(), context_.file.base()}, kNotRendered, name, why)
        .As(diag::Severity::kNote)
        .Hint("render them where helmfile runs: `helmfile template | kval k8s -`")
        .Emit();
  }

  void ReadParts(const source::SourceFile& file) {
    NeedStack();
    for (std::string& part : PartsOf(file.text())) {
      const source::SourceFile& text =
          context_.helm.strings->emplace_back(std::string(file.name()), std::move(part), file.base());
      ReadPart(text);
    }
  }

  // Null after a note, if the file cannot be rendered or read.
  const Value* Parse(const source::SourceFile& file, bool is_quiet) {
    const source::SourceFile* text = &file;
    std::string error;
    if (IsTemplate(file)) {
      text = templates_.Render(file, error);
    }
    const Value* root = nullptr;
    if (text != nullptr) {
      diag::Collector unheard;
      diag::Emitter silent(&unheard);
      helm::HelmContext& helm = context_.helm;
      helm::HelmContext quiet{helm.reader, helm.sources, helm.arena, helm.forest, silent, helm.limits};
      quiet.strings = helm.strings;
      root = helm::ReadFirstDocument(*text, helm::Author::kChart, quiet);
      error =
          root == nullptr && !unheard.diagnostics().empty() ? unheard.diagnostics().front().message : error;
    }
    if (root == nullptr && !is_quiet) {
      Note(file.name(), error);
    }
    return root;
  }

  void ReadPart(const source::SourceFile& text) {
    const bool declares = text.text().find("environments:") != Text::npos ||
                          text.text().find("bases:") != Text::npos ||
                          text.text().find("values:") != Text::npos;
    const Value* root = declares && IsTemplate(text) ? Parse(text, true) : Parse(text, false);
    if (root != nullptr && declares) {
      ReadEnvironment(*root);
    }
    if (declares && IsTemplate(text)) {
      root = Parse(text, false);
    }
    if (root != nullptr) {
      ReadState(*root);
    }
  }

  void ReadEnvironment(const Value& root) {
    for (const Value* base : ItemsAt(&root, {"bases"})) {
      const source::SourceFile* file = context_.Load(context_.directory + std::string(base->raw));
      if (file != nullptr && ++depth_ < kMostIncluded) {
        ReadParts(*file);
      }
    }
    AddValues(FieldAt(&root, {"values"}));
    const Value* own = MapAt(&root, {"environments", environment_});
    AddValues(FieldAt(own, {"values"}));
    if (!ItemsAt(own, {"secrets"}).empty()) {
      state_.unknown_values = "the secrets of the environment are encrypted";
    }
    if (given_ != nullptr) {
      helm::MergeValues(templates_.values(), *given_, context_.helm.forest);
    }
  }

  // Values that are written here, or in a file that is named. Null after a note if they cannot be read.
  const helm::Table* TableOf(const Value& item) {
    const Value* map = &item;
    if (item.kind == value::Kind::kString) {
      const source::SourceFile* file = context_.Load(context_.directory + std::string(item.raw));
      map = file == nullptr ? nullptr : Parse(*file, false);
    }
    return map == nullptr || map->kind != value::Kind::kMapping
               ? nullptr
               : helm::ValuesOf(*map, "values", helm::Author::kChart, context_.helm).table;
  }

  void AddValues(const Value* list) {
    for (const Value* item : list == nullptr ? std::span<const Value* const>() : list->items()) {
      if (const helm::Table* read = TableOf(*item)) {
        helm::MergeValues(templates_.values(), *read, context_.helm.forest);
      }
    }
  }

  void ReadState(const Value& root) {
    for (const Value* repository : ItemsAt(&root, {"repositories"})) {
      const std::string url = TextAt(repository, {"url"});
      const bool is_oci = IsTrueAt(repository, {"oci"}) && url.find("://") == std::string::npos;
      state_.repositories[TextAt(repository, {"name"})] = (is_oci ? "oci://" : "") + url;
    }
    if (const Value* shared = MapAt(&root, {"templates"})) {
      for (const value::Entry& entry : shared->entries()) {
        state_.shared[std::string(entry.key->raw)] = entry.value;
      }
    }
    for (const Value* name : ItemsAt(&root, {"defaultInherit"})) {
      state_.default_inherit.push_back(TextAt(name, {}));
    }
    const std::string version = TextAt(&root, {"kubeVersion"});
    state_.kube_version = version.empty() ? state_.kube_version : version;
    for (const Value* api : ItemsAt(&root, {"apiVersions"})) {
      state_.api_versions.emplace_back(api->raw);
    }
    const std::string handler = TextAt(&root, {"missingFileHandler"});
    state_.missing_file_handler = handler.empty() ? state_.missing_file_handler : handler;
    const auto releases = ItemsAt(&root, {"releases"});
    releases_.insert(releases_.end(), releases.begin(), releases.end());
    for (const Value* included : ItemsAt(&root, {"helmfiles"})) {
      Include(*included);
    }
  }

  void Include(const Value& included) {
    const std::string name =
        included.kind == value::Kind::kString ? TextAt(&included, {}) : TextAt(&included, {"path"});
    if (name.find("::") != std::string::npos || name.find("://") != std::string::npos) {
      return Note(context_.file.name(), "it includes `" + name + "`, which is not in this repository");
    }
    std::string path = LexicallyNormal(context_.directory + name);
    for (const char* file : {"/helmfile.yaml", "/helmfile.yaml.gotmpl"}) {
      const bool is_directory = context_.helm.reader.KindOf(path) == source::PathKind::kDirectory;
      path += is_directory && context_.helm.reader.KindOf(path + file) == source::PathKind::kFile ? file : "";
    }
    const source::SourceFile* file = depth_ + 1 < kMostIncluded ? context_.Load(path) : nullptr;
    if (file == nullptr) {
      return Note(context_.file.name(), "the file `" + name + "`, which it includes, was not found");
    }
    ReleaseContext inner(path, context_.named_directory, *file, context_.objects, context_.charts,
                         context_.variables, context_.helm);
    helm::Table* values = nullptr;
    for (const Value* item : ItemsAt(&included, {"values"})) {
      values = values == nullptr ? context_.helm.forest.NewTable() : values;
      if (const helm::Table* read = TableOf(*item)) {
        helm::MergeValues(*values, *read, context_.helm.forest);
      }
    }
    HelmfileReader(environment_, inner, out_).Read(values, depth_ + 1);
    std::move(inner.rendered.begin(), inner.rendered.end(), std::back_inserter(context_.rendered));
  }

  const std::string environment_;
  ReleaseContext& context_;
  HelmfileTemplate templates_;
  std::vector<ChartRelease>& out_;
  HelmfileState state_;
  std::vector<const Value*> releases_;
  const helm::Table* given_ = nullptr;
  int depth_ = 0;
};

}  // namespace

void ReadHelmfile(ReleaseContext& context, std::vector<ChartRelease>& out) {
  std::vector<std::string> environments = DeclaredEnvironments(context.file.text());
  for (const std::string& included : IncludedHelmfiles(context.file.name(), context.file.text())) {
    const source::SourceFile* file = context.Load(included);
    const auto more = file == nullptr ? std::vector<std::string>() : DeclaredEnvironments(file->text());
    environments.insert(environments.end(), more.begin(), more.end());
  }
  if (environments.empty()) {
    environments.emplace_back("default");
  }
  std::sort(environments.begin(), environments.end());
  environments.erase(std::unique(environments.begin(), environments.end()), environments.end());
  environments.resize(std::min(environments.size(), kMostEnvironments));
  for (const std::string& environment : environments) {
    HelmfileReader(environment, context, out).Read(nullptr, 0);
  }
}

}  // namespace kval::driver
