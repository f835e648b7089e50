#include "src/redaction/redaction.h"

#include <algorithm>
#include <utility>

#include "src/diag/subjects.h"
#include "src/redaction/find_secrets.h"
#include "src/redaction/misspelt_secret_keys.h"
#include "src/redaction/schema_text.h"
#include "src/redaction/secret_encodings.h"
#include "src/redaction/secret_key_names.h"

namespace kval::redaction {
namespace {

// Lines below a labelled key that are scanned for secrets.
constexpr uint32_t kScannedLines = 200;
// Distances in the virtual buffer that one line of a frame may reach.
constexpr uint32_t kReach = 256 * 1024;

// The text without its `pieces`, which follow each other: in one pass, however many they are.
void HidePieces(std::string& text, std::span<const OffsetRange> pieces) {
  if (pieces.empty()) {
    return;
  }
  std::string out;
  size_t shown = 0;
  for (const OffsetRange piece : pieces) {
    out.append(text, shown, piece.begin - shown).append(report::kRedacted);
    shown = piece.end;
  }
  text = out.append(text, shown);
}

// Whether all documents of a file are CustomResourceDefinitions. These have descriptions of secrets, and are
// large: those of one chart may have several MB.
bool HasOnlyDefinitions(const source::SourceFile& file) {
  constexpr std::string_view kKind = "kind:";
  constexpr std::string_view kDefinition = "CustomResourceDefinition";
  const std::string_view text = file.text();
  size_t count = 0;
  for (size_t at = text.find(kKind); at != std::string_view::npos; at = text.find(kKind, at + 1)) {
    if (at > 0 && text[at - 1] != '\n') {
      continue;
    }
    const size_t begin = text.find_first_not_of(' ', at + kKind.size());
    if (begin == std::string_view::npos || !text.substr(begin).starts_with(kDefinition)) {
      return false;
    }
    ++count;
  }
  return count > 0 && !file.is_secret();
}

// Whether a file is a template of a chart, whose text is quoted only by findings with a place.
bool IsTemplateOfChart(const source::SourceFile& file) {
  constexpr std::string_view kDirectory = "templates/";
  const size_t at = file.name().find(kDirectory);
  return at == 0 || (at != std::string::npos && file.name()[at - 1] == '/');
}

bool HasPlace(std::span<const diag::Diagnostic> findings) {
  return std::any_of(findings.begin(), findings.end(), [](const diag::Diagnostic& finding) {
    return std::any_of(finding.labels.begin(), finding.labels.end(),
                       [](const diag::Label& label) { return label.span.has_value(); });
  });
}

// Whether no finding can quote a value, so that nothing need be searched.
bool QuotesNothing(std::span<const diag::Diagnostic> findings) {
  return std::all_of(findings.begin(), findings.end(), [](const diag::Diagnostic& finding) {
    return finding.subject == diag::kChartWithoutSchema;
  });
}

bool HasLabelIn(const source::SourceFile& file, std::span<const diag::Diagnostic> findings) {
  return std::any_of(findings.begin(), findings.end(), [&](const diag::Diagnostic& finding) {
    return std::any_of(finding.labels.begin(), finding.labels.end(), [&](const diag::Label& label) {
      return label.span.has_value() && file.Contains(label.span.begin);
    });
  });
}

// Names of files are shown, even if a value next to the name of a secret is one: `web/values.yaml`, and its
// parts behind a slash.
void AddNameOf(const source::SourceFile& file, std::set<std::string, std::less<>>& allowed) {
  const std::string_view name = file.name();
  for (size_t at = 0; !name.starts_with('(') && at < name.size();) {
    if (name.substr(at).find('.') != std::string_view::npos) {
      allowed.emplace(name.substr(at));
    }
    const size_t slash = name.find('/', at);
    at = slash == std::string_view::npos ? name.size() : slash + 1;
  }
}

// Who chose the words of a finding's message, hint, notes and labels.
Wording WordingOf(diag::Kind kind) {
  switch (kind) {
    case diag::Kind::kBadFlagValue:
    case diag::Kind::kCheckFailed:
    case diag::Kind::kRuleError:
    case diag::Kind::kCelRule:
    case diag::Kind::kCelError:
    case diag::Kind::kOverlayAssert:
    case diag::Kind::kHelmRefused:
    case diag::Kind::kHelmTemplateSyntax:
    case diag::Kind::kHelmTemplateFails:
    case diag::Kind::kHelmNotYaml:
      return Wording::kInput;
    default:
      break;
  }
  const diag::Category category = diag::EntryOf(kind).category;
  return category == diag::Category::kSchema || category == diag::Category::kKcl ? Wording::kInput
                                                                                 : Wording::kOwn;
}

// Whether a finding names only files that the user named, and no value.
bool NamesFilesOnly(const diag::Diagnostic& diagnostic) {
  const diag::Category category = diag::EntryOf(diagnostic.kind).category;
  return (category == diag::Category::kInput || category == diag::Category::kProject) &&
         diagnostic.kind != diag::Kind::kBadFlagValue &&
         std::none_of(diagnostic.labels.begin(), diagnostic.labels.end(),
                      [](const diag::Label& label) { return label.span.has_value(); });
}

void Hide(std::string& text, std::string_view secret, const FileNames& names, Wording wording) {
  if (secret.empty()) {
    return;  // it is found everywhere
  }
  std::vector<OffsetRange> pieces;
  for (size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at)) {
    const bool is_hidden = (IsWholeWord(text, at, secret.size(), wording) || IsDistinctive(secret)) &&
                           !names.Contain(text, {at, at + secret.size()});
    if (is_hidden) {
      pieces.push_back({at, at + secret.size()});
    }
    at += is_hidden ? secret.size() : 1;
  }
  HidePieces(text, pieces);
}

// Whether the span is a key, so that it is no secret itself: a separator follows it.
bool IsKey(const source::SourceFile& file, source::Span span) {
  const std::string_view after = file.text().substr(std::min(span.end, file.span().end) - file.base(), 3);
  const size_t at = after.find_first_not_of(" ?");
  const bool is_flag = file.name().starts_with('(');
  return at != std::string_view::npos &&
         (after[at] == ':' || after[at] == '=' || (is_flag && after[at] == '.'));
}

// Whether the span is an item without a value in a flow mapping, such as `hunter2` in `{password: x,
// hunter2}`.
bool IsFlowItem(const source::SourceFile& file, source::Span span) {
  const std::string_view ahead = file.Text({file.LineSpan(file.LineOf(span.begin)).begin, span.begin});
  const size_t last = ahead.find_last_not_of(" \t");
  return (last == std::string_view::npos || ahead[last] == '{' || ahead[last] == ',') && !IsKey(file, span);
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

size_t IndentOf(const source::SourceFile& file, uint32_t line) {
  return std::min(file.Text(file.LineSpan(line)).find_first_not_of(" -"), size_t{file.LineSpan(line).size()});
}

// Removes the secret part of a hint and everything after it; may be empty.
std::string WithoutSecret(const std::string& hint) {
  const size_t at = hint.find(report::kRedacted);
  if (at == std::string::npos) {
    return hint;
  }
  const size_t colon = hint.rfind(": `", at);
  const bool is_at_end = hint.find('`', at) + 1 == hint.size();
  return colon != std::string::npos && is_at_end ? hint.substr(0, colon) : std::string();
}

// Where the value ends that begins at `at`: a quoted text or a number. `at` itself for all other words.
size_t EndOfValue(std::string_view text, size_t at) {
  if (at < text.size() && text[at] == '"') {
    size_t end = at + 1;
    while (end < text.size() && text[end] != '"') {
      end += text[end] == '\\' ? 2 : 1;
    }
    return std::min(end + 1, text.size());
  }
  const size_t end = std::min(text.find_first_of(" ,;()", at), text.size());
  const std::string_view word = text.substr(at, end - at);
  return word.find_first_of("0123456789") == 0 || (word.size() > 1 && (word[0] == '-' || word[0] == '.'))
             ? end
             : at;
}

// Hides values that are in no text of the run, such as the content of a flag's file: a quoted string or
// number at the beginning of a message or after "found: ".
void HideFound(std::string& text) {
  constexpr std::string_view kFound = "found: ";
  std::vector<OffsetRange> pieces;
  if (const size_t end = EndOfValue(text, 0); end > 0) {
    pieces.push_back({0, end});
  }
  for (size_t at = text.find(kFound); at != std::string::npos; at = text.find(kFound, at)) {
    at += kFound.size();
    if (const size_t end = EndOfValue(text, at); end > at) {
      pieces.push_back({at, end});
      at = end;
    }
  }
  HidePieces(text, pieces);
}

void Replace(std::string& text, std::vector<OffsetRange> pieces) {
  std::sort(pieces.begin(), pieces.end(),
            [](const OffsetRange& a, const OffsetRange& b) { return a.begin > b.begin; });
  size_t last = text.size();
  std::vector<OffsetRange> hidden;
  for (const OffsetRange piece : pieces) {
    if (piece.end <= last && text.compare(piece.begin, report::kRedacted.size(), report::kRedacted) != 0) {
      hidden.push_back(piece);
      last = piece.begin;
    }
  }
  std::reverse(hidden.begin(), hidden.end());
  HidePieces(text, hidden);
}

}  // namespace

bool IsSecretPath(const diag::Path& path, SensitiveKeys sensitive) {
  InheritedSecrecy above = InheritedSecrecy::kNothing;
  std::string_view last;
  for (const diag::PathStep& step : path) {
    if (step.index >= 0) {
      continue;
    }
    if (IsDeclaredSecret(step.key, sensitive)) {
      return true;
    }
    last = step.key;
    above = std::max(above, IsSecretParent(last)        ? InheritedSecrecy::kSecret
                            : IsCredentialsParent(last) ? InheritedSecrecy::kCredentials
                                                        : InheritedSecrecy::kNothing);
  }
  return IsSecretBelow(above, last) || IsSecretKey(last);
}

Redaction::Redaction(const source::SourceMap& sources, SensitiveKeys sensitive,
                     std::span<const diag::Diagnostic> findings)
    : sources_(sources), sensitive_(FindMisspeltSecretKeys(sources, findings, sensitive)) {
  sensitive_.insert(sensitive_.end(), sensitive.begin(), sensitive.end());
  std::sort(sensitive_.begin(), sensitive_.end());
  if (QuotesNothing(findings)) {
    strings_.Seal();
    return;
  }
  const bool has_place = HasPlace(findings);
  for (size_t i = 0; i < sources.file_count(); ++i) {
    AddNameOf(sources.file(i), allowed_);
    names_.Add(sources.file(i).name());
    const bool is_skipped =
        has_place ? HasOnlyDefinitions(sources.file(i)) && !HasLabelIn(sources.file(i), findings)
                  : IsTemplateOfChart(sources.file(i)) || HasOnlyDefinitions(sources.file(i));
    if (is_skipped) {
      continue;
    }
    const std::vector<source::Span> found = FindSecretPieces(sources.file(i), sensitive_);
    const std::vector<source::Span> merged = MergedPieces(found);
    pieces_.insert(pieces_.end(), found.begin(), found.end());
    spans_.insert(spans_.end(), merged.begin(), merged.end());
    AddAllowedValues(sources.file(i), &allowed_);
  }
  std::vector<std::string> strings;
  for (const source::Span span : pieces_) {
    strings.clear();
    AddSecret(strings, sources.Text(span), SIZE_MAX);
    if (IsKey(sources.FileOf(span), span)) {
      keys_.insert(strings.begin(), strings.end());
    }
    for (const std::string& text : strings) {
      if (!allowed_.contains(text)) {
        strings_.Add(text);
      }
    }
  }
  strings_.Seal();
}

std::vector<source::Span> Redaction::Known(const diag::Diagnostic& diagnostic) const {
  // A missing value cannot be revealed; the location is the containing mapping.
  const bool is_missing = diagnostic.kind == diag::Kind::kMissingRequired;
  if (is_missing || !IsSecretPath(diagnostic.path, sensitive_) || diagnostic.labels.empty()) {
    return {};
  }
  source::Span span = diagnostic.labels.front().span;
  if (sources_.Contains(span) && span.size() > 0) {
    span = WithoutHeader(span, sources_.Text(span));
  }
  if (!sources_.Contains(span) || span.size() == 0 || IsKey(sources_.FileOf(span), span) ||
      IsNonSecretValue(sources_.Text(span))) {
    return {};
  }
  return {span};
}

std::vector<source::Span> Redaction::RangesToHide(const diag::Diagnostic& diagnostic) const {
  std::vector<source::Span> places = Known(diagnostic);
  for (const diag::Label& label : diagnostic.labels) {
    if (!sources_.Contains(label.span)) {
      continue;
    }
    const uint32_t begin = label.span.begin > kReach ? label.span.begin - kReach : 0;
    const auto first = std::lower_bound(spans_.begin(), spans_.end(), begin,
                                        [](source::Span span, uint32_t at) { return span.end < at; });
    for (auto span = first; span != spans_.end() && span->begin <= label.span.end + kReach; ++span) {
      places.push_back(*span);
    }
  }
  std::sort(places.begin(), places.end(), [](source::Span a, source::Span b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

std::vector<source::Span> Redaction::RepeatedRangesToHide(const source::SourceFile& file,
                                                          source::Span part) const {
  std::vector<source::Span> ranges;
  for (const OffsetRange piece : strings_.FindInSource(file.Text(part))) {
    ranges.push_back(
        {part.begin + static_cast<uint32_t>(piece.begin), part.begin + static_cast<uint32_t>(piece.end)});
  }
  return ranges;
}

// The secrets that a place covers; for a key those of its value.
void Redaction::AddLocal(std::vector<std::string>& strings, const diag::Label& label) const {
  const source::SourceFile& file = sources_.FileOf(label.span);
  if (file.is_secret()) {  // a finding about a part may also quote the rest
    AddAll(strings, file.span());
    return;
  }
  const uint32_t first = file.LineOf(label.span.begin);
  uint32_t last = std::min(file.LineOf(label.span.end), first + kScannedLines);
  uint32_t end = std::max(label.span.end, label.span.begin + 1);
  if (IsKey(file, label.span)) {
    const size_t indent = IndentOf(file, first);
    while (last < file.line_count() && last - first < kScannedLines && IndentOf(file, last + 1) > indent) {
      ++last;
    }
    end = file.LineSpan(last).end;
  }
  AddAll(strings, {label.span.begin, end});
}

void Redaction::AddAll(std::vector<std::string>& strings, source::Span within) const {
  const auto from = std::lower_bound(spans_.begin(), spans_.end(), within.begin,
                                     [](source::Span span, uint32_t at) { return span.end <= at; });
  const uint32_t begin = from == spans_.end() ? within.end : from->begin;
  auto piece = std::lower_bound(pieces_.begin(), pieces_.end(), begin,
                                [](source::Span span, uint32_t at) { return span.begin < at; });
  for (; piece != pieces_.end() && piece->begin < within.end && strings.size() < kSecretLines; ++piece) {
    AddSecret(strings, sources_.Text(*piece));
  }
  std::erase_if(strings, [&](const std::string& text) { return allowed_.contains(text); });
}

bool Redaction::IsSecret(source::Span span) const {
  const auto secret = std::lower_bound(spans_.begin(), spans_.end(), span.begin,
                                       [](source::Span other, uint32_t at) { return other.end <= at; });
  return secret != spans_.end() && secret->begin < span.end;
}

// Whether the source lines of the finding show the text too.
bool Redaction::IsShownAtLabel(const diag::Diagnostic& diagnostic, std::string_view text) const {
  constexpr uint32_t kLongest = 4096;
  return std::any_of(diagnostic.labels.begin(), diagnostic.labels.end(), [&](const diag::Label& label) {
    if (!sources_.Contains(label.span) || label.span.size() > kLongest) {
      return false;
    }
    const std::string_view source = sources_.Text(label.span);
    const size_t at = source.find(text);
    if (at == std::string_view::npos || !strings_.FindInSource(source).empty()) {
      return false;
    }
    const uint32_t begin = label.span.begin + static_cast<uint32_t>(at);
    return !IsSecret({begin, begin + static_cast<uint32_t>(text.size())});
  });
}

// Whether a label is at the key, which is a secret.
bool Redaction::IsSecretKeyAtLabel(const diag::Diagnostic& diagnostic, std::string_view key) const {
  return std::any_of(diagnostic.labels.begin(), diagnostic.labels.end(), [&](const diag::Label& label) {
    return sources_.Contains(label.span) && sources_.Text(label.span) == key && IsSecret(label.span) &&
           IsFlowItem(sources_.FileOf(label.span), label.span);
  });
}

std::string Redaction::RedactSecrets(const diag::Diagnostic& diagnostic, std::string text,
                                     const std::vector<std::string>& local, Wording wording) const {
  if (text.empty()) {
    return text;
  }
  for (const std::string& secret : local) {
    Hide(text, secret, names_, wording);
  }
  if (!NamesFilesOnly(diagnostic)) {
    std::vector<OffsetRange> known = strings_.In(text, wording);
    std::erase_if(known, [&](const OffsetRange& piece) {
      return names_.Contain(text, piece) ||
             IsShownAtLabel(diagnostic, std::string_view(text).substr(piece.begin, piece.end - piece.begin));
    });
    Replace(text, std::move(known));
  }
  Replace(text, FindSecretShapes(text));
  Replace(text, FindSecretsInSentence(text, sensitive_));
  return text;
}

// Whether the fix's text, or the text that it replaces, contains a secret: a partial fix would be wrong.
bool Redaction::RevealsSecret(const diag::Diagnostic& diagnostic,
                              const std::vector<std::string>& local) const {
  const std::vector<diag::Edit>& edits = diagnostic.fix.edits;
  if (edits.empty()) {
    return false;
  }
  const std::vector<source::Span> secrets = RangesToHide(diagnostic);
  return std::any_of(edits.begin(), edits.end(), [&](const diag::Edit& edit) {
    const bool touches = std::any_of(secrets.begin(), secrets.end(), [&](source::Span secret) {
      return edit.span.begin < secret.end && secret.begin < edit.span.end;
    });
    return touches || RedactSecrets(diagnostic, edit.text, local, Wording::kInput) != edit.text;
  });
}

diag::Diagnostic Redaction::Redact(const diag::Diagnostic& diagnostic) const {
  std::vector<std::string> local;
  for (const source::Span known : Known(diagnostic)) {
    AddSecret(local, sources_.Text(known));
  }
  for (const diag::Label& label : diagnostic.labels) {
    if (sources_.Contains(label.span)) {
      AddLocal(local, label);
    }
  }
  std::sort(local.begin(), local.end(),
            [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  const Wording wording = WordingOf(diagnostic.kind);
  const auto redact = [&](std::string text) {
    return RedactSecrets(diagnostic, std::move(text), local, wording);
  };
  diag::Diagnostic out = diagnostic;
  for (diag::PathStep& step : out.path) {
    Replace(step.key, strings_.FindInSource(step.key));
    const bool is_hidden = keys_.contains(step.key) && !IsShownAtLabel(diagnostic, step.key);
    if (is_hidden || IsSecretKeyAtLabel(diagnostic, step.key)) {
      step.key = report::kRedacted;
    }
  }
  out.message = redact(std::move(out.message));
  out.found = redact(std::move(out.found));
  out.expected = redact(std::move(out.expected));
  out.hint = WithoutSecret(redact(std::move(out.hint)));
  for (diag::Label& label : out.labels) {
    label.text = redact(std::move(label.text));
  }
  for (std::string& note : out.notes) {
    note = redact(std::move(note));
  }
  if (diagnostic.kind != diag::Kind::kMissingRequired && IsSecretPath(diagnostic.path, sensitive_)) {
    HideFound(out.message);
    std::for_each(out.notes.begin(), out.notes.end(), HideFound);
    if (!out.found.empty() && EndOfValue(out.found, 0) == out.found.size()) {
      out.found = report::kRedacted;
    }
  }
  if (RevealsSecret(diagnostic, local)) {
    out.fix = {};
  }
  for (diag::Diagnostic& superseded : out.superseded) {
    superseded = Redact(superseded);
  }
  return out;
}

}  // namespace kval::redaction
