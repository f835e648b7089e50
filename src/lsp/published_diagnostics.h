#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/open_documents.h"

namespace kval::lsp {

// A repair of a finding: edits of one text.
struct PublishedFix {
  struct Edit {
    TextRange range;
    std::string json;
  };
  std::string title;
  std::string uri;
  std::vector<Edit> edits;
};

// A diagnostic that was published to the client.
struct PublishedDiagnostic {
  TextRange range;
  std::string code;
  std::string json;     // the protocol's `Diagnostic`
  PublishedFix repair;  // without edits: none
};

// The diagnostics that the client shows, and the notifications needed to show those of the next check.
class PublishedDiagnostics {
 public:
  // `lines` are notifications, one per line, in the format `-o lsp`; duplicates from several checks count
  // once. Returns the notifications to send: files whose diagnostics changed, open documents without an
  // earlier notification, files whose diagnostics disappeared, and new messages. Other lines are ignored.
  // `are_pulled`: the client requests those of open documents, so that the notifications have none of them.
  std::vector<std::string> Take(std::string_view lines, const OpenDocuments& open, bool are_pulled = false);

  // The findings of a text by its URI; none for one that is not known.
  std::span<const PublishedDiagnostic> Of(std::string_view uri) const;

 private:
  struct Round;

  std::map<std::string, std::vector<PublishedDiagnostic>, std::less<>> by_uri_;
  std::map<std::string, std::string> notifications_;  // by URI: the notification
  std::map<std::string, std::string> messages_;       // by text
};

}  // namespace kval::lsp
