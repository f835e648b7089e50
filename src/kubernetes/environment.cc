#include "src/kubernetes/environment.h"

#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/names.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/pod_fields.h"
#include "src/kubernetes/tell.h"
#include "src/kubernetes/volumes.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text> kEnvName{diag::Kind::kBadName,
                                         "`{}` cannot be the name of an environment variable: {}"};
constexpr diag::Def<Text, Text> kSourceName{diag::Kind::kBadName, "`{}` cannot be a name: {}"};
constexpr diag::Def<> kTwoValues{diag::Kind::kResource, "`value` and `valueFrom` exclude each other"};
constexpr diag::Def<Text, Text> kDuplicateEnv{diag::Kind::kListMapKey,
                                              "the environment variable `{}` is set twice{}"};

std::string WhyNoEnvName(Text name, bool relaxed) {
  if (!relaxed) {
    return WhyNot("env-var-name", name);
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

void CheckEnvName(const std::optional<check::Trail>& name, bool relaxed, diag::Emitter& emit) {
  const Text text = name ? TextOf(*name) : Text();
  const std::string why = text.empty() ? std::string() : WhyNoEnvName(text, relaxed);
  if (!why.empty()) {
    Tell(emit, *name, kEnvName, text, why).Emit();
  }
}

// Sources of variables: names may end in `-`, because they are validated as prefixes.
void CheckSourceNames(const check::Trail& item, diag::Emitter& emit) {
  for (const Text key : {Text("configMapRef"), Text("secretRef")}) {
    const Text keys[] = {key, "name"};
    Follow(item, keys, [&](const check::Trail& name) {
      const Text text = TextOf(name);
      const std::string why =
          text.empty() ? std::string() : WhyNot("dns1123-subdomain", WithoutDashAtEnd(text));
      if (!why.empty()) {
        Tell(emit, name, kSourceName, text, why).Emit();
      }
    });
  }
}

// A file with variables is in a directory of the pod's own.
void CheckFileKey(const check::Trail& file, PodVolumes& volumes, diag::Emitter& emit) {
  CheckEnvName(At(file, "key"), true, emit);
  if (const std::optional<check::Trail> path = At(file, "path")) {
    CheckFileName(*path, emit);
  }
  volumes.CheckDirectory(file);
}

}  // namespace

void CheckEnvironment(const check::Trail& container, bool relaxed_names, PodVolumes& volumes,
                      diag::Emitter& emit) {
  ForEachItemOf(container, "envFrom", [&](const check::Trail& item) {
    CheckEnvName(At(item, "prefix"), relaxed_names, emit);
    CheckSourceNames(item, emit);
  });
  TextMap<Text, source::Span> seen;
  ForEachItemOf(container, "env", [&](const check::Trail& item) {
    const std::optional<check::Trail> name = At(item, "name");
    const Text text = name ? TextOf(*name) : Text();
    CheckEnvName(name, relaxed_names, emit);
    const auto [first, is_new] = seen.emplace(text, item.value->span);
    if (!is_new && !text.empty()) {
      Tell(emit, *name, kDuplicateEnv, text, ": the last value is used")
          .As(diag::Severity::kWarning)
          .Related(first->second, "the first one")
          .Emit();
    }
    const std::optional<check::Trail> from = At(item, "valueFrom");
    if (from) {
      CheckToldFields(*from, ToldTo::kVariable, emit);
      if (const std::optional<check::Trail> file = At(*from, "fileKeyRef")) {
        CheckFileKey(*file, volumes, emit);
      }
    }
    if (from && !TextAt(item, "value").empty()) {
      TellKey(emit, *from, kTwoValues).Emit();
    }
  });
}

}  // namespace kval::kubernetes
