#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::cli {

// A reader for paths that an input names: it reads those only if they lie in the working directory or below,
// also if a link is exchanged meanwhile. All other paths are read as `reader` reads them.
class ConfinedReader final : public source::FileReader {
 public:
  explicit ConfinedReader(source::FileReader& reader) : reader_(reader) {}

  // Confines a path. Returns false if it leads out of the working directory; missing files are checked by
  // path only.
  bool Confine(const std::string& path);

  source::PathKind KindOf(const std::string& path) override { return reader_.KindOf(path); }
  Result<std::string> Read(const std::string& path) override {
    return confined_.count(path) > 0 ? reader_.ReadBelow(".", path) : reader_.Read(path);
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
  std::set<std::string> confined_;
};

}  // namespace kval::cli
