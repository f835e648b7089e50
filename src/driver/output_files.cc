#include "src/driver/output_files.h"

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_set>

#include "src/support/substitute.h"

namespace kval::driver {
namespace {

// Whether a path leads out of the directory that it is below of.
bool Leaves(std::string_view path) {
  if (path.empty() || path[0] == '/') {
    return true;
  }
  int depth = 0;
  while (!path.empty()) {
    const std::string_view piece = path.substr(0, path.find('/'));
    path.remove_prefix(piece.size() == path.size() ? piece.size() : piece.size() + 1);
    if (piece == "..") {
      --depth;
    } else if (!piece.empty() && piece != ".") {
      ++depth;
    }
    if (depth < 0) {
      return true;
    }
  }
  return depth == 0;
}

// Emptying these is never meant.
bool IsSuspicious(const std::string& directory) {
  const std::filesystem::path path = std::filesystem::path(directory).lexically_normal();
  const std::string name = path.filename().string();
  return path.relative_path().empty() || path == "." || path == "./" || name == "..";
}

}  // namespace

Result<bool> DiskFileWriter::Write(const std::string& path, const std::string& text) {
  std::error_code error;
  const std::filesystem::path directory = std::filesystem::path(path).parent_path();
  if (!directory.empty()) {
    std::filesystem::create_directories(directory, error);
    if (error) {
      return Failure{Substitute("cannot make directory {}: {}", directory.string(), error.message())};
    }
  }
  std::FILE* file = std::fopen(path.c_str(), "wb");
  const bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = file != nullptr && std::fclose(file) == 0;
  if (!written || !closed) {
    return Failure{Substitute("cannot write {}", path)};
  }
  return true;
}

Result<bool> DiskFileWriter::RemoveAll(const std::string& directory) {
  std::error_code error;
  std::filesystem::remove_all(directory, error);
  if (error) {
    return Failure{Substitute("cannot empty {}: {}", directory, error.message())};
  }
  return true;
}

Result<std::vector<std::string>> WriteOutputFiles(const std::string& directory,
                                                  const std::vector<OutputFile>& files, Existing existing,
                                                  FileWriter& writer) {
  std::unordered_set<std::string_view> seen;
  for (const OutputFile& file : files) {
    if (Leaves(file.path)) {
      return Failure{Substitute("output file {} would be written outside of {}", file.path, directory)};
    }
    if (!seen.insert(file.path).second) {
      return Failure{Substitute("several files would be written to {}", file.path)};
    }
  }
  if (existing == Existing::kRemove) {
    if (IsSuspicious(directory)) {
      return Failure{Substitute("refusing to empty the directory `{}`", directory)};
    }
    if (Result<bool> removed = writer.RemoveAll(directory); !removed) {
      return removed.failure();
    }
  }
  std::vector<std::string> written;
  for (const OutputFile& file : files) {
    const std::string path = directory.ends_with("/") ? directory + file.path : directory + "/" + file.path;
    if (Result<bool> done = writer.Write(path, file.text); !done) {
      return done.failure();
    }
    written.push_back(path);
  }
  return written;
}

}  // namespace kval::driver
