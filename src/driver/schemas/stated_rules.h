#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "src/driver/libraries/library.h"

namespace kval::driver {

// Whether files state rules of data values: schemas do, and other base files may. Each file is examined once,
// however many libraries use it.
class StatedRules {
 public:
  // `files` are those of the call before, and further ones.
  bool In(const std::vector<std::unique_ptr<LibraryFile>>& files);

 private:
  size_t looked_at_ = 0;
  bool has_any_ = false;
};

}  // namespace kval::driver
