#include "src/lsp/open_documents.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "src/lsp/file_uri.h"

namespace kval::lsp {
namespace {

constexpr std::string_view kUnsaved = "untitled:";

// Returns the extension of files of a language, by its id in the protocol.
std::string_view ExtensionOf(std::string_view language) {
  constexpr std::pair<std::string_view, std::string_view> kExtensions[] = {
      {"kcl", ".k"}, {"starlark", ".star"}, {"json", ".json"}};
  for (const auto& [id, extension] : kExtensions) {
    if (id == language) {
      return extension;
    }
  }
  return ".yaml";
}

}  // namespace

std::string OpenDocuments::PathOf(std::string_view uri) const {
  const auto unsaved = paths_.find(uri);
  const std::string path = unsaved != paths_.end() ? unsaved->second : lsp::PathOf(uri).value_or("");
  return strings_.contains(path) ? path : std::string();
}

OpenDocuments::OpenDocument* OpenDocuments::Find(std::string_view uri) {
  const auto found = strings_.find(PathOf(uri));
  return found == strings_.end() ? nullptr : &found->second;
}

void OpenDocuments::Open(std::string_view uri, std::string_view language, std::string_view text,
                         const std::string& directory) {
  std::optional<std::string> path = lsp::PathOf(uri);
  if (uri.starts_with(kUnsaved)) {
    std::string name(uri);
    std::replace(name.begin(), name.end(), '/', '-');
    const std::string_view extension = ExtensionOf(language);
    path = directory + (directory.ends_with('/') ? "" : "/") + name +
           std::string(name.ends_with(extension) ? "" : extension);
    paths_[std::string(uri)] = *path;
  }
  if (path) {
    strings_[*path] = {std::string(uri), std::string(language), std::string(text), "null", ++last_revision_};
  }
}

void OpenDocuments::Replace(std::string_view uri, std::string_view text) {
  if (OpenDocument* open = Find(uri)) {
    open->text = text;
    open->revision = ++last_revision_;
  }
}

void OpenDocuments::Replace(std::string_view uri, TextRange range, std::string_view text) {
  if (OpenDocument* open = Find(uri)) {
    if (encoding_ == PositionEncoding::kUtf8) {
      range = {ToUtf16(open->text, range.begin), ToUtf16(open->text, range.end)};
    }
    const size_t begin = ByteAt(open->text, range.begin);
    const size_t end = std::max(begin, ByteAt(open->text, range.end));
    open->text.replace(begin, end - begin, text);
    open->revision = ++last_revision_;
  }
}

void OpenDocuments::SetVersion(std::string_view uri, std::string version) {
  if (OpenDocument* open = Find(uri)) {
    open->version = std::move(version);
  }
}

void OpenDocuments::Close(std::string_view uri) {
  strings_.erase(PathOf(uri));
  if (const auto unsaved = paths_.find(uri); unsaved != paths_.end()) {
    paths_.erase(unsaved);
  }
}

}  // namespace kval::lsp
