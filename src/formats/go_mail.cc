#include <string>

#include "src/formats/scan.h"
#include "src/formats/validators.h"
#include "src/support/utf8.h"

// What Go's net/mail, ParseAddress, reads: Kubernetes' `email`. It is one mailbox of RFC 5322 with its name
// and comments, as in `Jo <jo@example.com>`; characters beyond ASCII are letters, and host names are not
// checked.
namespace kval::formats {
namespace {

constexpr bool IsBeyondAscii(char c) {
  return static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool IsVisible(char c) {
  return (c >= '!' && c <= '~') || IsBeyondAscii(c);
}
constexpr bool IsAtomChar(char c) {
  return IsVisible(c) && !IsIn(c, "()<>[]:;@\\,\"");
}
constexpr bool IsSpaceOrTab(char c) {
  return c == ' ' || c == '\t';
}

// Takes the parts of an address from the front of a well-formed UTF-8 text.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool AtEnd() const { return rest_.empty(); }
  bool Starts(char c) const { return rest_.starts_with(c); }
  bool Take(char c) {
    const bool is_there = Starts(c);
    rest_.remove_prefix(is_there ? 1 : 0);
    return is_there;
  }
  void SkipSpaces() {
    while (!AtEnd() && IsSpaceOrTab(rest_.front())) {
      rest_.remove_prefix(1);
    }
  }
  std::string Next() const { return Character(rest_, 0); }

  bool SkipComments(std::string* why);
  bool TakeComment(std::string* why);
  bool TakeAtom(bool permissive, std::string* why);
  bool TakeQuoted(bool* is_empty, std::string* why);
  bool TakeLiteral(std::string* why);
  // Parses addr-spec; resets the position on failure.
  bool TakeSpec(std::string* why);
  bool TakePhrase(std::string* why);

 private:
  bool TakeLocalAndDomain(std::string* why);

  std::string_view rest_;
};

// Behind its `(`.
bool Reader::TakeComment(std::string* why) {
  int depth = 1;
  while (!AtEnd() && depth > 0) {
    const char c = rest_.front();
    if (c == '\\' && rest_.size() > 1) {
      rest_.remove_prefix(1);
    } else {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
    rest_.remove_prefix(1);
  }
  return depth == 0 || Fail(why, "a comment is never closed with `)`");
}

bool Reader::SkipComments(std::string* why) {
  SkipSpaces();
  while (Take('(')) {
    if (!TakeComment(why)) {
      return false;
    }
    SkipSpaces();
  }
  return true;
}

bool Reader::TakeAtom(bool permissive, std::string* why) {
  size_t end = 0;
  while (end < rest_.size() && IsAtomChar(rest_[end])) {
    ++end;
  }
  if (end == 0) {
    return Fail(why, "expected a name, found " + Next());
  }
  const std::string_view atom = rest_.substr(0, end);
  rest_.remove_prefix(end);
  if (!permissive &&
      (atom.starts_with('.') || atom.ends_with('.') || atom.find("..") != std::string_view::npos)) {
    return Fail(why, "there is a dot at an end of " + Quoted(atom) + ", or two in a row");
  }
  return true;
}

bool Reader::TakeQuoted(bool* is_empty, std::string* why) {
  rest_.remove_prefix(1);
  *is_empty = Starts('"');
  for (; !AtEnd() && rest_.front() != '"'; rest_.remove_prefix(1)) {
    if (rest_.front() == '\\') {
      rest_.remove_prefix(1);
    }
    if (!AtEnd() && !IsVisible(rest_.front()) && !IsSpaceOrTab(rest_.front())) {
      return Fail(why, "a quoted string has a control character");
    }
    if (AtEnd()) {
      break;
    }
  }
  return Take('"') || Fail(why, "a quoted string is never closed");
}

bool Reader::TakeLiteral(std::string* why) {
  const size_t close = rest_.find(']');
  if (close == std::string_view::npos) {
    return Fail(why, "the address after `@` lacks its `]`");
  }
  const std::string_view address = rest_.substr(1, close - 1);
  rest_.remove_prefix(close + 1);
  return IsIp(address, why);
}

bool Reader::TakeLocalAndDomain(std::string* why) {
  SkipSpaces();
  bool is_empty = false;
  if (Starts('"') ? !TakeQuoted(&is_empty, why) : !TakeAtom(false, why)) {
    return false;
  }
  if (is_empty || !Take('@')) {
    return Fail(why, is_empty ? "there is nothing before `@`" : "there is no `@`");
  }
  SkipSpaces();
  return Starts('[') ? TakeLiteral(why) : TakeAtom(false, why);
}

bool Reader::TakeSpec(std::string* why) {
  const std::string_view before = rest_;
  if (TakeLocalAndDomain(why)) {
    return true;
  }
  rest_ = before;
  return false;
}

// Parses words and quoted strings up to the first other character.
bool Reader::TakePhrase(std::string* why) {
  for (size_t words = 0;; ++words) {
    if (words > 0 && !SkipComments(why)) {
      return false;
    }
    SkipSpaces();
    if (AtEnd()) {
      return true;
    }
    bool is_empty = false;
    std::string ignored;
    const std::string_view before = rest_;
    if (Starts('"') ? !TakeQuoted(&is_empty, &ignored) : !TakeAtom(true, &ignored)) {
      rest_ = before;
      return words > 0 || Fail(why, ignored);
    }
  }
}

bool IsMailbox(Reader& reader, std::string* why) {
  reader.SkipSpaces();
  if (reader.AtEnd()) {
    return Fail(why, "the string is empty");
  }
  std::string reason;
  if (reader.TakeSpec(&reason)) {
    reader.SkipSpaces();
    return !reader.Take('(') || reader.TakeComment(why);
  }
  if (!reader.Starts('<') && !reader.TakePhrase(why)) {
    return false;
  }
  reader.SkipSpaces();
  if (!reader.Take('<')) {
    return Fail(why, reason);
  }
  return reader.TakeSpec(why) && (reader.Take('>') || Fail(why, "the address is never closed with `>`"));
}

// A named group of exactly one mailbox: `friends: jo@example.com;`. At its name.
bool IsGroupOfOne(Reader& reader, std::string* why) {
  std::string ignored;
  reader.SkipSpaces();
  if (!reader.TakePhrase(&ignored)) {
    return false;
  }
  reader.SkipSpaces();
  return reader.Take(':') && IsMailbox(reader, why) && reader.SkipComments(why) &&
         (reader.Take(';') ||
          Fail(why, "expected `;` after the only address of a group, found " + reader.Next()));
}

}  // namespace

bool IsGoMailAddress(std::string_view text, std::string* why) {
  if (const size_t ill = utf8::FirstInvalid(text); ill < text.size()) {
    return Fail(why, "byte " + std::to_string(ill + 1) + " is not UTF-8");
  }
  Reader reader(text);
  if (!IsMailbox(reader, why)) {
    Reader group(text);
    if (!IsGroupOfOne(group, why)) {
      return false;
    }
    reader = group;
  }
  if (!reader.SkipComments(why)) {
    return false;
  }
  if (!reader.AtEnd()) {
    return Fail(why, "unexpected " + reader.Next() + " after the address");
  }
  why->clear();
  return true;
}

}  // namespace kval::formats
