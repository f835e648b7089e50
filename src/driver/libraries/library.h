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

// A file as templates and programs see it: by its path below the root of its library, with its use. The use
// follows from the name (`.yml`, `.yaml`, `.txt`, `.star`; `.lib.` before the extension makes a library
// file), unless a file mark overrides it. Source: ytt pkg/files/file.go.
struct LibraryFile {
  explicit LibraryFile(const RunInput& from);

  RunInput input;
  std::string path;
  FileType type = FileType::kData;
  bool is_library = false;     // only loaded, and run for its exports
  bool is_template = false;    // otherwise copied unchanged
  bool is_for_output = false;  // its result is output
  uint32_t order = 0;          // among the inputs
  const Library* library = nullptr;

  // Marks override the use that follows from the path; the path itself may come from a mark.
  struct Marks {
    std::optional<FileType> type;
    std::optional<bool> is_template;
    std::optional<bool> is_for_output;
  };
  Marks marks;

  // Determines the use of the file after its path or marks have changed.
  void Settle();
};

// A directory of the run. Every directory is a library; those below a `_ytt_lib` directory are private: only
// the files next to that directory can load them. Only the run's inputs are searched. Source: ytt
// pkg/workspace/library.go.
class Library {
 public:
  Library() = default;
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  // Adds a file. Call for the root only. `file` must outlive the library.
  void Add(LibraryFile* file);

  const std::string& path() const { return path_; }
  bool is_private() const { return is_private_; }

  // Finds a subdirectory `a/b`, except private ones.
  Result<const Library*> FindDirectory(std::string_view path) const;
  // Returns a library below the `_ytt_lib` directory of this one. A missing name is compared with the
  // existing ones while `characters`, a budget for all lookups of a run, lasts.
  Result<const Library*> FindLibrary(std::string_view path, SuggestionBudget& characters) const;
  // Finds a file of this directory or of a subdirectory, `a/b.star`; errors as above.
  Result<LibraryFile*> FindFile(std::string_view path, SuggestionBudget& characters) const;

  // Returns the files of this library, then those of its subdirectories, except private ones.
  std::vector<LibraryFile*> Files() const;
  // Returns the path of one of its files relative to this library.
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
