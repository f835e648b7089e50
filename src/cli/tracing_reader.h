#pragma once

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::cli {

// The disk, remembering what was read: no output is written over an input.
class TracingReader final : public source::FileReader {
 public:
  source::PathKind KindOf(const std::string& path) override { return disk_.KindOf(path); }
  Result<std::string> Read(const std::string& path) override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      paths_.push_back(path);
    }
    return disk_.Read(path);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return disk_.List(directory);
  }
  Result<std::string> RealPath(const std::string& path) override { return disk_.RealPath(path); }

  // When nothing is read any more.
  const std::vector<std::string>& paths() const { return paths_; }

 private:
  source::DiskFileReader disk_;
  std::mutex mutex_;  // files are read by several threads
  std::vector<std::string> paths_;
};

}  // namespace kval::cli
