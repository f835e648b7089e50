#include "src/lang/kcl/builtins/copy_files.h"

#include <filesystem>
#include <memory>
#include <system_error>

#include "src/lang/kcl/builtins/project_file.h"
#include "src/output/file_set.h"
#include "src/source/file_reader.h"
#include "src/support/native_path.h"

namespace kval::kcl::builtins {
namespace {

namespace fs = std::filesystem;
using runtime::Runtime;
using source::PathKind;

// What one step of the program copies.
constexpr uint64_t kBytesOfStep = 64;

bool IsProgram(const std::string& path) {
  std::error_code error;
  const fs::perms permissions = fs::status(NativePath(path), error).permissions();
  return !error && (permissions & fs::perms::owner_exec) != fs::perms::none;
}

Result<bool> Stage(Runtime& runtime, const std::string& from, const Result<std::string>& text,
                   const std::string& to, output::FileSet& set) {
  if (!text) {
    return text.failure();
  }
  if (!runtime.Charge(1 + text->size() / kBytesOfStep)) {
    return Failure{"the program has no steps left"};
  }
  return set.Add(to, *text,
                 IsProgram(from) ? output::FilePermissions::kExecutable : output::FilePermissions::kRead);
}

Result<bool> StageAllBelow(Runtime& runtime, const std::string& from, output::FileSet& set) {
  const source::Tree tree = runtime.files().Walk(from);
  if (!tree.failures.empty()) {
    return tree.failures.front();
  }
  for (const std::string& name : tree.files) {
    std::string path = from;
    path.append("/").append(name);
    const Result<std::string> text = runtime.files().ReadBelow(from, path);
    if (Result<bool> staged = Stage(runtime, path, text, name, set); !staged) {
      return staged;
    }
  }
  return true;
}

// Directories without files are copied, too.
Result<bool> MakeEmptyDirectories(Runtime& runtime, const std::string& from, const std::string& to) {
  std::error_code error;
  std::vector<std::string> empty;
  for (fs::recursive_directory_iterator at(NativePath(from), error), end; !error && at != end;
       at.increment(error)) {
    std::error_code unreadable;
    if (at->is_directory(unreadable) && !at->is_symlink(unreadable) && fs::is_empty(at->path(), unreadable)) {
      empty.push_back(to + PathText(at->path()).substr(from.size()));
    }
  }
  for (const std::string& directory : empty) {
    if (const Result<std::string> place = WritablePath(runtime, directory); !place) {
      return place.failure();
    }
    if (fs::create_directories(NativePath(directory), error); error) {
      return Failure{error.message()};
    }
  }
  return true;
}

}  // namespace

Result<bool> CopyFiles(Runtime& runtime, std::string_view from, std::string_view to) {
  const std::shared_ptr<void> hold = runtime.HoldEnd();
  const std::string source = ResolvePath(runtime, from);
  const PathKind kind = runtime.files().KindOf(source);
  const Result<std::string> allowed = WritablePath(runtime, to);
  if (kind == PathKind::kMissing || !allowed) {
    return allowed ? Failure{"No such file or directory (os error 2)"} : allowed.failure();
  }
  // A link that was checked is followed now; a link created there later is not.
  const Result<std::string> real = runtime.files().RealPath(*allowed);
  const std::string& target = real ? *real : *allowed;
  if (kind != PathKind::kDirectory) {
    output::FileSet set({});
    Result<bool> staged = Stage(runtime, source, runtime.files().Read(source), target, set);
    return staged ? set.Commit() : staged;
  }
  output::FileSet set({.root = target, .inputs = {}});
  Result<bool> done = StageAllBelow(runtime, source, set);
  done = done ? set.Commit() : done;
  return done ? MakeEmptyDirectories(runtime, source, target) : done;
}

}  // namespace kval::kcl::builtins
