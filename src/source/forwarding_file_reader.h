#pragma once

#include <string>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::source {

// Base of readers that change some of the calls of another reader, which must outlive it. Has no stamps,
// because a derived reader may return other content.
class ForwardingFileReader : public FileReader {
 public:
  explicit ForwardingFileReader(FileReader& reader) : reader_(reader) {}

  PathKind KindOf(const std::string& path) override { return reader_.KindOf(path); }
  Result<std::string> Read(const std::string& path) override { return reader_.Read(path); }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    return reader_.ReadBelow(directory, path);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return reader_.List(directory);
  }
  Tree Walk(const std::string& directory) override { return reader_.Walk(directory); }
  Result<std::string> RealPath(const std::string& path) override { return reader_.RealPath(path); }

 protected:
  FileReader& reader_;
};

}  // namespace kval::source
