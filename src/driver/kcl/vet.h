#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "schemas/kcl/kcl_schema.h"
#include "src/driver/session.h"
#include "src/lang/kcl/run/vet.h"
#include "src/lang/kcl/sema/program.h"
#include "src/source/file_reader.h"

// `kval vet`: data files against a KCL program.
namespace kval::driver {

// KCL's own evaluator decides whether data is valid, reading it as `kcl vet` does. Findings come from the
// validator of `kval check`, which finds all violations at once; KCL's messages about the same location
// become notes (driver/vet_findings.h). Data with unreadable parts is checked by the validator only.
//
// The program is read and its schema compiled once for all documents.
class KclVet {
 public:
  // The arguments must outlive this object.
  KclVet(const kcl::run::VetRequest& request, source::FileReader& reader, Session& session);

  struct FilesResult {
    kcl::run::VetResult result = kcl::run::VetResult::kValid;
    size_t file_count = 0;  // of the checked files
  };
  // Checks every document of the files, which are tasks of the scheduler. Mistakes of the program are
  // reported once, then no more documents are checked.
  FilesResult CheckFiles(const std::vector<std::string>& paths);

 private:
  // `session`: that of the program, or one of a file, which extends it.
  kcl::run::VetResult CheckFile(const std::string& path, Session& session);
  kcl::run::VetResult CheckDocument(const value::Value& document, Session& session);
  diag::Collector FindViolations(const value::Value& document, Session& session);
  // The schema for the checks of kval; null when the program has a mistake, which KCL's engine reports. The
  // first call compiles it.
  const schemas::kcl::KclSchema* Schema();
  bool HasConstraints(Session& session);

  kcl::run::VetRequest request_;
  source::FileReader& reader_;
  Session& session_;
  kcl::Program files_;  // as parsed, so that all engines share locations
  types::Model& model_;
  bool is_compiled_ = false;
  std::unique_ptr<const schemas::kcl::KclSchema> schema_;  // null: the program is invalid
};

}  // namespace kval::driver
