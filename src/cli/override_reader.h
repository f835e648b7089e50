#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/file_snapshot.h"
#include "src/source/file_reader.h"

namespace kval::cli {

// File contents by name as shown in findings: relative to the working directory.
using TextOverrides = std::map<std::string, std::string, std::less<>>;

// A reader with in-memory files that override files on disk. A file that exists only in memory is visible to
// directory listings and patterns. `reader` and `strings` must outlive it. `snapshot` records which of them
// are read; may be null.
class OverrideReader final : public source::FileReader {
 public:
  OverrideReader(source::FileReader& reader, const TextOverrides& strings, const std::string& dir,
                 FileSnapshot* snapshot = nullptr)
      : reader_(reader), strings_(strings), directory_(dir + "/"), snapshot_(snapshot) {}

  source::PathKind KindOf(const std::string& path) override;
  Result<std::string> Read(const std::string& path) override;
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override;
  Result<std::vector<std::string>> List(const std::string& directory) override;
  source::Tree Walk(const std::string& directory) override;
  Result<std::string> RealPath(const std::string& path) override;
  std::optional<source::FileStamp> StampOf(const std::string& path) override;

 private:
  std::string_view FromHere(std::string_view path) const;
  const std::string* Find(std::string_view path) const;
  // Returns the names of in-memory files below a directory, relative to it.
  std::vector<std::string_view> Below(std::string_view directory) const;

  source::FileReader& reader_;
  const TextOverrides& strings_;
  std::string directory_;
  FileSnapshot* snapshot_;
};

}  // namespace kval::cli
