#include "src/kubernetes/kustomization_paths.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "src/kubernetes/node.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using Then = std::function<void(const check::Trail& at, const LoadedPath& loaded)>;

// A key whose value is a list of paths, or of maps with a path under `inner`.
struct Paths {
  Text key;
  Text inner;
  Wanted wanted;
  Text what = {};
  bool is_patch = false;
  bool may_be_text = false;  // the content may be inline
};

constexpr Paths kPaths[] = {
    {"resources", "", Wanted::kRoot},
    {"bases", "", Wanted::kRoot},
    {"components", "", Wanted::kFolder},
    {"generators", "", Wanted::kRoot, "", false, true},
    {"transformers", "", Wanted::kRoot, "", false, true},
    {"validators", "", Wanted::kRoot, "", false, true},
    {"crds", "", Wanted::kFile},
    {"configurations", "", Wanted::kFile, "a configuration"},
    {"patchesStrategicMerge", "", Wanted::kFile, "a patch", true, true},
    {"patches", "path", Wanted::kFile, "a patch", true, true},
    {"patchesJson6902", "path", Wanted::kFile, "a patch", true, true},
    {"replacements", "path", Wanted::kFile, "a list of replacements", false, true},
};

bool IsElsewhere(Text path) {
  constexpr Text kBeginnings[] = {"github.com/", "github.com:", "git::", "gh:", "git@"};
  constexpr Text kParts[] = {"://", ".git", "_git/", "?ref=", "${", "{{"};
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                     [&](Text beginning) { return path.starts_with(beginning); }) ||
         std::any_of(std::begin(kParts), std::end(kParts),
                     [&](Text part) { return path.find(part) != Text::npos; });
}

class Reader {
 public:
  explicit Reader(const Then& then) : then_(then) {}

  void Path(const check::Trail& at, const LoadedPath& loaded, bool may_be_text = false) const {
    const bool is_text = may_be_text && (loaded.path.empty() || loaded.path.find('\n') != Text::npos);
    if (!is_text && !IsElsewhere(loaded.path)) {
      then_(at, loaded);
    }
  }

  void Under(const std::optional<check::Trail>& at, Wanted wanted, Text what) const {
    if (at && !TextOf(*at).empty()) {
      Path(*at, {TextOf(*at), wanted, what});
    }
  }

  void List(const check::Trail& map, const Paths& paths) const {
    ForEachItemOf(map, paths.key, [&](const check::Trail& item) {
      const std::optional<check::Trail> at =
          paths.inner.empty() ? std::optional(item) : At(item, paths.inner);
      if (at && at->value->kind == value::Kind::kString) {
        Path(*at, {TextOf(*at), paths.wanted, paths.what, paths.is_patch}, paths.may_be_text);
      }
    });
  }

  // Data of a ConfigMap or a Secret: `key=path`, or a path alone.
  void Generators(const check::Trail& map, Text list) const {
    ForEachItemOf(map, list, [&](const check::Trail& generator) {
      ForEachItemOf(generator, "files", [&](const check::Trail& file) {
        const Text text = TextOf(file);
        if (file.value->kind != value::Kind::kString) {
          return;
        }
        const size_t equals = text.find('=');
        Path(file, {text.substr(equals == Text::npos ? 0 : equals + 1), Wanted::kData, "data"});
      });
      List(generator, {"envs", "", Wanted::kData});
      Under(At(generator, "env"), Wanted::kData, {});
    });
  }

 private:
  const Then& then_;
};

}  // namespace

void ForEachLoadedPath(const check::Trail& kustomization, const Then& then) {
  const Reader reader(then);
  for (const Paths& paths : kPaths) {
    reader.List(kustomization, paths);
  }
  if (const std::optional<check::Trail> openapi = At(kustomization, "openapi")) {
    reader.Under(At(*openapi, "path"), Wanted::kFile, {});
  }
  reader.Generators(kustomization, "configMapGenerator");
  reader.Generators(kustomization, "secretGenerator");
  ForEachItemOf(kustomization, "helmCharts", [&](const check::Trail& chart) {
    reader.Under(At(chart, "valuesFile"), Wanted::kFile, "a file of values");
    reader.List(chart, {"additionalValuesFiles", "", Wanted::kFile, "a file of values"});
  });
}

}  // namespace kval::kubernetes
