#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::cli {

// Reads from disk and records the files, so that no output overwrites an input.
class TracingReader final : public source::FileReader {
 public:
  TracingReader(const Limits& limits, const std::vector<std::string>& link_destinations)
      : disk_(limits, link_destinations) {}

  source::PathKind KindOf(const std::string& path) override { return disk_.KindOf(path); }
  Result<std::string> Read(const std::string& path) override {
    Note(path);
    return disk_.Read(path);
  }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    Note(path);
    return disk_.ReadBelow(directory, path);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return disk_.List(directory);
  }
  source::Tree Walk(const std::string& directory) override { return disk_.Walk(directory); }
  Result<std::string> RealPath(const std::string& path) override { return disk_.RealPath(path); }
  std::optional<source::FileStamp> StampOf(const std::string& path) override {
    Note(path);
    return disk_.StampOf(path);
  }

  // When nothing is read any more.
  const std::vector<std::string>& paths() const { return paths_; }

 private:
  void Note(const std::string& path) {
    const std::lock_guard<std::mutex> lock(mutex_);
    paths_.push_back(path);
  }

  source::DiskFileReader disk_;
  std::mutex mutex_;  // files are read by several threads
  std::vector<std::string> paths_;
};

}  // namespace kval::cli
