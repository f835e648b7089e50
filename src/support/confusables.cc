#include "src/support/confusables.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "src/support/utf8.h"

namespace kval {
namespace {

// Code points `first` to `last` resemble `ascii` and its successors, or all resemble `ascii` if `is_row` is
// false.
struct Range {
  char32_t first, last;
  char ascii;
  std::string_view name;
  bool is_row = false;
};

constexpr std::string_view kQuote = "typographic quote";
constexpr std::string_view kCyrillic = "Cyrillic letter";
constexpr std::string_view kGreek = "Greek letter";

// In order of code points.
constexpr std::array kRanges = {
    Range{0x00A0, 0x00A0, ' ', "no-break space"},
    Range{0x00AD, 0x00AD, 0, "soft hyphen"},
    Range{0x0131, 0x0131, 'i', "i without its dot"},
    Range{0x0391, 0x0391, 'A', kGreek},
    Range{0x0392, 0x0392, 'B', kGreek},
    Range{0x0395, 0x0395, 'E', kGreek},
    Range{0x0396, 0x0396, 'Z', kGreek},
    Range{0x0397, 0x0397, 'H', kGreek},
    Range{0x0399, 0x0399, 'I', kGreek},
    Range{0x039A, 0x039A, 'K', kGreek},
    Range{0x039C, 0x039C, 'M', kGreek},
    Range{0x039D, 0x039D, 'N', kGreek},
    Range{0x039F, 0x039F, 'O', kGreek},
    Range{0x03A1, 0x03A1, 'P', kGreek},
    Range{0x03A4, 0x03A4, 'T', kGreek},
    Range{0x03A5, 0x03A5, 'Y', kGreek},
    Range{0x03A7, 0x03A7, 'X', kGreek},
    Range{0x03B1, 0x03B1, 'a', kGreek},
    Range{0x03B9, 0x03B9, 'i', kGreek},
    Range{0x03BA, 0x03BA, 'k', kGreek},
    Range{0x03BD, 0x03BD, 'v', kGreek},
    Range{0x03BF, 0x03BF, 'o', kGreek},
    Range{0x03C1, 0x03C1, 'p', kGreek},
    Range{0x03C5, 0x03C5, 'u', kGreek},
    Range{0x0405, 0x0405, 'S', kCyrillic},
    Range{0x0406, 0x0406, 'I', kCyrillic},
    Range{0x0408, 0x0408, 'J', kCyrillic},
    Range{0x0410, 0x0410, 'A', kCyrillic},
    Range{0x0412, 0x0412, 'B', kCyrillic},
    Range{0x0415, 0x0415, 'E', kCyrillic},
    Range{0x041A, 0x041A, 'K', kCyrillic},
    Range{0x041C, 0x041C, 'M', kCyrillic},
    Range{0x041D, 0x041D, 'H', kCyrillic},
    Range{0x041E, 0x041E, 'O', kCyrillic},
    Range{0x0420, 0x0420, 'P', kCyrillic},
    Range{0x0421, 0x0421, 'C', kCyrillic},
    Range{0x0422, 0x0422, 'T', kCyrillic},
    Range{0x0423, 0x0423, 'Y', kCyrillic},
    Range{0x0425, 0x0425, 'X', kCyrillic},
    Range{0x0430, 0x0430, 'a', kCyrillic},
    Range{0x0435, 0x0435, 'e', kCyrillic},
    Range{0x043E, 0x043E, 'o', kCyrillic},
    Range{0x0440, 0x0440, 'p', kCyrillic},
    Range{0x0441, 0x0441, 'c', kCyrillic},
    Range{0x0443, 0x0443, 'y', kCyrillic},
    Range{0x0445, 0x0445, 'x', kCyrillic},
    Range{0x0455, 0x0455, 's', kCyrillic},
    Range{0x0456, 0x0456, 'i', kCyrillic},
    Range{0x0458, 0x0458, 'j', kCyrillic},
    Range{0x04BB, 0x04BB, 'h', kCyrillic},
    Range{0x0501, 0x0501, 'd', kCyrillic},
    Range{0x051B, 0x051B, 'q', kCyrillic},
    Range{0x051D, 0x051D, 'w', kCyrillic},
    Range{0x1680, 0x1680, ' ', "Ogham space"},
    Range{0x2000, 0x200A, ' ', "typographic space"},
    Range{0x200B, 0x200B, 0, "zero width space"},
    Range{0x200C, 0x200D, 0, "zero width joiner"},
    Range{0x2010, 0x2011, '-', "typographic hyphen"},
    Range{0x2012, 0x2013, '-', "en dash"},
    Range{0x2014, 0x2015, '-', "em dash"},
    Range{0x2018, 0x201B, '\'', kQuote},
    Range{0x201C, 0x201F, '"', kQuote},
    Range{0x202F, 0x202F, ' ', "narrow no-break space"},
    Range{0x205F, 0x205F, ' ', "mathematical space"},
    Range{0x2060, 0x2060, 0, "word joiner"},
    Range{0x2212, 0x2212, '-', "minus sign"},
    Range{0x2236, 0x2236, ':', "ratio sign"},
    Range{0x3000, 0x3000, ' ', "ideographic space"},
    Range{0xA789, 0xA789, ':', "letter colon"},
    Range{0xFEFF, 0xFEFF, 0, "byte order mark"},
    Range{0xFF01, 0xFF5E, '!', "full-width character", true},
};

}  // namespace

std::optional<Confusable> GetConfusableAt(std::string_view text) {
  if (text.empty() || static_cast<uint8_t>(text[0]) < 0x80) {
    return std::nullopt;
  }
  const utf8::CodePoint c = utf8::Decode(text, 0);
  const auto* range = std::lower_bound(kRanges.begin(), kRanges.end(), c.value,
                                       [](const Range& r, char32_t value) { return r.last < value; });
  if (!c.valid || range == kRanges.end() || c.value < range->first) {
    return std::nullopt;
  }
  const char32_t row = range->is_row ? c.value - range->first : 0;
  return Confusable{c.value, static_cast<char>(static_cast<char32_t>(range->ascii) + row), c.length,
                    range->name};
}

std::optional<Confusable> FindConfusable(std::string_view text, size_t* offset) {
  for (size_t at = 0; at < text.size(); ++at) {
    if (const std::optional<Confusable> found = GetConfusableAt(text.substr(at))) {
      *offset = at;
      return found;
    }
  }
  return std::nullopt;
}

std::string ReplaceConfusables(std::string_view text) {
  std::string plain;
  for (size_t at = 0; at < text.size();) {
    const std::optional<Confusable> found = GetConfusableAt(text.substr(at));
    if (found && found->ascii != 0) {
      plain += found->ascii;
    } else if (!found) {
      plain += text[at];
    }
    at += found ? found->length : 1;
  }
  return plain;
}

std::string DescribeConfusableIn(std::string_view text, std::string_view suggested) {
  size_t offset = 0;
  const std::optional<Confusable> suspicious = FindConfusable(text, &offset);
  if (!suspicious || suggested.find(text.substr(offset, suspicious->length)) != std::string_view::npos) {
    return {};
  }
  const std::string shown = suspicious->is_space()
                                ? "One character"
                                : "The `" + std::string(text.substr(offset, suspicious->length)) + "`";
  const std::string plain = suspicious->is_space() ? "" : ", not `" + std::string(1, suspicious->ascii) + "`";
  return " " + shown + " in it is " + Describe(*suspicious) + plain;
}

std::string Describe(const Confusable& look_alike) {
  std::string digits;
  for (char32_t rest = look_alike.code_point; rest != 0 || digits.size() < 4; rest >>= 4) {
    digits.insert(digits.begin(), "0123456789ABCDEF"[rest & 0xF]);
  }
  return "U+" + digits + " (" + std::string(look_alike.name) + ")";
}

}  // namespace kval
