#include "src/cli/kustomization_references.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "src/diag/collector.h"
#include "src/kubernetes/kustomization_paths.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"
#include "src/yaml/document.h"

namespace kval::cli {
namespace {

std::optional<std::string> KustomizationIn(const std::string& prefix, source::FileReader& reader) {
  for (const std::string_view name : {"kustomization.yaml", "kustomization.yml", "Kustomization"}) {
    std::string file = prefix + std::string(name);
    if (reader.KindOf(file) == source::PathKind::kFile) {
      return file;
    }
  }
  return std::nullopt;
}

bool Loads(const std::string& kustomization, const std::string& path, source::FileReader& reader) {
  const Result<std::string> text = reader.Read(kustomization);
  if (!text || text->find(GetFileName(path)) == std::string::npos) {
    return false;
  }
  const std::string prefix(GetDirectoryPrefix(kustomization));
  const std::vector<lsp::PathReference> references = FindKustomizationPaths(*text);
  return std::any_of(references.begin(), references.end(), [&](const lsp::PathReference& reference) {
    return LexicallyNormal(prefix + reference.path) == path;
  });
}

}  // namespace

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

std::vector<std::string> KustomizationsOf(const std::string& path, source::FileReader& reader) {
  std::vector<std::string> found;
  std::string prefix(GetDirectoryPrefix(path));
  bool is_own = true;
  while (true) {
    const std::optional<std::string> file = KustomizationIn(prefix, reader);
    if (file && *file != path && (is_own || Loads(*file, path, reader))) {
      found.push_back(*file);
    }
    if (prefix.empty() || prefix == "/" || prefix.ends_with("../")) {
      return found;
    }
    prefix.pop_back();
    prefix = GetDirectoryPrefix(prefix);
    is_own = false;
  }
}

}  // namespace kval::cli
