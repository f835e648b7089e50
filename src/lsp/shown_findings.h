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

// A finding as the client was told of it.
struct ShownFinding {
  TextRange range;
  std::string code;
  std::string json;  // the protocol's `Diagnostic`
  Repair repair;     // without edits: none
};

// What the client shows of the last check, and what has to be told so that it shows the next one.
class ShownFindings {
 public:
  // `lines` are notifications, one a line, as `-o lsp` writes them; those of several checks may follow each
  // other, and what they say twice counts once. Gives the notifications that are news: a file whose findings
  // changed, an open text that had been told nothing of, a file without findings that had some, a message
  // that the last check did not have. Lines that are no such notification are left out.
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
