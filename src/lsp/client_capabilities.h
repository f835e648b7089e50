#pragma once

#include "src/lsp/json.h"
#include "src/lsp/position_encoding.h"

namespace kval::lsp {

// What the client supports or requests, in `initialize`.
struct ClientCapabilities {
  PositionEncoding encoding = PositionEncoding::kUtf16;
  bool can_watch = false;           // it registers watchers of files
  bool can_show_hierarchy = false;  // of symbols
  bool can_show_documents = false;
  bool can_insert_snippets = false;           // completions may have tab stops
  bool can_insert_snippets_in_edits = false;  // edits of code actions may have tab stops
  bool can_change_versions = false;           // edits can name the versions of documents
  bool can_create_files = false;              // by an edit
  bool prepares_rename = false;
  bool wants_lenses = false;    // others show elsewhere what validates a document
  bool has_pulls = false;       // it requests the diagnostics of open documents
  bool can_refresh = false;     // it repeats these requests when told
  bool wants_defaults = false;  // inlay hints show the defaults of every schema
  bool can_vendor = false;      // it has the command `kval.vendor`, which runs `kval vendor` for a file
};

// `params`: of `initialize`.
ClientCapabilities ReadClientCapabilities(const Json* params);

}  // namespace kval::lsp
