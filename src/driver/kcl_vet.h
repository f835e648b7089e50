#pragma once

#include <string>

#include "src/driver/session.h"
#include "src/lang/kcl/run/vet.h"
#include "src/source/file_reader.h"

// `kval vet`: one data file against a KCL program.
namespace kval::driver {

// Whether the data is valid is for KCL's own engine to say, which reads it as `kcl vet` does. What is wrong
// is said by the checks of `kval check`, which find all faults of types, keys, required attributes and rules
// at once; what KCL says about the same place is their note. Findings of one engine alone are reported as
// they are.
//
// Checks every document of the file. Mistakes of the program are reported once, then no more documents are
// looked at.
kcl::run::VetResult VetFile(const kcl::run::VetRequest& request, const std::string& path,
                            source::FileReader& reader, Session& session);

}  // namespace kval::driver
