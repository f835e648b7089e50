#include "src/source/open_beneath.h"

#include <cerrno>
#include <cstring>
#include <string_view>

#include "src/source/file_reader.h"
#include "src/source/kernel_resolution.h"
#include "src/support/file_calls.h"

namespace kval::source {
namespace {

// Closes a descriptor when the block ends.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { Reset(-1); }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void Reset(int number) {
    if (number_ >= 0) {
      CloseDescriptor(number_);
    }
    number_ = number;
  }
  int Release() {
    const int number = number_;
    number_ = -1;
    return number;
  }

 private:
  int number_;
};

// The part of `path` below `directory`, or empty when it is written in another way.
std::string_view PartBelow(std::string_view path, std::string_view directory) {
  while (directory.size() > 1 && directory.ends_with('/')) {
    directory.remove_suffix(1);
  }
  if (directory == "." && !path.starts_with('/')) {
    return path;
  }
  if (!path.starts_with(directory)) {
    return {};
  }
  path.remove_prefix(directory.size());
  if (!directory.ends_with('/') && !path.starts_with('/')) {
    return {};
  }
  while (path.starts_with('/')) {
    path.remove_prefix(1);
  }
  return path;
}

// True when following `part` name by name may lead up.
bool HasParent(std::string_view part) {
  return part == ".." || part.starts_with("../") || part.ends_with("/..") ||
         part.find("/../") != std::string_view::npos;
}

// `part` of `directory`, which `path` names. Most paths have no link at all and are below as they are
// written; else the kernel follows links as long as they stay beneath. Fails for links with absolute targets.
int OpenInKernel(const std::string& directory, const std::string& path, const std::string& part) {
  if (!HasParent(part)) {
    const int file = OpenWithoutLinks(path);
    if (file >= 0 || errno != ELOOP) {
      return file;
    }
  }
  return OpenResolvingBeneath(directory, part);
}

// Opens `part`, which has no links, one directory after the other.
int OpenByParts(const std::string& base, std::string_view part) {
  Descriptor directory(OpenDirectory(base, DirectoryUse::kSearch));
  while (directory.is_open()) {
    const size_t slash = part.find('/');
    const std::string name(part.substr(0, slash));
    if (slash == std::string_view::npos) {
      return OpenFoundFileIn(directory.number(), name);
    }
    directory.Reset(OpenDirectoryIn(directory.number(), name, DirectoryUse::kSearch, Links::kRefuse));
    part.remove_prefix(slash + 1);
  }
  return -1;
}

// The failure of a file that cannot be opened, by errno.
Failure OpenFailure(const std::string& path) {
  const bool is_socket = errno == ENXIO || errno == EOPNOTSUPP;
  return is_socket ? Failure{path + " is a socket", FailureKind::kSpecialFile} : ErrnoFailure(path);
}

Result<int> OpenResolved(const std::string& directory, const std::string& path,
                         std::span<const std::string> destinations) {
  DiskFileReader disk;
  const Result<std::string> real = disk.RealPath(path);
  if (!real) {
    return real.failure();
  }
  const Result<std::string> root = disk.RealPath(directory);
  if (!root) {
    return root.failure();
  }
  const auto open = [&](const std::string& base) {
    const int descriptor = OpenByParts(base, PartBelow(*real, base));
    return descriptor < 0 ? Result<int>(OpenFailure(path)) : Result<int>(descriptor);
  };
  if (IsRealPathBeneath(*real, *root)) {
    return open(*root);
  }
  for (const std::string& destination : destinations) {
    if (IsRealPathBeneath(*real, destination)) {
      // A destination may be the file itself.
      return open(*real == destination ? real->substr(0, real->rfind('/') + 1) : destination);
    }
  }
  return OutsideRootFailure(path, *real, directory);
}

constexpr const char* kMadeUp = "a file of the kernel (/proc or /sys)";

// Why an open file is none to be read, or nothing.
const char* WhySpecial(int descriptor, FileStatus& status) {
  if (!GetStatus(descriptor, status)) {
    return "a special file";
  }
  switch (status.type) {
    case FileType::kFile:
      break;
    case FileType::kPipe:
      return "a pipe";
    case FileType::kSocket:
      return "a socket";
    case FileType::kDirectory:
      return "a directory";
    case FileType::kLink:
    case FileType::kDevice:
      return "a device";
  }
  return IsKernelGenerated(descriptor, status) ? kMadeUp : nullptr;
}

}  // namespace

Failure ErrnoFailure(const std::string& path) {
  return {"cannot read " + path + ": " + std::strerror(errno)};
}

Failure OutsideRootFailure(const std::string& path, const std::string& target, const std::string& directory) {
  const Result<std::string> here = DiskFileReader().RealPath(".");
  const bool is_near = here.ok() && *here != "/" && target != *here && IsRealPathBeneath(target, *here);
  const std::string shown = is_near ? target.substr(here->size() + 1) : target;
  return {path + " is a link to " + shown + ", which is outside of " + directory, FailureKind::kLeavesRoot,
          "name it itself, or allow links that lead there with `--allow-symlink-destination`"};
}

Result<OpenFile> OpenBeneath(const std::string& directory, const std::string& path,
                             std::span<const std::string> destinations) {
  Descriptor file(-1);
  if (const std::string part(PartBelow(path, directory)); !part.empty()) {
    file.Reset(OpenInKernel(directory, path, part));
  }
  if (!file.is_open()) {
    const Result<int> resolved = OpenResolved(directory, path, destinations);
    if (!resolved) {
      return resolved.failure();
    }
    file.Reset(*resolved);
  }
  FileStatus status;
  if (const char* special = WhySpecial(file.number(), status); special != nullptr) {
    return Failure{path + " is " + special + ", which is read only if you name it explicitly",
                   FailureKind::kSpecialFile};
  }
  return OpenFile{file.Release(), status.size};
}

}  // namespace kval::source
