#include "src/driver/libraries/root_library.h"

#include <algorithm>
#include <utility>

#include "src/diag/read_failure.h"
#include "src/driver/data_values.h"
#include "src/driver/inputs/file_marks.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/libraries/file_modules.h"

namespace kval::driver {

bool LoadRootLibrary(const DriverOptions& options, source::FileReader& reader, Session& session,
                     UnreadableInputs unreadable) {
  OpenFiles(reader, session);
  std::vector<RunInput> inputs;
  bool ok = LoadInputs(options, reader, session.sources, session.emit, inputs);
  if (!ok && unreadable == UnreadableInputs::kStop) {
    return false;
  }
  for (const RunInput& input : inputs) {
    auto file = std::make_unique<LibraryFile>(input);
    file->order = static_cast<uint32_t>(session.files.size());
    if (input.is_yaml && file->type == FileType::kData && !options.renders) {
      file->marks.type = FileType::kYaml;
      file->marks.is_template = true;
      file->Settle();
    }
    session.files.push_back(std::move(file));
  }
  ok = ApplyFileMarks(options.file_marks, session.files, session.emit) && ok;
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    session.library.Add(file.get());
    if (file->type == FileType::kData) {
      continue;
    }
    if (Result<const source::SourceFile*> read = ReadInput(file->input, reader, session.sources); !read) {
      diag::ReportReadFailure({}, read.failure(), session.emit);
      ok = false;
    }
  }
  return ok;
}

size_t FileCount(const Session& session) {
  return static_cast<size_t>(std::count_if(session.files.begin(), session.files.end(),
                                           [](const auto& file) { return file->input.source != nullptr; }));
}

Documents CollectRoot(const DriverOptions& options, source::FileReader& reader, Session& session,
                      SuppliedDocuments& given) {
  Documents documents = SortDocuments(options, session.library, session);
  std::vector<Layer> layers;
  FlagLayers(options, reader, session, layers);
  for (Layer& layer : layers) {
    if (layer.library.empty()) {
      given.layers.push_back(std::move(layer));
      continue;
    }
    auto envelope = std::make_shared<Envelope>();
    envelope->ref = envelope->original = layer.library;
    envelope->at = layer.library_at.has_value() ? layer.library_at : layer.document.span;
    envelope->layer = std::make_shared<Layer>(std::move(layer));
    documents.library_values.push_back(std::move(envelope));
  }
  return documents;
}

}  // namespace kval::driver
