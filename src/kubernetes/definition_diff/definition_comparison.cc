#include "src/kubernetes/definition_diff/definition_comparison.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "src/check/describe.h"
#include "src/check/value_cursor.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/definition_diff/change_note.h"
#include "src/kubernetes/definition_diff/schema_comparison.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using check::ValueCursor;
using value::Kind;

constexpr diag::Def<Text> kDefinitionRemoved{diag::Kind::kBreakingChange, "the definition `{}` was removed"};
constexpr diag::Def<Text> kDefinitionAdded{diag::Kind::kCompatibleChange, "the definition `{}` was added"};
constexpr diag::Def<Text, Text, Text> kName{diag::Kind::kBreakingChange, "`{}` changed from `{}` to `{}`"};
constexpr diag::Def<Text, Text> kNameRemoved{diag::Kind::kBreakingChange, "`{}` lost the name `{}`"};
constexpr diag::Def<Text> kVersionRemoved{diag::Kind::kBreakingChange, "the version `{}` was removed"};
constexpr diag::Def<Text> kVersionAdded{diag::Kind::kCompatibleChange, "the version `{}` was added"};
constexpr diag::Def<Text> kNotServed{diag::Kind::kBreakingChange, "the version `{}` is not served any more"};
constexpr diag::Def<Text> kServed{diag::Kind::kCompatibleChange, "the version `{}` is served now"};
constexpr diag::Def<Text> kDeprecated{diag::Kind::kCompatibleChange, "the version `{}` is deprecated now"};
constexpr diag::Def<Text, Text> kStorage{diag::Kind::kCompatibleChange,
                                         "the storage version changed from `{}` to `{}`"};
constexpr diag::Def<Text, Text> kConversionLost{diag::Kind::kBreakingChange,
                                                "the conversion changed from `{}` to `{}`"};
constexpr diag::Def<Text, Text> kConversion{diag::Kind::kCompatibleChange,
                                            "the conversion changed from `{}` to `{}`"};
constexpr diag::Def<Text> kSubresourceRemoved{diag::Kind::kBreakingChange,
                                              "the subresource `{}` was removed"};
constexpr diag::Def<Text> kSubresourceAdded{diag::Kind::kCompatibleChange, "the subresource `{}` was added"};
constexpr diag::Def<> kStatusAdded{
    diag::Kind::kBreakingChange,
    "the subresource `status` was added: updates of an object ignore its `status` now"};
constexpr diag::Def<Text, Text, Text> kScalePath{diag::Kind::kBreakingChange,
                                                 "`{}` of the subresource `scale` changed from {} to {}"};
constexpr diag::Def<Text> kSelectable{diag::Kind::kBreakingChange,
                                      "the field `{}` is not selectable any more"};
constexpr diag::Def<> kPruned{
    diag::Kind::kBreakingChange,
    "`preserveUnknownFields` is false now: values of undeclared fields are dropped"};

Text NameOf(const value::Value& definition) {
  return TextField(FieldOf(&definition, "metadata"), "name");
}

const value::Value& NamePlace(const value::Value& definition) {
  const value::Value* name = FieldOf(FieldOf(&definition, "metadata"), "name");
  return name != nullptr ? *name : definition;
}

bool IsSet(const value::Value* map, Text key) {
  const value::Value* found = FieldOf(map, key);
  return found != nullptr && found->kind == Kind::kBool && found->boolean;
}

std::string Quoted(Text text) {
  return text.empty() ? "none" : "`" + std::string(text) + "`";
}

std::map<Text, ValueCursor> VersionsOf(const ValueCursor& list) {
  std::map<Text, ValueCursor> versions;
  ForEachItem(
      list, [&](const ValueCursor& version) { versions.emplace(GetStringField(version, "name"), version); });
  return versions;
}

class Comparison {
 public:
  explicit Comparison(diag::Emitter& emit) : emit_(emit) {}

