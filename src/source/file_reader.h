#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/result.h"

namespace kval::source {

enum class PathKind { kMissing, kFile, kDirectory, kOther };

// The file system as kval sees it. The disk is one implementation; tests use the in-memory one.
class FileReader {
 public:
  virtual ~FileReader() = default;

  virtual PathKind KindOf(const std::string& path) = 0;
  // The whole file. Anything but a regular file (device, FIFO, socket) is a failure, standard input is "-".
  virtual Result<std::string> Read(const std::string& path) = 0;
  // The names in a directory, sorted by bytes, without "." and "..".
  virtual Result<std::vector<std::string>> List(const std::string& directory) = 0;
  // The absolute path with symbolic links resolved.
  virtual Result<std::string> RealPath(const std::string& path) = 0;
};

class DiskFileReader final : public FileReader {
 public:
  PathKind KindOf(const std::string& path) override;
  Result<std::string> Read(const std::string& path) override;
  Result<std::vector<std::string>> List(const std::string& directory) override;
  Result<std::string> RealPath(const std::string& path) override;
};

// Files held in memory by path; a path that is a proper prefix of another is a directory.
class MemoryFileReader final : public FileReader {
 public:
  void Add(std::string path, std::string text) { files_[std::move(path)] = std::move(text); }

  PathKind KindOf(const std::string& path) override;
  Result<std::string> Read(const std::string& path) override;
  Result<std::vector<std::string>> List(const std::string& directory) override;
  Result<std::string> RealPath(const std::string& path) override;

 private:
  std::map<std::string, std::string, std::less<>> files_;
};

// True when `path` with symbolic links resolved lies in `directory` or below.
bool IsBelow(FileReader& reader, const std::string& path, const std::string& directory);

}  // namespace kval::source
