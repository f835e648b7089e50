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

// Owns every input of a run and lays them end to end in one virtual buffer of less than 4 GiB, so that
// eight bytes name any place in any file. Files are never removed; references stay valid. A text for which
// the buffer has no room is out of memory: std::bad_alloc.
//
// A map can stand on another one: it knows every place of that one, and what is added to it lies behind.
// Several maps may stand on one, each in a thread of its own, as long as nothing is added to what they stand
// on.
class SourceMap {
 public:
  SourceMap() = default;
  // `below` must outlive this map, must not grow while it does, and is to be frozen when threads share it.
  explicit SourceMap(const SourceMap* below);
  SourceMap(const SourceMap&) = delete;
  SourceMap& operator=(const SourceMap&) = delete;

  // Reads a file, again each time: streams have no identity.
  Result<const SourceFile*> Load(FileReader& reader, const std::string& path);
  // Reads a file that was found, as FileReader::ReadBelow.
  Result<const SourceFile*> LoadBelow(FileReader& reader, const std::string& directory,
                                      const std::string& path);
  // A regular file, which is read once by one path: who loads it again gets the text that is there.
  // `directory`: where it was found, else it was named itself. Each name that it is to have makes a text of
  // its own, for it is what a place is in.
  Result<const SourceFile*> LoadOnce(FileReader& reader, const std::string& directory,
                                     const std::string& path, const std::string& name);
  // Adds a text that is no file: standard input, a flag's value, a test.
  const SourceFile& AddText(std::string name, std::string text);
  // The same for a text that is secret as a whole.
  const SourceFile& AddSecret(std::string name, std::string text);

  // The files of this map itself, which then has none.
  std::vector<std::unique_ptr<SourceFile>> Release();
  // Puts a file that another map released behind the ones here. Null, and the file is gone, when there is no
  // room.
  const SourceFile* Adopt(std::unique_ptr<SourceFile> file);

  bool Knows(Span span) const;
  // `span` must have a value and lie in one file.
  const SourceFile& FileOf(Span span) const;
  LineColumn Locate(uint32_t offset) const;
  std::string_view Text(Span span) const;

  // Does now what else is done when the first line number is asked for, so that asking changes nothing more.
  void Freeze() const;

  // The files of this map itself, without those that it stands on.
  size_t file_count() const { return files_.size(); }
  const SourceFile& file(size_t index) const { return *files_[index]; }

 private:
  uint64_t Room() const;  // the bytes that one more file may have
  bool IsBelow(Span span) const { return below_ != nullptr && span.begin < first_base_; }

  const SourceMap* below_ = nullptr;
  uint32_t first_base_ = 1;
  std::vector<std::unique_ptr<SourceFile>> files_;
  TextMap<std::string, const SourceFile*> loaded_;  // once
  uint32_t next_base_ = 1;
};

}  // namespace kval::source
