#include "src/cli/lsp/kustomization_references.h"

#include "src/diag/collector.h"
#include "src/kubernetes/kustomization_paths.h"
#include "src/yaml/document.h"

namespace kval::cli {

std::vector<lsp::PathReference> FindKustomizationPaths(const std::string& text) {
  source::SourceMap sources;
  diag::Collector unused;
  diag::Emitter silence(&unused);
  Arena arena;
  const source::SourceFile& source = sources.AddText("", text);
  const yaml::File file = yaml::ReadFile(source, {}, arena, silence);
  std::vector<lsp::PathReference> found;
  for (const yaml::Document& document : file.documents) {
    kubernetes::ForEachLoadedPath(
        check::ValueCursor::Document(*document.root),
        [&](const check::ValueCursor& at, const kubernetes::LoadedPath& loaded) {
          const source::Span span = at.value->span;
          if (!loaded.path.empty() && span.has_value()) {
            const size_t offset = source.mark_size();
            found.push_back({{span.begin - source.base() + offset, span.end - source.base() + offset},
                             std::string(loaded.path),
                             {},
                             lsp::DirectoryTarget::kKustomization});
          }
        });
  }
  return found;
}

}  // namespace kval::cli
