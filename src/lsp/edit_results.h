#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/structure/text_tree.h"

// Results with places in several files, as JSON.
namespace kval::lsp {

struct FileEdit {
  ByteRange range;
  std::string text;  // in the place of the range
};

struct FileEdits {
  std::string uri;
  std::string version;  // as JSON; `null` for a file that is not open
  std::string_view text;
  std::vector<FileEdit> edits;
};

// A `Location[]`: the ranges of the edits.
std::string LocationsResult(std::span<const FileEdits> files);
// A `WorkspaceEdit`: with the versions of the files if the client supports them (`documentChanges`).
std::string WorkspaceEditResult(std::span<const FileEdits> files, bool has_versions);
// A `TextEdit[]`.
std::string TextEditsResult(std::string_view text, std::span<const FileEdit> edits);
// The result of `prepareRename`.
std::string RenameRangeResult(std::string_view text, ByteRange range, std::string_view name);

}  // namespace kval::lsp
