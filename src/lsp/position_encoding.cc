#include "src/lsp/position_encoding.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "src/lsp/json.h"

namespace kval::lsp {
namespace {

// The lines of a text, for conversions in any order.
class TextLines {
 public:
  explicit TextLines(std::string text) : text_(std::move(text)) {
    for (size_t at = 0; at <= text_.size();) {
      const size_t end = std::min(text_.find_first_of("\r\n", at), text_.size());
      lines_.push_back(std::string_view(text_).substr(at, end - at));
      at = end + (std::string_view(text_).substr(end, 2) == "\r\n" ? 2 : 1);
    }
  }
  TextLines(const TextLines&) = delete;
  TextLines& operator=(const TextLines&) = delete;

  uint32_t Utf8Character(TextPosition utf16) const {
    const std::string_view line = utf16.line < lines_.size() ? lines_[utf16.line] : std::string_view();
    return static_cast<uint32_t>(ByteAt(line, {0, utf16.character}));
  }

 private:
  std::string text_;
  std::vector<std::string_view> lines_;
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
