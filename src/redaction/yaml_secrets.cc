#include "src/redaction/yaml_secrets.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "src/redaction/mapping_facts.h"
#include "src/redaction/secret_continuation.h"
#include "src/redaction/secret_key.h"
#include "src/redaction/secret_key_names.h"
#include "src/redaction/secret_object.h"
#include "src/redaction/secret_spans.h"
#include "src/redaction/secret_text.h"
#include "src/redaction/secret_value.h"
#include "src/redaction/unread_lines.h"
#include "src/yaml/reader.h"

namespace kval::redaction {
namespace {

using yaml::Event;
using yaml::EventKind;

// Scalars within scalars, and unread lines, that are read as YAML.
constexpr int kMostEmbedded = 4;

bool IsBlockScalar(const Event& event) {
  return event.kind == EventKind::kScalar &&
         (event.style == value::Style::kLiteral || event.style == value::Style::kFolded);
}

// An open collection.
struct Frame {
  bool is_mapping = false;
  bool is_key_next = false;
  bool is_flow = false;
  bool is_in_secret_object = false;  // within an object of kind Secret
  bool follows_data = false;    // after `data:` without a value: the next entries have lost their indentation
  bool is_secret = false;       // the current entry
  bool shows_items = false;     // `secret: {encoding: [a]}`: scalars of a list that is metadata
  bool follows_option = false;  // after the item `--token`
  InheritedSecrecy secrecy = InheritedSecrecy::kNothing;
  uint32_t facts = 0;
  source::Span key_span;  // of the current entry; of an item the item
  size_t region = 0;      // of SecretSpans, that it begins; 0: none
  size_t column = 0;      // of its first key or dash
  std::string_view key;
};

// The effect of the text around a part of it.
struct Surroundings {
  InheritedSecrecy secrecy = InheritedSecrecy::kNothing;
  bool is_in_secret_object = false;
  bool names_secret = false;  // next to `name: DB_PASSWORD`
  int depth = 0;
};

class Walker {
 public:
  Walker(const source::SourceFile& file, SensitiveKeys sensitive, const Surroundings& around)
      : file_(file),
        sensitive_(sensitive),
        around_(around),
        stream_(ReadWholeText(file)),
        facts_(ReadMappingFacts(stream_, file, sensitive)),
        after_secret_name_(around.names_secret),
        spans_(file) {}

  YamlSecrets Run();

 private:
  // The text of a scalar; empty for all others.
  std::string_view Decoded(const Event& event) {
    if (event.kind != EventKind::kScalar) {
      return {};
    }
    std::string scratch;
    const std::string_view text = yaml::DecodeScalar(event, file_, scratch);
    return event.needs_decoding ? std::string_view(decoded_.emplace_back(text)) : text;
  }
  source::Span LineAt(uint32_t offset) const { return file_.LineSpan(file_.LineOf(offset)); }
  size_t ColumnOf(uint32_t offset) const { return offset - LineAt(offset).begin; }

  void ReadNames();
  void Walk();
  void TakeNode(size_t index);
  void TakeKey(const Event& event);
  bool IsUnusualKey(const Frame& frame, source::Span key) const;
  bool IsSecretEntry(const Frame& frame) const;
  InheritedSecrecy BelowOf(const Frame& frame, EventKind kind) const;
  void Open(size_t index, InheritedSecrecy secrecy);
  void HideNode(size_t index);
  void HideProperties(const Event& event);
  std::vector<source::Span> HideAliased();
  void ReadEmbedded(const Event& event);
  void ReadPart(source::Span part, Surroundings around);
  void TakeUnread(source::Span lines);
  void HideRestOfLine(const Event& value);
  bool ContinuesSecret(uint32_t line);

