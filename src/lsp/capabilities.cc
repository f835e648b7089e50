#include "src/lsp/capabilities.h"

#include "src/lsp/structure/semantic_tokens.h"

namespace kval::lsp {

std::string ServerCapabilities(const CapabilityChoices& choices) {
  std::string json = R"({"positionEncoding":")" + std::string(choices.encoding) + '"';
  json += R"(,"textDocumentSync":{"openClose":true,"change":2,"save":true})"
          R"(,"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}})"
          R"(,"hoverProvider":true,"definitionProvider":true,"declarationProvider":true)"
          R"(,"completionProvider":{"triggerCharacters":["@","/","."," "]})"
          R"(,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"foldingRangeProvider":true)"
          R"(,"selectionRangeProvider":true,"documentHighlightProvider":true,"documentLinkProvider":{})"
          R"(,"documentOnTypeFormattingProvider":{"firstTriggerCharacter":"\n"})"
          R"(,"documentFormattingProvider":true,"inlayHintProvider":true,"referencesProvider":true)"
          R"(,"semanticTokensProvider":{"full":true,"range":true,"legend":)";
  json += SemanticTokensLegend();
  json += R"(},"renameProvider":)";
  json += choices.prepares_rename ? R"({"prepareProvider":true})" : "true";
  json += R"(,"codeActionProvider":{"codeActionKinds":["quickfix","refactor.rewrite","refactor.extract",)"
          R"("source.fixAll.kval"]})";
  if (choices.wants_lenses) {
    json += R"(,"codeLensProvider":{},"executeCommandProvider":{"commands":["kval.openSchema"]})";
  }
  if (choices.wants_pulls) {
    json += R"(,"diagnosticProvider":{"interFileDependencies":true,"workspaceDiagnostics":false})";
  }
  return json + "}";
}

}  // namespace kval::lsp
