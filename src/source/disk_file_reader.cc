#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include "src/source/file_reader.h"
#include "src/source/kernel_resolution.h"
#include "src/source/open_beneath.h"
#include "src/source/similar_path.h"
#include "src/support/huge_pages.h"

namespace kval::source {
namespace {

Failure TooLarge(const std::string& what, uint64_t limit, std::string_view name) {
  return {what + " than the limit of " + LimitText(limit, LimitUnit::kBytes), FailureKind::kTooLarge,
          "`--limit " + std::string(name) + "=…` changes the limit"};
}

// The system would take the name to its first NUL for the whole of it.
bool IsName(const std::string& path) {
  return !path.empty() && path.find('\0') == std::string::npos;
}

bool NamesWhatIsMadeUp(const std::string& path) {
  return path.starts_with("/proc/") || path.starts_with("/sys/");
}

// Waits until a non-blocking descriptor, such as standard input, is readable. Also true at the end of the
// stream, which the next read returns.
bool WaitForBytes(int descriptor) {
  pollfd stream{descriptor, POLLIN, 0};
  return ::poll(&stream, 1, -1) >= 0 || errno == EINTR;
}

Failure NoName(const std::string& path) {
  return {path.empty() ? "the name of a file to read is empty"
                       : "cannot read " + path + ": no file has a name with a NUL in it"};
}

}  // namespace

DiskFileReader::DiskFileReader(const Limits& limits, std::vector<std::string> link_destinations)
    : limits_(limits) {
  for (const std::string& destination : link_destinations) {
    if (Result<std::string> real = RealPath(destination); real.ok()) {
      link_destinations_.push_back(*std::move(real));
    }
  }
}

PathKind DiskFileReader::KindOf(const std::string& path) {
  struct stat status {};
  if (!IsName(path) || ::stat(path.c_str(), &status) != 0) {
    return PathKind::kMissing;
  }
  if (S_ISREG(status.st_mode)) {
    return PathKind::kFile;
  }
  return S_ISDIR(status.st_mode) ? PathKind::kDirectory : PathKind::kOther;
}

bool DiskFileReader::Refuses(uint64_t size, const std::string& name, Failure& failure) const {
  if (size > limits_.file_size) {
    failure = TooLarge(name + " is larger", limits_.file_size, "file-size");
  } else if (size > limits_.total_size - std::min<uint64_t>(limits_.total_size, bytes_read_)) {
    failure = TooLarge(name + " cannot be read: the total size of all inputs is larger", limits_.total_size,
                       "total-size");
  } else {
    return false;
  }
  return true;
}

Result<std::string> DiskFileReader::ReadAll(int descriptor, const std::string& name, size_t expected) {
  std::string text;
  text.reserve(expected + 1);
  AdviseHugePages(text.data(), expected);
  Failure failure;
  constexpr size_t kChunk = size_t{1} << 16;
  while (!Refuses(text.size(), name, failure)) {
    const size_t used = text.size();
    // A file of known size is read in one go, with a byte more to see its end.
    const bool is_complete = expected > 0 && used == expected;
    const size_t capacity = is_complete ? 1 : used < expected ? expected - used + 1 : kChunk;
    text.resize(used + capacity);
    const ssize_t got = ::read(descriptor, text.data() + used, capacity);
    text.resize(used + static_cast<size_t>(std::max<ssize_t>(got, 0)));
    const bool is_empty = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    if (got < 0 && errno != EINTR && !(is_empty && WaitForBytes(descriptor))) {
      return ErrnoFailure(name);
    }
    // A short read of a regular file means its end.
    const bool is_end = got >= 0 && expected > 0 && capacity > 1 && text.size() == expected;
    if (got == 0 || is_end) {
      bytes_read_ += text.size();
      return text;
    }
  }
  return failure;
}

Result<std::string> DiskFileReader::Read(const std::string& path) {
  if (path == "-") {
    return ReadAll(STDIN_FILENO, "standard input", 0);
  }
  if (!IsName(path)) {
    return NoName(path);
  }
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor >= 0) {
    return ReadOpen(descriptor, path);
  }
  const bool is_missing = errno == ENOENT;
  Failure failure = ErrnoFailure(path);
  if (const std::string near = is_missing ? FindSimilarPath(*this, path) : std::string(); !near.empty()) {
    failure.hint = "did you mean `" + near + "`?";
  }
  return failure;
}

Result<std::string> DiskFileReader::ReadBelow(const std::string& directory, const std::string& path) {
  if (!IsName(path)) {
    return NoName(path);
  }
  const Result<OpenFile> file = OpenBeneath(directory, path, link_destinations_);
  if (!file) {
    return file.failure();
  }
  Failure failure;
  Result<std::string> result = Refuses(file->size, path, failure)
                                   ? Result<std::string>(failure)
                                   : ReadAll(file->descriptor, path, static_cast<size_t>(file->size));
  ::close(file->descriptor);
  return result;
}

Result<std::string> DiskFileReader::ReadOpen(int descriptor, const std::string& path) {
  struct stat status {};
  Failure failure;
  Result<std::string> result = std::string();
  if (::fstat(descriptor, &status) != 0) {
    result = ErrnoFailure(path);
  } else if (S_ISDIR(status.st_mode)) {
    result = Failure{"cannot read " + path + ": is a directory"};
  } else if (S_ISREG(status.st_mode) && !NamesWhatIsMadeUp(path) && IsKernelGenerated(descriptor, status)) {
    // Who names a file of a repository names no link in it that leads to the environment of the run.
    result = Failure{path + " is a link to a file of the kernel (/proc or /sys)", FailureKind::kSpecialFile,
                     "name that file itself"};
  } else {
    const uint64_t size = S_ISREG(status.st_mode) ? static_cast<uint64_t>(status.st_size) : 0;
    result = Refuses(size, path, failure) ? Result<std::string>(failure)
                                          : ReadAll(descriptor, path, static_cast<size_t>(size));
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

bool IsRealPathBeneath(std::string_view path, std::string_view directory) {
  return path == directory || directory == "/" ||
         (path.starts_with(directory) && path.substr(directory.size()).starts_with('/'));
}

bool IsBelow(FileReader& reader, const std::string& path, const std::string& directory) {
  const Result<std::string> inner = reader.RealPath(path);
  const Result<std::string> outer = reader.RealPath(directory);
  return inner.ok() && outer.ok() && IsRealPathBeneath(*inner, *outer);
}

}  // namespace kval::source
