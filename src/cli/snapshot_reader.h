#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/cli/file_snapshot.h"
#include "src/source/forwarding_file_reader.h"

namespace kval::cli {

// A reader that records its calls. `looked` may be null.
class SnapshotReader final : public source::ForwardingFileReader {
 public:
  SnapshotReader(source::FileReader& reader, FileSnapshot* looked)
      : ForwardingFileReader(reader), snapshot_(looked) {}

  source::PathKind KindOf(const std::string& path) override {
    const source::PathKind kind = reader_.KindOf(path);
    if (snapshot_ != nullptr) {
      snapshot_->NoteKind(path, kind);
    }
    return kind;
  }
  Result<std::string> Read(const std::string& path) override {
    if (snapshot_ != nullptr) {
      snapshot_->NoteRead(path);
    }
    return reader_.Read(path);
  }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    if (snapshot_ != nullptr) {
      snapshot_->NoteRead(path);
    }
    return reader_.ReadBelow(directory, path);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    Result<std::vector<std::string>> names = reader_.List(directory);
    if (snapshot_ != nullptr) {
      NoteNames(directory, names);
    }
    return names;
  }
  source::Tree Walk(const std::string& directory) override {
    source::Tree tree = reader_.Walk(directory);
    if (snapshot_ != nullptr) {
      NoteDirectories(directory, tree);
    }
    return tree;
  }
  std::optional<source::FileStamp> StampOf(const std::string& path) override {
    if (snapshot_ != nullptr) {
      snapshot_->NoteRead(path);
    }
    return reader_.StampOf(path);
  }

 private:
  // Records every directory on the path to a file: a new file changes its parent directory.
  void NoteDirectories(const std::string& directory, const source::Tree& tree) {
    std::set<std::string> directories{directory};
    for (const std::string& file : tree.files) {
      for (size_t slash = file.find('/'); slash != std::string::npos; slash = file.find('/', slash + 1)) {
        directories.insert(directory + "/" + file.substr(0, slash));
      }
    }
    for (const std::string& dir : directories) {
      NoteNames(dir, reader_.List(dir));
    }
  }
  void NoteNames(const std::string& dir, const Result<std::vector<std::string>>& names) {
    snapshot_->NoteNames(dir, names ? *names : std::vector<std::string>());
  }

  FileSnapshot* snapshot_;
};

}  // namespace kval::cli
