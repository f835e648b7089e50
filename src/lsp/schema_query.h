#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/lsp/text_position.h"

namespace kval::lsp {

// A request about open documents that is answered in another process.
struct SchemaQuery {
  enum class QueryKind : uint8_t {
    // They need the schema of the document.
    kHover,        // hover: the declaration of the value
    kCompletion,   // completion: the keys or values allowed here
    kDeclaration,  // where the schema declares it
    kValidatedBy,  // kval/validatedBy: the schema of the document, and why
    kCodeLenses,   // the same, above the first line
    kReferences,   // the places of a key or anchor
    kPrepareRename,
    kRename,
    // They need only its text.
    kDocumentSymbols,
    kWorkspaceSymbols,  // of all open documents
    kFoldings,
    kSelections,
    kHighlights,
    kLinks,       // and which files exist
    kFormatting,  // of KCL
    kSemanticTokens,
    kIndentation,  // of a line that begins
    // They need the layers of its set.
    kInlayHints,
    kCodeActions,  // those that need more than the findings
  };
  // A finding at the place of a request.
  struct KnownFinding {
    std::string code;
    std::string json;  // the protocol's `Diagnostic`
  };
  QueryKind kind = QueryKind::kHover;
  std::string path;  // empty if it is about all open documents
  std::string uri;   // of the document, as the client writes it
  TextPosition position;
  // Of kSelections; of kSemanticTokens, kInlayHints and kCodeActions the beginning and the end of the range,
  // if there is one.
  std::vector<TextPosition> positions = {};
  // Markdown that a hover shows below its answer, the code actions before those of the answer; may be empty.
  std::string below;
  std::string word = {};                // of kWorkspaceSymbols: a part of the names; of kRename: the new name
  bool is_flat = false;                 // of kDocumentSymbols: the client supports no hierarchy
  bool has_declaration = false;         // of kReferences: declarations count
  bool has_versions = false;            // of kRename: the client supports edits of versions of documents
  bool has_snippets = false;            // the client supports tab stops
  std::vector<std::string> kinds = {};  // of kCodeActions: the requested ones; empty: all
  std::vector<KnownFinding> findings = {};  // of kCodeActions
  bool can_create_files = false;            // the client supports edits that create files
  bool has_default_hints = false;           // of kInlayHints: also the schema's defaults
  bool can_vendor = false;                  // the client has the command `kval.vendor`
  uint32_t tab_size = 2;                    // of kIndentation
  uint64_t number = 0;                      // unique; a later request has a larger number

  // Whether the answer depends on the content of other open documents.
  bool is_about_all() const {
    return path.empty() || kind == QueryKind::kReferences || kind == QueryKind::kRename ||
           kind == QueryKind::kInlayHints || kind == QueryKind::kCodeActions;
  }
};

}  // namespace kval::lsp
