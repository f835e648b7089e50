#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/source/file_reader.h"
#include "src/source/source_file.h"
#include "src/source/span.h"
#include "src/support/result.h"

namespace kval::source {

// Owns every input of a run and lays them end to end in one virtual buffer of less than 4 GiB, so that
// eight bytes name any place in any file. Files are never removed; references stay valid.
class SourceMap {
 public:
  // Reads a file. The same path is read again each time: standard input and flags have no identity.
  Result<const SourceFile*> Load(FileReader& reader, const std::string& path);
  // Adds a text that is no file: standard input, a flag's value, a test.
  const SourceFile& AddText(std::string name, std::string text);

  bool Knows(Span span) const;
  // `span` must have a value and lie in one file.
  const SourceFile& FileOf(Span span) const;
  LineColumn Locate(uint32_t offset) const;
  std::string_view Text(Span span) const;

  size_t file_count() const { return files_.size(); }
  const SourceFile& file(size_t index) const { return *files_[index]; }

 private:
  std::vector<std::unique_ptr<SourceFile>> files_;
  uint32_t next_base_ = 1;
};

}  // namespace kval::source
