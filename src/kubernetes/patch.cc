#include "src/kubernetes/patch.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "src/check/describe.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/report_at.h"
#include "src/support/ascii_text.h"
#include "src/support/edit_distance.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr std::array<Text, 6> kOperations = {"add", "copy", "move", "remove", "replace", "test"};

constexpr diag::Def<Text, Text> kMissing{diag::Kind::kMissingRequired, "required key `{}` is missing: {}"};
constexpr diag::Def<Text> kNoOperation{diag::Kind::kTypeMismatch, "expected map, found {}"};
constexpr diag::Def<Text> kUnknown{diag::ResourceRule(7118), "a patch has no operation `{}`"};
constexpr diag::Def<Text> kNoPointer{
    diag::ResourceRule(7119), "the path of an operation must be a string that starts with `/`, found {}"};
constexpr diag::Def<Text> kPassedOver{
    diag::ResourceRule(7120), "the path of an operation must start with `/`: `{}` before it is ignored"};

void CheckPath(const check::ValueCursor& operation, Text key, Text why, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> path = At(operation, key);
  if (!path) {
    ReportMissing(emit, operation, key, kMissing, key, why).Emit();
    return;
  }
  const Text text = TextOf(*path);
  if (path->value->kind != Kind::kString) {
    ReportAt(emit, *path, kNoPointer, check::FoundName(*path->value)).Emit();
  } else if (!text.empty() && text.find('/') == Text::npos) {
    ReportAt(emit, *path, kNoPointer, "`" + std::string(text) + "`").Emit();
  } else if (!text.empty() && text[0] != '/') {
    ReportAt(emit, *path, kPassedOver, text.substr(0, text.find('/')))
        .Hint("did you mean `/" + std::string(text) + "`?")
        .As(diag::Severity::kWarning)
        .Emit();
  }
}

bool HasKey(const check::ValueCursor& map, Text key) {
  return value::Find(*map.value, key) != nullptr;
}

void CheckOperation(const check::ValueCursor& operation, diag::Emitter& emit) {
  if (operation.value->kind != Kind::kMapping) {
    ReportAt(emit, operation, kNoOperation, check::FoundName(*operation.value))
        .Hint("an operation has `op`, `path` and mostly a `value`")
        .Emit();
    return;
  }
  const std::optional<check::ValueCursor> op = At(operation, "op");
  if (!op) {
    ReportMissing(emit, operation, "op", kMissing, "op", "it specifies the operation").Emit();
    return;
  }
  const Text name = TextOf(*op);
  if (std::find(kOperations.begin(), kOperations.end(), name) == kOperations.end()) {
    diag::DiagnosticBuilder said =
        ReportAt(emit, *op, kUnknown, op->value->kind == Kind::kString ? name : op->value->raw);
    const Text nearest = Nearest(LowerCased(name), kOperations);
    said.Hint(nearest.empty() ? "there are add, copy, move, remove, replace and test"
                              : "did you mean `" + std::string(nearest) + "`?");
    said.Emit();
    return;
  }
  CheckPath(operation, "path", "it specifies the target", emit);
  if (name == "move" || name == "copy") {
    CheckPath(operation, "from", "it specifies the source", emit);
  } else if (name != "remove" && !HasKey(operation, "value")) {
    ReportMissing(emit, operation, "value", kMissing, "value", "kustomize uses null")
        .As(diag::Severity::kWarning)
        .Emit();
  }
}

void CheckIdentity(const check::ValueCursor& resource, Text why, diag::Emitter& emit) {
  if (!At(resource, "kind")) {
    ReportMissing(emit, resource, "kind", kMissing, "kind", why).Emit();
    return;
  }
  const std::optional<check::ValueCursor> metadata = At(resource, "metadata");
  if (!metadata) {
    ReportMissing(emit, resource, "metadata", kMissing, "metadata.name", why).Emit();
  } else if (GetStringField(*metadata, "name").empty()) {
    ReportMissing(emit, *metadata, "name", kMissing, "name", why).Emit();
  }
}

}  // namespace

void CheckMergePatch(const check::ValueCursor& patch, bool has_target, diag::Emitter& emit) {
  constexpr Text kWhy = "a patch must identify its resource";
  if (!has_target && !At(patch, "apiVersion")) {
    ReportMissing(emit, patch, "apiVersion", kMissing, "apiVersion", kWhy).Emit();
  }
  CheckIdentity(patch, has_target ? "a patch must identify its resource even with a `target`" : kWhy, emit);
}

void CheckPlugin(const check::ValueCursor& plugin, diag::Emitter& emit) {
  if (!At(plugin, "apiVersion")) {
    ReportMissing(emit, plugin, "apiVersion", kMissing, "apiVersion", "the built-in plugins have `builtin`")
        .Emit();
  }
  CheckIdentity(plugin, "kustomize loads it as a resource", emit);
}

void CheckJsonPatch(const check::ValueCursor& operations, diag::Emitter& emit) {
  ForEachItem(operations, [&](const check::ValueCursor& operation) { CheckOperation(operation, emit); });
}

bool IsPartOfWorkload(const value::Value& document) {
  constexpr Text kWorkloads[] = {"Deployment", "DaemonSet", "ReplicaSet", "StatefulSet"};
  const Text kind = TextField(&document, "kind");
  if (!TextField(&document, "apiVersion").starts_with("apps/") ||
      std::find(std::begin(kWorkloads), std::end(kWorkloads), kind) == std::end(kWorkloads)) {
    return false;
  }
  const value::Value* const spec = FieldOf(&document, "spec");
  const value::Value* const pod = FieldOf(FieldOf(spec, "template"), "spec");
  const auto containers = ItemsOf(FieldOf(pod, "containers"));
  return FieldOf(spec, "selector") == nullptr &&
         std::none_of(containers.begin(), containers.end(),
                      [](const value::Value* container) { return FieldOf(container, "image") != nullptr; });
}

bool IsPatch(const value::Value& document) {
  return document.kind == value::Kind::kMapping && value::Find(document, "$patch") != nullptr;
}

}  // namespace kval::kubernetes
