#include "src/driver/releases/helmfile_release.h"

#include <string_view>
#include <utility>

#include "src/driver/releases/fields.h"
#include "src/driver/releases/replace_strings.h"
#include "src/helm/dependencies.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using value::Value;

bool IsElsewhere(std::string_view path) {
  return path.find("://") != std::string_view::npos || path.find("::") != std::string_view::npos;
}

class HelmfileReleaseReader {
 public:
  HelmfileReleaseReader(const HelmfileState& state, ReleaseContext& context)
      : state_(state), context_(context), build_(context.helm.forest.build()) {}

  // False if the release is not installed.
  bool Read(const Value& written, ChartRelease& release) {
    state_.templates->SetRelease(TextAt(&written, {"name"}), TextAt(&written, {"namespace"}),
                                 TextAt(&written, {"chart"}));
    const Value& root = *Filled(*WithShared(written));
    const Value* chart = FieldAt(&root, {"chart"});
    release.name = TextAt(&root, {"name"});
    release.name_space = TextAt(&root, {"namespace"});
    release.title = "the release `" + release.name + "`";
    release.kube_version = TextAt(&root, {"kubeVersion"});
    release.kube_version = release.kube_version.empty() ? state_.kube_version : release.kube_version;
    release.api_versions = state_.api_versions;
    release.unknown_values = state_.unknown_values;
    for (const char* field : {"strategicMergePatches", "jsonPatches", "transformers", "dependencies"}) {
      release.is_changed_later = release.is_changed_later || !ItemsAt(&root, {field}).empty();
    }
    if (chart == nullptr || !IsInstalled(root)) {
      return false;
    }
    ReadChart(*chart, TextAt(&root, {"version"}), release);
    ReadValues(root, release);
    return true;
  }

 private:
  // Fields of the templates that the release inherits, below its own.
  const Value* WithShared(const Value& release) {
    std::vector<value::Entry> entries(release.entries().begin(), release.entries().end());
    for (const Value* item : ItemsAt(&release, {"inherit"})) {
      const auto shared = state_.shared.find(TextAt(item, {"template"}));
      for (const value::Entry& entry :
           shared == state_.shared.end() ? std::span<const value::Entry>() : shared->second->entries()) {
        if (value::Find(release, entry.key->raw) == nullptr) {
          entries.push_back(entry);
        }
      }
    }
    return build_.WithEntries(release, entries);
  }

  const Value* Filled(const Value& value) {
    return ReplaceStrings(value, build_,
                          [&](std::string_view text) { return state_.templates->RenderString(text); });
  }

  bool IsInstalled(const Value& root) const {
    const Value* installed = FieldAt(&root, {"installed"});
    if (installed != nullptr && TextAt(installed, {}) == "false") {
      return false;
    }
    const std::string condition = TextAt(&root, {"condition"});
    const helm::TableValue* value =
        condition.empty() ? nullptr : helm::FindValue(state_.templates->values(), condition);
    return condition.empty() ||
           (value != nullptr && value->written->kind == value::Kind::kBool && value->written->boolean);
  }

  void ReadChart(const Value& named, const std::string& version, ChartRelease& release) {
    const std::string text = TextAt(&named, {});
    ChartReference& chart = release.chart;
    chart.at = named.span;
    chart.version = version;
    chart.written = text;
    const std::string path = LexicallyNormal(text.starts_with('/') ? text : context_.directory + text);
    const size_t slash = text.find('/');
    const auto repository = state_.repositories.find(text.substr(0, slash));
    if (text.starts_with("oci://")) {
      chart.name = GetFileName(text);
      chart.repository = text.substr(0, text.rfind('/'));
    } else if (IsElsewhere(text)) {
      chart.path = path;
      chart.is_elsewhere = true;
      chart.repository = text;
    } else if (context_.helm.reader.KindOf(path) != source::PathKind::kMissing || text.starts_with('.') ||
               text.starts_with('/') || slash == std::string::npos ||
               repository == state_.repositories.end()) {
      chart.path = path.empty() ? "." : path;
    } else {
      chart.name = text.substr(slash + 1);
      chart.repository = repository->second;
      if (chart.repository.starts_with("oci://") && chart.name.find('/') != std::string::npos) {
        chart.repository += "/" + std::string(GetDirectory(chart.name));
        chart.name = GetFileName(chart.name);
      }
    }
  }

