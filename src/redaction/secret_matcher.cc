#include "src/redaction/secret_matcher.h"

#include <algorithm>
#include <array>

#include "src/redaction/secret_key_names.h"
#include "src/support/ascii.h"

namespace kval::redaction {
namespace {

// Shorter strings occur in too many ordinary words; they are replaced only between quotes.
constexpr size_t kShort = 3;
constexpr size_t kLeast = 6;  // characters that tell something
constexpr size_t kHead = 512;
constexpr size_t kMostBytes = 16 * 1024 * 1024;
constexpr std::string_view kCut = "…";

bool IsWord(char c) {
  return static_cast<unsigned char>(c) >= 0x80 || IsDigit(c) || IsLetter(c);
}

bool IsQuote(char c) {
  return c == '`' || c == '"' || c == '\'';
}

// Whether text[at] is between backquotes or double quotes.
bool IsBetweenQuotes(std::string_view text, size_t at) {
  char open = '\0';
  for (size_t i = 0; i < at; ++i) {
    const char c = text[i];
    if (c == '\\') {
      ++i;
    } else if (open == '\0' ? c == '`' || c == '"' : c == open) {
      open = open == '\0' ? c : '\0';
    }
  }
  return open != '\0';
}

// Behind an escape, or glued to the option `-p`.
bool IsAfterEscape(std::string_view text, size_t at) {
  return at > 1 &&
         ((text[at - 2] == '\\' && std::string_view("nrt").find(text[at - 1]) != std::string_view::npos) ||
          (text[at - 2] == '-' && text[at - 1] == 'p'));
}

bool BeginsWord(std::string_view text, size_t at) {
  return at == 0 || !IsWord(text[at]) || !IsWord(text[at - 1]) || IsAfterEscape(text, at);
}

bool IsSmallLetter(char c) {
  return c >= 'a' && c <= 'z';
}

// `key: password`: a word that names secrets is the name of one far more often than one itself.
bool IsNameOfSecrets(std::string_view text) {
  return std::all_of(text.begin(), text.end(), IsSmallLetter) && IsSecretKey(text);
}

bool IsTelling(std::string_view text) {
  if (IsNameOfSecrets(text)) {
    return false;
  }
  const bool has_suspicious = !std::all_of(text.begin(), text.end(), IsLetter);
  return text.size() >= (has_suspicious ? kLeast : kLeast + 2);
}

// Letters and digits. A line with a key is known by its value.
bool IsMixed(std::string_view text) {
  return text.size() >= kLeast + 2 && text.find(": ") == std::string_view::npos &&
         std::any_of(text.begin(), text.end(), IsDigit) && std::any_of(text.begin(), text.end(), IsLetter);
}

constexpr size_t kBeginnings = 65536;

size_t BeginningOf(std::string_view text, size_t at) {
  return static_cast<unsigned char>(text[at]) * size_t{256} + static_cast<unsigned char>(text[at + 1]);
}

size_t CommonPrefix(std::string_view a, std::string_view b) {
  return std::mismatch(a.begin(), a.begin() + static_cast<ptrdiff_t>(std::min(a.size(), b.size())), b.begin())
             .first -
         a.begin();
}

}  // namespace

bool IsMessageWord(std::string_view text) {
  constexpr std::array<std::string_view, 42> kWords = {
      "allowed",    "and",      "apiVersion", "array",    "boolean",  "declared", "default",
      "deprecated", "document", "duplicate",  "empty",    "expected", "expects",  "false",
      "float",      "found",    "here",       "integer",  "invalid",  "items",    "key",
      "keys",       "length",   "map",        "metadata", "missing",  "must",     "null",
      "number",     "object",   "optional",   "required", "rule",     "schema",   "secret",
      "string",     "text",     "this",       "true",     "unknown",  "value",    "values"};
  return std::binary_search(kWords.begin(), kWords.end(), text);
}

bool IsDistinctive(std::string_view text) {
  constexpr size_t kLong = 10;
  bool has_letter = false, has_other = false, has_hump = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    has_letter = has_letter || IsLetter(c);
    has_other = has_other || !(IsLetter(c) || std::string_view(" -_./:,").find(c) != std::string_view::npos);
    has_hump = has_hump || (i > 0 && c >= 'A' && c <= 'Z' && text[i - 1] >= 'a' && text[i - 1] <= 'z');
  }
  return has_letter && text.size() >= kLeast && !IsMessageWord(text) &&
         (has_other || (has_hump && text.size() >= kLong));
}

