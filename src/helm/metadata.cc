#include "src/helm/metadata.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <map>
#include <utility>

#include "src/helm/go_number.h"
#include "src/helm/values_text.h"
#include "src/helm/version_range.h"

namespace kval::helm {
namespace {

using diag::Kind;
using value::Value;

constexpr diag::Def<std::string_view, std::string_view, std::string_view> kWrongField{
    Kind::kBadChart, "`{}` of a chart must be {}, found {}"};
constexpr diag::Def<std::string_view> kMissing{Kind::kBadChart, "Chart.yaml has no `{}`"};
constexpr diag::Def<std::string_view, std::string_view> kInvalid{Kind::kBadChart,
                                                                 "`{}` is not a {} that Helm accepts"};
constexpr diag::Def<std::string_view> kTwice{Kind::kBadChart, "two dependencies have the name or alias `{}`"};
constexpr diag::Def<> kEmptyEntry{Kind::kBadChart, "a list in Chart.yaml has an empty entry"};

// Converts white space to spaces and removes unprintable characters (helm's sanitizeString).
std::string Sanitized(std::string text) {
  std::string clean;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isspace(byte) != 0) {
      clean += ' ';
    } else if (byte >= ' ' && byte != 0x7F) {
      clean += c;
    }
  }
  return clean;
}

bool EqualsInAnyCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// Decodes fields; counts what does not fit.
class Decoder {
 public:
  Decoder(ChartStore& store, HelmContext& context) : store_(store), context_(context) {}

  bool ok() const { return ok_; }

  void Decode(const Value& root, Metadata& out) {
    if (!IsMap(root, "the content")) {
      return;
    }
    for (const value::Entry& entry : root.entries()) {
      const std::string name = KeyText(*entry.key);
      if (!Text(name, *entry.value,
                {{"apiVersion", &out.api_version},
                 {"name", &out.name},
                 {"version", &out.version},
                 {"type", &out.type},
                 {"kubeVersion", &out.kube_version},
                 {"home", &out.home},
                 {"description", &out.description},
                 {"icon", &out.icon},
                 {"condition", &out.condition},
                 {"tags", &out.tags},
                 {"appVersion", &out.app_version}})) {
        Other(name, *entry.value, out);
      }
      for (const auto& [key, span] : std::initializer_list<std::pair<std::string_view, source::Span*>>{
               {"name", &out.name_span},
               {"version", &out.version_span},
               {"type", &out.type_span},
               {"apiVersion", &out.api_version_span},
               {"kubeVersion", &out.kube_version_span}}) {
        if (EqualsInAnyCase(name, key)) {
          *span = entry.value->span;
        }
      }
    }
  }

 private:
  using TextFields = std::initializer_list<std::pair<std::string_view, std::string*>>;

  void Reject(const Value& value, std::string_view field, std::string_view expected) {
    context_.emit.Report(value.span, kWrongField, field, expected, value::KindName(value.kind)).Emit();
    ok_ = false;
  }

  bool IsMap(const Value& value, std::string_view field) {
    if (value.kind != value::Kind::kMapping && value.kind != value::Kind::kNull) {
      Reject(value, field, "a map");
    }
    return value.kind == value::Kind::kMapping;
  }

  // Whether it is a list; null counts as an empty one.
  bool IsList(const Value& value, std::string_view field) {
    if (value.kind != value::Kind::kSequence && value.kind != value::Kind::kNull) {
      Reject(value, field, "a list");
    }
    return value.kind == value::Kind::kSequence;
  }

  std::string TextOf(const Value& value, std::string_view field) {
    if (value.is_collection()) {
      Reject(value, field, "a string");
      return {};
    }
    return FieldText(value);
  }

  // Whether the name is one of these fields. A null leaves a field as it was.
  bool Text(std::string_view name, const Value& value, TextFields fields) {
    for (const auto& [field, target] : fields) {
      if (!EqualsInAnyCase(name, field)) {
        continue;
      }
      const std::string text = TextOf(value, field);
      if (value.kind != value::Kind::kNull) {
        *target = Sanitized(text);
      }
      return true;
    }
    return false;
  }

  bool Truth(const Value& value, std::string_view field) {
    if (value.kind != value::Kind::kBool && value.kind != value::Kind::kNull) {
      Reject(value, field, "a boolean");
    }
    return value.kind == value::Kind::kBool && value.boolean;
  }

  std::vector<std::string> Strings(const Value& value, std::string_view field) {
    std::vector<std::string> strings;
    if (IsList(value, field)) {
      for (const Value* item : value.items()) {
        strings.push_back(Sanitized(TextOf(*item, field)));
      }
    }
    return strings;
  }

  void Other(std::string_view name, const Value& value, Metadata& out) {
    if (EqualsInAnyCase(name, "dependencies")) {
      Dependencies(value, out);
    } else if (EqualsInAnyCase(name, "sources")) {
      out.sources = Strings(value, name);
    } else if (EqualsInAnyCase(name, "keywords")) {
      out.keywords = Strings(value, name);
    } else if (EqualsInAnyCase(name, "deprecated")) {
      out.is_deprecated = Truth(value, name);
    } else if (EqualsInAnyCase(name, "annotations") && IsMap(value, name)) {
      for (const value::Entry& entry : value.entries()) {
        out.annotations.emplace_back(KeyText(*entry.key), TextOf(*entry.value, name));
      }
    } else if (EqualsInAnyCase(name, "maintainers") && IsList(value, name)) {
      Maintainers(value, out);
    }
  }

