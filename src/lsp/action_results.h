#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/edit_results.h"

namespace kval::lsp {

// A change that a client can offer.
struct OfferedAction {
  std::string title;
  std::string_view kind;               // code_actions.h
  std::vector<FileEdits> files;        // without edits: a command
  std::optional<size_t> finding = {};  // the finding of the query that it fixes
  std::string command = {};            // of the client
  std::string argument = {};
};

// A `CodeAction[]`. Findings are references (FindingReference). `has_versions`: see WorkspaceEditResult.
std::string CodeActionsResult(std::span<const OfferedAction> actions, bool has_versions);

}  // namespace kval::lsp
