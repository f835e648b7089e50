#pragma once

#include <string>
#include <string_view>

#include "src/lang/kcl/runtime/runtime.h"
#include "src/support/result.h"

namespace kval::kcl::builtins {

// Copies a file, or all files and folders below a folder, to a place that may be written (WritablePath). All
// files are there afterwards or none; those that were there are replaced; empty folders are made last. What
// lies below a folder is found as inputs are (source::FileReader): no link leads out of it, and none is
// followed below the target. A file that may be run may be run afterwards. The caller has asked whether
// effects are allowed.
//
// Source: kcl crates/runtime/src/file/mod.rs, kclvm_file_cp.
Result<bool> CopyFiles(runtime::Runtime& runtime, std::string_view from, std::string_view to);

}  // namespace kval::kcl::builtins
