#include "src/driver/kubernetes/kustomize_replacements.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/driver/releases/fields.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kustomize_fields.h"
#include "src/kubernetes/report_at.h"
#include "src/support/keyed_hash.h"

namespace kval::driver {
namespace {

using check::ValueCursor;
using kubernetes::FieldResult;
using value::Value;
using Text = std::string_view;

constexpr diag::Def<> kIncomplete{diag::ResourceRule(7296),
                                  "a replacement requires a source and a list of targets"};
constexpr diag::Def<> kTwoSources{diag::ResourceRule(7296),
                                  "a replacement has either `source` or `sourceValue`"};
constexpr diag::Def<> kTwoForms{diag::ResourceRule(7296),
                                "a replacement with `path` has neither `source` nor `targets`"};
constexpr diag::Def<> kNotSelected{diag::ResourceRule(7296), "the source selects no resource"};
constexpr diag::Def<Text, Text> kSeveral{diag::ResourceRule(7296),
                                         "the source selects several resources, such as {} and {}"};
constexpr diag::Def<Text, Text> kNoSourceField{diag::ResourceRule(7296), "the source {} has no field `{}`"};
constexpr diag::Def<Text> kNoParts{diag::ResourceRule(7296),
                                   "the option `delimiter` requires a scalar, but `{}` is none"};
constexpr diag::Def<Text, Text> kOutOfBounds{diag::ResourceRule(7296), "`{}` has no part with the index {}"};
constexpr diag::Def<> kNoSelector{diag::ResourceRule(7297), "a target requires `select`"};
constexpr diag::Def<Text, Text> kNoField{diag::ResourceRule(7297), "{} has no field `{}`"};
constexpr diag::Def<Text, Text> kNotCreated{diag::ResourceRule(7297),
                                            "the field `{}` cannot be created in {}"};
constexpr diag::Def<Text> kNoObject{diag::ResourceRule(7298), "the variable `{}` refers to no resource"};
constexpr diag::Def<Text, Text> kSeveralObjects{diag::ResourceRule(7298),
                                                "the variable `{}` refers to several resources, such as {}"};
constexpr diag::Def<Text, Text> kNoVariableField{diag::ResourceRule(7298), "{} has no field `{}`"};
constexpr diag::Def<Text> kRepeated{diag::ResourceRule(7298), "the variable `{}` is declared twice"};

std::string NameOf(const KustomizeResource& resource) {
  return TextAt(resource.object, {"kind"}) + " `" + resource.name + "`";
}

// Another program may replace variables before kustomize reads the file.
bool HasPlaceholder(const Value& map) {
  return std::any_of(map.entries().begin(), map.entries().end(), [](const value::Entry& entry) {
    return !entry.value->is_collection() && entry.value->raw.find("${") != Text::npos;
  });
}

// The resources that a source or the object of a variable selects.
struct Selection {
  std::vector<const KustomizeResource*> certain;
  bool has_others = false;  // perhaps
};

class Replacer {
 public:
  Replacer(const ValueCursor& replacement, bool is_of_file, ReplacementScope& scope)
      : at_(replacement), is_of_file_(is_of_file), scope_(scope) {}

  void Run() {
    const std::optional<ValueCursor> source = kubernetes::At(at_, "source");
    const std::optional<ValueCursor> text = kubernetes::At(at_, "sourceValue");
    const std::optional<ValueCursor> targets = kubernetes::At(at_, "targets");
    if ((!source && !text) || !targets) {
      return Report(at_, kIncomplete);
    }
    if (source && text) {
      Report(*text, kTwoSources);
    } else if (source) {
      value_ = ReadSource(*source);
    } else {
      value_ = text->value->is_collection() ? nullptr : text->value;
    }
    kubernetes::ForEachItem(*targets, [&](const ValueCursor& target) { Write(target); });
  }

 private:
  template <typename... Args>
  void Report(const ValueCursor& at, const diag::Def<Args...>& def, std::type_identity_t<Args>... args) {
    ReportWithHint(at, "", def, args...);
  }
  template <typename... Args>
  void ReportWithHint(const ValueCursor& at, const char* hint, const diag::Def<Args...>& def,
                      std::type_identity_t<Args>... args) {
    if (scope_.reported.insert(at.value->span.begin).second && !IsRecovered(*at.value)) {
      diag::DiagnosticBuilder report = kubernetes::ReportAt(scope_.emit, at, def, args...);
      if (*hint != '\0') {
        report.Hint(hint);
      }
      report.Emit();
    }
  }

  Selection Select(const Value& source) const {
    Selection selection;
    for (const KustomizeResource& resource : scope_.resources) {
      const Selects found = SourceSelects(source, resource);
      if (found == Selects::kYes) {
        selection.certain.push_back(&resource);
      }
      selection.has_others = selection.has_others || found == Selects::kPerhaps;
    }
    return selection;
  }

