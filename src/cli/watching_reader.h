#pragma once

#include <set>
#include <string>
#include <vector>

#include "src/cli/looked.h"
#include "src/source/file_reader.h"

namespace kval::cli {

// A reader that records its calls. `looked` may be null.
class WatchingReader final : public source::FileReader {
 public:
  WatchingReader(source::FileReader& reader, Looked* looked) : reader_(reader), looked_(looked) {}

  source::PathKind KindOf(const std::string& path) override {
    const source::PathKind kind = reader_.KindOf(path);
    if (looked_ != nullptr) {
      looked_->NoteKind(path, kind);
    }
    return kind;
  }
  Result<std::string> Read(const std::string& path) override {
    if (looked_ != nullptr) {
      looked_->NoteRead(path);
    }
    return reader_.Read(path);
  }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    if (looked_ != nullptr) {
      looked_->NoteRead(path);
    }
    return reader_.ReadBelow(directory, path);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    Result<std::vector<std::string>> names = reader_.List(directory);
    if (looked_ != nullptr) {
      NoteNames(directory, names);
    }
    return names;
  }
  source::Tree Walk(const std::string& directory) override {
    source::Tree tree = reader_.Walk(directory);
    if (looked_ != nullptr) {
      NoteFolders(directory, tree);
    }
    return tree;
  }
  Result<std::string> RealPath(const std::string& path) override { return reader_.RealPath(path); }

 private:
  // Records every directory on the way to a file: a new one appears in its parent.
  void NoteFolders(const std::string& directory, const source::Tree& tree) {
    std::set<std::string> folders{directory};
    for (const std::string& file : tree.files) {
      for (size_t slash = file.find('/'); slash != std::string::npos; slash = file.find('/', slash + 1)) {
        folders.insert(directory + "/" + file.substr(0, slash));
      }
    }
    for (const std::string& folder : folders) {
      NoteNames(folder, reader_.List(folder));
    }
  }
  void NoteNames(const std::string& folder, const Result<std::vector<std::string>>& names) {
    looked_->NoteNames(folder, names ? *names : std::vector<std::string>());
  }

  source::FileReader& reader_;
  Looked* looked_;
};

}  // namespace kval::cli