  void ReadValues(const Value& root, ChartRelease& release) {
    std::string handler = TextAt(&root, {"missingFileHandler"});
    handler = handler.empty() ? state_.missing_file_handler : handler;
    for (const Value* item : ItemsAt(&root, {"values"})) {
      if (item->kind == value::Kind::kMapping) {
        release.inputs.push_back({nullptr, item});
      } else if (item->kind == value::Kind::kString) {
        AddFile(*item, !handler.empty() && handler != "Error", release);
      }
    }
    if (!ItemsAt(&root, {"secrets"}).empty()) {
      release.unknown_values = "its `secrets` are encrypted";
    }
    AddFlags(ItemsAt(&root, {"set"}), helm::SetKind::kSet, release);
    AddFlags(ItemsAt(&root, {"setString"}), helm::SetKind::kString, release);
  }

  void AddFile(const Value& named, bool may_be_missing, ChartRelease& release) {
    const std::string name = TextAt(&named, {});
    if (IsElsewhere(name) || name.find("{{") != std::string::npos) {
      release.unknown_values = "the values file `" + name + "` is not in this repository";
      return;
    }
    const std::string path = name.starts_with('/') ? name : context_.directory + name;
    if (!path.ends_with(".gotmpl")) {
      context_.AddValuesFile(path, named.span, may_be_missing, release);
      return;
    }
    const source::SourceFile* file = context_.Load(path);
    if (file == nullptr) {
      context_.AddValuesFile(path, named.span, may_be_missing, release);
      return;
    }
    std::string error;
    state_.templates->SetRelease(release.name, release.name_space, {});
    if (const source::SourceFile* text = state_.templates->Render(*file, error)) {
      release.inputs.push_back({text});
    } else {
      release.unknown_values =
          "the values file " + std::string(file->name()) + " cannot be rendered: " + error;
    }
  }

  // `name` with `value`, `values` or `file`. Source: helmfile pkg/state setFlags.
  void AddFlags(std::span<const Value* const> list, helm::SetKind kind, ChartRelease& release) {
    for (const Value* item : list) {
      const std::string prefix = TextAt(item, {"name"}) + "=";
      const auto add = [&](helm::SetKind how, const std::string& text, const Value& at) {
        release.inputs.push_back({nullptr, nullptr, helm::SetFlag{how, prefix + text, at.span}});
      };
      if (const Value* value = FieldAt(item, {"value"})) {
        add(kind, Escaped(TextAt(value, {})), *value);
      } else if (const auto values = ItemsAt(item, {"values"}); !values.empty()) {
        std::string all;
        for (const Value* one : values) {
          all += (all.empty() ? "" : ",") + Escaped(TextAt(one, {}));
        }
        add(kind, "{" + all + "}", *FieldAt(item, {"values"}));
      } else if (const Value* path = FieldAt(item, {"file"})) {
        const source::SourceFile* text = context_.Load(context_.directory + TextAt(path, {}));
        if (text == nullptr) {
          release.unknown_values = "the file `" + TextAt(path, {}) + "` was not found";
        } else {
          add(helm::SetKind::kLiteral, std::string(text->text()), *path);
        }
      }
    }
  }

  static std::string Escaped(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
      escaped.append(c == ',' || c == '{' || c == '}' ? "\\" : "").push_back(c);
    }
    return escaped;
  }

  const HelmfileState& state_;
  ReleaseContext& context_;
  value::Builder& build_;
};

}  // namespace

void ReadHelmfileRelease(const Value& release, const HelmfileState& state, ReleaseContext& context,
                         std::vector<ChartRelease>& out) {
  ChartRelease read;
  if (HelmfileReleaseReader(state, context).Read(release, read)) {
    out.push_back(std::move(read));
  }
}

}  // namespace kval::driver
