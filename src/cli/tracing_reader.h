#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "src/source/forwarding_file_reader.h"

namespace kval::cli {

// Reads from disk and records the files, so that no output overwrites an input.
class TracingReader final : public source::ForwardingFileReader {
 public:
  TracingReader(const Limits& limits, const std::vector<std::string>& link_destinations)
      : ForwardingFileReader(disk_), disk_(limits, link_destinations) {}

  Result<std::string> Read(const std::string& path) override {
    Note(path);
    return disk_.Read(path);
  }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    Note(path);
    return disk_.ReadBelow(directory, path);
  }
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