  // Returns the value of the source; null if it is unknown.
  const Value* ReadSource(const ValueCursor& source) {
    const Selection selection = Select(*source.value);
    if (selection.certain.size() > 1) {
      Report(source, kSeveral, NameOf(*selection.certain[0]), NameOf(*selection.certain[1]));
      return nullptr;
    }
    if (selection.certain.empty()) {
      if (!selection.has_others && scope_.is_complete && !HasPlaceholder(*source.value)) {
        ReportWithHint(source, "kustomize selects among the resources of this kustomization", kNotSelected);
      }
      return nullptr;
    }
    const KustomizeResource& resource = *selection.certain.front();
    const std::optional<ValueCursor> path = kubernetes::At(source, "fieldPath");
    const std::string text = path ? TextAt(path->value, {}) : "metadata.name";
    const std::vector<std::string> steps = kubernetes::SplitFieldPath(text.empty() ? "metadata.name" : text);
    const kubernetes::FoundField found = kubernetes::FindSourceField(*resource.object, steps, scope_.steps);
    if (found.result == FieldResult::kMissing || found.result == FieldResult::kInvalid) {
      if (!resource.MayHave(steps)) {
        Report(path ? *path : source, kNoSourceField, NameOf(resource), text);
      }
      return nullptr;
    }
    const bool is_known = found.result == FieldResult::kFound && !resource.MayDiffer(steps, *found.value);
    const Value* refined = is_known ? Refined(source, text, *found.value) : nullptr;
    if (refined != nullptr && refined == found.value) {
      source_ = &resource;
      source_steps_ = steps;
    }
    return refined;
  }

  // kustomize copies the field itself, which a target may have changed.
  void RereadSource() {
    const kubernetes::FoundField found =
        kubernetes::FindSourceField(*source_->object, source_steps_, scope_.steps);
    value_ = found.result == FieldResult::kFound ? found.value : nullptr;
  }

  // The part of the value that the options select.
  const Value* Refined(const ValueCursor& source, Text path, const Value& value) {
    const std::optional<ValueCursor> options = kubernetes::At(source, "options");
    const std::string delimiter = options ? TextAt(options->value, {"delimiter"}) : "";
    if (delimiter.empty()) {
      return &value;
    }
    if (value.is_collection()) {
      Report(*options, kNoParts, path);
      return nullptr;
    }
    const int64_t index = IndexOf(*options);
    Text rest = value.raw;
    for (int64_t i = 0; i < index && index >= 0; ++i) {
      const size_t end = rest.find(delimiter);
      if (end == Text::npos) {
        Report(*options, kOutOfBounds, value.raw.view(), std::to_string(index));
        return nullptr;
      }
      rest.remove_prefix(end + delimiter.size());
    }
    if (index < 0) {
      Report(*options, kOutOfBounds, value.raw.view(), std::to_string(index));
      return nullptr;
    }
    Value* part = scope_.build.arena().New<Value>(value);
    part->raw = scope_.build.arena().CopyText(rest.substr(0, rest.find(delimiter)));
    return part;
  }

  static int64_t IndexOf(const ValueCursor& options) {
    const std::optional<ValueCursor> index = kubernetes::At(options, "index");
    return index ? kubernetes::GetInteger(*index).value_or(0) : 0;
  }

  void Write(const ValueCursor& target) {
    if (!kubernetes::At(target, "select")) {
      if (is_of_file_) {
        Report(target, kNoSelector);
      }
      return;
    }
    const TargetSelection selection(*target.value, scope_.limits);
    kubernetes::FieldWrite write{nullptr, "", 0, false, scope_.limits, scope_.steps};
    if (const std::optional<ValueCursor> options = kubernetes::At(target, "options")) {
      write.delimiter = TextAt(options->value, {"delimiter"});
      write.index = IndexOf(*options);
      write.creates = IsTrueAt(options->value, {"create"});
    }
    const bool has_placeholder = HasPlaceholder(*kubernetes::At(target, "select")->value);
    for (KustomizeResource& resource : scope_.resources) {
      Selects selects = selection.Select(resource);
      selects = selects == Selects::kYes && has_placeholder ? Selects::kPerhaps : selects;
      if (selects != Selects::kNo) {
        WriteAll(target, selects, write, resource);
      }
    }
  }

  void WriteAll(const ValueCursor& target, Selects selects, const kubernetes::FieldWrite& write,
                KustomizeResource& resource) {
    const std::optional<ValueCursor> paths = kubernetes::At(target, "fieldPaths");
    if (!paths || paths->value->items().empty()) {
      return WriteField(target, "metadata.name", write, selects, resource);
    }
    kubernetes::ForEachItem(*paths, [&](const ValueCursor& path) {
      WriteField(path, TextAt(path.value, {}), write, selects, resource);
    });
  }

