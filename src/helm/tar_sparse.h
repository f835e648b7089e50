#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/helm/pax.h"

// Files with holes in tar archives, in GNU's formats, as Go's archive/tar reads them (reader.go).
namespace kval::helm {

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

}  // namespace kval::helm
