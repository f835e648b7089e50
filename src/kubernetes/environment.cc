#include "src/kubernetes/pod_rules.h"

#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/downward_api.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/volumes.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text> kEnvName{diag::Kind::kBadName,
                                         "`{}` cannot be the name of an environment variable: {}"};
constexpr diag::Def<Text, Text> kSourceName{diag::Kind::kBadName, "`{}` cannot be a name: {}"};
constexpr diag::Def<Text, Text> kDuplicateEnv{diag::Kind::kListMapKey,
                                              "the environment variable `{}` is set twice{}"};

std::string WhyNoEnvName(Text name, bool relaxed) {
  if (!relaxed) {
    return GetFormatError("env-var-name", name);
  }
  for (const char character : name) {
    if (character == '=') {
      return "`=` ends a name";
    }
    if (character < ' ' || character > '~') {
      return "only printable ASCII characters are allowed";
    }
  }
  return {};
}

void CheckEnvName(const std::optional<check::ValueCursor>& name, bool relaxed, diag::Emitter& emit) {
  const Text text = name ? TextOf(*name) : Text();
  const std::string why = text.empty() ? std::string() : WhyNoEnvName(text, relaxed);
  if (!why.empty()) {
    ReportAt(emit, *name, kEnvName, text, why).Emit();
  }
}

// Sources of variables: names may end in `-`, because they are validated as prefixes.
void CheckSourceNames(const check::ValueCursor& item, diag::Emitter& emit) {
  for (const Text key : {Text("configMapRef"), Text("secretRef")}) {
    const Text keys[] = {key, "name"};
    Follow(item, keys, [&](const check::ValueCursor& name) {
      const Text text = TextOf(name);
      const std::string why =
          text.empty() ? std::string() : GetFormatError("dns1123-subdomain", TrimTrailingDash(text));
      if (!why.empty()) {
        ReportAt(emit, name, kSourceName, text, why).Emit();
      }
    });
  }
}

// A file with variables is in a directory of the pod's own.
void CheckFileKey(const check::ValueCursor& file, PodVolumes& volumes, diag::Emitter& emit) {
  CheckEnvName(At(file, "key"), true, emit);
  if (const std::optional<check::ValueCursor> path = At(file, "path")) {
    CheckFileName(*path, emit);
  }
  volumes.CheckDirectory(file);
}

}  // namespace

void CheckEnvironment(const check::ValueCursor& container, bool relaxed_names, PodVolumes& volumes,
                      diag::Emitter& emit) {
  ForEachItemOf(container, "envFrom", [&](const check::ValueCursor& item) {
    CheckEnvName(At(item, "prefix"), relaxed_names, emit);
    CheckSourceNames(item, emit);
  });
  TextMap<Text, source::Span> seen;
  ForEachItemOf(container, "env", [&](const check::ValueCursor& item) {
    const std::optional<check::ValueCursor> name = At(item, "name");
    const Text text = name ? TextOf(*name) : Text();
    CheckEnvName(name, relaxed_names, emit);
    const auto [first, is_new] = seen.emplace(text, item.value->span);
    if (!is_new && !text.empty()) {
      ReportAt(emit, *name, kDuplicateEnv, text, ": the last value is used")
          .As(diag::Severity::kWarning)
          .Related(first->second, "the first one")
          .Emit();
    }
    const std::optional<check::ValueCursor> from = At(item, "valueFrom");
    if (from) {
      CheckDownwardApiFields(*from, DownwardApiTarget::kVariable, emit);
      if (const std::optional<check::ValueCursor> file = At(*from, "fileKeyRef")) {
        CheckFileKey(*file, volumes, emit);
      }
    }
  });
}

}  // namespace kval::kubernetes
