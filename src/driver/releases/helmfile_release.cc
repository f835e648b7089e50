#include "src/driver/releases/helmfile_release.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "src/driver/releases/application_parameters.h"
#include "src/driver/releases/fields.h"
#include "src/driver/releases/manifest_patches.h"
#include "src/helm/dependencies.h"
#include "src/support/lexical_path.h"
#include "src/support/native_stack.h"
#include "src/support/path_text.h"
#include "src/value/builder.h"

namespace kval::driver {
namespace {

using value::Value;

// Returns the value with the strings that `replace` returns in the place of those in it, which keep their
// places in the text. Nullopt keeps a string.
const value::Value* ReplaceStrings(
    const value::Value& value, value::Builder& build,
    const std::function<std::optional<std::string>(std::string_view)>& replace) {
  NeedStack();
  if (value.kind == value::Kind::kSequence) {
    std::vector<const value::Value*> items;
    for (const value::Value* item : value.items()) {
      items.push_back(ReplaceStrings(*item, build, replace));
    }
    return build.WithItems(value, items);
  }
  if (value.kind == value::Kind::kMapping) {
    std::vector<value::Entry> entries;
    for (const value::Entry& entry : value.entries()) {
      entries.push_back({entry.key, ReplaceStrings(*entry.value, build, replace)});
    }
    return build.WithEntries(value, entries);
  }
  const std::optional<std::string> text =
      value.kind == value::Kind::kString ? replace(value.raw) : std::nullopt;
  return text ? build.String(*text, value.span) : &value;
}

constexpr int kMostInherited = 8;  // templates that inherit each other

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
    for (const char* field : {"transformers", "dependencies"}) {
      if (!ItemsAt(&root, {field}).empty()) {
        release.unapplied.emplace(field);
      }
    }
    if (chart == nullptr || !IsInstalled(root)) {
      return false;
    }
    ReadPatches(root, release);
    ReadChart(*chart, TextAt(&root, {"version"}), release);
    ReadValues(root, release);
    return true;
  }

 private:
  // Source: helmfile chartify, patch.go.
  void ReadPatches(const Value& root, ChartRelease& release) {
    const auto patches = std::make_shared<ManifestPatches>();
    patches->AddLists(root, {"strategicMergePatches", "jsonPatches"}, {}, context_);
    release.unapplied.insert(patches->unapplied().begin(), patches->unapplied().end());
    if (!patches->empty()) {
      release.patches = patches;
    }
  }

  // Later values take precedence; lists are appended, and maps are merged. Source: dario.cat/mergo.
  const Value* Inherited(const Value& base, const Value& release) {
    NeedStack();
    std::vector<value::Entry> entries;
    for (const value::Entry& entry : base.entries()) {
      const Value* own = value::Find(release, entry.key->raw);
      if (own == nullptr || own->kind == value::Kind::kNull) {
        entries.push_back(entry);
      } else if (own->kind == value::Kind::kSequence && entry.value->kind == value::Kind::kSequence) {
        entries.push_back({entry.key, build_.WithMoreItems(*entry.value, own->items())});
      } else {
        const bool are_maps =
            own->kind == value::Kind::kMapping && entry.value->kind == value::Kind::kMapping;
        entries.push_back({entry.key, are_maps ? Inherited(*entry.value, *own) : own});
      }
    }
    for (const value::Entry& entry : release.entries()) {
      if (value::Find(base, entry.key->raw) == nullptr) {
        entries.push_back(entry);
      }
    }
    return build_.WithEntries(release, entries);
  }