bool IsWholeWord(std::string_view text, size_t at, size_t size, Wording wording) {
  const std::string_view word = text.substr(at, size);
  const char before = at > 0 && !IsAfterEscape(text, at) ? text[at - 1] : ' ';
  const char after = at + size < text.size() ? text[at + size] : ' ';
  const std::string_view ahead = text.substr(0, at);
  const bool is_found =
      at + size == text.size() && (at == 0 || ahead.ends_with(": ") || ahead.ends_with("found "));
  if (size < kShort || IsMessageWord(word)) {
    return is_found || (IsQuote(before) && IsQuote(after));
  }
  const bool is_word =
      !(IsWord(before) && IsWord(text[at])) &&
      (!IsWord(after) || !IsWord(text[at + size - 1]) || text.substr(at + size).starts_with(kCut));
  const bool may_be_own = wording == Wording::kOwn && std::all_of(word.begin(), word.end(), [](char c) {
                            return IsSmallLetter(c) || c == ' ';
                          });
  return is_word && (!may_be_own || is_found || IsBetweenQuotes(text, at));
}

void SecretMatcher::Add(std::string_view text) {
  if (IsTelling(text) && size_ < kMostBytes) {
    strings_.emplace_back(text.substr(0, kHead));
    size_ += sizeof(std::string) + strings_.back().size();
  }
}

void SecretMatcher::Seal() {
  std::sort(strings_.begin(), strings_.end());
  strings_.erase(std::unique(strings_.begin(), strings_.end()), strings_.end());
  for (const std::string& text : strings_) {
    if (IsDistinctive(text)) {
      prefixes_.resize(kBeginnings);
      prefixes_[BeginningOf(text, 0)] = true;
    }
  }
}

bool SecretMatcher::MayStartDistinctive(std::string_view text, size_t at) const {
  return !prefixes_.empty() && prefixes_[BeginningOf(text, at)];
}

bool SecretMatcher::IsPrefixOfSecret(std::string_view text) const {
  const auto first = std::lower_bound(strings_.begin(), strings_.end(), text);
  return first != strings_.end() && first->starts_with(text);
}

// The longest secret at `at`: candidates are tried from the longest, each by the prefix shared with its
// predecessor in sort order.
size_t SecretMatcher::EndAt(std::string_view text, size_t at, SearchContext where, Wording wording) const {
  std::string_view rest = text.substr(at, kHead);
  while (rest.size() >= kLeast) {
    const auto above = std::upper_bound(strings_.begin(), strings_.end(), rest);
    if (above == strings_.begin()) {
      return at;
    }
    const std::string& candidate = *(above - 1);
    const size_t shared = CommonPrefix(rest, candidate);
    if (shared == candidate.size()) {
      if (shared == kHead) {  // the text goes on
        return std::min(text.find_first_of(" \t\"'`\\", at + kHead), text.size());
      }
      const bool is_glued = where == SearchContext::kText && IsDistinctive(candidate);
      if (is_glued || (IsWholeWord(text, at, shared, wording) &&
                       (where != SearchContext::kSource || IsMixed(candidate)))) {
        return at + shared;
      }
    }
    rest = rest.substr(0, shared == candidate.size() ? shared - 1 : shared);
  }
  return at;
}

std::vector<OffsetRange> SecretMatcher::Find(std::string_view text, SearchContext where,
                                             Wording wording) const {
  std::vector<OffsetRange> pieces;
  if (strings_.empty()) {
    return pieces;
  }
  size_t cut = where == SearchContext::kSource ? std::string_view::npos : text.find(kCut);
  for (size_t at = 0; at + kLeast <= text.size(); ++at) {
    if (!BeginsWord(text, at) && (where != SearchContext::kText || !MayStartDistinctive(text, at))) {
      continue;
    }
    if (cut != std::string_view::npos && cut < at) {
      cut = text.find(kCut, at);
    }
    size_t end = EndAt(text, at, where, wording);
    if (end == at && cut != std::string_view::npos && cut >= at + kLeast && cut - at <= kHead &&
        IsPrefixOfSecret(text.substr(at, cut - at))) {
      end = cut;
    }
    if (end > at) {
      pieces.push_back({at, end});
      at = end - 1;
    }
  }
  return pieces;
}

std::vector<OffsetRange> SecretMatcher::In(std::string_view text, Wording wording) const {
  return Find(text, SearchContext::kText, wording);
}

std::vector<OffsetRange> SecretMatcher::FindInSource(std::string_view line) const {
  return Find(line, SearchContext::kSource, Wording::kInput);
}

}  // namespace kval::redaction