  void Compare(const value::Value& before, const value::Value& after) {
    const ValueCursor old_root = ValueCursor::Document(before), new_root = ValueCursor::Document(after);
    const std::optional<ValueCursor> was = At(old_root, "spec"), is = At(new_root, "spec");
    if (!was || !is) {
      return;
    }
    CompareText(*was, *is, "scope", {});
    CompareNames(*was, *is);
    CompareConversion(*was, *is);
    if (IsSet(was->value, "preserveUnknownFields") && !IsSet(is->value, "preserveUnknownFields")) {
      Report(*is, FieldOf(was->value, "preserveUnknownFields"), Ratcheting::kNever, kPruned);
    }
    const std::optional<ValueCursor> old_versions = At(*was, "versions"), new_versions = At(*is, "versions");
    if (old_versions && new_versions) {
      CompareVersions(*old_versions, *new_versions);
    }
  }

 private:
  // Reports a change at a value of the new definition, with a value of the old one.
  template <typename... Args>
  void Report(const ValueCursor& at, const value::Value* before, Ratcheting ratcheting,
              const diag::Def<Args...>& def, std::type_identity_t<Args>... args) {
    diag::DiagnosticBuilder report = emit_.Report(check::PlaceOf(at.key, *at.value), def, args...);
    report.At(at.path());
    if (before != nullptr) {
      report.Related(before->span, "before");
    }
    AddRatchetingNote(ratcheting, report);
    report.Emit();
  }

  void CompareText(const ValueCursor& was, const ValueCursor& is, Text key, Text standard) {
    const value::Value* before = FieldOf(was.value, key);
    const std::optional<ValueCursor> after = At(is, key);
    const Text from = before == nullptr ? standard : TextOf(before);
    const Text to = after ? TextOf(*after) : standard;
    if (from != to) {
      Report(after ? *after : is, before, Ratcheting::kNone, kName, key, from, to);
    }
  }

  void CompareNames(const ValueCursor& was, const ValueCursor& is) {
    const std::optional<ValueCursor> before = At(was, "names"), after = At(is, "names");
    if (!before || !after) {
      return;
    }
    for (const Text key : {Text("kind"), Text("plural"), Text("listKind"), Text("singular")}) {
      const bool is_default = key == "listKind" || key == "singular";
      if (!is_default || (FieldOf(before->value, key) != nullptr && FieldOf(after->value, key) != nullptr)) {
        CompareText(*before, *after, key, {});
      }
    }
    for (const Text key : {Text("shortNames"), Text("categories")}) {
      const value::Value* names = FieldOf(after->value, key);
      for (const value::Value* name : ItemsOf(FieldOf(before->value, key))) {
        const auto items = ItemsOf(names);
        const bool is_kept = std::any_of(items.begin(), items.end(), [name](const value::Value* each) {
          return each->raw == name->raw.view();
        });
        if (!is_kept) {
          Report(*after, name, Ratcheting::kNone, kNameRemoved, key, name->raw);
        }
      }
    }
  }

  void CompareConversion(const ValueCursor& was, const ValueCursor& is) {
    const value::Value* before = FieldOf(FieldOf(was.value, "conversion"), "strategy");
    const std::optional<ValueCursor> conversion = At(is, "conversion");
    const Text from = before == nullptr ? Text("None") : TextOf(before);
    const Text given = conversion ? GetStringField(*conversion, "strategy") : Text();
    const Text to = given.empty() ? Text("None") : given;
    if (from == to) {
      return;
    }
    const ValueCursor& at = conversion ? *conversion : is;
    if (to == "None") {
      Report(at, before, Ratcheting::kNone, kConversionLost, from, to);
    } else {
      Report(at, before, Ratcheting::kNone, kConversion, from, to);
    }
  }

  void CompareVersions(const ValueCursor& was, const ValueCursor& is) {
    const auto old_versions = VersionsOf(was), new_versions = VersionsOf(is);
    for (const auto& [name, version] : old_versions) {
      const auto other = new_versions.find(name);
      if (other == new_versions.end()) {
        Report(is, FieldOf(version.value, "name"), Ratcheting::kNone, kVersionRemoved, name);
      } else {
        CompareVersion(name, version, other->second);
      }
    }
    for (const auto& [name, version] : new_versions) {
      if (!old_versions.contains(name)) {
        Report(version, nullptr, Ratcheting::kNone, kVersionAdded, name);
      }
    }
    CompareStorage(old_versions, new_versions);
  }

