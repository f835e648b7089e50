#include <string>
#include <string_view>

#include "src/helm/functions/functions_of.h"
#include "src/helm/functions/unicode.h"
#include "src/support/ascii.h"
#include "src/support/utf8.h"

// Source: Go's strings.Title, github.com/Masterminds/goutils and github.com/huandu/xstrings 1.5.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Value;

namespace {

bool Count(Call& call, std::string_view text) {
  return call.Step(1 + text.size() / 4);
}

// Whether a word ends at the character, for strings.Title.
bool IsSeparator(char32_t c) {
  if (c < 0x80) {
    return !IsAlnum(static_cast<char>(c)) && c != '_';
  }
  return !IsLetterOrDigit(c) && IsSpace(c);
}

bool IsConnector(char32_t c) {
  return c == '-' || c == '_' || IsSpace(c);
}

// Letters other than Chinese characters, in the ranges of xstrings.
bool IsAlphabet(char32_t c) {
  const bool is_chinese =
      (c >= 0x4E00 && c <= 0x9FCC) || (c >= 0x3400 && c <= 0x4D85) || (c >= 0x20000 && c <= 0x2B81D);
  return IsLetterOrDigit(c) && !IsNumber(c) && !is_chinese;
}

enum class WordKind : uint8_t { kNone, kNumber, kUpper, kLetters, kConnector, kPunctuation, kOther };

struct Word {
  WordKind kind = WordKind::kNone;
  std::u32string_view text;
};

WordKind KindOf(char32_t c) {
  if (IsConnector(c)) {
    return WordKind::kConnector;
  }
  if (IsPunctuation(c)) {
    return WordKind::kPunctuation;
  }
  if (IsUpperCase(c)) {
    return WordKind::kUpper;
  }
  if (IsAlphabet(c)) {
    return WordKind::kLetters;
  }
  return IsNumber(c) ? WordKind::kNumber : WordKind::kOther;
}

// Takes the next word: a run of one kind; an upper-case letter begins a word of lower-case letters.
Word TakeWord(std::u32string_view& rest) {
  if (rest.empty()) {
    return {};
  }
  const WordKind kind = KindOf(rest[0]);
  size_t end = 1;
  const auto skip = [&](WordKind wanted) {
    while (end < rest.size() && KindOf(rest[end]) == wanted) {
      ++end;
    }
  };
  if (kind == WordKind::kUpper && end < rest.size() && KindOf(rest[end]) == WordKind::kUpper) {
    skip(WordKind::kUpper);
    // The last letter of HTTPStatus's first run begins its second word.
    if (end < rest.size() && KindOf(rest[end]) == WordKind::kLetters) {
      --end;
    }
  } else {
    skip(kind == WordKind::kUpper ? WordKind::kLetters : kind);
  }
  const Word word = {kind, rest.substr(0, end)};
  rest.remove_prefix(end);
  return word;
}

// Converts to snake_case or kebab-case.
class LowerCaseWords {
 public:
  LowerCaseWords(std::u32string_view text, char32_t connector) : rest_(text), connector_(connector) {}

  std::u32string Convert() {
    Next();
    while (!rest_.empty()) {
      if (word_.kind != WordKind::kConnector) {
        Write(word_);
      }
      const Word previous = word_;
      Next();
      if (previous.kind == WordKind::kNumber) {
        WriteLetters();
        Connect(word_.kind != WordKind::kNone);
      } else if (previous.kind == WordKind::kConnector) {
        Write(previous);
      } else if (previous.kind != WordKind::kPunctuation) {
        AfterLetters();
      }
    }
    Write(word_);
    return std::move(out_);
  }

 private:
  void Next() { word_ = TakeWord(rest_); }

  // A connector before the current word unless it brings its own.
  void Connect(bool is_wanted = true) {
    if (is_wanted && word_.kind != WordKind::kConnector && word_.kind != WordKind::kPunctuation) {
      out_ += connector_;
    }
  }

  void WriteLetters() {
    while (word_.kind == WordKind::kLetters || word_.kind == WordKind::kNumber) {
      Write(word_);
      Next();
    }
  }

  // A number belongs to the word before it, unless lower-case letters follow: bld4_floor, http_2xx.
  void AfterLetters() {
    if (word_.kind != WordKind::kNumber) {
      Connect();
      return;
    }
    if (rest_.empty()) {
      return;
    }
    const Word number = word_;
    Next();
    if (word_.kind != WordKind::kLetters) {
      Write(number);
      Connect();
      return;
    }
    out_ += connector_;
    Write(number);
    WriteLetters();
    Connect(word_.kind != WordKind::kNone);
  }

