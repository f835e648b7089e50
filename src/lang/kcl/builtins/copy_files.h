#pragma once

#include <string>
#include <string_view>

#include "src/lang/kcl/runtime/runtime.h"
#include "src/support/result.h"

namespace kval::kcl::builtins {

// Copies a file, or all files and directories below a directory, to a writable path (WritablePath). Either
// all files are copied or none; existing files are replaced; empty directories are created last. The content
// of a directory is found as inputs are (source::FileReader): no link leads out of it, and no link is
// followed below the target. Executable files stay executable. Requires that the caller has checked that
// effects are allowed.
//
// Source: kcl crates/runtime/src/file/mod.rs, kclvm_file_cp.
Result<bool> CopyFiles(runtime::Runtime& runtime, std::string_view from, std::string_view to);

}  // namespace kval::kcl::builtins
