#include "src/lsp/diagnostic_pulls.h"

#include <algorithm>
#include <span>

#include "src/lsp/json.h"

namespace kval::lsp {
namespace {

std::string ItemsOf(std::span<const PublishedDiagnostic> findings) {
  std::string items;
  for (const PublishedDiagnostic& finding : findings) {
    items.append(items.empty() ? "" : ",").append(finding.json);
  }
  return items;
}

// The client need not repeat the request: it sends another one when the document changes.
std::string Rejected(std::string_view id, std::string_view why) {
  return Joined({R"({"jsonrpc":"2.0","id":)", id, R"(,"error":{"code":-32802,"message":)", Quoted(why),
                 R"(,"data":{"retriggerRequest":false}}})"});
}

}  // namespace

std::vector<std::string> DiagnosticPulls::RejectAbout(const std::string& path, std::string_view why) {
  std::vector<std::string> responses;
  std::erase_if(waiting_, [&](const Pull& pull) {
    if (pull.path == path) {
      responses.push_back(Rejected(pull.id, why));
    }
    return pull.path == path;
  });
  return responses;
}

std::vector<std::string> DiagnosticPulls::RejectAll(std::string_view why) {
  std::vector<std::string> responses;
  for (const Pull& pull : std::exchange(waiting_, {})) {
    responses.push_back(Rejected(pull.id, why));
  }
  return responses;
}

bool DiagnosticPulls::Remove(std::string_view id) {
  return std::erase_if(waiting_, [id](const Pull& pull) { return pull.id == id; }) > 0;
}

std::vector<std::string> DiagnosticPulls::TakeAnswers(const PublishedDiagnostics& published) {
  std::vector<std::string> responses;
  for (const Pull& pull : std::exchange(waiting_, {})) {
    Result& result = results_[pull.uri];
    std::string items = ItemsOf(published.Of(pull.uri));
    if (result.number == 0 || result.items != items) {
      ++result.number;
      result.items = std::move(items);
    }
    const std::string number = Quoted(std::to_string(result.number));
    const bool is_same = Quoted(pull.previous_result) == number;
    const std::string_view begin =
        is_same ? R"({"kind":"unchanged","resultId":)" : R"({"kind":"full","resultId":)";
    const std::string report =
        Joined({begin, number, is_same ? "}" : Joined({R"(,"items":[)", result.items, "]}"})});
    responses.push_back(Joined({R"({"jsonrpc":"2.0","id":)", pull.id, R"(,"result":)", report, "}"}));
  }
  return responses;
}

bool DiagnosticPulls::HasNews(const OpenDocuments& open, const PublishedDiagnostics& published) const {
  return std::any_of(results_.begin(), results_.end(), [&](const auto& known) {
    const auto& [uri, result] = known;
    return !open.PathOf(uri).empty() && result.items != ItemsOf(published.Of(uri));
  });
}

}  // namespace kval::lsp
