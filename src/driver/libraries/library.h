#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/driver/inputs/inputs.h"
#include "src/support/edit_distance.h"
#include "src/support/keyed_hash.h"
#include "src/support/result.h"

namespace kval::driver {

class Library;

enum class FileType : uint8_t { kData, kYaml, kText, kStarlark };

// A file as templates and programs see it: by its path below the root of its library, with what it is for.
// Told by the name (`.yml`, `.yaml`, `.txt`, `.star`; `.lib.` before the ending makes a library file), unless
// a file mark says otherwise. Source: ytt pkg/files/file.go.
struct LibraryFile {
  explicit LibraryFile(const Input& from);

  Input input;
  std::string path;
  FileType type = FileType::kData;
  bool is_library = false;     // only loaded, and run for what it exports
  bool is_template = false;    // else it is taken as it stands
  bool is_for_output = false;  // what it makes is output
  uint32_t order = 0;          // among the inputs
  const Library* library = nullptr;

  // What marks say beats what the path tells; the path itself may be of a mark.
  struct Marks {
    std::optional<FileType> type;
    std::optional<bool> is_template;
    std::optional<bool> is_for_output;
  };
  Marks marks;

  // Works out what the file is for, once its path and marks have changed.
  void Settle();
};

// A directory of the run. Every directory is a library; those below a `_ytt_lib` directory are private: only
// the files beside that directory can see them. Nothing outside of the run's inputs is ever found.
// Source: ytt pkg/workspace/library.go.
class Library {
 public:
  Library() = default;
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  // To the root only; `file` must live as long.
  void Add(LibraryFile* file);

  const std::string& path() const { return path_; }
  bool is_private() const { return is_private_; }

  // A directory below, `a/b`; private ones are not found.
  Result<const Library*> FindDirectory(std::string_view path) const;
  // A library below the `_ytt_lib` directory of this one. What is not there is compared with all names that
  // are, as long as `characters` allows it: of the names, of all that is asked for in a run.
  Result<const Library*> FindLibrary(std::string_view path, SuggestionBudget& characters) const;
  // A file of this directory or of one below, `a/b.star`; the same.
  Result<LibraryFile*> FindFile(std::string_view path, SuggestionBudget& characters) const;

  // The files of this library, those of its directories behind its own; private ones are left out.
  std::vector<LibraryFile*> Files() const;
  // The path of one of its files, from this library on.
  std::string_view PathOf(const LibraryFile& file) const;

 private:
  const Library* Child(std::string_view name) const;
  Library& MakeChild(std::string_view name);
  void Collect(std::vector<LibraryFile*>& files, int depth) const;

  std::string name_;
  std::string path_;
  bool is_private_ = false;
  std::vector<std::unique_ptr<Library>> children_;
  std::vector<LibraryFile*> files_;
  size_t characters_of_children_ = 0;  // of their names
  size_t characters_of_files_ = 0;
  // By name; of files of one name the first.
  TextMap<std::string_view, Library*> child_of_name_;
  TextMap<std::string, LibraryFile*> file_of_name_;
};

}  // namespace kval::driver
