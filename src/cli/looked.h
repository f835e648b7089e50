#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::cli {

// Records what a run read from disk, to detect changes: contents of files, names in directories, and
// existence checks. Recorded during the run, so that no concurrent change is missed. Files written by the run
// itself do not count.
class Looked {
 public:
  // Before the file is read. From several threads, as all notes.
  void NoteRead(const std::string& path);
  void NoteKind(const std::string& path, source::PathKind kind);
  void NoteNames(const std::string& folder, std::vector<std::string> names);
  // After the run wrote the file.
  void NoteWritten(const std::string& path);

  bool is_empty() const { return reads_.empty() && kinds_.empty() && names_.empty(); }
  // How many files were read.
  size_t read_count() const { return reads_.size(); }
  // Whether anything differs from the record.
  bool HasChanged();

 private:
  // Enough to tell that a file was written, exchanged, made or removed.
  struct Stamp {
    bool exists = false;
    long long seconds = 0, nanoseconds = 0, size = 0;
    unsigned long long device = 0, inode = 0;

    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  struct Names {
    Stamp stamp;  // while it is the same, so are the names
    std::vector<std::string> names;
  };

  static Stamp StampOf(const std::string& path);
  bool HasChanged(const std::string& folder, Names& known);
  // Without files written by the run.
  std::vector<std::string> Foreign(const std::string& folder, const std::vector<std::string>& names) const;

  std::mutex mutex_;
  source::DiskFileReader disk_;
  std::map<std::string, Stamp> reads_;
  std::map<std::string, source::PathKind> kinds_;
  std::map<std::string, Names> names_;
  std::vector<std::string> written_;  // absolute
};

}  // namespace kval::cli
