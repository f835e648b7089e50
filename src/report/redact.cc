#include "src/report/redact.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "src/report/secret_scan.h"

namespace kval::report {
namespace {

constexpr std::string_view kRedacted = "<redacted>";
// Shorter texts stand in too many innocent words; they are replaced only between quotes.
constexpr size_t kShort = 3;
// Lines of one secret that are looked for in texts.
constexpr size_t kSecretLines = 64;
// Lines of a value, or of a place of many lines, whose secrets are looked for in texts.
constexpr uint32_t kScannedLines = 200;

bool IsWord(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
         (byte >= 'A' && byte <= 'Z');
}

bool IsQuote(char c) {
  return c == '`' || c == '"' || c == '\'';
}

// Whether text[at, at + size) stands for itself and is not a part of a longer word.
bool StandsAlone(std::string_view text, size_t at, size_t size) {
  const char before = at > 0 ? text[at - 1] : ' ';
  const char after = at + size < text.size() ? text[at + size] : ' ';
  if (size < kShort) {
    return IsQuote(before) && IsQuote(after);
  }
  return !(IsWord(before) && IsWord(text[at])) && !(IsWord(after) && IsWord(text[at + size - 1]));
}

void Hide(std::string& text, std::string_view secret) {
  for (size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at)) {
    if (StandsAlone(text, at, secret.size())) {
      text.replace(at, secret.size(), kRedacted);
      at += kRedacted.size();
    } else {
      ++at;
    }
  }
}

std::string_view Strip(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  return begin == std::string_view::npos ? ""
                                         : text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

// The text as a program prints it: quotes unescaped, an integer in decimal.
void AddOtherSpelling(std::vector<std::string>& secrets, std::string_view line, char quote) {
  std::string plain;
  for (size_t i = 0; i < line.size(); ++i) {
    const bool is_escaped =
        (quote == '"' && line[i] == '\\') || (quote == '\'' && line[i] == '\'' && line.substr(i, 2) == "''");
    i += is_escaped && i + 1 < line.size() ? 1 : 0;
    plain += line[i];
  }
  if (quote == '\0') {
    const std::string text(line);
    for (const int base : {0, 10}) {
      char* end = nullptr;
      const long long number = std::strtoll(text.c_str(), &end, base);
      if (*end == '\0' && std::to_string(number) != line) {
        secrets.push_back(std::to_string(number));
      }
    }
  }
  if (plain != line) {
    secrets.push_back(std::move(plain));
  }
}

void AddSecret(std::vector<std::string>& secrets, std::string_view raw) {
  for (size_t begin = 0; begin <= raw.size() && secrets.size() < kSecretLines;) {
    const size_t end = std::min(raw.find('\n', begin), raw.size());
    std::string_view line = Strip(raw.substr(begin, end - begin));
    begin = end + 1;
    const bool is_quoted = line.size() >= 2 && IsQuote(line.front()) && line.front() == line.back();
    const char quote = is_quoted ? line.front() : '\0';
    if (is_quoted) {
      line = line.substr(1, line.size() - 2);
    }
    if (line.empty() || IsInnocentValue(line)) {
      continue;
    }
    secrets.emplace_back(line);
    AddOtherSpelling(secrets, line, quote);
  }
}

// Whether the span is a key, so that it is no secret itself: a separator follows it.
bool IsKey(const source::SourceFile& file, source::Span span) {
  const std::string_view after = file.text().substr(std::min(span.end, file.span().end) - file.base(), 3);
  const size_t at = after.find_first_not_of(" ?");
  return at != std::string_view::npos && (after[at] == ':' || after[at] == '=');
}

// A block scalar without its header: `|` and `>` tell nothing.
source::Span WithoutHeader(source::Span span, std::string_view text) {
  if (text.front() != '|' && text.front() != '>') {
    return span;
  }
  const size_t line_break = text.find('\n');
  return line_break == std::string_view::npos
             ? span
             : source::Span{span.begin + static_cast<uint32_t>(line_break) + 1, span.end};
}

source::Span Clip(source::Span span, source::Span window) {
  return {std::max(span.begin, window.begin), std::min(span.end, window.end)};
}

size_t IndentOf(const source::SourceFile& file, uint32_t line) {
  return std::min(file.Text(file.LineSpan(line)).find_first_not_of(" -"), size_t{file.LineSpan(line).size()});
}

// The secrets that a place covers; for a key those of its value.
void AddSecretsAt(std::vector<std::string>& secrets, const source::SourceFile& file, source::Span place) {
  const uint32_t first = file.Locate(place.begin).line;
  uint32_t last = std::min(file.Locate(place.end).line, first + kScannedLines);
  uint32_t end = std::max(place.end, place.begin + 1);
  if (IsKey(file, place)) {
    const size_t indent = IndentOf(file, first);
    while (last < file.line_count() && last - first < kScannedLines && IndentOf(file, last + 1) > indent) {
      ++last;
    }
    end = file.LineSpan(last).end;
  }
  for (uint32_t line = first; line <= last; ++line) {
    for (const source::Span span : ScanLine(file, file.LineSpan(line))) {
      if (span.begin < end && place.begin < span.end) {
        AddSecret(secrets, file.Text(span));
      }
    }
  }
}

}  // namespace

std::vector<source::Span> KnownSecrets(const diag::Diagnostic& diagnostic, const source::SourceMap& sources) {
  std::vector<source::Span> known;
  // What is missing cannot be given away; the place is the mapping around it.
  const bool is_missing = diagnostic.kind == diag::Kind::kMissingRequired;
  if (is_missing || !IsSecretPath(diagnostic.path) || diagnostic.labels.empty()) {
    return known;
  }
  source::Span span = diagnostic.labels.front().span;
  if (sources.Knows(span) && span.size() > 0) {
    span = WithoutHeader(span, sources.Text(span));
  }
  if (sources.Knows(span) && span.size() > 0 && !IsKey(sources.FileOf(span), span) &&
      !IsInnocentValue(sources.Text(span))) {
    known.push_back(span);
  }
  return known;
}

std::vector<source::Span> SecretsIn(const source::SourceFile& file, source::Span window,
                                    std::span<const source::Span> known) {
  std::vector<source::Span> found = ScanLine(file, window);
  for (const source::Span span : known) {
    source::Span part = Clip(span, window);
    while (part.begin < part.end && (file.Text(part).front() == ' ' || file.Text(part).front() == '\t')) {
      ++part.begin;
    }
    if (part.begin < part.end) {
      found.push_back(part);
    }
  }
  std::sort(found.begin(), found.end(), [](source::Span a, source::Span b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::vector<source::Span> merged;
  for (const source::Span span : found) {
    if (!merged.empty() && span.begin <= merged.back().end) {
      merged.back().end = std::max(merged.back().end, span.end);
    } else {
      merged.push_back(span);
    }
  }
  return merged;
}

diag::Diagnostic Redact(const diag::Diagnostic& diagnostic, const source::SourceMap& sources) {
  std::vector<std::string> secrets;
  for (const source::Span known : KnownSecrets(diagnostic, sources)) {
    AddSecret(secrets, sources.Text(known));
  }
  for (const diag::Label& label : diagnostic.labels) {
    if (sources.Knows(label.span)) {
      AddSecretsAt(secrets, sources.FileOf(label.span), label.span);
    }
  }
  diag::Diagnostic out = diagnostic;
  std::sort(secrets.begin(), secrets.end(),
            [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  for (const std::string& secret : secrets) {
    Hide(out.message, secret);
    Hide(out.found, secret);
    Hide(out.expected, secret);
    Hide(out.hint, secret);
    for (diag::Label& label : out.labels) {
      Hide(label.text, secret);
    }
    for (std::string& note : out.notes) {
      Hide(note, secret);
    }
  }
  return out;
}

}  // namespace kval::report