  void CompareStorage(const std::map<Text, ValueCursor>& was, const std::map<Text, ValueCursor>& is) {
    const auto storage_of = [](const std::map<Text, ValueCursor>& versions) {
      return std::find_if(versions.begin(), versions.end(),
                          [](const auto& each) { return IsSet(each.second.value, "storage"); });
    };
    const auto before = storage_of(was), after = storage_of(is);
    if (before != was.end() && after != is.end() && before->first != after->first) {
      diag::DiagnosticBuilder report = emit_.Report(after->second.value->entries().front().key->span,
                                                    kStorage, before->first, after->first);
      report.At(after->second.path())
          .Related(before->second.value->entries().front().key->span, "the storage version before")
          .Note("existing objects remain stored as `" + std::string(before->first) +
                "` until they are written again; the definition must contain this version until then")
          .Emit();
    }
  }

  void CompareVersion(Text name, const ValueCursor& was, const ValueCursor& is) {
    const bool was_served = IsSet(was.value, "served"), is_served = IsSet(is.value, "served");
    if (was_served && !is_served) {
      Report(is, FieldOf(was.value, "served"), Ratcheting::kNone, kNotServed, name);
    } else if (!was_served && is_served) {
      Report(is, FieldOf(was.value, "served"), Ratcheting::kNone, kServed, name);
    }
    if (!IsSet(was.value, "deprecated") && IsSet(is.value, "deprecated")) {
      Report(is, nullptr, Ratcheting::kNone, kDeprecated, name);
    }
    CompareSubresources(was, is);
    CompareSelectable(was, is);
    const std::optional<ValueCursor> old_schema = At(was, "schema"), new_schema = At(is, "schema");
    const auto before = old_schema ? At(*old_schema, "openAPIV3Schema") : std::nullopt;
    const auto after = new_schema ? At(*new_schema, "openAPIV3Schema") : std::nullopt;
    if (before && after) {
      SchemaComparison(emit_).Compare(*before, *after);
    }
  }

  void CompareSubresources(const ValueCursor& was, const ValueCursor& is) {
    const value::Value* before = FieldOf(was.value, "subresources");
    const value::Value* after = FieldOf(is.value, "subresources");
    for (const Text name : {Text("status"), Text("scale")}) {
      const value::Value *old_one = FieldOf(before, name), *new_one = FieldOf(after, name);
      if (old_one != nullptr && new_one == nullptr) {
        Report(is, old_one, Ratcheting::kNone, kSubresourceRemoved, name);
      } else if (old_one == nullptr && new_one != nullptr && name == "status") {
        Report(is, nullptr, Ratcheting::kNone, kStatusAdded);
      } else if (old_one == nullptr && new_one != nullptr) {
        Report(is, nullptr, Ratcheting::kNone, kSubresourceAdded, name);
      }
    }
    const value::Value *old_scale = FieldOf(before, "scale"), *new_scale = FieldOf(after, "scale");
    for (const Text key : {Text("specReplicasPath"), Text("statusReplicasPath"), Text("labelSelectorPath")}) {
      const Text from = TextField(old_scale, key), to = TextField(new_scale, key);
      if (old_scale != nullptr && new_scale != nullptr && from != to) {
        Report(is, FieldOf(old_scale, key), Ratcheting::kNone, kScalePath, key, Quoted(from), Quoted(to));
      }
    }
  }

  void CompareSelectable(const ValueCursor& was, const ValueCursor& is) {
    const auto after = ItemsOf(FieldOf(is.value, "selectableFields"));
    for (const value::Value* field : ItemsOf(FieldOf(was.value, "selectableFields"))) {
      const Text path = TextField(field, "jsonPath");
      if (std::none_of(after.begin(), after.end(),
                       [path](const value::Value* each) { return TextField(each, "jsonPath") == path; })) {
        Report(is, FieldOf(field, "jsonPath"), Ratcheting::kNone, kSelectable, path);
      }
    }
  }

  diag::Emitter& emit_;
};

}  // namespace

void CompareDefinitions(const value::Value& before, const value::Value& after, diag::Emitter& emit) {
  Comparison(emit).Compare(before, after);
}

void ReportRemovedDefinition(const value::Value& before, diag::Emitter& emit) {
  emit.Report(NamePlace(before).span, kDefinitionRemoved, NameOf(before)).Emit();
}

void ReportAddedDefinition(const value::Value& after, diag::Emitter& emit) {
  emit.Report(NamePlace(after).span, kDefinitionAdded, NameOf(after)).Emit();
}

}  // namespace kval::kubernetes
