#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "src/diag/emitter.h"
#include "src/lang/kcl/eval/evaluation.h"
#include "src/lang/kcl/run/data_file.h"
#include "src/lang/kcl/sema/program.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"
#include "src/value/value.h"

// `kcl vet`: documents against a schema of KCL (kcl.md, 12).
namespace kval::kcl::run {

struct VetRequest {
  std::string schema_file;          // with the other files of its directory if that is the root of a module
  std::string schema;               // empty: the first schema of the file; if there is none, only the data
  std::string attribute = "value";  // the name that the data gets in the program
  DataFormat format = DataFormat::kByName;
  std::map<std::string, std::string> externals;
  Limits limits;
  uint64_t* steps = nullptr;       // null, or what evaluating took is added to it
  const Program* known = nullptr;  // an earlier load of the same files (LoadOptions::known)
};

// A diagnostic. Findings about the data have the location in the document first, and its path.
struct VetFinding {
  diag::Diagnostic finding;
  source::Span check_line;  // the line of `check:` that fails; without value for anything else
  // The check of an instance that the program makes whatever the data is.
  bool is_of_program = false;
};
using VetFindings = std::function<void(VetFinding)>;

// Loads and parses the files of the program, as a base for VetRequest::known. Reports nothing.
void LoadProgram(const VetRequest& request, source::SourceMap& sources, source::FileReader& reader,
                 Program& program);

enum class VetResult : uint8_t {
  kValid,
  kErrors,          // in the data
  kInvalidProgram,  // no data can be valid with it, or not with that schema
};

// Validates `data` as if `attribute = schema {data}` were appended to the program: unknown keys, types,
// required attributes, all check lines, and the program's asserts. Reports all errors, with the location in
// the document first and its path. Does not evaluate anything if there are type errors. Data without a value
// lacks all attributes of the schema.
VetResult Vet(const VetRequest& request, const value::Value& data, source::SourceMap& sources,
              source::FileReader& reader, const VetFindings& findings);

}  // namespace kval::kcl::run