  void Maintainers(const Value& list, Metadata& out) {
    out.maintainers.clear();
    for (const Value* item : list.items()) {
      if (item->kind == value::Kind::kNull) {
        context_.emit.Report(item->span, kEmptyEntry).Emit();
        ok_ = false;
      } else if (IsMap(*item, "maintainers")) {
        Maintainer& maintainer = out.maintainers.emplace_back();
        for (const value::Entry& entry : item->entries()) {
          Text(KeyText(*entry.key), *entry.value,
               {{"name", &maintainer.name}, {"email", &maintainer.email}, {"url", &maintainer.url}});
        }
      }
    }
  }

  void Dependencies(const Value& list, Metadata& out) {
    if (!IsList(list, "dependencies")) {
      return;
    }
    out.dependencies.clear();
    for (const Value* item : list.items()) {
      if (item->kind == value::Kind::kNull) {
        context_.emit.Report(item->span, kEmptyEntry).Emit();
        ok_ = false;
      } else if (IsMap(*item, "dependencies")) {
        out.dependencies.push_back(DependencyOf(*item));
      }
    }
  }

  ChartDependency* DependencyOf(const Value& map) {
    ChartDependency& dependency = store_.dependencies.emplace_back();
    dependency.span = map.span;
    for (const value::Entry& entry : map.entries()) {
      const std::string name = KeyText(*entry.key);
      if (Text(name, *entry.value,
               {{"name", &dependency.name},
                {"version", &dependency.version},
                {"repository", &dependency.repository},
                {"condition", &dependency.condition},
                {"alias", &dependency.alias}})) {
        continue;
      }
      if (EqualsInAnyCase(name, "tags")) {
        dependency.tags = Strings(*entry.value, name);
      } else if (EqualsInAnyCase(name, "enabled")) {
        Truth(*entry.value, name);
      } else if (EqualsInAnyCase(name, "import-values") && IsList(*entry.value, name)) {
        Imports(*entry.value, dependency);
      }
    }
    return &dependency;
  }

  static std::string ImportText(const Value* value) {
    return value == nullptr || value->kind == value::Kind::kNull ? "<nil>" : FieldText(*value);
  }

  void Imports(const Value& list, ChartDependency& dependency) {
    for (const Value* item : list.items()) {
      if (item->kind == value::Kind::kString) {
        dependency.imports.push_back({std::string(item->raw), ".", true, item->span});
      } else if (item->kind == value::Kind::kMapping) {
        dependency.imports.push_back({ImportText(value::Find(*item, "child")),
                                      ImportText(value::Find(*item, "parent")), false, item->span});
      }
    }
  }

  ChartStore& store_;
  HelmContext& context_;
  bool ok_ = true;
};

bool IsAlias(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
  });
}

bool CheckNames(const Metadata& metadata, source::Span at, HelmContext& context) {
  const size_t before = context.emit.error_count();
  if (metadata.name.empty()) {
    context.emit.Report(at, kMissing, "name").Emit();
  } else if (metadata.name == "." || metadata.name == ".." || metadata.name.find('/') != std::string::npos) {
    context.emit.Report(metadata.name_span, kInvalid, metadata.name, "name").Emit();
  }
  if (metadata.version.empty()) {
    context.emit.Report(at, kMissing, "version").Emit();
  } else if (!IsVersion(metadata.version)) {
    context.emit.Report(metadata.version_span, kInvalid, metadata.version, "version").Emit();
  }
  if (!metadata.type.empty() && metadata.type != "application" && metadata.type != "library") {
    context.emit.Report(metadata.type_span, kInvalid, metadata.type, "type of a chart (application, library)")
        .Emit();
  }
  return context.emit.error_count() == before;
}

}  // namespace

bool ReadMetadata(const source::SourceFile& file, Metadata& metadata, ChartStore& store,
                  HelmContext& context) {
  const Value* root = ReadFirstDocument(file, Author::kChart, context);
  if (root == nullptr) {
    return false;
  }
  Decoder decoder(store, context);
  decoder.Decode(*root, metadata);
  return decoder.ok();
}

bool CheckMetadata(const Metadata& metadata, source::Span at, HelmContext& context) {
  bool ok = CheckNames(metadata, at, context);
  std::map<std::string_view, const ChartDependency*> known;
  for (const ChartDependency* dependency : metadata.dependencies) {
    if (!IsAlias(dependency->alias)) {
      context.emit.Report(dependency->span, kInvalid, dependency->alias, "alias").Emit();
      ok = false;
    }
    const std::string_view key = dependency->alias.empty() ? dependency->name : dependency->alias;
    if (!known.emplace(key, dependency).second) {
      context.emit.Report(dependency->span, kTwice, key).Related(known[key]->span, "the other one").Emit();
      ok = false;
    }
  }
  return ok;
}

}  // namespace kval::helm
