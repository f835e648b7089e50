#include "src/kubernetes/pod_rules.h"

#include <optional>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/downward_api.h"
#include "src/kubernetes/report_at.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text> kDuplicateEnv{diag::Kind::kListMapKey,
                                              "the environment variable `{}` is set twice{}"};

}  // namespace

void CheckEnvironment(const check::ValueCursor& container, PodVolumes& volumes, diag::Emitter& emit) {
  TextMap<Text, source::Span> seen;
  ForEachItemOf(container, "env", [&](const check::ValueCursor& item) {
    const std::optional<check::ValueCursor> name = At(item, "name");
    const Text text = name ? TextOf(*name) : Text();
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
        volumes.CheckDirectory(*file);
      }
    }
  });
}

}  // namespace kval::kubernetes
