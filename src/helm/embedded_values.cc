#include "src/helm/embedded_values.h"

#include <algorithm>
#include <initializer_list>

#include "src/helm/embedded_text.h"
#include "src/helm/go_number.h"
#include "src/support/base64.h"

namespace kval::helm {
namespace {

using value::Find;
using value::Kind;
using value::Value;

constexpr diag::Def<std::string_view, std::string_view> kNoSource{
    diag::Kind::kNotChecked, "the {} `{}` with the values is not in the file"};
constexpr diag::Def<std::string_view, std::string_view, std::string_view> kNoKey{
    diag::Kind::kHelmRefused, "the {} `{}` with the values has no key `{}`"};
constexpr diag::Def<std::string_view, std::string_view> kNotBase64{
    diag::Kind::kHelmRefused, "the key `{}` of the Secret `{}` is not base64"};
constexpr diag::Def<> kTemplated{
    diag::Kind::kNotChecked, "these values are a template filled in by generators, and are not validated"};
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

bool HasItems(const Value* list) {
  return list != nullptr && list->kind == Kind::kSequence && !list->items().empty();
}

bool IsOf(const Value& root, std::string_view group, std::string_view kind) {
  return TextAt(&root, {"apiVersion"}).starts_with(group) && TextAt(&root, {"kind"}) == kind;
}

bool IsApplication(const Value& root) {
  return IsOf(root, "argoproj.io/", "Application");
}

// Whose template is an Application for each of what its generators give.
bool IsApplicationSet(const Value& root) {
  return IsOf(root, "argoproj.io/", "ApplicationSet");
}

bool IsRelease(const Value& root) {
  return IsOf(root, "helm.toolkit.fluxcd.io/", "HelmRelease");
}

class Reading {
 public:
  Reading(const ValuesSources& sides, const source::SourceFile& file, HelmContext& context,
          EmbeddedValues& out)
      : sides_(sides), file_(file), context_(context), out_(out) {}

  // Of an ApplicationSet: what generators fill in is known to them alone.
  bool Template(const Value* spec) {
    is_template_ = true;
    return Application(spec);
  }

  bool OneSource(const Value& source, bool is_template) {
    is_template_ = is_template;
    return Source(FindAt(&source, {"helm"}));
  }

  // Of an Application's `spec`: source, or those of sources that have values for Helm.
  bool Application(const Value* spec) {
    const Value* sources = FindAt(spec, {"sources"});
    if (sources == nullptr || sources->kind != Kind::kSequence) {
      return Source(FindAt(spec, {"source", "helm"}));
    }
    bool ok = true;
    for (const Value* source : sources->items()) {
      ok = Source(FindAt(source, {"helm"})) && ok;
    }
    return ok;
  }

  bool Release(const Value& root) {
    const Value* files = FindAt(&root, {"spec", "chart", "spec", "valuesFiles"});
    out_.chart_values = HasItems(files) ? files : nullptr;
    const Value* from = FindAt(&root, {"spec", "valuesFrom"});
    bool ok = true;
    for (size_t i = 0; from != nullptr && from->kind == Kind::kSequence && i < from->items().size(); ++i) {
      ok = Reference(*from->items()[i]) && ok;
    }
    return Layer(FindAt(&root, {"spec", "values"}), "spec.values") && ok;
  }

 private:
  bool IsFilledIn(const Value& value) {
    const bool is_filled = is_template_ && value.span.has_value() &&
                           context_.sources.Text(value.span).find("{{") != std::string_view::npos;
    if (is_filled) {
      context_.emit.Report(value.span, kTemplated).As(diag::Severity::kWarning).Emit();
    }
    return is_filled;
  }

  bool Layer(const Value* values, std::string_view path) {
    if (values == nullptr || values->kind == Kind::kNull) {
      return true;
    }
    if (values->kind != Kind::kMapping) {
      context_.emit.Report(values->span, kNoMap, path).Emit();
      return false;
    }
    out_.steps.push_back({values, {SetKind::kSet, {}, {}}});
    return true;
  }

  bool Text(const Value& string, const source::SourceFile& file, Sensitivity secrecy, std::string_view path) {
    const Value* values = ReadEmbedded(string, file, secrecy, context_);
    return values != nullptr && Layer(values, path);
  }

  bool Values(const Value* object, const Value* text) {
    const bool has_object = object != nullptr && object->kind != Kind::kNull;
    const Value* used = has_object ? object : text;
    if (used == nullptr || IsFilledIn(*used)) {
      return true;
    }
    return has_object                    ? Layer(object, "valuesObject")
           : text->kind == Kind::kString ? Text(*text, file_, Sensitivity::kOpen, "values")
                                         : true;
  }

  // valuesObject takes the place of values; parameters count more than both.
  bool Source(const Value* helm) {
    if (helm == nullptr) {
      return true;
    }
    const Value* files = FindAt(helm, {"valueFiles"});
    for (size_t i = 0; files != nullptr && files->kind == Kind::kSequence && i < files->items().size(); ++i) {
      out_.value_files.push_back({files->items()[i], IsTrueAt(helm, "ignoreMissingValueFiles")});
    }
    const bool ok = Values(FindAt(helm, {"valuesObject"}), FindAt(helm, {"values"}));
    const Value* from_files = FindAt(helm, {"fileParameters"});
    out_.file_parameters = HasItems(from_files) ? from_files : out_.file_parameters;
    Parameters(FindAt(helm, {"parameters"}));
    return ok;
  }

