#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/lsp/open_documents.h"
#include "src/lsp/text_position.h"

namespace kval::report {
class JsonWriter;
}  // namespace kval::report

// Results of requests, as JSON.
namespace kval::lsp {

// Writes a `Range` as a member of an object.
void WriteRange(std::string_view name, TextRange range, report::JsonWriter& json);
// Takes a finished document without its line break.
std::string OneLine(report::JsonWriter& json);

// The result of a request that cannot be answered, which the server replaces by an error with this message.
std::string RejectedResult(std::string_view why);
// The message of such a result; nullopt for other results.
std::optional<std::string_view> RejectionOf(std::string_view result);

// Returns Markdown whose headings are bold lines: editors show headings of hovers too large.
std::string WithoutHeadings(std::string_view markdown);

// Returns a `Hover`; `null` if there is nothing to show.
std::string HoverResult(std::string_view markdown);

// A `Location`.
std::string LocationResult(std::string_view uri, TextRange range);

// A `CodeLens[]` above the first line of a text. Without a schema's URI it cannot be clicked.
std::string CodeLensResult(std::string_view title, std::string_view schema_uri);

// The protocol's kinds of completion items that there are here.
enum class CompletionItemKind : uint8_t {
  kFunction = 3,
  kVariable = 6,
  kProperty = 10,
  kValue = 12,
  kKeyword = 14,
  kReference = 18,
  kEnumMember = 20
};

struct CompletionItem {
  std::string label;
  std::string text;  // that takes the place of the word
  CompletionItemKind kind = CompletionItemKind::kProperty;
  bool is_needed = false;  // sorted before the others
  std::string detail;      // may be empty
  std::string markdown;    // may be empty
};

// Returns a text as a snippet with a tab stop at the end of each line that lacks its value: that ends with a
// space.
std::string SnippetOf(std::string_view text);

// A `CompletionItem[]`, in this order, for the word of `text` between two bytes of one line. `position`: in
// that line.
// `has_snippets`: the client supports tab stops, which insertions of several lines get where values are
// missing; for other clients an insertion is its first line.
std::string CompletionResult(std::string_view text, size_t begin, size_t end, TextPosition position,
                             std::span<const CompletionItem> items, bool has_snippets = false);

}  // namespace kval::lsp
