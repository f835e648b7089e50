#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/structure/text_tree.h"

namespace kval::report {
class JsonWriter;
}  // namespace kval::report

// Results with places in several files, as JSON.
namespace kval::lsp {

struct FileEdit {
  ByteRange range;
  std::string text;  // in the place of the range
  // Whether `text` is a snippet with tab stops. For clients that support them in edits only.
  bool is_snippet = false;
};

struct FileEdits {
  std::string uri;
  std::string version;  // as JSON; `null` for a file that is not open
  std::string_view text;
  std::vector<FileEdit> edits;
  bool is_new = false;  // the edit creates the file; for clients that support this only
};

// A `Location[]`: the ranges of the edits.
std::string LocationsResult(std::span<const FileEdits> files);
// Writes a `WorkspaceEdit`: with the versions of the files if the client supports them (`documentChanges`).
void WriteWorkspaceEdit(std::span<const FileEdits> files, bool has_versions, report::JsonWriter& json);
std::string WorkspaceEditResult(std::span<const FileEdits> files, bool has_versions);
// A `TextEdit[]`.
std::string TextEditsResult(std::string_view text, std::span<const FileEdit> edits);
// The result of `prepareRename`.
std::string RenameRangeResult(std::string_view text, ByteRange range, std::string_view name);

}  // namespace kval::lsp
