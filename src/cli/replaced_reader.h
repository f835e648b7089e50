#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::cli {

// File contents by name as shown in findings: relative to the working directory.
using Texts = std::map<std::string, std::string, std::less<>>;

// A reader with in-memory files that override files on disk. A file that exists only in memory is visible to
// directory listings and patterns. `reader` and `texts` must outlive it.
class ReplacedReader final : public source::FileReader {
 public:
  ReplacedReader(source::FileReader& reader, const Texts& texts, const std::string& folder)
      : reader_(reader), texts_(texts), folder_(folder + "/") {}

  source::PathKind KindOf(const std::string& path) override;
  Result<std::string> Read(const std::string& path) override;
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override;
  Result<std::vector<std::string>> List(const std::string& directory) override;
  source::Tree Walk(const std::string& directory) override;
  Result<std::string> RealPath(const std::string& path) override;

 private:
  std::string_view FromHere(std::string_view path) const;
  const std::string* Find(std::string_view path) const;
  // Returns the names of in-memory files below a directory, relative to it.
  std::vector<std::string_view> Below(std::string_view directory) const;

  source::FileReader& reader_;
  const Texts& texts_;
  std::string folder_;
};

}  // namespace kval::cli
