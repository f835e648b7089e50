#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::cli {

// File contents by name as shown in findings: relative to the working directory.
using TextOverrides = std::map<std::string, std::string, std::less<>>;

// A reader with in-memory files that override files on disk. A file that exists only in memory is visible to
// directory listings and patterns. `reader` and `strings` must outlive it.
class OverrideReader final : public source::FileReader {
 public:
  OverrideReader(source::FileReader& reader, const TextOverrides& strings, const std::string& dir)
      : reader_(reader), strings_(strings), directory_(dir + "/") {}

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
  const TextOverrides& strings_;
  std::string directory_;
};

}  // namespace kval::cli
