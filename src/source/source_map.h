#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/source/file_reader.h"
#include "src/source/source_file.h"
#include "src/source/span.h"
#include "src/support/keyed_hash.h"
#include "src/support/result.h"

namespace kval::source {

// Owns every input of a run and concatenates them in one virtual buffer of less than 4 GiB, so that 8 bytes
// identify a range in any file. Files are never removed; references stay valid. Throws std::bad_alloc if the
// buffer is full.
//
// A map can extend another one: it knows all positions of the base and appends to it. Threads: several maps
// may extend one base concurrently while the base does not change.
class SourceMap {
 public:
  SourceMap() = default;
  // `below` must outlive this map, must not grow while this map has files, and is to be frozen when
  // threads share it.
  explicit SourceMap(const SourceMap* below);
  SourceMap(const SourceMap&) = delete;
  SourceMap& operator=(const SourceMap&) = delete;

  // Reads a file, again each time: streams have no identity.
  Result<const SourceFile*> Load(FileReader& reader, const std::string& path);
  // Reads a file that was found, as FileReader::ReadBelow.
  Result<const SourceFile*> LoadBelow(FileReader& reader, const std::string& directory,
                                      const std::string& path);
  // Loads a regular file once per path and returns the existing text afterwards. `directory`: where it was
  // found; empty if the user named it. Each display name gets a separate text, because positions refer to it.
  Result<const SourceFile*> LoadOnce(FileReader& reader, const std::string& directory,
                                     const std::string& path, const std::string& name);
  // Adds a text that is no file: standard input, a flag's value, a test.
  const SourceFile& AddText(std::string name, std::string text);
  // The same for a text that is secret as a whole.
  const SourceFile& AddSecret(std::string name, std::string text);

  // Removes and returns the files of this map.
  std::vector<std::unique_ptr<SourceFile>> Release();
  // Appends a file that another map released. Returns null and discards the file if the buffer is full.
  const SourceFile* Adopt(std::unique_ptr<SourceFile> file);

  bool Contains(Span span) const;
  // `span` must have a value and lie in one file.
  const SourceFile& FileOf(Span span) const;
  LineColumn Locate(uint32_t offset) const;
  std::string_view Text(Span span) const;

  // Computes line tables eagerly, so that later const calls change nothing.
  void Freeze() const;

  // The number of files of this map, without those of its base.
  size_t file_count() const { return files_.size(); }
  const SourceFile& file(size_t index) const { return *files_[index]; }

 private:
  uint64_t RemainingSize() const;  // the bytes that one more file may have
  bool IsBelow(Span span) const { return below_ != nullptr && span.begin < first_base_; }

  const SourceMap* below_ = nullptr;
  uint32_t first_base_ = 1;
  std::vector<std::unique_ptr<SourceFile>> files_;
  TextMap<std::string, const SourceFile*> loaded_;  // once
  uint32_t next_base_ = 1;
};

}  // namespace kval::source
