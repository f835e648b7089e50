#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::project {

// A reader for one check that records the files read. Paths from a project file are untrusted: reads are
// confined to the project (source/file_reader.h), and to directories of charts that Helm downloaded.
class RecordingReader final : public source::FileReader {
 public:
  RecordingReader(source::FileReader& reader, std::string root, std::vector<std::string> chart_caches = {})
      : reader_(reader), root_(std::move(root)), chart_caches_(std::move(chart_caches)) {}

  source::PathKind KindOf(const std::string& path) override { return reader_.KindOf(path); }
  Result<std::string> Read(const std::string& path) override {
    Record(path);
    for (const std::string& cache : chart_caches_) {
      if (path.starts_with(cache + "/")) {
        return reader_.ReadBelow(cache, path);
      }
    }
    return reader_.ReadBelow(root_, path);
  }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    Record(path);
    return reader_.ReadBelow(directory, path);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return reader_.List(directory);
  }
  source::Tree Walk(const std::string& directory) override { return reader_.Walk(directory); }
  Result<std::string> RealPath(const std::string& path) override { return reader_.RealPath(path); }
  std::optional<source::FileStamp> StampOf(const std::string& path) override {
    Record(path);
    return reader_.StampOf(path);
  }

  // The files read so far.
  std::vector<std::string> Noted() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return paths_;
  }
  // Returns the files. Call after the last read.
  std::vector<std::string> Release() { return std::move(paths_); }

 private:
  void Record(const std::string& path) {
    const std::lock_guard<std::mutex> lock(mutex_);
    paths_.push_back(path);
  }

  source::FileReader& reader_;
  std::string root_;
  std::vector<std::string> chart_caches_;
  std::mutex mutex_;
  std::vector<std::string> paths_;
};

}  // namespace kval::project
