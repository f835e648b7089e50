#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::cli {

// Texts by the names of files as findings show them: from the working folder on.
using Texts = std::map<std::string, std::string, std::less<>>;

// A reader that gives these texts in the place of what stands on the disk, or is not there yet.
class ReplacedReader final : public source::FileReader {
 public:
  ReplacedReader(source::FileReader& reader, const Texts& texts, const std::string& folder)
      : reader_(reader), texts_(texts), folder_(folder + "/") {}

  source::PathKind KindOf(const std::string& path) override {
    const source::PathKind kind = reader_.KindOf(path);
    return kind == source::PathKind::kMissing && Find(path) != nullptr ? source::PathKind::kFile : kind;
  }
  Result<std::string> Read(const std::string& path) override {
    const std::string* text = Find(path);
    return text != nullptr ? Result<std::string>(*text) : reader_.Read(path);
  }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    const std::string* text = Find(path);
    return text != nullptr ? Result<std::string>(*text) : reader_.ReadBelow(directory, path);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return reader_.List(directory);
  }
  source::Tree Walk(const std::string& directory) override { return reader_.Walk(directory); }
  Result<std::string> RealPath(const std::string& path) override { return reader_.RealPath(path); }

 private:
  const std::string* Find(std::string_view path) const {
    path.remove_prefix(path.starts_with("./") ? 2 : path.starts_with(folder_) ? folder_.size() : 0);
    const auto found = texts_.find(path);
    return found == texts_.end() ? nullptr : &found->second;
  }

  source::FileReader& reader_;
  const Texts& texts_;
  std::string folder_;
};

}  // namespace kval::cli
