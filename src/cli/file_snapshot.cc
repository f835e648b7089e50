#include "src/cli/file_snapshot.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "src/support/native_path.h"

namespace kval::cli {
namespace {

std::string Absolute(const std::string& path) {
  std::error_code failed;
  const std::filesystem::path absolute = std::filesystem::absolute(NativePath(path), failed);
  return failed ? path : PathText(absolute.lexically_normal());
}

}  // namespace

bool IsUnchanged(const SnapshotRecord& record) {
  source::DiskFileReader disk;
  const auto names_of = [&](const std::string& directory) {
    Result<std::vector<std::string>> names = disk.List(directory);
    return names ? *std::move(names) : std::vector<std::string>();
  };
  return std::all_of(record.reads.begin(), record.reads.end(),
                     [](const auto& read) { return source::ReadFileStamp(read.first) == read.second; }) &&
         std::all_of(record.kinds.begin(), record.kinds.end(),
                     [&](const auto& found) { return disk.KindOf(found.first) == found.second; }) &&
         std::all_of(record.names.begin(), record.names.end(),
                     [&](const auto& listed) { return names_of(listed.first) == listed.second; });
}

void FileSnapshot::NoteRead(const std::string& path) {
  if (path == "-") {
    return;
  }
  const source::FileStamp stamp = source::ReadFileStamp(path);
  const std::lock_guard<std::mutex> lock(mutex_);
  reads_.emplace(path, stamp);
}

void FileSnapshot::NoteKind(const std::string& path, source::PathKind kind) {
  const std::lock_guard<std::mutex> lock(mutex_);
  kinds_.emplace(path, kind);
}

void FileSnapshot::NoteNames(const std::string& directory, std::vector<std::string> names) {
  const std::lock_guard<std::mutex> lock(mutex_);
  // A change may have happened regardless of the directory's time; the names are compared when next listed.
  names_.emplace(directory, DirectoryListing{{}, std::move(names)});
}

void FileSnapshot::NoteOverridden(const std::string& name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  overridden_.insert(name);
}

void FileSnapshot::NoteWritten(const std::string& path) {
  const std::lock_guard<std::mutex> lock(mutex_);
  written_.push_back(Absolute(path));
  for (auto& [read, stamp] : reads_) {
    if (Absolute(read) == written_.back()) {
      stamp = source::ReadFileStamp(read);
    }
  }
}

SnapshotRecord FileSnapshot::Record() const {
  SnapshotRecord record{reads_, kinds_, {}, overridden_};
  for (const auto& [directory, listing] : names_) {
    record.names.emplace(directory, listing.names);
  }
  return record;
}

std::vector<std::string> FileSnapshot::Foreign(const std::string& directory,
                                               const std::vector<std::string>& names) const {
  std::vector<std::string> foreign;
  std::copy_if(names.begin(), names.end(), std::back_inserter(foreign), [&](const std::string& name) {
    return written_.empty() ||
           std::find(written_.begin(), written_.end(), Absolute(directory + "/" + name)) == written_.end();
  });
  return foreign;
}

bool FileSnapshot::HasChanged(const std::string& directory, DirectoryListing& known) {
  const source::FileStamp stamp = source::ReadFileStamp(directory);
  if (stamp == known.stamp) {
    return false;
  }
  const Result<std::vector<std::string>> names = disk_.List(directory);
  if (Foreign(directory, names ? *names : std::vector<std::string>()) != Foreign(directory, known.names)) {
    return true;
  }
  known.stamp = stamp;  // taken before the names were
  return false;
}

bool FileSnapshot::HasChanged() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::any_of(reads_.begin(), reads_.end(),
                     [](const auto& read) { return source::ReadFileStamp(read.first) != read.second; }) ||
         std::any_of(names_.begin(), names_.end(),
                     [this](auto& listed) { return HasChanged(listed.first, listed.second); }) ||
         std::any_of(kinds_.begin(), kinds_.end(), [this](const auto& requested) {
           return disk_.KindOf(requested.first) != requested.second &&
                  std::find(written_.begin(), written_.end(), Absolute(requested.first)) == written_.end();
         });
}

}  // namespace kval::cli
