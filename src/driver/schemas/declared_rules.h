#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "src/driver/libraries/library.h"

namespace kval::driver {

// Detects whether files declare rules for data values. Schemas do, and other base files may. Each file is
// examined once for all libraries that use it.
class DeclaredRules {
 public:
  // Requires: `files` begins with the files of the previous call.
  bool In(const std::vector<std::unique_ptr<LibraryFile>>& files);

 private:
  size_t looked_at_ = 0;
  bool has_any_ = false;
};

}  // namespace kval::driver
