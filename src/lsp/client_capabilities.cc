#include "src/lsp/client_capabilities.h"

#include <string_view>

namespace kval::lsp {
namespace {

// The first encoding that the client prefers and the server supports.
PositionEncoding EncodingFor(const Json* encodings) {
  if (encodings != nullptr && encodings->is(json::JsonKind::kArray)) {
    for (const Json& encoding : *encodings) {
      const std::string_view name = TextOf(&encoding).value_or("");
      if (name == "utf-8" || name == "utf-16") {
        return name == "utf-8" ? PositionEncoding::kUtf8 : PositionEncoding::kUtf16;
      }
    }
  }
  return PositionEncoding::kUtf16;
}

bool HasString(const Json* list, std::string_view text) {
  if (list == nullptr || !list->is(json::JsonKind::kArray)) {
    return false;
  }
  for (const Json& one : *list) {
    if (TextOf(&one) == text) {
      return true;
    }
  }
  return false;
}

}  // namespace

ClientCapabilities ReadClientCapabilities(const Json* params) {
  const Json* capabilities = Member(params, "capabilities");
  const Json* options = Member(params, "initializationOptions");
  const Json* workspace = Member(capabilities, "workspace");
  const Json* edits = Member(workspace, "workspaceEdit");
  const Json* document = Member(capabilities, "textDocument");
  ClientCapabilities client;
  client.encoding = EncodingFor(Member(capabilities, "general", "positionEncodings"));
  client.can_watch = IsTrue(Member(workspace, "didChangeWatchedFiles", "dynamicRegistration"));
  client.can_show_hierarchy = IsTrue(Member(document, "documentSymbol", "hierarchicalDocumentSymbolSupport"));
  client.can_show_documents = IsTrue(Member(capabilities, "window", "showDocument", "support"));
  client.can_insert_snippets = IsTrue(Member(document, "completion", "completionItem", "snippetSupport"));
  client.can_change_versions = IsTrue(Member(edits, "documentChanges"));
  client.can_insert_snippets_in_edits =
      client.can_change_versions && IsTrue(Member(edits, "snippetEditSupport"));
  client.can_create_files =
      client.can_change_versions && HasString(Member(edits, "resourceOperations"), "create");
  client.prepares_rename = IsTrue(Member(document, "rename", "prepareSupport"));
  client.wants_lenses = IsTrue(Member(options, "codeLens"));
  client.has_pulls = IsTrue(Member(options, "pullDiagnostics")) && Member(document, "diagnostic") != nullptr;
  client.can_refresh = IsTrue(Member(workspace, "diagnostics", "refreshSupport"));
  client.wants_defaults = IsTrue(Member(options, "defaultHints"));
  client.can_vendor = IsTrue(Member(options, "vendorCommand"));
  return client;
}

}  // namespace kval::lsp
