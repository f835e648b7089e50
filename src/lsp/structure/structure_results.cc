#include "src/lsp/structure/structure_results.h"

#include <algorithm>

#include "src/lsp/results.h"
#include "src/report/json_writer.h"
#include "src/support/ascii_text.h"

namespace kval::lsp {
namespace {

using report::JsonWriter;

TextRange RangeOf(const TextPositions& positions, ByteRange range) {
  return {positions.At(range.begin), positions.At(range.end)};
}

bool ContainsIgnoringCase(std::string_view text, std::string_view word) {
  const auto found = std::search(text.begin(), text.end(), word.begin(), word.end(),
                                 [](char a, char b) { return ToLower(a) == ToLower(b); });
  return found != text.end() || word.empty();
}

}  // namespace

std::string DocumentSymbolResult(std::string_view text, std::span<const Symbol> symbols) {
  const TextPositions positions(text);
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  json.BeginArray();
  size_t open = 0;  // symbols whose children are being written
  const auto close_to = [&](size_t depth) {
    for (; open > depth; --open) {
      json.EndArray().EndObject();
    }
  };
  for (size_t i = 0; i < symbols.size(); ++i) {
    const Symbol& symbol = symbols[i];
    close_to(symbol.depth);
    json.BeginObject().Field("name", symbol.name).OptionalField("detail", symbol.detail);
    json.Field("kind", static_cast<uint64_t>(symbol.kind));
    WriteRange("range", RangeOf(positions, symbol.range), json);
    WriteRange("selectionRange", RangeOf(positions, symbol.name_range), json);
    if (i + 1 < symbols.size() && symbols[i + 1].depth > symbol.depth) {
      json.Key("children").BeginArray();
      ++open;
    } else {
      json.EndObject();
    }
  }
  close_to(0);
  json.EndArray();
  return OneLine(json);
}

std::string SymbolInformationResult(std::span<const TextSymbols> texts, std::string_view query, size_t most) {
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  json.BeginArray();
  size_t left = most;
  for (const TextSymbols& one : texts) {
    const TextPositions positions(one.text);
    std::vector<const Symbol*> parents;
    for (const Symbol& symbol : one.symbols) {
      parents.resize(std::min(parents.size(), symbol.depth));
      if (left > 0 && ContainsIgnoringCase(symbol.name, query)) {
        --left;
        json.BeginObject().Field("name", symbol.name).Field("kind", static_cast<uint64_t>(symbol.kind));
        json.OptionalField("containerName", parents.empty() ? "" : parents.back()->name);
        json.Key("location").BeginObject().Field("uri", one.uri);
        WriteRange("range", RangeOf(positions, symbol.name_range), json);
        json.EndObject().EndObject();
      }
      parents.push_back(&symbol);
    }
  }
  json.EndArray();
  return OneLine(json);
}

std::string FoldingResult(std::span<const Folding> foldings) {
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  json.BeginArray();
  for (const Folding& folding : foldings) {
    json.BeginObject().Field("startLine", folding.first).Field("endLine", folding.last);
    if (folding.kind != FoldingKind::kCode) {
      json.Field("kind", folding.kind == FoldingKind::kComment ? "comment" : "region");
    }
    json.EndObject();
  }
  json.EndArray();
  return OneLine(json);
}

std::string SelectionResult(std::string_view text, std::span<const std::vector<ByteRange>> selections) {
  const TextPositions positions(text);
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  json.BeginArray();
  for (const std::vector<ByteRange>& ranges : selections) {
    for (size_t i = 0; i < ranges.size(); ++i) {
      if (i > 0) {
        json.Key("parent");
      }
      json.BeginObject();
      WriteRange("range", RangeOf(positions, ranges[i]), json);
    }
    for (size_t i = 0; i < ranges.size(); ++i) {
      json.EndObject();
    }
  }
  json.EndArray();
  return OneLine(json);
}

std::string LinkResult(std::string_view text, std::span<const DocumentLink> links) {
  const TextPositions positions(text);
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  json.BeginArray();
  for (const DocumentLink& link : links) {
    json.BeginObject();
    WriteRange("range", RangeOf(positions, link.range), json);
    json.Field("target", link.target).EndObject();
  }
  json.EndArray();
  return OneLine(json);
}

std::string InlayHintResult(std::string_view text, std::span<const InlayHint> hints) {
  const TextPositions positions(text);
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  json.BeginArray();
  for (const InlayHint& hint : hints) {
    const TextPosition at = positions.At(hint.at);
    json.BeginObject().Key("position").BeginObject();
    json.Field("line", uint64_t{at.line}).Field("character", uint64_t{at.character}).EndObject();
    json.Field("label", hint.label).Field("tooltip", hint.tooltip).Key("paddingLeft").Bool(true).EndObject();
  }
  json.EndArray();
  return OneLine(json);
}

std::string HighlightResult(std::string_view text, std::span<const Occurrence> occurrences) {
  const TextPositions positions(text);
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  json.BeginArray();
  for (const Occurrence& occurrence : occurrences) {
    json.BeginObject();
    WriteRange("range", RangeOf(positions, occurrence.range), json);
    json.Field("kind", static_cast<uint64_t>(occurrence.kind)).EndObject();
  }
  json.EndArray();
  return OneLine(json);
}

}  // namespace kval::lsp
