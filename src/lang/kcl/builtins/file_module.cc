#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/base_text.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/project_file.h"
#include "src/lang/kcl/builtins/write_file.h"
#include "src/lang/kcl/runtime/runtime.h"
#include "src/output/file_set.h"
#include "src/source/file_reader.h"
#include "src/support/native_path.h"
#include "src/support/result.h"
#include "src/support/substitute.h"
#include "src/support/utf8.h"

// The module `file`. Source: kcl crates/runtime/src/file/mod.rs. Reading stays below the project's root;
// everything else needs effects.
namespace kval::kcl::builtins {
namespace {

namespace fs = std::filesystem;
using runtime::CallArgs;
using runtime::Runtime;
using runtime::Value;
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

// Copies a file, or all files and directories in a directory, to a writable path (WritablePath). Copies all
// files or none; replaces existing files; creates empty directories last. Files in a directory are found like
// inputs (source::FileReader): links must not lead out of it, and links in the target are not followed.
// Executable files remain executable. Requires: the caller has checked that effects are allowed.
//
// Source: kcl crates/runtime/src/file/mod.rs, kclvm_file_cp.
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

std::optional<std::string_view> PathArg(Runtime& runtime, const CallArgs& call, std::string_view function) {
  return Arguments(runtime, call, function).String(0, "filepath");
}

Value FailAccess(Runtime& runtime, std::string_view path, const Failure& failure) {
  return runtime.Fail(Substitute("failed to access the file '{}': {}", path, failure.message));
}

Value Read(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> path = PathArg(runtime, call, "read");
  if (!path) {
    return {};
  }
  Result<std::string> text = ReadProjectFile(runtime, *path);
  if (!text) {
    return FailAccess(runtime, *path, text.failure());
  }
  return utf8::FirstInvalid(*text) == text->size()
             ? String(runtime.heap(), *text)
             : FailAccess(runtime, *path, {"stream did not contain valid UTF-8"});
}

Value ReadBase64(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> path = PathArg(runtime, call, "readbase64");
  if (!path) {
    return {};
  }
  Result<std::string> bytes = ReadProjectFile(runtime, *path);
  return bytes ? String(runtime.heap(), EncodeBase64(*bytes)) : FailAccess(runtime, *path, bytes.failure());
}

// The absolute form of `path`, of which KCL prints all paths; `path` itself if it does not exist. The empty
// path is the working directory.
Value AbsolutePath(Runtime& runtime, std::string_view path) {
  const Result<std::string> absolute = runtime.files().RealPath(path.empty() ? "." : std::string(path));
  return String(runtime.heap(), absolute.ok() ? *absolute : std::string(path));
}

Value GlobFiles(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> pattern = Arguments(runtime, call, "glob").String(0, "pattern");
  if (!pattern) {
    return {};
  }
  Result<std::vector<std::string>> paths = Glob(runtime, *pattern);
  if (!paths) {
    return runtime.Fail("Failed to read glob pattern: " + paths.failure().message);
  }
  std::vector<Value> items;
  for (const std::string& path : *paths) {
    items.push_back(AbsolutePath(runtime, path));
  }
  return MakeList(runtime.heap(), items);
}

Value ModulePath(Runtime& runtime, const CallArgs&) {
  return AbsolutePath(runtime, runtime.module_root());
}
Value WorkDir(Runtime& runtime, const CallArgs&) {
  return AbsolutePath(runtime, runtime.working_directory());
}
Value Current(Runtime& runtime, const CallArgs&) {
  return AbsolutePath(runtime, runtime.current_file());
}

Value Exists(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> path = PathArg(runtime, call, "exists");
  if (!path) {
    return {};
  }
  Result<std::string> readable = ReadablePath(runtime, *path);
  return readable ? runtime::Bool(runtime.files().KindOf(*readable) != PathKind::kMissing)
                  : FailAccess(runtime, *path, readable.failure());
}

Value Abs(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> path = PathArg(runtime, call, "abs");
  if (!path) {
    return {};
  }
  Result<std::string> readable = ReadablePath(runtime, *path);
  if (!readable) {
    return FailAccess(runtime, *path, readable.failure());
  }
  Result<std::string> absolute = runtime.files().RealPath(*readable);
  return absolute ? String(runtime.heap(), *absolute)
                  : runtime.Fail(Substitute("Could not get the absolute path of {}", *path));
}

Value Size(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> path = PathArg(runtime, call, "size");
  if (!path) {
    return {};
  }
  Result<std::string> bytes = ReadProjectFile(runtime, *path);
  return bytes ? runtime::Int(static_cast<int64_t>(bytes->size()))
               : runtime.Fail(Substitute("failed to get size of '{}': {}", *path, bytes.failure().message));
}

Value Written(Runtime& runtime, const CallArgs& call, std::string_view function, WriteMode mode) {
  Arguments args(runtime, call, function);
  std::optional<std::string_view> path = args.String(0, "filepath");
  std::optional<std::string_view> content = args.String(1, "content");
  if (!path || !content || !MayAct(runtime, "file." + std::string(function))) {
    return {};
  }
  return WriteFile(runtime, *path, *content, mode) ? runtime::None() : Value();
}
Value Write(Runtime& runtime, const CallArgs& call) {
  return Written(runtime, call, "write", WriteMode::kReplace);
}
Value Append(Runtime& runtime, const CallArgs& call) {
  return Written(runtime, call, "append", WriteMode::kAppend);
}

Value MakeDirectory(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "mkdir");
  std::optional<std::string_view> path = args.String(0, "directory");
  if (!path || !MayAct(runtime, "file.mkdir")) {
    return {};
  }
  const Result<std::string> place = WritablePath(runtime, *path);
  if (!place) {
    return runtime.Fail(Substitute("Failed to create directory '{}': {}", *path, place.failure().message));
  }
  std::error_code error;
  fs::create_directories(NativePath(*place), error);
  return error ? runtime.Fail(Substitute("Failed to create directory '{}': {}", *path, error.message()))
               : runtime::None();
}

Value Delete(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> path = PathArg(runtime, call, "delete");
  if (!path || !MayAct(runtime, "file.delete")) {
    return {};
  }
  const Result<std::string> place = WritablePath(runtime, *path);
  if (!place) {
    return runtime.Fail(Substitute("failed to delete '{}': {}", *path, place.failure().message));
  }
  std::error_code error;
  bool is_removed = fs::remove(NativePath(*place), error);
  if (is_removed) {
    return runtime::None();
  }
  std::string reason = error ? error.message() : "No such file or directory (os error 2)";
  return runtime.Fail(Substitute("failed to delete '{}': {}", *path, reason));
}

struct Places {
  std::string_view from;
  std::string_view to;
};

// The arguments of what copies or moves; empty when it may not.
std::optional<Places> PlacesOf(Runtime& runtime, const CallArgs& call, std::string_view function) {
  Arguments args(runtime, call, function);
  std::optional<std::string_view> from = args.String(0, "src");
  std::optional<std::string_view> to = args.String(1, "dest");
  if (!from || !to || !MayAct(runtime, "file." + std::string(function))) {
    return std::nullopt;
  }
  return Places{*from, *to};
}

Value FailTransfer(Runtime& runtime, std::string_view verb, const Places& places, std::string_view reason) {
  return runtime.Fail(Substitute("Failed to {} '{}' to '{}': {}", verb, places.from, places.to, reason));
}

Value Copy(Runtime& runtime, const CallArgs& call) {
  const std::optional<Places> places = PlacesOf(runtime, call, "cp");
  if (!places) {
    return {};
  }
  const Result<bool> is_copied = CopyFiles(runtime, places->from, places->to);
  return is_copied ? runtime::None()
                   : FailTransfer(runtime, "copy from", *places, is_copied.failure().message);
}

Value Move(Runtime& runtime, const CallArgs& call) {
  const std::optional<Places> places = PlacesOf(runtime, call, "mv");
  if (!places) {
    return {};
  }
  const Result<std::string> source = WritablePath(runtime, places->from);
  const Result<std::string> target = WritablePath(runtime, places->to);
  if (!source || !target) {
    return FailTransfer(runtime, "move", *places, (source ? target : source).failure().message);
  }
  std::error_code error;
  fs::rename(NativePath(*source), NativePath(*target), error);
  return error ? FailTransfer(runtime, "move", *places, error.message()) : runtime::None();
}

Value ReadEnv(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> key = Arguments(runtime, call, "read_env").String(0, "key");
  if (!key || !MayAct(runtime, "file.read_env")) {
    return {};
  }
  const char* value = std::getenv(std::string(*key).c_str());
  return value == nullptr ? Value() : String(runtime.heap(), value);
}

constexpr Native kFileFunctions[] = {
    {"read", Read},
    {"glob", GlobFiles},
    {"modpath", ModulePath},
    {"workdir", WorkDir},
    {"current", Current},
    {"exists", Exists},
    {"abs", Abs},
    {"append", Append},
    {"mkdir", MakeDirectory},
    {"delete", Delete},
    {"cp", Copy},
    {"mv", Move},
    {"size", Size},
    {"write", Write},
    {"read_env", ReadEnv},
    {"readbase64", ReadBase64},
};

}  // namespace

bool MayAct(runtime::Runtime& runtime, std::string_view function) {
  if (!runtime.effects_allowed()) {
    runtime.Fail(
        Substitute("{}() is not allowed here: evaluated code has no clock, environment, network, "
                   "randomness or write access",
                   function));
    runtime.Advise({}, "`kval run --allow-effects` allows it");
    return false;
  }
  return true;
}

std::span<const Native> FileNatives() {
  return kFileFunctions;
}

}  // namespace kval::kcl::builtins
