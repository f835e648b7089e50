#include "src/lsp/position_encoding.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "src/lsp/json.h"

namespace kval::lsp {
namespace {

// A line in pieces of limited size, so that a conversion takes constant time in a line of any length.
class LinePieces {
 public:
  explicit LinePieces(std::string_view line) : line_(line) {
    const bool is_long = line.size() > kPieceUnits * kMostBytesOfUnit;
    for (size_t at = 0, units = 0; is_long && at < line.size();) {
      pieces_.push_back({at, units});
      const std::string_view rest = line.substr(at, kPieceUnits * kMostBytesOfUnit);
      const size_t size = std::max<size_t>(1, ByteAt(rest, {0, kPieceUnits}));
      units += PositionInLine(rest.substr(0, size), 0, size).character;
      at += size;
    }
  }

  size_t Utf8Character(uint32_t utf16) const {
    const auto after =
        std::upper_bound(pieces_.begin(), pieces_.end(), utf16,
                         [](uint32_t units, const Piece& piece) { return units < piece.units; });
    if (after == pieces_.begin()) {
      return ByteAt(line_, {0, utf16});
    }
    const Piece& piece = *std::prev(after);
    const size_t end = after == pieces_.end() ? line_.size() : after->begin;
    const uint32_t left = utf16 - static_cast<uint32_t>(piece.units);
    return piece.begin + ByteAt(line_.substr(piece.begin, end - piece.begin), {0, left});
  }

 private:
  static constexpr uint32_t kPieceUnits = 128;
  static constexpr size_t kMostBytesOfUnit = 3;
  struct Piece {
    size_t begin;  // byte
    size_t units;  // before it
  };

  std::string_view line_;
  std::vector<Piece> pieces_;  // of a long line
};

// The lines of a text, for conversions in any order.
class TextLines {
 public:
  explicit TextLines(std::string text) : text_(std::move(text)) {
    for (size_t at = 0; at <= text_.size();) {
      const size_t end = std::min(text_.find_first_of("\r\n", at), text_.size());
      lines_.emplace_back(std::string_view(text_).substr(at, end - at));
      at = end + (std::string_view(text_).substr(end, 2) == "\r\n" ? 2 : 1);
    }
  }
  TextLines(const TextLines&) = delete;
  TextLines& operator=(const TextLines&) = delete;

  uint32_t Utf8Character(TextPosition utf16) const {
    return utf16.line < lines_.size()
               ? static_cast<uint32_t>(lines_[utf16.line].Utf8Character(utf16.character))
               : 0;
  }

 private:
  std::string text_;
  std::vector<LinePieces> lines_;
};

class Conversion {
 public:
  Conversion(std::string_view json, const TextOfUri& text_of) : json_(json), text_of_(text_of) {}

  std::string Run(const Json& root, std::string_view uri) {
    open_.push_back({&root, uri, false});
    while (!open_.empty()) {
      const Place place = open_.back();
      open_.pop_back();
      Visit(place);
    }
    std::sort(numbers_.begin(), numbers_.end());
    std::string result;
    size_t copied = 0;
    for (const NumberEdit& edit : numbers_) {
      result.append(json_.substr(copied, edit.begin - copied)).append(std::to_string(edit.number));
      copied = edit.begin + edit.size;
    }
    return result.append(json_.substr(copied));
  }

 private:
  struct Place {
    const Json* value;
    std::string_view uri;
    bool is_by_uri;  // its keys are URIs
  };
  struct NumberEdit {
    size_t begin, size;
    uint32_t number;
    friend bool operator<(const NumberEdit& a, const NumberEdit& b) { return a.begin < b.begin; }
  };

  void Visit(const Place& place) {
    const Json& value = *place.value;
    std::string_view uri = place.uri;
    if (value.is(json::JsonKind::kObject)) {
      if (Member(&value, "line") != nullptr && Member(&value, "character") != nullptr) {
        return Convert(value, uri);
      }
      uri =
          TextOf(Member(&value, "uri")).value_or(TextOf(Member(&value, "textDocument", "uri")).value_or(uri));
    } else if (!value.is(json::JsonKind::kArray)) {
      return;
    }
    for (const Json& child : value) {
      open_.push_back({&child, place.is_by_uri ? child.key : uri, child.key == "changes"});
    }
  }

  void Convert(const Json& position, std::string_view uri) {
    const TextPosition utf16 = PositionOf(&position);
    const std::string_view spelling = Member(&position, "character")->spelling;
    const TextLines* lines = utf16.character == 0 ? nullptr : LinesOf(uri);
    if (lines != nullptr) {
      numbers_.push_back({static_cast<size_t>(spelling.data() - json_.data()), spelling.size(),
                          lines->Utf8Character(utf16)});
    }
  }

  const TextLines* LinesOf(std::string_view uri) {
    auto known = texts_.find(uri);
    if (known == texts_.end()) {
      std::optional<std::string> text = text_of_(uri);
      known = texts_.emplace(uri, text ? std::make_unique<const TextLines>(*std::move(text)) : nullptr).first;
    }
    return known->second.get();
  }

  std::string_view json_;
  const TextOfUri& text_of_;
  std::vector<Place> open_;
  std::vector<NumberEdit> numbers_;
  std::map<std::string, std::unique_ptr<const TextLines>, std::less<>> texts_;
};

}  // namespace

TextPosition ToUtf16(std::string_view text, TextPosition utf8) {
  const size_t begin = ByteAt(text, {utf8.line, 0});
  const size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
  size_t at = std::min<size_t>(begin + utf8.character, end);
  while (at > begin && at < end && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) {
    --at;
  }
  // Counts in the line alone: PositionInLine would search for its beginning again.
  return {utf8.line, PositionInLine(text.substr(begin, end - begin), 0, at - begin).character};
}

std::string WithUtf8Positions(std::string_view json, std::string_view uri, const TextOfUri& text_of) {
  json::Document document;
  return document.Parse(json) ? Conversion(json, text_of).Run(*document.root(), uri) : std::string(json);
}

}  // namespace kval::lsp
