#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/open_texts.h"

namespace kval::lsp {

// A repair of a finding: edits of one text.
struct Repair {
  struct Edit {
    TextRange range;
    std::string json;
  };
  std::string title;
  std::string uri;
  std::vector<Edit> edits;
};

// A diagnostic as it was published to the client.
struct ShownFinding {
  TextRange range;
  std::string code;
  std::string json;  // the protocol's `Diagnostic`
  Repair repair;     // without edits: none
};

// The diagnostics that the client shows, and the notifications needed to show those of the next check.
class ShownFindings {
 public:
  // `lines` are notifications, one per line, in the format `-o lsp`; duplicates from several checks count
  // once. Returns the notifications to send: files whose diagnostics changed, open documents without an
  // earlier notification, files whose diagnostics disappeared, and new messages. Other lines are ignored.
  std::vector<std::string> Take(std::string_view lines, const OpenTexts& open);

  // The findings of a text by its URI; none for one that is not known.
  std::span<const ShownFinding> Of(std::string_view uri) const;

 private:
  struct Round;

  std::map<std::string, std::vector<ShownFinding>, std::less<>> by_uri_;
  std::map<std::string, std::string> told_;      // by URI: the notification
  std::map<std::string, std::string> messages_;  // by text
};

}  // namespace kval::lsp