  void Parameters(const Value* list) {
    for (size_t i = 0; list != nullptr && list->kind == Kind::kSequence && i < list->items().size(); ++i) {
      const Value* parameter = list->items()[i];
      const std::string name = TextAt(parameter, {"name"});
      const Value* value = FindAt(parameter, {"value"});
      if (!name.empty() && !IsFilledIn(*parameter)) {
        out_.steps.push_back({nullptr,
                              {IsTrueAt(parameter, "forceString") ? SetKind::kString : SetKind::kSet,
                               name + "=" + Escaped(value == nullptr ? "" : FieldText(*value)),
                               value == nullptr ? parameter->span : value->span}});
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
    const ValuesSource* side = sides_.Find(kind, name);
    const bool is_optional = IsTrueAt(&entry, "optional");
    if (side == nullptr) {
      if (!is_optional) {
        context_.emit.Report(entry.span, kNoSource, kind, name)
            .As(diag::Severity::kWarning)
            .Hint(
                "put its manifest into the same file, or pass it with another `-f`, to validate its values "
                "too")
            .Emit();
      }
      return true;
    }
    const Value* plain = FindAt(side->root, {"stringData", key});
    const Value* text = plain != nullptr ? plain : FindAt(side->root, {"data", key});
    if (text == nullptr || text->kind != Kind::kString) {
      if (!is_optional) {
        context_.emit.Report(entry.span, kNoKey, kind, name, key)
            .Related(side->root->span, "it is this")
            .Emit();
      }
      return true;
    }
    if (kind != "Secret") {
      return Use(*text, *side->file, Sensitivity::kOpen, entry);
    }
    return plain == nullptr ? Encoded(*text, name, key, entry)
                            : Use(*text, *side->file, Sensitivity::kSecret, entry);
  }

  // A key of a Secret's `data`.
  bool Encoded(const Value& text, const std::string& name, const std::string& key, const Value& entry) {
    std::string bytes;
    if (DecodeBase64(text.raw, bytes)) {
      context_.emit.Report(text.span, kNotBase64, key, name)
          .Hint("the values of `data` are base64-encoded; those of `stringData` are plain text")
          .Emit();
      return false;
    }
    // At a path it is one value without keys, located where it is encoded.
    if (!TextAt(&entry, {"targetPath"}).empty()) {
      return Use(*context_.forest.build().String(context_.arena.CopyText(bytes), text.span), file_,
                 Sensitivity::kSecret, entry);
    }
    const source::SourceFile& decoded =
        context_.sources.AddSecret("(" + key + " of the Secret " + name + ")", std::move(bytes));
    return Use(*context_.forest.build().String(decoded.text(), {decoded.base(), decoded.base()}), decoded,
               Sensitivity::kSecret, entry);
  }

  // At a path the text is one value: a string if quoted.
  bool Use(const Value& text, const source::SourceFile& file, Sensitivity secrecy, const Value& entry) {
    const std::string target = TextAt(&entry, {"targetPath"});
    if (target.empty()) {
      return Text(text, file, secrecy, "valuesFrom");
    }
    std::string value(text.raw);
    const auto is_within = [&](char quote) { return value.starts_with(quote) && value.ends_with(quote); };
    const bool is_quoted = is_within('\'') || is_within('"');
    if (is_quoted) {
      constexpr std::string_view kQuotes = "'\"";
      const size_t begin = std::min(value.find_first_not_of(kQuotes), value.size());
      value = value.substr(begin, value.find_last_not_of(kQuotes) + 1 - begin);
    }
    const SetKind kind = is_quoted ? SetKind::kString : SetKind::kSet;
    out_.steps.push_back({nullptr, {kind, target + "=" + value, text.span, secrecy == Sensitivity::kSecret}});
    return true;
  }

  const ValuesSources& sides_;
  const source::SourceFile& file_;
  HelmContext& context_;
  EmbeddedValues& out_;
  bool is_template_ = false;
};

}  // namespace

bool HasEmbeddedValues(const Value& root) {
  return root.kind == Kind::kMapping && (IsApplication(root) || IsApplicationSet(root) || IsRelease(root));
}

bool IsValuesSource(const Value& root) {
  return root.kind == Kind::kMapping && (IsOf(root, "v1", "ConfigMap") || IsOf(root, "v1", "Secret"));
}

void ValuesSources::Add(const ValuesSource& object) {
  by_name_.try_emplace(TextAt(object.root, {"kind"}) + "/" + TextAt(object.root, {"metadata", "name"}),
                       object);
}

const ValuesSource* ValuesSources::Find(const std::string& kind, const std::string& name) const {
  const auto found = by_name_.find(kind + "/" + name);
  return found == by_name_.end() ? nullptr : &found->second;
}

bool ReadEmbeddedSource(const Value& source, bool is_template, const source::SourceFile& file,
                        HelmContext& context, EmbeddedValues& out) {
  return Reading(ValuesSources(), file, context, out).OneSource(source, is_template);
}

bool ReadEmbeddedValues(const Value& document, const ValuesSources& sides, const source::SourceFile& file,
                        HelmContext& context, EmbeddedValues& out) {
  Reading reading(sides, file, context, out);
  if (IsRelease(document)) {
    return reading.Release(document);
  }
  return IsApplication(document) ? reading.Application(FindAt(&document, {"spec"}))
                                 : reading.Template(FindAt(&document, {"spec", "template", "spec"}));
}

}  // namespace kval::helm
