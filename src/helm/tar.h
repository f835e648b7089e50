#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/helm/pax.h"
#include "src/helm/tar_header.h"

namespace kval::helm {

// Files with holes in tar archives, in GNU's formats, as Go's archive/tar reads them (reader.go).
// A part of a file that the archive stores. The rest of the file is NULs.
struct StoredPart {
  int64_t offset, size;
  int64_t end() const { return offset + size; }
};

using SparseMap = std::vector<StoredPart>;

// Parses the sparse map in a header of GNU's old format and in the following blocks, and advances `at` past
// these blocks. Sets the size of the file. Returns nullopt if the map is malformed or truncated.
std::optional<SparseMap> ReadOldSparseMap(std::string_view archive, size_t& at, TarHeader& header);

// Whether the records describe a file with holes; which of the two formats it has.
enum class PaxSparse : uint8_t { kNone, kInRecords, kInContent };
PaxSparse SparseFormatOf(const PaxRecords& records);

// Parses the map of the formats 0.0 and 0.1.
std::optional<SparseMap> ReadSparseMap(const PaxRecords& records);

// Parses the map of the format 1.0 at the beginning of the content, and removes it from `content` block by
// block.
std::optional<SparseMap> ReadSparseMap(std::string_view& content);

// Whether the parts follow each other within a file of this size.
bool IsValidSparseMap(const SparseMap& map, int64_t size);

// Returns the file: its parts, with NULs between them. Nullopt unless the parts use exactly the stored bytes.
std::optional<std::string> WithHoles(const SparseMap& map, std::string_view stored, int64_t size);

struct TarEntry {
  std::string path;
  int64_t size;       // as declared; links, devices and directories have no content even if it is positive
  bool is_directory;  // by its type, or by the mode of any other entry
};

// Reads a tar archive from memory, one entry after the other, with the results of Go's archive/tar: ustar,
// PAX, GNU and STAR headers, files with holes. Source: go1.26 src/archive/tar/reader.go.
class TarReader {
 public:
  // `is_whole`: false if the archive continues with bytes that could not be unpacked. Needing those is an
  // error; an archive that ends before them is valid.
  explicit TarReader(std::string_view archive, bool is_whole = true)
      : archive_(archive), is_whole_(is_whole) {}

  // Returns nullopt at the end and after an error.
  std::optional<TarEntry> Next();
  // Returns the bytes of the entry that Next() returned; call once. Nullopt after an error. Allocates the
  // entry's declared size, which the caller must check first.
  std::optional<std::string> Bytes();
  // The error of the archive; empty if there is none.
  std::string_view error() const { return error_; }

 private:
  bool Fail(std::string_view error);
  bool FailForMissingBytes();
  bool SkipContent();
  std::optional<TarHeader> ReadHeader();
  bool BeginContent(const TarHeader& header);
  std::optional<std::string_view> SpecialText();
  bool ReadHoles(TarHeader& header, const PaxRecords& records);
  bool ReadPaxHoles(TarHeader& header, const PaxRecords& records);
  bool MissingBytes() const { return left_ > archive_.size() - at_; }

  std::string_view archive_;
  bool is_whole_;
  size_t at_ = 0;
  uint64_t left_ = 0;   // bytes of the entry that are not read yet
  size_t padding_ = 0;  // after the content
  std::optional<SparseMap> holes_;
  int64_t size_ = 0;  // with the holes
  std::string_view error_;
  bool is_done_ = false;
};

}  // namespace kval::helm
