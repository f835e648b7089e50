#pragma once

#include <map>
#include <string>
#include <vector>

#include "src/driver/inputs/inputs.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// A reader that knows which files were not named by the user but by a file that was read: whoever asks for
// them gets them as what was found, below the folder where they must lie (source/file_reader.h). All are
// added before threads use it.
class FoundFiles final : public source::FileReader {
 public:
  explicit FoundFiles(source::FileReader& reader) : reader_(reader) {}

  void Add(const GivenFile& file) { below_[file.path] = file.directory; }

  source::PathKind KindOf(const std::string& path) override { return reader_.KindOf(path); }
  Result<std::string> Read(const std::string& path) override {
    const auto found = below_.find(path);
    return found == below_.end() ? reader_.Read(path) : reader_.ReadBelow(found->second, path);
  }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    return reader_.ReadBelow(directory, path);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return reader_.List(directory);
  }
  source::Tree Walk(const std::string& directory) override { return reader_.Walk(directory); }
  Result<std::string> RealPath(const std::string& path) override { return reader_.RealPath(path); }

 private:
  source::FileReader& reader_;
  std::map<std::string, std::string> below_;
};

}  // namespace kval::driver
