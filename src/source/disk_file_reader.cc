#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "src/source/file_reader.h"

namespace kval::source {
namespace {

Failure ErrnoFailure(const std::string& path) {
  return {"cannot read " + path + ": " + std::strerror(errno)};
}

Result<std::string> ReadAll(int descriptor, const std::string& path, size_t expected) {
  std::string text;
  text.reserve(expected + 1);
  constexpr size_t kChunk = size_t{1} << 16;
  for (;;) {
    const size_t used = text.size();
    // A file of known size is read in one go, with a byte more to see its end.
    const bool is_complete = expected > 0 && used == expected;
    const size_t room = is_complete ? 1 : used < expected ? expected - used + 1 : kChunk;
    text.resize(used + room);
    const ssize_t got = ::read(descriptor, text.data() + used, room);
    if (got < 0 && errno == EINTR) {
      text.resize(used);
      continue;
    }
    if (got < 0) {
      return ErrnoFailure(path);
    }
    text.resize(used + static_cast<size_t>(got));
    if (got == 0) {
      return text;
    }
  }
}

}  // namespace

PathKind DiskFileReader::KindOf(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return PathKind::kMissing;
  }
  if (S_ISREG(status.st_mode)) {
    return PathKind::kFile;
  }
  return S_ISDIR(status.st_mode) ? PathKind::kDirectory : PathKind::kOther;
}

Result<std::string> DiskFileReader::Read(const std::string& path) {
  if (path == "-") {
    return ReadAll(STDIN_FILENO, "standard input", 0);
  }
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    return ErrnoFailure(path);
  }
  struct stat status {};
  Result<std::string> result = Failure{"cannot read " + path + ": not a regular file"};
  if (::fstat(descriptor, &status) != 0) {
    result = ErrnoFailure(path);
  } else if (S_ISDIR(status.st_mode)) {
    result = Failure{"cannot read " + path + ": is a directory"};
  } else if (S_ISREG(status.st_mode) || path.starts_with("/dev/fd/")) {
    // Process substitution (`-f <(command)`) hands over a pipe below /dev/fd.
    ::fcntl(descriptor, F_SETFL, 0);
    result = ReadAll(descriptor, path, static_cast<size_t>(status.st_size));
  }
  ::close(descriptor);
  return result;
}

Result<std::vector<std::string>> DiskFileReader::List(const std::string& directory) {
  DIR* handle = ::opendir(directory.c_str());
  if (handle == nullptr) {
    return ErrnoFailure(directory);
  }
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(handle)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") {
      names.push_back(name);
    }
  }
  ::closedir(handle);
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::string> DiskFileReader::RealPath(const std::string& path) {
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr) {
    return ErrnoFailure(path);
  }
  std::string result = resolved;
  std::free(resolved);
  return result;
}

bool IsBelow(FileReader& reader, const std::string& path, const std::string& directory) {
  const Result<std::string> inner = reader.RealPath(path);
  const Result<std::string> outer = reader.RealPath(directory);
  if (!inner || !outer) {
    return false;
  }
  return *inner == *outer || *outer == "/" || inner->starts_with(*outer + "/");
}

}  // namespace kval::source
