#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/support/result.h"

namespace kval::output {

// What makes two paths the same file.
struct FileIdentity {
  dev_t device;
  ino_t number;
  friend bool operator==(const FileIdentity& a, const FileIdentity& b) {
    return a.device == b.device && a.number == b.number;
  }
};

// An open directory. Replacing a component of its path does not affect it.
class Folder {
 public:
  // `path` as it is, links included.
  static Result<Folder> Open(const std::string& path);
  // A directory that the user named. A relative path follows a link only to a directory in the working
  // directory or below, or in the directory that the path itself leads up to with `..`.
  static Result<Folder> OpenNamed(const std::string& path);
  // Opens a directory below `root` component by component, without following links. Missing components are
  // created and appended to `made` (if not null) as paths below `root`.
  static Result<Folder> OpenBelow(const std::string& root, const std::string& path,
                                  std::vector<std::string>* made);

  explicit Folder(int descriptor) : descriptor_(descriptor) {}
  Folder(Folder&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Folder& operator=(Folder&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Folder();

  int descriptor() const { return descriptor_; }
  FileIdentity Identity() const;
  // Returns whether this is `directory` or a descendant of it. Checks the parents of this directory.
  bool IsInOrBelow(const FileIdentity& directory) const;

 private:
  int descriptor_;
};

// Splits a path into directory and name; the directory of a bare name is ".".
std::pair<std::string, std::string> SplitPath(const std::string& path);

// "cannot write PATH: why", with the system's reason.
Failure WriteFailure(const std::string& path, int error);
Failure WriteFailure(const std::string& path, std::string_view why);

}  // namespace kval::output
