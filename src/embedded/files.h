#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/embedded/compressed.h"

namespace kval::embedded {

struct File {
  std::string_view name;  // without its extension
  std::string_view text;
};

// The files of a directory that were embedded as one archive (the FOLDER mode of
// cmake/EmbedCompressed.cmake), sorted by name.
class Files {
 public:
  explicit Files(Compressed joined);
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  const std::vector<File>& all() const { return files_; }
  // The text of a file, or an empty view.
  std::string_view Find(std::string_view name) const;

 private:
  const std::string text_;
  std::vector<File> files_;
};

}  // namespace kval::embedded
