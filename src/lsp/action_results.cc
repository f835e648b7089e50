#include "src/lsp/action_results.h"

#include "src/lsp/code_actions.h"
#include "src/lsp/results.h"
#include "src/report/json_writer.h"

namespace kval::lsp {

std::string CodeActionsResult(std::span<const OfferedAction> actions, bool has_versions) {
  report::JsonWriter json(report::JsonWriter::JsonLayout::kOneLine);
  json.BeginArray();
  for (const OfferedAction& action : actions) {
    json.BeginObject().Field("title", action.title).Field("kind", action.kind);
    if (action.finding) {
      json.Key("diagnostics").BeginArray().String(FindingReference(*action.finding)).EndArray();
    }
    if (action.command.empty()) {
      json.Key("edit");
      WriteWorkspaceEdit(action.files, has_versions, json);
    } else {
      json.Key("command").BeginObject().Field("title", action.title).Field("command", action.command);
      json.Key("arguments").BeginArray().String(action.argument).EndArray().EndObject();
    }
    json.EndObject();
  }
  json.EndArray();
  return OneLine(json);
}

}  // namespace kval::lsp
