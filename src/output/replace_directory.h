#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/support/result.h"

namespace kval::output {

struct NamedText {
  std::string path;  // below the directory
  std::string_view text;
};

// Replaces the whole content of a directory by `files`, by exchanging directories atomically. On a mount
// point, where this is impossible, the old content is removed after all new files are written. Errors: the
// directory is a link or contains one of `inputs`; it is then unchanged.
Result<bool> ReplaceDirectory(const std::string& directory, const std::vector<NamedText>& files,
                              const std::vector<std::string>& inputs);

}  // namespace kval::output
