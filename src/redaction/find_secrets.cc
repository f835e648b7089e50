#include "src/redaction/find_secrets.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "src/redaction/schema_text.h"
#include "src/redaction/secret_text.h"
#include "src/redaction/yaml_secrets.h"

namespace kval::redaction {
namespace {

using FindInLine = std::vector<OffsetRange> (*)(std::string_view line, SensitiveKeys sensitive);

// Returns the secrets of a text that are evident within a line: known shapes, private keys, and those of
// `find`.
std::vector<source::Span> SecretsOfLines(const source::SourceFile& file, SensitiveKeys sensitive,
                                         std::initializer_list<FindInLine> find) {
  std::vector<source::Span> found;
  bool in_private_key = false;
  for (uint32_t number = 1; number <= file.line_count(); ++number) {
    const source::Span span = file.LineSpan(number);
    const std::string_view line = file.Text(span);
    std::vector<OffsetRange> pieces = FindSecretShapes(line);
    if (in_private_key && !EndsPrivateKey(line)) {
      pieces.push_back(
          {std::min(line.find_first_not_of(" \t"), line.size()), line.find_last_not_of(" \t\r") + 1});
    } else {
      in_private_key = BeginsPrivateKey(line) && !EndsPrivateKey(line);
      for (const FindInLine find_in_line : find) {
        const std::vector<OffsetRange> more = find_in_line(line, sensitive);
        pieces.insert(pieces.end(), more.begin(), more.end());
      }
    }
    for (const OffsetRange piece : pieces) {
      if (piece.end > piece.begin) {
        found.push_back(
            {span.begin + static_cast<uint32_t>(piece.begin), span.begin + static_cast<uint32_t>(piece.end)});
      }
    }
  }
  return found;
}

bool EndsWithAny(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view e) { return name.ends_with(e); });
}

// The secrets of YAML, JSON and text that resembles it.
std::vector<source::Span> ScanText(const source::SourceFile& file, SensitiveKeys sensitive) {
  YamlSecrets secrets = SecretsOfYaml(file, sensitive);
  for (const source::Span span : SecretsOfLines(file, sensitive, {SecretsOfText, FindSecretsInLine})) {
    const std::string_view text = file.Text(span);
    if (!text.starts_with('*') || !secrets.anchors.contains(text.substr(1))) {
      secrets.found.push_back(span);
    }
  }
  return std::move(secrets.found);
}

// Removes paths of files: `--set-file db.password=password.txt` names a file, `db.password=hunter2` probably
// not.
void RemovePaths(std::string_view text, uint32_t base, std::vector<source::Span>& found) {
  std::erase_if(found, [&](source::Span span) {
    return text.substr(span.begin - base, span.size()).find_first_of("./") != std::string_view::npos;
  });
}

// A value given on the command line is named `(data-value arg) db.password`, or the whole flag is its text.
// In one that is misspelt, `password:x`, the colon parts too.
std::vector<source::Span> ScanFlag(const source::SourceFile& file, SensitiveKeys sensitive) {
  const std::string_view text = file.text();
  const size_t close = file.name().find(") ");
  const bool is_whole =
      close != std::string::npos && IsSecretName(std::string_view(file.name()).substr(close + 2), sensitive);
  std::vector<source::Span> found;
  uint32_t from = file.base();
  if (!is_whole) {
    const bool is_yaml = file.name().find("-yaml") != std::string::npos;
    found = is_yaml ? ScanText(file, sensitive)
                    : SecretsOfLines(file, sensitive, {SecretsOfText, FindSecretsInLine});
    if (file.name().find("-file arg") != std::string::npos) {
      RemovePaths(text, file.base(), found);
    }
    const size_t colon = text.find(':');
    const bool is_misspelt = text.find('=') == std::string_view::npos && colon != std::string_view::npos &&
                             IsSecretName(text.substr(0, colon), sensitive);
    from = is_misspelt ? file.base() + static_cast<uint32_t>(colon) + 1 : file.span().end;
  } else if (IsNonSecretValue(text)) {
    return found;
  }
  for (uint32_t number = 1; number <= file.line_count(); ++number) {
    source::Span line = file.LineSpan(number);
    line.begin = std::max(line.begin, from);
    if (line.begin < line.end) {
      found.push_back(line);
    }
  }
  return found;
}

std::vector<source::Span> ScanFile(const source::SourceFile& file, SensitiveKeys sensitive) {
  if (file.is_secret()) {
    return ScanText(file, sensitive);
  }
  if (file.name().starts_with('(')) {
    return ScanFlag(file, sensitive);
  }
  return EndsWithAny(file.name(), {".k", ".star", ".bzl", ".py"})
             ? SecretsOfLines(file, sensitive, {FindSecretsInCode})
             : ScanText(file, sensitive);
}

}  // namespace

std::vector<source::Span> FindSecretPieces(const source::SourceFile& file, SensitiveKeys sensitive) {
  std::vector<source::Span> found = ScanFile(file, sensitive);
  if (!file.is_secret()) {
    RemoveSchemaText(file, found);
  }
  std::sort(found.begin(), found.end(), [](source::Span a, source::Span b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<source::Span> MergedPieces(const std::vector<source::Span>& pieces) {
  std::vector<source::Span> merged;
  for (const source::Span span : pieces) {
    if (!merged.empty() && span.begin <= merged.back().end) {
      merged.back().end = std::max(merged.back().end, span.end);
    } else {
      merged.push_back(span);
    }
  }
  return merged;
}

std::vector<source::Span> FindSecrets(const source::SourceFile& file, SensitiveKeys sensitive) {
  return MergedPieces(FindSecretPieces(file, sensitive));
}

}  // namespace kval::redaction
