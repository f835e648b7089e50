#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/helm/tar_header.h"
#include "src/helm/tar_sparse.h"

namespace kval::helm {

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