  // A release, or a template of releases, with the templates that it inherits.
  const Value* WithShared(const Value& release, int depth = 0) {
    NeedStack();
    const Value* merged = build_.Mapping({});
    const auto inherit = [&](const std::string& name, std::span<const Value* const> except) {
      const auto shared = state_.shared.find(name);
      if (shared == state_.shared.end() || depth == kMostInherited) {
        return;
      }
      std::vector<value::Entry> kept;
      for (const value::Entry& entry : WithShared(*shared->second, depth + 1)->entries()) {
        const bool is_left_out = std::any_of(except.begin(), except.end(),
                                             [&](const Value* key) { return key->raw == entry.key->raw; });
        if (!is_left_out && entry.key->raw != "inherit") {
          kept.push_back(entry);
        }
      }
      merged = Inherited(*merged, *build_.Mapping(kept));
    };
    const auto own = ItemsAt(&release, {"inherit"});
    for (size_t i = 0; depth == 0 && i < state_.default_inherit.size(); ++i) {
      const bool is_named = std::any_of(own.begin(), own.end(), [&](const Value* item) {
        return TextAt(item, {"template"}) == state_.default_inherit[i];
      });
      if (!is_named) {
        inherit(state_.default_inherit[i], {});
      }
    }
    for (const Value* item : own) {
      inherit(TextAt(item, {"template"}), ItemsAt(item, {"except"}));
    }
    return Inherited(*merged, release);
  }

  // Fills the fields that helmfile executes: maps in `values` and the list `set` are none of them. The lists
  // of templates come before the others. Source: helmfile pkg/state/release.go.
  const Value* Filled(const Value& root) {
    constexpr std::string_view kTexts[] = {"name", "chart", "namespace", "version"};
    std::vector<value::Entry> entries;
    for (const value::Entry& entry : root.entries()) {
      const std::string_view key = entry.key->raw;
      const bool is_text = std::find(std::begin(kTexts), std::end(kTexts), key) != std::end(kTexts);
      entries.push_back({entry.key, is_text ? FilledStrings(*entry.value) : entry.value});
    }
    const Value* filled = build_.WithEntries(root, entries);
    std::vector<const Value*> values;
    for (const Value* item : ItemsAt(&root, {"valuesTemplate"})) {
      values.push_back(FilledStrings(*item));
    }
    for (const Value* item : ItemsAt(&root, {"values"})) {
      values.push_back(item->kind == value::Kind::kString ? FilledStrings(*item) : item);
    }
    std::vector<const Value*> set;
    for (const Value* item : ItemsAt(&root, {"setTemplate"})) {
      set.push_back(FilledStrings(*item));
    }
    const auto plain = ItemsAt(&root, {"set"});
    set.insert(set.end(), plain.begin(), plain.end());
    filled = WithField(*filled, "values", build_.Sequence(values), build_);
    return WithField(*filled, "set", build_.Sequence(set), build_);
  }

  const Value* FilledStrings(const Value& value) {
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
      const Value* path = kind == helm::SetKind::kSet ? FieldAt(item, {"file"}) : nullptr;
      if (const Value* value = FieldAt(item, {"value"}); value != nullptr && !ScalarText(*value).empty()) {
        add(kind, Escaped(ScalarText(*value)), *value);
      } else if (path != nullptr) {
        const source::SourceFile* text = context_.Load(context_.directory + TextAt(path, {}));
        if (text == nullptr) {
          release.unknown_values = "the file `" + TextAt(path, {}) + "` was not found";
        } else {
          add(helm::SetKind::kLiteral, std::string(text->text()), *path);
        }
      } else if (const auto values = ItemsAt(item, {"values"}); !values.empty()) {
        std::string all;
        for (const Value* one : values) {
          const bool is_number = one->kind == value::Kind::kInt || one->kind == value::Kind::kFloat;
          all += (all.empty() ? "" : ",") + Escaped(is_number ? TextAt(one, {}) : ScalarText(*one));
        }
        add(kind, "{" + all + "}", *FieldAt(item, {"values"}));
      }
    }
  }

  // helmfile reads most scalars as they are written: `y` is no bool.
  static std::string ScalarText(const Value& value) {
    return value.is_collection() || value.kind == value::Kind::kNull ? std::string() : std::string(value.raw);
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
