#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/support/file_calls.h"
#include "src/support/result.h"

namespace kval::output {

// An open directory. Replacing a component of its path does not affect it.
class OutputDirectory {
 public:
  // Opens `path`, following links.
  static Result<OutputDirectory> Open(const std::string& path);
  // Opens a directory that the user named. A link in a relative path must lead to a directory inside the
  // working directory, or inside the directory that the leading `..` of the path denote.
  static Result<OutputDirectory> OpenNamed(const std::string& path);
  // Opens a directory below `root` component by component, without following links. Missing components are
  // created and appended to `made` (if not null) as paths below `root`.
  static Result<OutputDirectory> OpenBeneath(const std::string& root, const std::string& path,
                                             std::vector<std::string>* made);

  explicit OutputDirectory(int descriptor) : descriptor_(descriptor) {}
  OutputDirectory(OutputDirectory&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  OutputDirectory& operator=(OutputDirectory&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~OutputDirectory();

  int descriptor() const { return descriptor_; }
  FileIdentity Identity() const;
  // Returns whether this is `directory` or a descendant of it. Checks the parents of this directory.
  bool IsWithin(const FileIdentity& directory) const;

 private:
  int descriptor_;
};

// Splits a path into directory and name; the directory of a bare name is ".".
std::pair<std::string, std::string> SplitPath(const std::string& path);

// "cannot write PATH: why", with the system's reason.
Failure WriteFailure(const std::string& path, int error);
Failure WriteFailure(const std::string& path, std::string_view why);

}  // namespace kval::output
