#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "src/source/file_reader.h"
#include "src/source/file_stamp.h"

namespace kval::cli {

// A record of a FileSnapshot as data.
struct SnapshotRecord {
  std::map<std::string, source::FileStamp> reads;
  std::map<std::string, source::PathKind> kinds;
  std::map<std::string, std::vector<std::string>> names;
  std::set<std::string> overridden;  // names of open documents that were read instead of files
};

// Whether the disk is as recorded. Requires the working directory of the run.
bool IsUnchanged(const SnapshotRecord& record);

// Records everything a run read from disk, to detect changes: contents of files, names in directories, and
// existence checks. Recorded during the run, so that concurrent changes are detected. Files that the run
// wrote are excluded.
class FileSnapshot {
 public:
  // Call before the file is read. Threads: all Note functions are safe.
  void NoteRead(const std::string& path);
  void NoteKind(const std::string& path, source::PathKind kind);
  void NoteNames(const std::string& directory, std::vector<std::string> names);
  // Call for a file whose content comes from an open document.
  void NoteOverridden(const std::string& name);
  // Call after the run wrote the file.
  void NoteWritten(const std::string& path);

  bool is_empty() const { return reads_.empty() && kinds_.empty() && names_.empty(); }
  // The number of files that were read.
  size_t read_count() const { return reads_.size(); }
  // Call after the run.
  SnapshotRecord Record() const;
  // Whether anything differs from the record.
  bool HasChanged();

 private:
  struct DirectoryListing {
    source::FileStamp stamp;  // if unchanged, the names are unchanged too
    std::vector<std::string> names;
  };

  bool HasChanged(const std::string& directory, DirectoryListing& known);
  // Returns the names without those of files that the run wrote.
  std::vector<std::string> Foreign(const std::string& directory, const std::vector<std::string>& names) const;

  std::mutex mutex_;
  source::DiskFileReader disk_;
  std::map<std::string, source::FileStamp> reads_;
  std::map<std::string, source::PathKind> kinds_;
  std::map<std::string, DirectoryListing> names_;
  std::set<std::string> overridden_;
  std::vector<std::string> written_;  // absolute
};

}  // namespace kval::cli
