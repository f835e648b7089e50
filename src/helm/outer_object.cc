#include "src/helm/outer_object.h"

#include <algorithm>
#include <initializer_list>

#include "src/helm/embedded_text.h"
#include "src/helm/go_number.h"

namespace kval::helm {
namespace {

using value::Find;
using value::Kind;
using value::Value;

constexpr diag::Def<std::string_view, std::string_view> kNoSource{
    diag::Kind::kNotChecked, "the {} `{}`, from which values are taken, is not in the file"};
constexpr diag::Def<std::string_view> kNoMap{diag::Kind::kHelmRefused, "`{}` must be a map of values"};

const Value* FindAt(const Value* value, std::initializer_list<std::string_view> path) {
  for (const std::string_view key : path) {
    value = value == nullptr || value->kind != Kind::kMapping ? nullptr : Find(*value, key);
  }
  return value;
}

std::string TextAt(const Value* value, std::initializer_list<std::string_view> path) {
  const Value* found = FindAt(value, path);
  return found == nullptr || found->is_collection() ? std::string() : FieldText(*found);
}

bool IsTrueAt(const Value* value, std::string_view key) {
  const Value* found = FindAt(value, {key});
  return found != nullptr && found->kind == Kind::kBool && found->boolean;
}

bool IsOf(const Value& root, std::string_view group, std::string_view kind) {
  return TextAt(&root, {"apiVersion"}).starts_with(group) && TextAt(&root, {"kind"}) == kind;
}

bool IsApplication(const Value& root) {
  return IsOf(root, "argoproj.io/", "Application");
}

bool IsRelease(const Value& root) {
  return IsOf(root, "helm.toolkit.fluxcd.io/", "HelmRelease");
}

class Reading {
 public:
  Reading(const std::vector<const Value*>& others, const source::SourceFile& file, Context& context,
          OuterObject& out)
      : others_(others), file_(file), context_(context), out_(out) {}

  // spec.source, or those of spec.sources that have values for Helm.
  bool Application(const Value& root) {
    const Value* sources = FindAt(&root, {"spec", "sources"});
    if (sources == nullptr || sources->kind != Kind::kSequence) {
      return Source(FindAt(&root, {"spec", "source", "helm"}));
    }
    bool ok = true;
    for (const Value* source : sources->items()) {
      ok = Source(FindAt(source, {"helm"})) && ok;
    }
    return ok;
  }

  bool Release(const Value& root) {
    const Value* from = FindAt(&root, {"spec", "valuesFrom"});
    bool ok = true;
    for (size_t i = 0; from != nullptr && from->kind == Kind::kSequence && i < from->items().size(); ++i) {
      ok = Reference(*from->items()[i]) && ok;
    }
    return Layer(FindAt(&root, {"spec", "values"}), "spec.values") && ok;
  }

 private:
  bool Layer(const Value* values, std::string_view path) {
    if (values == nullptr || values->kind == Kind::kNull) {
      return true;
    }
    if (values->kind != Kind::kMapping) {
      context_.emit.Report(values->span, kNoMap, path).Emit();
      return false;
    }
    out_.layers.push_back(values);
    return true;
  }

  bool Text(const Value& string, std::string_view path) {
    const Value* values = ReadEmbedded(string, file_, context_);
    return values != nullptr && Layer(values, path);
  }

  // valuesObject takes the place of values; parameters count more than both.
  bool Source(const Value* helm) {
    if (helm == nullptr) {
      return true;
    }
    const Value* files = FindAt(helm, {"valueFiles"});
    for (size_t i = 0; files != nullptr && files->kind == Kind::kSequence && i < files->items().size(); ++i) {
      out_.value_files.push_back(files->items()[i]);
    }
    const Value* object = FindAt(helm, {"valuesObject"});
    const Value* text = FindAt(helm, {"values"});
    bool ok = true;
    if (object != nullptr && object->kind != Kind::kNull) {
      ok = Layer(object, "valuesObject");
    } else if (text != nullptr && text->kind == Kind::kString) {
      ok = Text(*text, "values");
    }
    Parameters(FindAt(helm, {"parameters"}));
    return ok;
  }

  void Parameters(const Value* list) {
    for (size_t i = 0; list != nullptr && list->kind == Kind::kSequence && i < list->items().size(); ++i) {
      const Value* parameter = list->items()[i];
      const std::string name = TextAt(parameter, {"name"});
      const Value* value = FindAt(parameter, {"value"});
      if (!name.empty()) {
        out_.flags.push_back({IsTrueAt(parameter, "forceString") ? SetKind::kString : SetKind::kSet,
                              name + "=" + Escaped(value == nullptr ? "" : FieldText(*value)),
                              value == nullptr ? parameter->span : value->span});
      }
    }
  }

  // Commas part assignments; Argo CD escapes those outside of `{…}`.
  static std::string Escaped(const std::string& text) {
    if (text.starts_with('{') && text.ends_with('}')) {
      return text;
    }
    std::string escaped;
    for (size_t i = 0; i < text.size(); ++i) {
      escaped += text[i] == ',' && (i == 0 || text[i - 1] != '\\') ? "\\," : std::string(1, text[i]);
    }
    return escaped;
  }

  // An entry of valuesFrom.
  bool Reference(const Value& entry) {
    const std::string kind = TextAt(&entry, {"kind"});
    const std::string name = TextAt(&entry, {"name"});
    std::string key = TextAt(&entry, {"valuesKey"});
    key = key.empty() ? "values.yaml" : key;
    const auto found = std::find_if(others_.begin(), others_.end(), [&](const Value* other) {
      return TextAt(other, {"kind"}) == kind && TextAt(other, {"metadata", "name"}) == name;
    });
    const Value* text = found == others_.end() ? nullptr : FindAt(*found, {"data", key});
    const Value* plain = found == others_.end() ? nullptr : FindAt(*found, {"stringData", key});
    if (plain != nullptr && plain->kind == Kind::kString) {
      return Use(*plain, entry);
    }
    if (text == nullptr || text->kind != Kind::kString || kind == "Secret") {
      if (!IsTrueAt(&entry, "optional")) {
        context_.emit.Report(entry.span, kNoSource, kind, name)
            .As(diag::Severity::kWarning)
            .Hint(kind == "Secret" ? "its `stringData` would be read, if the file had it"
                                   : "put its manifest into the same file to have its values judged too")
            .Emit();
      }
      return true;
    }
    return Use(*text, entry);
  }

  bool Use(const Value& text, const Value& entry) {
    const std::string target = TextAt(&entry, {"targetPath"});
    if (target.empty()) {
      return Text(text, "valuesFrom");
    }
    out_.flags.push_back({SetKind::kSet, target + "=" + std::string(text.raw), text.span});
    return true;
  }

  const std::vector<const Value*>& others_;
  const source::SourceFile& file_;
  Context& context_;
  OuterObject& out_;
};

}  // namespace

bool IsOuterObject(const Value& root) {
  return root.kind == Kind::kMapping && (IsApplication(root) || IsRelease(root));
}

bool ReadOuterObject(const Value& document, const std::vector<const Value*>& others,
                     const source::SourceFile& file, Context& context, OuterObject& out) {
  Reading reading(others, file, context, out);
  return IsApplication(document) ? reading.Application(document) : reading.Release(document);
}

}  // namespace kval::helm
