#include "src/kubernetes/kustomization_paths.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "src/kubernetes/accessors.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using Then = std::function<void(const check::ValueCursor& at, const LoadedPath& loaded)>;

// A key whose value is a list of paths, or of maps with a path under `inner`.
struct Paths {
  Text key;
  Text inner;
  ExpectedTarget expected;
  Text what = {};
  bool is_patch = false;
  bool may_be_text = false;  // the content may be inline
};

constexpr Paths kPaths[] = {
    {"resources", "", ExpectedTarget::kRoot},
    {"bases", "", ExpectedTarget::kRoot},
    {"components", "", ExpectedTarget::kDirectory},
    {"generators", "", ExpectedTarget::kRoot, "", false, true},
    {"transformers", "", ExpectedTarget::kRoot, "", false, true},
    {"validators", "", ExpectedTarget::kRoot, "", false, true},
    {"crds", "", ExpectedTarget::kFile},
    {"configurations", "", ExpectedTarget::kFile, "a configuration"},
    {"patchesStrategicMerge", "", ExpectedTarget::kFile, "a patch", true, true},
    {"patches", "path", ExpectedTarget::kFile, "a patch", true, true},
    {"patchesJson6902", "path", ExpectedTarget::kFile, "a patch", true, true},
    {"replacements", "path", ExpectedTarget::kFile, "a list of replacements", false, true},
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

  void Path(const check::ValueCursor& at, const LoadedPath& loaded, bool may_be_text = false) const {
    const bool is_text = may_be_text && (loaded.path.empty() || loaded.path.find('\n') != Text::npos);
    if (!is_text && !IsElsewhere(loaded.path)) {
      then_(at, loaded);
    }
  }

  void Under(const std::optional<check::ValueCursor>& at, ExpectedTarget required, Text what) const {
    if (at && !TextOf(*at).empty()) {
      Path(*at, {TextOf(*at), required, what});
    }
  }

  void List(const check::ValueCursor& map, const Paths& paths) const {
    ForEachItemOf(map, paths.key, [&](const check::ValueCursor& item) {
      // A path in the place of a map with one is a mistake that is reported once, at the path.
      const bool is_path = paths.inner.empty() || item.value->kind == value::Kind::kString;
      const std::optional<check::ValueCursor> at = is_path ? std::optional(item) : At(item, paths.inner);
      if (at && at->value->kind == value::Kind::kString) {
        Path(*at, {TextOf(*at), paths.expected, paths.what, paths.is_patch}, paths.may_be_text);
      }
    });
  }

  // Data of a ConfigMap or a Secret: `key=path`, or a path alone.
  void Generators(const check::ValueCursor& map, Text list) const {
    ForEachItemOf(map, list, [&](const check::ValueCursor& generator) {
      ForEachItemOf(generator, "files", [&](const check::ValueCursor& file) {
        const Text text = TextOf(file);
        if (file.value->kind != value::Kind::kString) {
          return;
        }
        const size_t equals = text.find('=');
        Path(file, {text.substr(equals == Text::npos ? 0 : equals + 1), ExpectedTarget::kData, "data"});
      });
      List(generator, {"envs", "", ExpectedTarget::kData});
      Under(At(generator, "env"), ExpectedTarget::kData, {});
    });
  }

 private:
  const Then& then_;
};

}  // namespace

void ForEachLoadedPath(const check::ValueCursor& kustomization, const Then& then) {
  const Reader reader(then);
  for (const Paths& paths : kPaths) {
    reader.List(kustomization, paths);
  }
  if (const std::optional<check::ValueCursor> openapi = At(kustomization, "openapi")) {
    reader.Under(At(*openapi, "path"), ExpectedTarget::kFile, {});
  }
  reader.Generators(kustomization, "configMapGenerator");
  reader.Generators(kustomization, "secretGenerator");
  ForEachItemOf(kustomization, "helmCharts", [&](const check::ValueCursor& chart) {
    reader.Under(At(chart, "valuesFile"), ExpectedTarget::kFile, "a file of values");
    reader.List(chart, {"additionalValuesFiles", "", ExpectedTarget::kFile, "a file of values"});
  });
}

}  // namespace kval::kubernetes
