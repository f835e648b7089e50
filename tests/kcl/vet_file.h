#pragma once

#include <string>
#include <utility>
#include <vector>

#include "src/diag/read_failure.h"
#include "src/lang/kcl/run/vet.h"

namespace kval::kcl::run {

// Validates all documents of a file and emits the findings. Returns true if all documents are valid.
inline bool VetFile(const VetRequest& request, const std::string& data_file, source::SourceMap& sources,
                    source::FileReader& reader, diag::Emitter& emitter) {
  Result<const source::SourceFile*> file = sources.Load(reader, data_file);
  if (!file) {
    diag::ReportReadFailure({}, file.failure(), emitter);
    return false;
  }
  Arena arena;
  const Data data = ReadData(**file, request.format, request.limits, arena, emitter);
  const auto emit = [&emitter](VetFinding found) { emitter.Emit(std::move(found.finding)); };
  bool ok = data.is_whole;
  for (const value::Value* document : ok ? data.documents : std::vector<const value::Value*>()) {
    ok = Vet(request, *document, sources, reader, emit) == VetResult::kValid && ok;
  }
  return ok;
}

}  // namespace kval::kcl::run
