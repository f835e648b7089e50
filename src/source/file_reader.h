#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/source/file_stamp.h"
#include "src/support/limits.h"
#include "src/support/result.h"

namespace kval::source {

enum class PathKind { kMissing, kFile, kDirectory, kOther };

// The files below a directory.
struct Tree {
  std::vector<std::string> files;  // "sub/a.yml": everything but directories, sorted by the bytes of the path
  std::vector<Failure> failures;   // what could not be looked into, and why
};

// The file system as kval sees it: the disk, or memory in tests.
//
// Two access modes: a path named by the user may be anything, including links, devices and pipes. A path that
// was found, in a directory or in a file, must be a regular file below a directory that the user named; links
// that leave it are not followed, and concurrent replacement cannot circumvent this.
class FileReader {
 public:
  virtual ~FileReader() = default;

  virtual PathKind KindOf(const std::string& path) = 0;
  // Reads a file that the user named; "-" is standard input.
  virtual Result<std::string> Read(const std::string& path) = 0;
  // Reads a file that was found by a search. `path` must lead to a regular file inside `directory`, or inside
  // a directory that links may lead to.
  virtual Result<std::string> ReadBelow(const std::string& directory, const std::string& path) = 0;
  // Returns the names in a directory, sorted by bytes, without "." and "..".
  virtual Result<std::vector<std::string>> List(const std::string& directory) = 0;
  // Returns everything below a directory, each directory once. A link to a directory is followed only to
  // permitted destinations; content of `directory` itself is found without links.
  virtual Tree Walk(const std::string& directory) = 0;
  // The absolute path with symbolic links resolved.
  virtual Result<std::string> RealPath(const std::string& path) = 0;
  // Returns the stamp of a file on disk; nullopt if there is none, or if Read returns another content.
  virtual std::optional<FileStamp> StampOf(const std::string& /*path*/) { return std::nullopt; }
};

// Reads from disk. Threads: safe. Enforces the limits per file and in total, before reading if the size is
// known, else while reading. A named stream (standard input, a pipe, a device) is read once; later calls
// return the same text.
class DiskFileReader final : public FileReader {
 public:
  explicit DiskFileReader(const Limits& limits = {}, std::vector<std::string> link_destinations = {});

  PathKind KindOf(const std::string& path) override;
  Result<std::string> Read(const std::string& path) override;
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override;
  Result<std::vector<std::string>> List(const std::string& directory) override;
  Tree Walk(const std::string& directory) override;
  Result<std::string> RealPath(const std::string& path) override;
  std::optional<FileStamp> StampOf(const std::string& path) override;

 private:
  std::optional<Result<std::string>> FindStream(const std::string& path);
  Result<std::string> KeepStream(const std::string& path, Result<std::string> text);
  // Reads the descriptor to its end and closes it.
  Result<std::string> ReadOpen(int descriptor, const std::string& path);
  Result<std::string> ReadAll(int descriptor, const std::string& name, size_t expected);
  // Returns whether `size` bytes, the minimum size of `name`, exceed the limit; then sets `failure`.
  bool Refuses(uint64_t size, const std::string& name, Failure& failure) const;

  Limits limits_;
  std::vector<std::string> link_destinations_;  // real paths
  std::atomic<uint64_t> bytes_read_ = 0;
  std::mutex streams_mutex_;
  std::map<std::string, Result<std::string>> streams_;  // by path
};

// Files held in memory by path; a path that is a proper prefix of another is a directory.
class MemoryFileReader final : public FileReader {
 public:
  MemoryFileReader() = default;
  MemoryFileReader(MemoryFileReader&&) = default;
  MemoryFileReader(const MemoryFileReader&) = delete;

  void Add(std::string path, std::string text) {
    owned_.push_back(std::move(text));
    files_[std::move(path)] = owned_.back();
  }
  // `text` must outlive the reader.
  void AddView(std::string path, std::string_view text) { files_[std::move(path)] = text; }

  PathKind KindOf(const std::string& path) override;
  Result<std::string> Read(const std::string& path) override;
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override;
  Result<std::vector<std::string>> List(const std::string& directory) override;
  Tree Walk(const std::string& directory) override;
  Result<std::string> RealPath(const std::string& path) override;

 private:
  std::deque<std::string> owned_;
  std::map<std::string, std::string_view, std::less<>> files_;
};

// Returns whether `path`, with symbolic links resolved, is `directory` or inside it.
bool IsBelow(FileReader& reader, const std::string& path, const std::string& directory);
// The same for two resolved paths.
bool IsRealPathBeneath(std::string_view path, std::string_view directory);

}  // namespace kval::source
