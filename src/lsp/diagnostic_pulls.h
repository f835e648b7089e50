#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/lsp/open_documents.h"
#include "src/lsp/published_diagnostics.h"

namespace kval::lsp {

// Requests for diagnostics (`textDocument/diagnostic`), which wait for a check of the current documents, and
// the numbers of the results that clients name to get unchanged ones only once.
class DiagnosticPulls {
 public:
  struct Pull {
    std::string id;  // of the request, as JSON
    std::string uri;
    std::string path;  // of the document
    std::string previous_result;
  };
  void Add(Pull pull) { waiting_.push_back(std::move(pull)); }

  // Removes the waiting requests about a document, and returns the responses that reject them.
  std::vector<std::string> RejectAbout(const std::string& path, std::string_view why);
  // Removes all of them.
  std::vector<std::string> RejectAll(std::string_view why);
  // Removes a request. Returns false if it does not wait.
  bool Remove(std::string_view id);

  // Removes all waiting requests, and returns the responses with the diagnostics of a check.
  std::vector<std::string> TakeAnswers(const PublishedDiagnostics& published);
  // Whether diagnostics of an open document differ from its last answer.
  bool HasNews(const OpenDocuments& open, const PublishedDiagnostics& published) const;

 private:
  struct Result {
    uint64_t number = 0;
    std::string items;
  };

  std::vector<Pull> waiting_;
  std::map<std::string, Result, std::less<>> results_;  // the last one, by URI
};

}  // namespace kval::lsp