  const source::SourceFile& file_;
  SensitiveKeys sensitive_;
  Surroundings around_;
  yaml::EventStream stream_;
  std::deque<std::string> decoded_;  // decoded scalars that differ from their source
  DocumentFacts facts_;
  std::vector<Frame> frames_;
  size_t next_facts_ = 0;
  bool after_secret_name_ = false;   // the entry before is `name: DB_PASSWORD`
  uint32_t last_end_ = 0;            // of the node before
  SecretContinuation continuation_;  // of the last secret value, in text with errors
  std::map<std::string_view, std::vector<size_t>> anchored_;
  std::set<std::string_view> aliases_;
  std::vector<source::Span> secret_aliases_;
  SecretSpans spans_;
};

void Walker::ReadNames() {
  for (size_t i = 0; i < stream_.events.size(); ++i) {
    const Event& event = stream_.events[i];
    if (event.kind == EventKind::kAlias) {
      aliases_.insert(file_.Text(event.span).substr(1));
    } else if (const source::Span anchor = stream_.PropertiesOf(event).anchor; anchor.has_value()) {
      anchored_[file_.Text(anchor).substr(1)].push_back(i);
    }
  }
}

// An anchor without an alias and an unusual tag are secrets that begin with the same character.
void Walker::HideProperties(const Event& event) {
  const yaml::NodeProperties properties = stream_.PropertiesOf(event);
  if (properties.anchor.has_value() && !aliases_.contains(file_.Text(properties.anchor).substr(1))) {
    spans_.Add(properties.anchor);
  }
  if (properties.tag.has_value() && !IsTagOfYaml(file_.Text(properties.tag))) {
    spans_.Add(properties.tag);
  }
}

// Hides a scalar or alias.
void Walker::HideNode(size_t index) {
  const Event& event = stream_.events[index];
  HideProperties(event);
  if (event.kind == EventKind::kAlias) {
    secret_aliases_.push_back(event.span);
    return;
  }
  source::Span span = event.span;
  if (span.size() == 0) {
    return;
  }
  if (IsBlockScalar(event)) {
    span.begin = std::min(LineAt(span.begin).end, span.end);
  }
  spans_.Hide(span);
}

bool Walker::IsSecretEntry(const Frame& frame) const {
  const bool is_value_of_pair =
      (facts_.mappings[frame.facts].names_secret || after_secret_name_) && IsValueOfPair(frame.key);
  return is_value_of_pair || IsSecretName(frame.key, sensitive_) || IsSecretBelow(frame.secrecy, frame.key);
}

// The effect of a collection's entry or of the list around it on what is in it; of a scalar on itself.
InheritedSecrecy Walker::BelowOf(const Frame& frame, EventKind kind) const {
  if (!frame.is_mapping) {
    return frame.secrecy;
  }
  const MappingFacts& facts = facts_.mappings[frame.facts];
  const bool is_in_secret = facts.is_secret || (frame.is_in_secret_object && !facts.is_other) ||
                            (facts_.has_secret_list && !facts.is_other) ||
                            (frame.is_flow && facts_.has_secret);
  if ((is_in_secret && IsDataOfSecret(frame.key)) || (frame.follows_data && !IsFieldOfSecret(frame.key)) ||
      IsDeclaredSecret(frame.key, sensitive_) || frame.secrecy == InheritedSecrecy::kCertain) {
    return InheritedSecrecy::kCertain;
  }
  if (!IsStart(kind)) {
    return frame.secrecy;
  }
  const bool is_whole = kind == EventKind::kSequenceStart || IsValueOfPair(frame.key);
  if (frame.secrecy == InheritedSecrecy::kSecret || IsSecretParent(frame.key) ||
      (frame.is_secret && is_whole)) {
    return InheritedSecrecy::kSecret;
  }
  if (IsCredentialsParent(frame.key)) {
    return InheritedSecrecy::kCredentials;
  }
  return frame.secrecy == InheritedSecrecy::kCredentials && !IsAccountName(frame.key)
             ? InheritedSecrecy::kCredentials
             : InheritedSecrecy::kNothing;
}

void Walker::Open(size_t index, InheritedSecrecy secrecy) {
  const Event& event = stream_.events[index];
  Frame frame;
  frame.is_mapping = event.kind == EventKind::kMappingStart;
  frame.is_key_next = frame.is_mapping;
  frame.is_flow = event.style == value::Style::kFlow;
  frame.secrecy = secrecy;
  frame.facts = frame.is_mapping ? static_cast<uint32_t>(++next_facts_) : 0;
  frame.key_span = frames_.empty() ? event.span : frames_.back().key_span;
  const bool is_around = frames_.empty() ? around_.is_in_secret_object : frames_.back().is_in_secret_object;
  frame.is_in_secret_object =
      facts_.mappings[frame.facts].is_secret || (is_around && !facts_.mappings[frame.facts].is_other);
  frame.column = ColumnOf(event.span.begin);
  frames_.push_back(frame);
}

void Walker::TakeKey(const Event& event) {
  Frame& frame = frames_.back();
  frame.key = Decoded(event);
  frame.key_span = event.span;
  frame.is_secret = ContinuesSecret(file_.LineOf(event.span.begin)) || IsSecretEntry(frame);
  if (event.span.size() > 0 && frame.is_secret) {
    spans_.HideLiterals(stream_.comments, {last_end_, event.span.begin});
  }
  if (frame.secrecy != InheritedSecrecy::kNothing && IsUnusualKey(frame, event.span)) {
    spans_.Hide(event.span);
  }
  if (frame.secrecy == InheritedSecrecy::kCertain) {
    HideProperties(event);
  }
}

// Unusual keys of wholly secret text may be secrets in the wrong place.
bool Walker::IsUnusualKey(const Frame& frame, source::Span key) const {
  const source::Span line = LineAt(key.begin);
  const std::string_view before = file_.Text({line.begin, key.begin});
  const size_t first = std::min(before.find_first_not_of(" \t-"), before.size());
  const bool is_explicit = first < before.size() && (before[first] == '?' || before[first] == ':');
  const bool is_usual = std::all_of(frame.key.begin(), frame.key.end(), IsKeyChar);
  return (frame.secrecy == InheritedSecrecy::kCertain && !is_usual) ||
         (frame.secrecy >= InheritedSecrecy::kSecret && is_explicit) ||
         frame.key.find('=') != std::string_view::npos;
}

// Takes a scalar, an alias or the start of a collection as an entry's value or an item.
void Walker::TakeNode(size_t index) {
  const Event& event = stream_.events[index];
  if (frames_.empty()) {
    if (event.is_scalar() && around_.secrecy != InheritedSecrecy::kNothing) {
      HideNode(index);
    } else if (event.is_scalar()) {
      ReadEmbedded(event);
    } else {
      Open(index, around_.secrecy);
    }
    return;
  }
  Frame& frame = frames_.back();
  if (!frame.is_mapping) {
    frame.key_span = event.span;
  }
  const bool is_secret = frame.is_mapping && frame.is_secret;
  const InheritedSecrecy below = BelowOf(frame, event.kind);
  if (frame.is_mapping) {
    after_secret_name_ =
        event.is_scalar() && IsNameOfPair(frame.key) && IsSecretPairName(Decoded(event), sensitive_);
    const bool is_data = below == InheritedSecrecy::kCertain && IsDataOfSecret(frame.key);
    const bool is_open = event.is_missing || event.style == value::Style::kBlock || IsBlockScalar(event);
    frame.follows_data = (is_data && is_open) || (frame.follows_data && !IsFieldOfSecret(frame.key));
  }
  if (frame.is_mapping && frame.is_flow && event.is_missing && below != InheritedSecrecy::kNothing &&
      !IsFollowedByColon(file_.Text({frame.key_span.end, LineAt(frame.key_span.end).end})) &&
      !IsSecretName(frame.key, sensitive_)) {
    spans_.Hide(frame.key_span);  // an item in a mapping
  }
  const std::string_view text = frame.is_mapping ? std::string_view() : Decoded(event);
  const bool is_argument = !frame.is_mapping && frame.follows_option && !text.starts_with('-');
  frame.follows_option = !frame.is_mapping && IsOptionOfSecret(text, sensitive_);
  const bool hides = is_secret || is_argument || below == InheritedSecrecy::kCertain ||
                     (!frame.is_mapping && !frame.shows_items && below != InheritedSecrecy::kNothing);
  // Block lists may have lost their indentation, but those of a `secretGenerator` are what people search for.
  const bool names_files = frame.key == "files" || frame.key == "envs";
  const bool shows_items =
      frame.is_mapping && !frame.is_flow && (event.style == value::Style::kFlow || names_files) &&
      frame.secrecy == InheritedSecrecy::kSecret && (names_files || IsSecretMetadata(frame.key));
  if (!event.is_scalar()) {
    if (hides) {
      HideProperties(event);
    }
    const bool begins = below > frame.secrecy;
    const size_t region = begins ? spans_.AddRegion({event.span, ColumnOf(frame.key_span.begin) + 1,
                                                     below == InheritedSecrecy::kCertain})
                                 : 0;
    Open(index, below);
    frames_.back().shows_items = shows_items;
    frames_.back().region = region;
  } else if (hides) {
    HideNode(index);
    if (frame.is_mapping && !frame.is_flow && !continuation_.is_open() &&
        (!stream_.errors.empty() || around_.depth > 0)) {
      HideRestOfLine(event);
    }
    const bool with_trailing = !frame.is_mapping || below == InheritedSecrecy::kCertain;
    const uint32_t next = std::max(stream_.events[index + 1].span.begin, event.span.end);
    spans_.AddRegion({{event.span.begin, next}, ColumnOf(frame.key_span.begin) + 1, with_trailing});
  } else {
    ReadEmbedded(event);
  }
}

// Reads the lines below the first one of a string as separate YAML.
void Walker::ReadEmbedded(const Event& event) {
  const uint32_t line = file_.LineOf(event.span.begin);
  const uint32_t begin = line < file_.line_count() ? file_.LineSpan(line + 1).begin : event.span.end;
  if (begin < event.span.end) {
    SecretContinuation outer = continuation_;
    ReadPart({begin, event.span.end}, {});
    continuation_ = std::move(outer);
  }
}

void Walker::ReadPart(source::Span part, Surroundings around) {
  around.depth = around_.depth + 1;
  const source::SourceFile embedded(file_.name(), std::string(file_.Text(part)), part.begin);
  const bool is_in_other_encoding = embedded.text() != file_.Text(part);
  if (around.depth > kMostEmbedded || is_in_other_encoding) {
    part.end = around.secrecy == InheritedSecrecy::kNothing ? part.begin : part.end;
    return spans_.Hide(part);
  }
  Walker walker(embedded, sensitive_, around);
  walker.continuation_ = continuation_;
  const YamlSecrets inner = walker.Run();
  after_secret_name_ = walker.after_secret_name_;
  continuation_ = walker.continuation_;
  std::for_each(inner.found.begin(), inner.found.end(), [&](source::Span span) { spans_.Add(span); });
  secret_aliases_.insert(secret_aliases_.end(), inner.unknown_aliases.begin(), inner.unknown_aliases.end());
}

// Hides the text behind the value of the current entry that the reader could not read.
void Walker::HideRestOfLine(const Event& value) {
  const source::Span key = frames_.back().key_span;
  const yaml::NodeProperties properties = stream_.PropertiesOf(value);
  source::Span rest = {
      std::max({value.is_missing ? key.end : value.span.end, properties.anchor.end, properties.tag.end}), 0};
  rest.end = LineAt(rest.begin).end;
  const std::string_view text = file_.Text(rest);
  size_t at = text.find_first_not_of(" \t\r:");
  while (at < text.size() && (text[at] == '!' || text[at] == '&')) {  // properties behind another
    const size_t end = std::min(text.find_first_of(" \t\r", at), text.size());
    spans_.Add({rest.begin + static_cast<uint32_t>(at), rest.begin + static_cast<uint32_t>(end)});
    at = text.find_first_not_of(" \t\r", end);
  }
  const std::string_view word = text.substr(std::min(at, text.size()));
  const bool has_rest = word.find_first_not_of("{}[], \t\r") != std::string_view::npos && word[0] != '#' &&
                        !IsNonSecretValue(word);
  if (has_rest) {
    spans_.Hide({rest.end - static_cast<uint32_t>(word.size()), rest.end});
  }
  if (value.is_missing || has_rest || !IsNonSecretValue(file_.Text(value.span))) {
    continuation_.Begin(file_.Text(LineAt(key.begin)), has_rest || !value.is_missing);
  }
}

// Hides a line that continues the secret value above. Returns whether it does.
bool Walker::ContinuesSecret(uint32_t line) {
  const bool continues =
      (!stream_.errors.empty() || around_.depth > 0) && continuation_.Take(file_.Text(file_.LineSpan(line)));
  if (continues) {
    spans_.Hide(file_.LineSpan(line));
  }
  return continues;
}

// Reads lines that have no events, below the entry or list that their indentation selects.
void Walker::TakeUnread(source::Span lines) {
  for (uint32_t line = file_.LineOf(lines.begin); ContinuesSecret(line); ++line) {
    if (file_.LineSpan(line).end >= lines.end) {
      return;
    }
    lines.begin = file_.LineSpan(line + 1).begin;
  }
  const std::string_view text = file_.Text(lines);
  size_t column = std::min(text.find_first_not_of(" \t"), text.size());
  column += text.substr(column).starts_with("- ") ? 1 : 0;  // items may have the column of their key
  const auto around = std::find_if(frames_.rbegin(), frames_.rend(), [&](const Frame& frame) {
    return frame.is_flow || frame.column < column;
  });
  Surroundings below = around_;
  below.is_in_secret_object = below.is_in_secret_object || facts_.has_secret || facts_.has_secret_list;
  below.names_secret = after_secret_name_;
  if (around != frames_.rend()) {
    below.secrecy = BelowOf(*around, EventKind::kMappingStart);
    below.secrecy = around->is_mapping && around->is_secret
                        ? std::max(below.secrecy, InheritedSecrecy::kSecret)
                        : below.secrecy;
  }
  ReadPart(lines, below);
}

void Walker::Walk() {
  const std::vector<source::Span> unread = UnreadLines(stream_, file_);
  auto next_unread = unread.begin();
  for (size_t i = 0; i < stream_.events.size(); ++i) {
    const Event& event = stream_.events[i];
    for (; next_unread != unread.end() && next_unread->begin < event.span.begin; ++next_unread) {
      TakeUnread(*next_unread);
    }
    if (event.kind == EventKind::kDocumentStart) {
      if (event.explicit_marker) {
        continuation_ = {};
      }
      after_secret_name_ = after_secret_name_ && i == 0;
    } else if (event.kind == EventKind::kDocumentEnd) {
      continue;
    } else if (IsEnd(event.kind)) {
      if (const size_t region = frames_.back().region; region > 0) {
        spans_.EndRegion(region, std::max(last_end_, event.span.end));
      }
      frames_.pop_back();
    } else if (!frames_.empty() && frames_.back().is_key_next) {
      frames_.back().is_key_next = false;
      TakeKey(event);
      if (!event.is_scalar()) {
        Open(i, frames_.back().secrecy);
      }
    } else {
      if (!frames_.empty()) {
        frames_.back().is_key_next = frames_.back().is_mapping;
      }
      TakeNode(i);
    }
    last_end_ = event.is_scalar() ? std::max(last_end_, event.span.end) : last_end_;
  }
  std::for_each(next_unread, unread.end(), [&](source::Span lines) { TakeUnread(lines); });
}

// Hides the values that secret aliases name, and those that aliases in them name.
// Returns the aliases without an anchor.
std::vector<source::Span> Walker::HideAliased() {
  std::vector<source::Span> unknown;
  std::map<size_t, size_t> done;  // hidden ranges of events, by their beginning: none is walked twice
  while (!secret_aliases_.empty()) {
    const source::Span alias = secret_aliases_.back();
    const auto found = anchored_.find(file_.Text(alias).substr(1));
    secret_aliases_.pop_back();
    if (found == anchored_.end()) {
      unknown.push_back(alias);
    }
    for (const size_t begin : found == anchored_.end() ? std::vector<size_t>() : found->second) {
      const auto after = done.upper_bound(begin);
      if (after != done.begin() && begin < std::prev(after)->second) {
        continue;
      }
      size_t i = begin;
      int depth = 0;
      do {
        if (const auto inner = done.find(i); inner != done.end()) {
          i = inner->second;
          done.erase(inner);
          continue;
        }
        const Event& event = stream_.events[i++];
        depth += IsStart(event.kind) ? 1 : IsEnd(event.kind) ? -1 : 0;
        if (event.is_scalar()) {
          HideNode(i - 1);
          spans_.AddRegion({event.span, std::string_view::npos, true});
        }
      } while (depth > 0 && i < stream_.events.size());
      done[begin] = i;
    }
  }
  return unknown;
}

YamlSecrets Walker::Run() {
  facts_.has_secret_list =
      facts_.has_secret_list || (!stream_.errors.empty() && HasKindOfSecret(file_.text()));
  if (around_.secrecy != InheritedSecrecy::kNothing) {
    spans_.AddRegion({file_.span(), 0, around_.secrecy == InheritedSecrecy::kCertain});
  }
  ReadNames();
  Walk();
  YamlSecrets secrets;
  secrets.unknown_aliases = HideAliased();
  spans_.HideComments(stream_.comments);
  secrets.found = spans_.Take();
  for (const auto& [name, nodes] : anchored_) {
    secrets.anchors.insert(name);
  }
  return secrets;
}

}  // namespace

YamlSecrets SecretsOfYaml(const source::SourceFile& file, SensitiveKeys sensitive) {
  Surroundings around;
  around.secrecy = file.is_secret() ? InheritedSecrecy::kCertain : InheritedSecrecy::kNothing;
  YamlSecrets secrets = Walker(file, sensitive, around).Run();
  secrets.found.insert(secrets.found.end(), secrets.unknown_aliases.begin(), secrets.unknown_aliases.end());
  return secrets;
}

}  // namespace kval::redaction