  void WriteField(const ValueCursor& at, const std::string& path, kubernetes::FieldWrite write,
                  Selects selects, KustomizeResource& resource) {
    write.value = selects == Selects::kYes ? value_ : nullptr;
    std::vector<std::string> steps = kubernetes::SplitFieldPath(path);
    const kubernetes::WrittenField written =
        kubernetes::WriteFields(*resource.object, steps, write, scope_.build);
    if (written.result == FieldResult::kFound) {
      resource.object = written.object;
      resource.SetField(std::move(steps), write.value, at.value->span);
      if (source_ == &resource) {
        RereadSource();
      }
      return;
    }
    const bool is_failure = written.result != FieldResult::kUnknown && selects == Selects::kYes;
    if (!is_failure || resource.MayHave(steps)) {
      resource.is_patched = true;  // or kustomize fails
    } else if (write.creates) {
      Report(at, kNotCreated, path, NameOf(resource));
    } else {
      ReportWithHint(at, "to create it, set `create: true` in the `options` of the target", kNoField,
                     NameOf(resource), path);
    }
  }

  const ValueCursor& at_;
  const bool is_of_file_;
  ReplacementScope& scope_;
  const Value* value_ = nullptr;               // of the source; null: unknown
  const KustomizeResource* source_ = nullptr;  // if the value is a whole field
  std::vector<std::string> source_steps_;
};

void CheckVariable(const ValueCursor& variable, const ValueCursor& object, ReplacementScope& scope) {
  const std::string name = TextAt(variable.value, {"name"});
  Selection selection;
  for (const KustomizeResource& resource : scope.resources) {
    const Selects found = VariableSelects(*object.value, resource);
    if (found == Selects::kYes) {
      selection.certain.push_back(&resource);
    }
    selection.has_others = selection.has_others || found == Selects::kPerhaps;
  }
  const bool is_new = scope.reported.insert(object.value->span.begin).second;
  if (!is_new || HasPlaceholder(*object.value)) {
    return;
  }
  if (selection.certain.size() > 1) {
    kubernetes::ReportAt(scope.emit, object, kSeveralObjects, name, NameOf(*selection.certain[0])).Emit();
    return;
  }
  if (selection.certain.empty()) {
    if (!selection.has_others && scope.is_complete) {
      kubernetes::ReportAt(scope.emit, object, kNoObject, name)
          .Hint("it needs the apiVersion, kind and name of a resource of this kustomization")
          .Emit();
    }
    return;
  }
  std::string path = TextAt(variable.value, {"fieldref", "fieldPath"});
  path = path.empty() ? TextAt(variable.value, {"fieldref", "fieldpath"}) : path;
  const std::vector<std::string> steps = kubernetes::SplitFieldPath(path.empty() ? "metadata.name" : path);
  const kubernetes::FoundField found =
      kubernetes::FindSourceField(*selection.certain.front()->object, steps, scope.steps);
  const bool has_brackets = path.find_first_of("[\\") != std::string::npos;  // of another syntax
  if (found.result == FieldResult::kMissing && !has_brackets && !selection.certain.front()->MayHave(steps)) {
    const std::optional<ValueCursor> field = kubernetes::At(variable, "fieldref");
    kubernetes::ReportAt(scope.emit, field ? *field : object, kNoVariableField,
                         NameOf(*selection.certain.front()), path)
        .Emit();
  }
}

}  // namespace

void ApplyReplacement(const ValueCursor& replacement, bool is_of_file, ReplacementScope& scope) {
  const bool has_path = !is_of_file && kubernetes::At(replacement, "path").has_value();
  const bool has_content = kubernetes::At(replacement, "source") || kubernetes::At(replacement, "targets");
  if (!has_path) {
    Replacer(replacement, is_of_file, scope).Run();
  } else if (has_content && scope.reported.insert(replacement.value->span.begin).second) {
    kubernetes::ReportAt(scope.emit, replacement, kTwoForms).Emit();
  }
}

void CheckVariables(const ValueCursor& kustomization, ReplacementScope& scope) {
  TextMap<Text, source::Span> names;
  kubernetes::ForEachItemOf(kustomization, "vars", [&](const ValueCursor& variable) {
    const std::optional<ValueCursor> name = kubernetes::At(variable, "name");
    const std::optional<ValueCursor> object = kubernetes::At(variable, "objref");
    if (!name || !object) {
      return;  // which the schema requires
    }
    const auto [first, is_new] = names.emplace(kubernetes::TextOf(*name), name->value->span);
    if (!is_new && scope.reported.insert(name->value->span.begin).second) {
      kubernetes::ReportAt(scope.emit, *name, kRepeated, first->first)
          .Related(first->second, "here first")
          .Emit();
    }
    CheckVariable(variable, *object, scope);
  });
}

}  // namespace kval::driver
