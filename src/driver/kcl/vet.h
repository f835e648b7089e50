#pragma once

#include <memory>
#include <string>

#include "schemas/kcl/kcl_schema.h"
#include "src/driver/session.h"
#include "src/lang/kcl/run/vet.h"
#include "src/lang/kcl/sema/program.h"
#include "src/source/file_reader.h"

// `kval vet`: data files against a KCL program.
namespace kval::driver {

// Whether the data is valid is for KCL's own engine to say, which reads it as `kcl vet` does. What is wrong
// is said by the checks of `kval check`, which find all faults of types, keys, required attributes and rules
// at once; what KCL says about the same place is their note (driver/vet_findings.h). Data of which something
// could not be read is checked as far as it was understood, by those checks alone.
//
// The program's files are read once, and its schema is compiled once, for all documents.
class KclVet {
 public:
  // All must live as long.
  KclVet(const kcl::run::VetRequest& request, source::FileReader& reader, Session& session);

  // Checks every document of a file. Mistakes of the program are reported once, then no more documents are
  // looked at.
  kcl::run::VetResult CheckFile(const std::string& path);

 private:
  kcl::run::VetResult CheckDocument(const value::Value& document);
  diag::Collector FindFaults(const value::Value& document);
  const schemas::kcl::KclSchema* Schema();
  bool JudgesAnything();

  kcl::run::VetRequest request_;
  source::FileReader& reader_;
  Session& session_;
  kcl::Program files_;  // as parsed, so that all engines speak of the same places
  types::Model& model_;
  bool is_compiled_ = false;
  bool is_beyond_ = false;                                 // the limit of the run, which was said
  std::unique_ptr<const schemas::kcl::KclSchema> schema_;  // null: the program is at fault
};

}  // namespace kval::driver
