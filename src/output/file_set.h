#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/support/file_calls.h"
#include "src/support/result.h"
#include "src/support/signal_blocker.h"

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

// Restricts where a set of files may write.
struct WritePolicy {
  // The paths are relative to this directory and must stay inside it; links inside it are not followed, and
  // missing directories are created. If empty, each path is one that the user gave: its directory must exist,
  // and a relative path must not lead out of the working directory through a link
  // (OutputDirectory::OpenNamed).
  std::string root;
  std::vector<std::string> inputs;  // files that are never written over
  // Never replace a read-only file, even if the process could.
  bool spares_read_only = false;
};

// Permissions of a new file. An existing file keeps its mode.
enum class FilePermissions { kRead, kExecutable };

// Writes all files of a set or none; the only way to write files.
//
// Each text goes to a temporary file in the target directory; Commit() renames them, so observers see the old
// or the new file. Never writes to links, devices, pipes, sockets, read-only files or inputs. Interrupting
// signals are deferred until the set is complete. Without Commit() nothing remains. Does not fsync.
class FileSet {
 public:
  explicit FileSet(WritePolicy rules);
  ~FileSet();
  FileSet(const FileSet&) = delete;
  FileSet& operator=(const FileSet&) = delete;

  Result<bool> Add(const std::string& path, std::string_view text,
                   FilePermissions use = FilePermissions::kRead);
  Result<bool> Commit();

 private:
  struct Staged {
    std::string path;  // as given, for messages
    std::string directory;
    std::string name;
    std::string temporary;  // in the directory of `name`
  };

  Result<OutputDirectory> Open(const std::string& directory, std::vector<std::string>* made) const;
  Result<bool> CheckTarget(const OutputDirectory& directory, const std::string& name,
                           const std::string& path);
  Result<std::string> WriteTemporary(const OutputDirectory& directory, const std::string& name,
                                     std::string_view text, const std::string& path, FilePermissions use);

  WritePolicy rules_;
  SignalBlocker signals_;
  std::vector<FileIdentity> inputs_;
  std::vector<Staged> staged_;
  std::vector<std::string> made_;  // directories below the root, outermost first
  bool made_root_ = false;
};

// Writes one file that the user named, by the same rules.
Result<bool> WriteFile(const std::string& path, std::string_view text, std::vector<std::string> inputs);

// Writes one file that an input named. The file must be inside `root`, an existing directory. `path` is
// relative to `root`, or absolute and inside it.
Result<bool> WriteFileBeneath(const std::string& root, const std::string& path, std::string_view text,
                              std::vector<std::string> inputs);

}  // namespace kval::output
