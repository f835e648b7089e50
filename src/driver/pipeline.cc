#include "src/driver/pipeline.h"

#include <algorithm>
#include <utility>

#include "src/driver/root_library.h"

namespace kval::driver {
namespace {

size_t CountFiles(const Session& session) {
  return static_cast<size_t>(std::count_if(session.files.begin(), session.files.end(),
                                           [](const auto& file) { return file->input.source != nullptr; }));
}

RunResult RunPipeline(const Options& options, source::FileReader& reader, Session& session,
                      bool only_schemas) {
  RunResult result;
  const bool loaded = LoadRootLibrary(options, reader, session);
  result.file_count = CountFiles(session);
  if (!loaded) {
    result.failed_at = Stage::kInputs;
    return result;
  }
  Given given;
  const Documents documents = CollectRoot(options, reader, session, given);
  result.has_schema = !documents.schemas.empty();
  if (!CompileSchema(documents, given, session.model, session)) {
    result.failed_at = Stage::kSchema;
  }
  if (only_schemas || (result.failed_at == Stage::kSchema && !session.model.has_root())) {
    return result;
  }
  if (!result.has_schema) {
    for (const ValuesDocument& values : documents.values) {
      result.documents.push_back(values.document.root);
    }
  }
  result.values = ComputeValues(documents, std::move(given), options, session.model, session).values;
  if (result.failed_at == Stage::kDone && session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  }
  return result;
}

}  // namespace

RunResult Run(const Options& options, source::FileReader& reader, Session& session) {
  return RunPipeline(options, reader, session, false);
}

RunResult CompileSchemas(const Options& options, source::FileReader& reader, Session& session) {
  return RunPipeline(options, reader, session, true);
}

}  // namespace kval::driver
