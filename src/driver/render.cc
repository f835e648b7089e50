#include "src/driver/render.h"

#include <algorithm>
#include <utility>

#include "src/driver/libraries/root_library.h"
#include "src/support/budget_exhausted.h"
#include "src/yaml/writer.h"

namespace kval::driver {

RenderResult Render(DriverOptions& options, RenderGoal goal, source::FileReader& reader, Session& session) {
  options.renders = true;
  options.ytt_names = true;
  RenderResult result;
  const bool loaded = LoadRootLibrary(options, reader, session);
  result.file_count = FileCount(session);
  if (!loaded) {
    result.failed_at = Stage::kInputs;
    return result;
  }
  if (goal == RenderGoal::kFiles) {
    std::vector<LibraryFile*> files = session.library.Files();
    std::sort(files.begin(), files.end(),
              [](const LibraryFile* a, const LibraryFile* b) { return a->order < b->order; });
    for (const LibraryFile* file : files) {
      result.file_names.push_back(file->path);
    }
    return result;
  }
  SuppliedDocuments given;
  const Documents documents = CollectRoot(options, reader, session, given);
  if (goal == RenderGoal::kSchema) {
    const bool compiled = CompileSchema(documents, given, session.model, session);
    result.failed_at = compiled && session.emit.error_count() == 0 ? Stage::kDone : Stage::kSchema;
    return result;
  }
  LibraryExecution execution(session.library, options, session.model, session);
  result.failed_at = execution.Values(documents, std::move(given)).failed_at;
  if (result.failed_at == Stage::kDone && session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  }
  if (result.failed_at != Stage::kDone) {
    return result;
  }
  result.values = &execution.values();
  if (goal == RenderGoal::kValues) {
    return result;
  }
  LibraryResult evaluated = execution.Evaluate();
  if (!evaluated.ok || session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  }
  std::erase_if(evaluated.documents,
                [](const RenderedDocument& rendered) { return templating::IsEmpty(rendered.document); });
  result.documents = std::move(evaluated.documents);
  result.yaml_files = std::move(evaluated.yaml_files);
  result.text_files = std::move(evaluated.text_files);
  return result;
}

std::vector<OutputFile> OutputFilesOf(const RenderResult& result, const DriverOptions& options,
                                      const Session& session) {
  std::vector<OutputFile> files = result.text_files;
  yaml::YamlStyle style;
  style.dialect = options.dialect;
  size_t left = session.limits.output_size;
  for (const OutputFile& text : files) {
    left -= std::min(left, text.text.size());
  }
  size_t next = 0;
  for (const LibraryFile* file : result.yaml_files) {
    std::vector<const value::Value*> roots;
    for (; next < result.documents.size() && result.documents[next].file == file; ++next) {
      roots.push_back(result.documents[next].document.root);
    }
    OutputFile made{std::string(session.library.PathOf(*file)), {}, true};
    style.most = left;
    RequireWithinOutputLimit(yaml::WriteYamlStream(roots, style, made.text));
    left -= made.text.size();
    files.push_back(std::move(made));
  }
  return files;
}

}  // namespace kval::driver
