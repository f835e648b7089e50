#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/source/file_reader.h"
#include "src/source/kernel_resolution.h"
#include "src/source/open_beneath.h"
#include "src/source/similar_path.h"
#include "src/support/file_calls.h"
#include "src/support/huge_pages.h"
#include "src/support/path_text.h"

namespace kval::source {
namespace {

constexpr int kStandardInput = 0;

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
  FileStatus status;
  if (!IsName(path) || !GetStatus(path, Links::kFollow, status)) {
    return PathKind::kMissing;
  }
  if (status.type == FileType::kFile) {
    return PathKind::kFile;
  }
  return status.type == FileType::kDirectory ? PathKind::kDirectory : PathKind::kOther;
}

std::optional<FileStamp> DiskFileReader::StampOf(const std::string& path) {
  const FileStamp stamp = IsName(path) ? ReadFileStamp(path) : FileStamp();
  return stamp.exists ? std::optional(stamp) : std::nullopt;
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
    const ptrdiff_t got = ReadSome(descriptor, text.data() + used, capacity);
    text.resize(used + static_cast<size_t>(std::max<ptrdiff_t>(got, 0)));
    if (got < 0) {
      return ErrnoFailure(name);
    }
    // A short read of a regular file means its end.
    const bool is_end = expected > 0 && capacity > 1 && text.size() == expected;
    if (got == 0 || is_end) {
      bytes_read_ += text.size();
      return text;
    }
  }
  return failure;
}

std::optional<Result<std::string>> DiskFileReader::FindStream(const std::string& path) {
  const std::lock_guard lock(streams_mutex_);
  const auto found = streams_.find(path);
  return found == streams_.end() ? std::nullopt : std::optional(found->second);
}

Result<std::string> DiskFileReader::KeepStream(const std::string& path, Result<std::string> text) {
  const std::lock_guard lock(streams_mutex_);
  return streams_.try_emplace(path, std::move(text)).first->second;
}

Result<std::string> DiskFileReader::Read(const std::string& path) {
  if (std::optional<Result<std::string>> text = FindStream(path)) {
    return *std::move(text);
  }
  if (path == "-") {
    return KeepStream(path, ReadAll(kStandardInput, "standard input", 0));
  }
  if (!IsName(path)) {
    return NoName(path);
  }
  const int descriptor = OpenNamedFile(path);
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
  CloseDescriptor(file->descriptor);
  return result;
}

Result<std::string> DiskFileReader::ReadOpen(int descriptor, const std::string& path) {
  FileStatus status;
  Failure failure;
  Result<std::string> result = std::string();
  if (!GetStatus(descriptor, status)) {
    result = ErrnoFailure(path);
  } else if (status.type == FileType::kDirectory) {
    result = Failure{"cannot read " + path + ": is a directory"};
  } else if (status.type == FileType::kFile && !NamesWhatIsMadeUp(path) &&
             IsKernelGenerated(descriptor, status)) {
    // Who names a file of a repository names no link in it that leads to the environment of the run.
    result = Failure{path + " is a link to a file of the kernel (/proc or /sys)", FailureKind::kSpecialFile,
                     "name that file itself"};
  } else {
    const bool is_file = status.type == FileType::kFile;
    const uint64_t size = is_file ? status.size : 0;
    result = Refuses(size, path, failure) ? Result<std::string>(failure)
                                          : ReadAll(descriptor, path, static_cast<size_t>(size));
    result = is_file ? std::move(result) : KeepStream(path, std::move(result));
  }
  CloseDescriptor(descriptor);
  return result;
}

Result<std::vector<std::string>> DiskFileReader::List(const std::string& directory) {
  const int descriptor = OpenDirectory(directory, DirectoryUse::kList);
  if (descriptor < 0) {
    return ErrnoFailure(directory);
  }
  DirectoryStream stream(descriptor);
  if (!stream.is_open()) {
    return ErrnoFailure(directory);
  }
  std::vector<std::string> names;
  for (DirectoryStream::Entry& entry : stream.Entries()) {
    names.push_back(std::move(entry.name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::string> DiskFileReader::RealPath(const std::string& path) {
  std::string resolved;
  return ResolveLinks(path, resolved) ? Result<std::string>(std::move(resolved)) : ErrnoFailure(path);
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
