#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <string_view>

#include "src/support/native_path.h"

namespace kval {

// A new directory with files, removed at the end. Paths are those of file_calls.h.
class TemporaryTree {
 public:
  explicit TemporaryTree(const std::string& name)
      : top_(std::filesystem::canonical(std::filesystem::temp_directory_path()) /
             (name + "-" + std::to_string(std::random_device()()))) {
    std::filesystem::create_directory(top_);
  }
  ~TemporaryTree() { std::filesystem::remove_all(top_); }
  TemporaryTree(const TemporaryTree&) = delete;
  TemporaryTree& operator=(const TemporaryTree&) = delete;

  const std::filesystem::path& top() const { return top_; }
  std::string Path(const std::string& name) const { return PathText(top_ / NativePath(name)); }
  void Write(const std::string& name, std::string_view text) const {
    const std::filesystem::path path = top_ / NativePath(name);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  // Returns the content of every regular file, and link to one, below the directory.
  std::map<std::string, std::string> Contents(const std::string& directory) const {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(top_ / directory)) {
      if (entry.is_regular_file()) {
        std::ostringstream text;
        text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
        files[entry.path().lexically_relative(top_ / directory).generic_string()] = text.str();
      }
    }
    return files;
  }

 private:
  std::filesystem::path top_;
};

}  // namespace kval
