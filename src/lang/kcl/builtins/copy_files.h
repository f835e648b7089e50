#pragma once

#include <string>
#include <string_view>

#include "src/lang/kcl/runtime/runtime.h"
#include "src/support/result.h"

namespace kval::kcl::builtins {

// Copies a file, or all files and directories in a directory, to a writable path (WritablePath). Copies all
// files or none; replaces existing files; creates empty directories last. Files in a directory are found like
// inputs (source::FileReader): links must not lead out of it, and links in the target are not followed.
// Executable files remain executable. Requires: the caller has checked that effects are allowed.
//
// Source: kcl crates/runtime/src/file/mod.rs, kclvm_file_cp.
Result<bool> CopyFiles(runtime::Runtime& runtime, std::string_view from, std::string_view to);

}  // namespace kval::kcl::builtins
