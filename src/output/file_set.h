#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/output/folder.h"
#include "src/support/result.h"
#include "src/support/signals_held.h"

namespace kval::output {

// What a set of files may touch.
struct Rules {
  // The files' paths are relative to this folder and stay below it; no link below it is followed. Folders
  // that are missing are made. Empty: each path is the user's own; its folder must exist, and a relative path
  // must not lead out of the working directory through a link (Folder::OpenNamed).
  std::string root;
  std::vector<std::string> inputs;  // files that are never written over
  // A file that nobody may write to is left alone, whatever the user of kval may do.
  bool spares_read_only = false;
};

// What others than the writer may do with a file that was not there before. One that was keeps its mode.
enum class Use { kRead, kRun };

// The one way to write files: all of a set or none of them. Each text goes to a temporary file beside its
// place first; Commit() renames them, so that whoever looks sees the old file or the new one, whole. Links,
// devices, pipes and sockets are never written to, nor what the user may not write to, and no input is an
// output. Interrupting signals wait until the set is done. Without Commit() nothing is left behind.
//
// It does not wait for the disk: what a failure of the power leaves is the file system's affair.
class FileSet {
 public:
  explicit FileSet(Rules rules);
  ~FileSet();
  FileSet(const FileSet&) = delete;
  FileSet& operator=(const FileSet&) = delete;

  Result<bool> Add(const std::string& path, std::string_view text, Use use = Use::kRead);
  Result<bool> Commit();

 private:
  struct Staged {
    std::string path;  // as it was given, for messages
    std::string folder;
    std::string name;
    std::string temporary;  // beside `name`
  };

  Result<Folder> Open(const std::string& folder, std::vector<std::string>* made) const;
  Result<bool> CheckTarget(const Folder& folder, const std::string& name, const std::string& path);
  Result<std::string> WriteTemporary(const Folder& folder, const std::string& name, std::string_view text,
                                     const std::string& path, Use use);

  Rules rules_;
  SignalsHeld signals_;
  std::vector<FileIdentity> inputs_;
  std::vector<Staged> staged_;
  std::vector<std::string> made_;  // folders below the root, outer ones first
  bool made_root_ = false;
};

// One file of the user's own choice, by the same rules.
Result<bool> WriteFile(const std::string& path, std::string_view text, std::vector<std::string> inputs);

// One file that an input chose: it stays below `root`, an existing folder. `path` is relative to it, or
// absolute and below it.
Result<bool> WriteFileBelow(const std::string& root, const std::string& path, std::string_view text,
                            std::vector<std::string> inputs);

}  // namespace kval::output