  void Write(const Word& word) {
    for (const char32_t c : word.text) {
      const bool is_lowered = word.kind == WordKind::kUpper || word.kind == WordKind::kConnector;
      out_ += !is_lowered ? c : IsConnector(c) ? connector_ : IsUpperCase(c) ? ToLower(c) : c;
    }
  }

  std::u32string_view rest_;
  char32_t connector_;
  Word word_;
  std::u32string out_;
};

Value InLowerCaseWords(Call& call, char32_t connector) {
  if (!Count(call, call[0].text())) {
    return {};
  }
  const std::u32string text = Decoded(call[0].text());
  return call.Text(Encoded(LowerCaseWords(text, connector).Convert()));
}

}  // namespace

Value Upper(Call& call) {
  return Count(call, call[0].text()) ? call.Text(Mapped(call[0].text(), ToUpper)) : Value();
}

Value Lower(Call& call) {
  return Count(call, call[0].text()) ? call.Text(Mapped(call[0].text(), ToLower)) : Value();
}

Value Title(Call& call) {
  if (!Count(call, call[0].text())) {
    return {};
  }
  std::u32string text = Decoded(call[0].text());
  char32_t previous = ' ';
  for (char32_t& c : text) {
    const char32_t original = c;
    c = IsSeparator(previous) ? ToTitle(c) : c;
    previous = original;
  }
  return call.Text(Encoded(text));
}

Value Untitle(Call& call) {
  if (!Count(call, call[0].text())) {
    return {};
  }
  std::u32string text = Decoded(call[0].text());
  bool is_first = true;
  for (char32_t& c : text) {
    const bool is_space = IsSpace(c);
    c = is_first && !is_space ? ToLower(c) : c;
    is_first = is_space;
  }
  return call.Text(Encoded(text));
}

Value SwapCase(Call& call) {
  if (!Count(call, call[0].text())) {
    return {};
  }
  std::u32string text = Decoded(call[0].text());
  bool is_after_space = true;
  for (char32_t& c : text) {
    if (IsUpperCase(c) || IsTitleCase(c)) {
      c = ToLower(c);
      is_after_space = false;
    } else if (IsLowerCase(c)) {
      c = is_after_space ? ToTitle(c) : ToUpper(c);
      is_after_space = false;
    } else {
      is_after_space = IsSpace(c);
    }
  }
  return call.Text(Encoded(text));
}

// goutils takes each byte for a character: if it removes one, the bytes of others are encoded again.
Value NoSpace(Call& call) {
  if (!Count(call, call[0].text())) {
    return {};
  }
  std::string out;
  size_t count = 0;
  for (const char c : call[0].text()) {
    const auto byte = static_cast<unsigned char>(c);
    if (!IsSpace(byte)) {
      utf8::Append(out, byte);
      ++count;
    }
  }
  return count == call[0].text().size() ? call[0] : call.Text(out);
}

Value Initials(Call& call) {
  std::string out;
  bool is_after_space = true;
  for (const char c : call[0].text()) {
    const auto byte = static_cast<unsigned char>(c);
    if (!IsSpace(byte) && is_after_space) {
      utf8::Append(out, byte);
    }
    is_after_space = IsSpace(byte);
  }
  return Count(call, call[0].text()) ? call.Text(out) : Value();
}

Value CamelCase(Call& call) {
  const std::u32string text = Decoded(call[0].text());
  if (!Count(call, call[0].text())) {
    return {};
  }
  std::u32string out;
  size_t at = 0;
  while (at < text.size() && IsConnector(text[at])) {
    out += text[at++];
  }
  if (at == text.size()) {
    out += text.empty() ? std::u32string() : text.substr(at - 1);  // xstrings writes it twice
    return call.Text(Encoded(out));
  }
  // The first characters of words in upper case, the rest of such words in lower case.
  bool is_upper_word = IsUpperCase(text[at]);
  char32_t current = ToUpper(text[at]);
  for (++at; at < text.size(); ++at) {
    const char32_t previous = current;
    current = text[at];
    if (!IsConnector(previous)) {
      is_upper_word = is_upper_word && IsUpperCase(current);
      current = is_upper_word ? ToLower(current) : current;
      out += previous;
    } else if (IsConnector(current)) {
      out += previous;
    } else {
      is_upper_word = IsUpperCase(current);
      current = ToUpper(current);
    }
  }
  out += current;
  return call.Text(Encoded(out));
}

Value SnakeCase(Call& call) {
  return InLowerCaseWords(call, '_');
}

Value KebabCase(Call& call) {
  return InLowerCaseWords(call, '-');
}

}  // namespace kval::helm::functions
