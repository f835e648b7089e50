#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::cli {

// Records everything a run read from disk, to detect changes: contents of files, names in directories, and
// existence checks. Recorded during the run, so that concurrent changes are detected. Files that the run
// wrote are excluded.
class FileSnapshot {
 public:
  // Call before the file is read. Threads: all Note functions are safe.
  void NoteRead(const std::string& path);
  void NoteKind(const std::string& path, source::PathKind kind);
  void NoteNames(const std::string& directory, std::vector<std::string> names);
  // Call after the run wrote the file.
  void NoteWritten(const std::string& path);

  bool is_empty() const { return reads_.empty() && kinds_.empty() && names_.empty(); }
  // The number of files that were read.
  size_t read_count() const { return reads_.size(); }
  // Whether anything differs from the record.
  bool HasChanged();

 private:
  // Changes when a file is written, replaced, created or removed.
  struct FileStamp {
    bool exists = false;
    long long seconds = 0, nanoseconds = 0, size = 0;
    unsigned long long device = 0, inode = 0;

    friend bool operator==(const FileStamp&, const FileStamp&) = default;
  };
  struct DirectoryListing {
    FileStamp stamp;  // if unchanged, the names are unchanged too
    std::vector<std::string> names;
  };

  static FileStamp ReadStamp(const std::string& path);
  bool HasChanged(const std::string& directory, DirectoryListing& known);
  // Returns the names without those of files that the run wrote.
  std::vector<std::string> Foreign(const std::string& directory, const std::vector<std::string>& names) const;

  std::mutex mutex_;
  source::DiskFileReader disk_;
  std::map<std::string, FileStamp> reads_;
  std::map<std::string, source::PathKind> kinds_;
  std::map<std::string, DirectoryListing> names_;
  std::vector<std::string> written_;  // absolute
};

}  // namespace kval::cli
