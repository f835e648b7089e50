#include "src/driver/libraries/library.h"

#include <span>

#include "src/support/path_text.h"
#include "src/support/substitute.h"

namespace kval::driver {
namespace {

constexpr std::string_view kPrivate = "_ytt_lib";
constexpr int kDepthLimit = 200;

std::vector<std::string_view> Split(std::string_view path) {
  std::vector<std::string_view> pieces;
  for (size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
    pieces.push_back(path.substr(0, slash));
    path.remove_prefix(slash + 1);
  }
  pieces.push_back(path);
  return pieces;
}

FileType TypeOf(std::string_view name) {
  if (name.ends_with(".yml") || name.ends_with(".yaml")) {
    return FileType::kYaml;
  }
  if (name.ends_with(".star")) {
    return FileType::kStarlark;
  }
  return name.ends_with(".txt") ? FileType::kText : FileType::kData;
}

// `x.lib.yml`
bool IsLibraryName(std::string_view name) {
  const size_t last = name.rfind('.');
  if (last == std::string_view::npos || last == 0) {
    return false;
  }
  const std::string_view stem = name.substr(0, last);
  return stem.ends_with(".lib");
}

// `name` gives the name of each.
template <typename ModelineResult, typename NameOfOne>
std::string Suggestion(std::string_view word, const std::vector<ModelineResult>& all, const NameOfOne& name) {
  std::vector<std::string_view> names;
  names.reserve(all.size());
  for (const ModelineResult& one : all) {
    names.push_back(name(one));
  }
  const std::string_view nearest = Nearest(word, std::span<const std::string_view>(names));
  return nearest.empty() ? std::string() : Substitute("; did you mean `{}`?", nearest);
}

}  // namespace

LibraryFile::LibraryFile(const RunInput& from) : input(from), path(from.path) {
  Settle();
}

// ytt pkg/files/file.go: a file that is marked as plain is still output.
void LibraryFile::Settle() {
  const FileType by_name = TypeOf(GetFileName(path));
  const bool is_declared = input.role == InputRole::kValues || input.role == InputRole::kSchema;
  type = marks.type.value_or(by_name == FileType::kText && is_declared ? FileType::kYaml : by_name);
  is_library = type == FileType::kStarlark || IsLibraryName(GetFileName(path));
  const bool is_by_type = !is_library && (type == FileType::kYaml || type == FileType::kText);
  is_template = marks.is_template.value_or(is_by_type);
  is_for_output = marks.is_for_output.value_or(marks.is_template.value_or(false) || is_by_type);
}

void Library::Add(LibraryFile* file) {
  std::vector<std::string_view> pieces = Split(file->path);
  pieces.pop_back();
  Library* at = this;
  int depth = 0;
  for (std::string_view piece : pieces) {
    if (++depth > kDepthLimit) {
      break;
    }
    at = &at->MakeChild(piece);
  }
  at->files_.push_back(file);
  at->characters_of_files_ += GetFileName(file->path).size();
  at->file_of_name_.emplace(GetFileName(file->path), file);
  file->library = at;
}

const Library* Library::Child(std::string_view name) const {
  const auto found = child_of_name_.find(name);
  return found == child_of_name_.end() ? nullptr : found->second;
}

Library& Library::MakeChild(std::string_view name) {
  if (const auto found = child_of_name_.find(name); found != child_of_name_.end()) {
    return *found->second;
  }
  children_.push_back(std::make_unique<Library>());
  Library& made = *children_.back();
  made.name_ = name;
  characters_of_children_ += name.size();
  child_of_name_.emplace(made.name_, &made);
  made.path_ = path_.empty() && name_.empty() ? std::string(name) : path_ + "/" + std::string(name);
  made.is_private_ = name == kPrivate;
  return made;
}

Result<const Library*> Library::FindDirectory(std::string_view path) const {
  const Library* at = this;
  for (std::string_view piece : Split(path)) {
    const Library* child = at->Child(piece);
    if (child == nullptr) {
      return Failure{Substitute("the directory `{}` is not one of the inputs", path)};
    }
    if (child->is_private_) {
      return Failure{Substitute("`{}` passes through `{}`, whose libraries are private", path, kPrivate)};
    }
    at = child;
  }
  return at;
}

Result<const Library*> Library::FindLibrary(std::string_view path, SuggestionBudget& characters) const {
  const Library* at = Child(kPrivate);
  if (at == nullptr) {
    return Failure{Substitute("library `{}` not found: there is no directory `{}` here", path, kPrivate)};
  }
  for (std::string_view piece : Split(path)) {
    const Library* child = at->Child(piece);
    if (child == nullptr) {
      const std::string suggested =
          characters.Take(at->characters_of_children_)
              ? Suggestion(piece, at->children_, [](const auto& one) { return std::string_view(one->name_); })
              : std::string();
      return Failure{Substitute("library `{}` not found in `{}`{}", path, at->path_, suggested)};
    }
    if (child->is_private_) {
      return Failure{Substitute("library `{}` is private to another library", path)};
    }
    at = child;
  }
  return at;
}

Result<LibraryFile*> Library::FindFile(std::string_view path, SuggestionBudget& characters) const {
  const Library* at = this;
  if (const size_t slash = path.rfind('/'); slash != std::string_view::npos) {
    Result<const Library*> directory = FindDirectory(path.substr(0, slash));
    if (!directory) {
      return Failure{Substitute("file `{}` not found: {}", path, directory.failure().message)};
    }
    at = *directory;
  }
  if (const auto found = at->file_of_name_.find(GetFileName(path)); found != at->file_of_name_.end()) {
    return found->second;
  }
  const std::string suggested =
      characters.Take(at->characters_of_files_)
          ? Suggestion(GetFileName(path), at->files_,
                       [](const LibraryFile* file) { return GetFileName(file->path); })
          : std::string();
  return Failure{Substitute("the file `{}` is not one of the inputs{}", path, suggested)};
}

std::vector<LibraryFile*> Library::Files() const {
  std::vector<LibraryFile*> files;
  Collect(files, 0);
  return files;
}

void Library::Collect(std::vector<LibraryFile*>& files, int depth) const {
  files.insert(files.end(), files_.begin(), files_.end());
  for (const std::unique_ptr<Library>& child : children_) {
    if (!child->is_private_ && depth < kDepthLimit) {
      child->Collect(files, depth + 1);
    }
  }
}

std::string_view Library::PathOf(const LibraryFile& file) const {
  const std::string_view whole = file.path;
  return path_.empty() && name_.empty() ? whole : whole.substr(path_.size() + 1);
}

}  // namespace kval::driver
