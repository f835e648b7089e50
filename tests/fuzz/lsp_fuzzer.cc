#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/lsp/base_protocol.h"
#include "src/lsp/completion_context.h"
#include "src/lsp/server.h"
#include "src/lsp/structure/foldings.h"
#include "src/lsp/structure/helm_template_names.h"
#include "src/lsp/structure/occurrences.h"
#include "src/lsp/structure/path_references.h"
#include "src/lsp/structure/selections.h"
#include "src/lsp/structure/symbols.h"
#include "src/support/check.h"

namespace {

using kval::lsp::MessageReader;
using kval::lsp::Server;

constexpr size_t kMostBytes = 1 << 16;

// Removes the whitespace that JSON allows around a value: the server forwards notifications unmodified.
std::string_view Trimmed(std::string_view message) {
  constexpr std::string_view kSpaces = " \t\r\n";
  message.remove_prefix(std::min(message.find_first_not_of(kSpaces), message.size()));
  return message.substr(0, message.find_last_not_of(kSpaces) + 1);
}

// Requires that the server's output is a sequence of complete messages with headers.
void CheckOutput(Server& server) {
  MessageReader said(kMostBytes << 8);
  said.Add(server.TakeOutput());
  while (true) {
    const auto message = said.Next();
    KVAL_CHECK(message.ok());
    if (!*message) {
      return;
    }
    const std::string_view object = Trimmed(**message);
    KVAL_CHECK(object.starts_with("{") && object.ends_with("}"));
  }
}

// Sends each line as a client message. If the server waits for a check, lines with "diagnostics" are its
// result; if it waits for an answer, lines that begin with `[` cause an empty answer.
void Talk(std::string_view text) {
  Server server({"1", [](std::string_view code) { return code; }});
  server.Take(R"({"id":1,"method":"initialize","params":{}})");
  while (!text.empty() && !server.has_ended()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (server.needs_check() && line.find("\"diagnostics\"") != std::string_view::npos) {
      server.BeginCheck();
      server.EndCheck(line);
    } else if (server.pending_query() != nullptr && line.starts_with("[")) {
      server.AnswerQuery("[]");
    } else {
      server.Take(line);
    }
    CheckOutput(server);
  }
}

// Requires that splitting the bytes into pieces does not change the parsed messages.
void CheckPieces(std::string_view bytes, size_t piece) {
  MessageReader whole(kMostBytes);
  MessageReader pieces(kMostBytes);
  whole.Add(bytes);
  for (size_t at = 0; at < bytes.size(); at += piece) {
    pieces.Add(bytes.substr(at, piece));
    for (auto message = pieces.Next(); message.ok() && *message; message = pieces.Next()) {
      const auto same = whole.Next();
      KVAL_CHECK(same.ok() && *same && **same == **message);
    }
  }
  const auto last = whole.Next();
  KVAL_CHECK(!last.ok() || !*last);
}

// Requires that the word is around the cursor, in its line, and that the completed document contains what
// precedes it.
void CheckTyped(std::string_view text, size_t at) {
  for (const kval::lsp::CompletionContext& typed : kval::lsp::FindCompletionContexts(text, at)) {
    KVAL_CHECK(typed.begin <= at && at <= typed.end && typed.end <= text.size());
    KVAL_CHECK(text.substr(typed.begin, typed.end - typed.begin).find('\n') == std::string_view::npos);
    KVAL_CHECK(typed.at < typed.completed_text.size());
    KVAL_CHECK(typed.completed_text.starts_with(text.substr(0, std::min(typed.begin, typed.at))));
  }
}

// Requires that symbols are in the text, and that each contains its name.
void CheckSymbols(std::string_view text) {
  using kval::lsp::TextLanguage;
  for (const TextLanguage language : {TextLanguage::kYaml, TextLanguage::kKcl, TextLanguage::kStarlark}) {
    for (const kval::lsp::Symbol& symbol : kval::lsp::FindSymbols(text, language, kval::lsp::kMostSymbols)) {
      KVAL_CHECK(symbol.range.begin <= symbol.range.end && symbol.range.end <= text.size());
      KVAL_CHECK(symbol.range.Contains(symbol.name_range) && !symbol.name.empty());
    }
  }
}

// Requires that names of Helm templates are in the text, a field's with its text at the end of its path.
void CheckTemplateNames(std::string_view text) {
  const kval::lsp::HelmTemplateOutline outline = kval::lsp::FindHelmTemplateNames(text);
  for (const kval::lsp::HelmTemplateName& name : outline.names) {
    KVAL_CHECK(name.range.begin <= name.range.end && name.range.end <= text.size());
    KVAL_CHECK(name.path.empty() ||
               name.path.back() == text.substr(name.range.begin, name.range.end - name.range.begin));
  }
  for (const kval::lsp::HelmDefinition& definition : outline.definitions) {
    KVAL_CHECK(definition.range.Contains(definition.name_range) && definition.range.end <= text.size());
  }
}

// Requires that foldings have lines, and that each selection contains the one before and the position.
void CheckRanges(std::string_view text, size_t at) {
  for (const auto language : {kval::lsp::TextLanguage::kYaml, kval::lsp::TextLanguage::kKcl}) {
    for (const kval::lsp::Folding& folding : kval::lsp::FindFoldings(text, language)) {
      KVAL_CHECK(folding.first < folding.last);
    }
    kval::lsp::ByteRange before{at, at};
    const auto selections = kval::lsp::FindSelections(text, language, {at});
    for (const kval::lsp::ByteRange range : selections.front()) {
      KVAL_CHECK(range.Contains(before) && range.end <= text.size());
      before = range;
    }
  }
  for (const auto& reference :
       kval::lsp::FindPathReferences(text, kval::lsp::TextLanguage::kYaml, ".kval.yaml")) {
    KVAL_CHECK(reference.range.begin <= reference.range.end && reference.range.end <= text.size());
    kval::lsp::FindByPointer(kval::lsp::TextTree(text), reference.fragment);
  }
  for (const kval::lsp::Occurrence& one : kval::lsp::FindOccurrences(kval::lsp::TextTree(text), at)) {
    KVAL_CHECK(one.range.begin <= one.range.end && one.range.end <= text.size());
  }
}

}  // namespace

// For any client input, the server writes complete messages and continues.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  Talk(text);
  if (!text.empty()) {
    CheckSymbols(text);
    CheckTemplateNames(text);
    CheckRanges(text, bytes[0] % (text.size() + 1));
    CheckPieces(text.substr(1), 1 + bytes[0] % 16);
    for (size_t at = 0; at <= text.size(); at += 1 + bytes[0] % 16) {
      CheckTyped(text, at);
    }
  }
  return 0;
}
