#include "src/lang/kcl/builtins/string_split.h"

#include <algorithm>

#include "src/lang/kcl/builtins/string_case.h"
#include "src/support/text_search.h"
#include "src/support/utf8.h"

namespace kval::kcl::builtins {
namespace {

bool IsAsciiSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

size_t CharacterLength(std::string_view text, size_t position) {
  return position < text.size() ? utf8::Decode(text, position).length : 1;
}

// The offset at which the last character of `text` begins; text must not be empty.
size_t LastCharacter(std::string_view text) {
  size_t position = text.size() - 1;
  while (position > 0 && (static_cast<uint8_t>(text[position]) & 0xc0U) == 0x80) {
    --position;
  }
  return position;
}

// Calls `take` with the places of `part` from the left, without overlap, as long as it says to go on.
template <typename Take>
void ForPlaces(std::string_view text, std::string_view part, const Take& take) {
  size_t next = part.empty() ? 0 : FindText(text, part);
  while (next <= text.size() && take(next)) {
    next = part.empty() ? next + CharacterLength(text, next) : FindText(text, part, next + part.size());
  }
}

// Characters, of which there may be many.
class CharacterSet {
 public:
  explicit CharacterSet(std::string_view characters) {
    for (size_t i = 0; i < characters.size();) {
      const utf8::CodePoint point = utf8::Decode(characters, i);
      points_.push_back(point.value);
      i += point.length;
    }
    std::sort(points_.begin(), points_.end());
    points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
  }
  bool operator()(std::string_view character) const {
    return std::binary_search(points_.begin(), points_.end(), utf8::Decode(character, 0).value);
  }

 private:
  std::vector<char32_t> points_;
};

bool IsWhite(std::string_view character) {
  return IsWhiteSpace(utf8::Decode(character, 0).value);
}

template <typename Drop>
std::string_view StripLeftWhere(std::string_view text, const Drop& drop) {
  while (!text.empty()) {
    size_t length = CharacterLength(text, 0);
    if (!drop(text.substr(0, length))) {
      break;
    }
    text.remove_prefix(length);
  }
  return text;
}

template <typename Drop>
std::string_view StripRightWhere(std::string_view text, const Drop& drop) {
  while (!text.empty()) {
    size_t last = LastCharacter(text);
    if (!drop(text.substr(last))) {
      break;
    }
    text = text.substr(0, last);
  }
  return text;
}

}  // namespace

std::vector<std::string_view> Split(std::string_view text, std::string_view separator, int64_t limit) {
  std::vector<std::string_view> parts;
  size_t begin = 0;
  ForPlaces(text, separator, [&](size_t place) {
    if (limit >= 0 && static_cast<int64_t>(parts.size()) >= limit) {
      return false;
    }
    parts.push_back(text.substr(begin, place - begin));
    begin = place + separator.size();
    return true;
  });
  parts.push_back(text.substr(begin));
  return parts;
}

std::vector<std::string_view> SplitRight(std::string_view text, std::string_view separator, int64_t limit) {
  if (limit < 0 && separator.empty()) {
    return Split(text, separator, limit);
  }
  std::vector<std::string_view> parts;
  std::string_view rest = text;
  const ReverseSearcher finder(text, separator);
  bool at_end = true;
  while (limit < 0 || static_cast<int64_t>(parts.size()) < limit) {
    size_t place = std::string_view::npos;
    if (!separator.empty()) {
      place = finder.Find(rest.size());
    } else if (at_end) {
      place = rest.size();
    } else if (!rest.empty()) {
      place = LastCharacter(rest);
    }
    if (place == std::string_view::npos) {
      break;
    }
    parts.push_back(rest.substr(place + separator.size()));
    rest = rest.substr(0, place);
    at_end = false;
  }
  parts.push_back(rest);
  std::reverse(parts.begin(), parts.end());
  return parts;
}

std::vector<std::string_view> SplitWords(std::string_view text, int64_t limit) {
  std::vector<std::string_view> words;
  size_t begin = 0;
  int64_t left = limit;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsAsciiSpace(text[i])) {
      continue;
    }
    if (begin == i) {
      ++begin;
      continue;
    }
    if (left == 0) {
      break;
    }
    words.push_back(text.substr(begin, i - begin));
    begin = i + 1;
    --left;
  }
  if (begin != text.size()) {
    words.push_back(text.substr(begin));
  }
  return words;
}

std::vector<std::string_view> SplitWordsRight(std::string_view text, int64_t limit) {
  std::vector<std::string_view> words;
  int64_t left = limit;
  std::string_view rest = text;
  for (size_t place = rest.find_last_of(" \t\n\f\r\v"); place != std::string_view::npos;
       place = rest.find_last_of(" \t\n\f\r\v")) {
    if (place + 1 != rest.size()) {
      if (left == 0) {
        break;
      }
      words.push_back(rest.substr(place + 1));
      --left;
    }
    rest = rest.substr(0, place);
  }
  if (!rest.empty()) {
    words.push_back(rest);
  }
  std::reverse(words.begin(), words.end());
  return words;
}

std::vector<std::string_view> SplitLines(std::string_view text, bool keep_ends, size_t most) {
  std::vector<std::string_view> lines;
  size_t begin = 0;
  for (size_t i = 0; i < text.size() && lines.size() < most; ++i) {
    if (text[i] != '\n' && text[i] != '\r') {
      continue;
    }
    size_t length = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n' ? 2 : 1;
    lines.push_back(text.substr(begin, i - begin + (keep_ends ? length : 0)));
    begin = i + length;
    i = begin - 1;
  }
  if (begin != text.size()) {
    lines.push_back(text.substr(begin));
  }
  return lines;
}

int64_t CountOf(std::string_view text, std::string_view part) {
  int64_t count = 0;
  ForPlaces(text, part, [&count](size_t) { return ++count > 0; });
  return count;
}

std::string Replace(std::string_view text, std::string_view old_text, std::string_view new_text,
                    int64_t limit) {
  std::string out;
  size_t begin = 0;
  int64_t done = 0;
  ForPlaces(text, old_text, [&](size_t place) {
    if (limit >= 0 && done >= limit) {
      return false;
    }
    out += text.substr(begin, place - begin);
    out += new_text;
    begin = place + old_text.size();
    ++done;
    return true;
  });
  out += text.substr(begin);
  return out;
}

std::string_view StripLeft(std::string_view text, std::string_view characters) {
  return StripLeftWhere(text, CharacterSet(characters));
}
std::string_view StripRight(std::string_view text, std::string_view characters) {
  return StripRightWhere(text, CharacterSet(characters));
}
std::string_view StripLeft(std::string_view text) {
  return StripLeftWhere(text, IsWhite);
}
std::string_view StripRight(std::string_view text) {
  return StripRightWhere(text, IsWhite);
}

}  // namespace kval::kcl::builtins
