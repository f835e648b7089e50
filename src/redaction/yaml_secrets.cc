#include "src/redaction/yaml_secrets.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "src/redaction/mapping_facts.h"
#include "src/redaction/secret_key.h"
#include "src/redaction/secret_key_names.h"
#include "src/redaction/secret_object.h"
#include "src/redaction/secret_text.h"
#include "src/redaction/secret_value.h"
#include "src/yaml/reader.h"

namespace kval::redaction {
namespace {

using yaml::Event;
using yaml::EventKind;

// Block scalars within block scalars that are read as YAML.
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
  size_t region = 0;      // number in Walker::regions_ of the region that it begins; 0: none
  std::string_view key;
};

class Walker {
 public:
  Walker(const source::SourceFile& file, SensitiveKeys sensitive, int depth)
      : file_(file),
        sensitive_(sensitive),
        depth_(depth),
        stream_(yaml::NativeReader().Read(file)),
        facts_(ReadMappingFacts(stream_, file, sensitive)) {}

  YamlSecrets Run();

 private:
  // Where everything is secret, with comments on separate lines from `column` on.
  struct Region {
    source::Span span;
    size_t column;
    bool with_trailing;
  };

  // The text of a scalar; empty for all others.
  std::string_view Decoded(const Event& event) {
    if (event.kind != EventKind::kScalar) {
      return {};
    }
    std::string scratch;
    const std::string_view text = yaml::DecodeScalar(event, file_, scratch);
    return event.needs_decoding ? std::string_view(decoded_.emplace_back(text)) : text;
  }
  size_t ColumnOf(uint32_t offset) const { return offset - file_.LineSpan(file_.LineOf(offset)).begin; }

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
  void HideText(source::Span span);
  void HideAliased();
  void HideComments();
  void HideLiteralsAbove(source::Span key);
  void ReadEmbedded(const Event& event);

  const source::SourceFile& file_;
  SensitiveKeys sensitive_;
  int depth_;
  yaml::EventStream stream_;
  std::deque<std::string> decoded_;  // decoded scalars that differ from their source
  DocumentFacts facts_;
  std::vector<Frame> frames_;
  size_t next_facts_ = 0;
  bool after_secret_name_ = false;  // the entry before is `name: DB_PASSWORD`
  uint32_t last_end_ = 0;           // of the node before
  std::map<std::string_view, std::vector<size_t>> anchored_;
  std::set<std::string_view> aliases_;
  std::vector<std::string_view> secret_aliases_;
  std::vector<Region> regions_;
  std::vector<source::Span> found_;
  std::vector<source::Span> unread_;
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

// Hides a text line by line, without indentation and what reveals nothing.
void Walker::HideText(source::Span span) {
  for (uint32_t line = file_.LineOf(span.begin); span.begin < span.end; ++line) {
    const source::Span whole = file_.LineSpan(line);
    source::Span piece = {std::max(span.begin, whole.begin), std::min(span.end, whole.end)};
    const std::string_view text = piece.begin < piece.end ? file_.Text(piece) : std::string_view();
    const size_t first = text.find_first_not_of(" \t\r");
    if (first != std::string_view::npos) {
      piece.end = piece.begin + static_cast<uint32_t>(text.find_last_not_of(" \t\r") + 1);
      piece.begin += static_cast<uint32_t>(first);
      const std::string_view content = file_.Text(piece);
      if (content.find_first_not_of("{}[],") != std::string_view::npos && !IsNonSecretValue(content)) {
        found_.push_back(piece);
      }
    }
    if (line >= file_.line_count() || whole.end >= span.end) {
      break;
    }
  }
}

// An anchor without an alias and an unusual tag are secrets that begin with the same character.
void Walker::HideProperties(const Event& event) {
  const yaml::NodeProperties properties = stream_.PropertiesOf(event);
  if (properties.anchor.has_value() && !aliases_.contains(file_.Text(properties.anchor).substr(1))) {
    found_.push_back(properties.anchor);
  }
  if (properties.tag.has_value() && !IsTagOfYaml(file_.Text(properties.tag))) {
    found_.push_back(properties.tag);
  }
}

// Hides a scalar or alias.
void Walker::HideNode(size_t index) {
  const Event& event = stream_.events[index];
  HideProperties(event);
  if (event.kind == EventKind::kAlias) {
    const std::string_view name = file_.Text(event.span).substr(1);
    secret_aliases_.push_back(name);
    if (!anchored_.contains(name)) {
      found_.push_back(event.span);
    }
    return;
  }
  source::Span span = event.span;
  if (span.size() == 0) {
    return;
  }
  if (IsBlockScalar(event)) {
    span.begin = std::min(file_.LineSpan(file_.LineOf(span.begin)).end, span.end);
  }
  HideText(span);
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
  frame.is_in_secret_object =
      facts_.mappings[frame.facts].is_secret ||
      (!frames_.empty() && frames_.back().is_in_secret_object && !facts_.mappings[frame.facts].is_other);
  frames_.push_back(std::move(frame));
}

void Walker::HideLiteralsAbove(source::Span key) {
  const auto after =
      std::lower_bound(stream_.comments.begin(), stream_.comments.end(), key.begin,
                       [](const yaml::Comment& comment, uint32_t at) { return comment.span.begin < at; });
  for (auto comment = after; comment != stream_.comments.begin();) {
    --comment;
    const std::string_view text = file_.Text(comment->span);
    if (comment->span.begin < last_end_) {
      break;
    }
    for (const OffsetRange literal : LiteralsOfAnnotation(text)) {
      HideText({comment->span.begin + static_cast<uint32_t>(literal.begin),
                comment->span.begin + static_cast<uint32_t>(literal.end)});
    }
  }
}

void Walker::TakeKey(const Event& event) {
  Frame& frame = frames_.back();
  frame.key = Decoded(event);
  frame.key_span = event.span;
  frame.is_secret = IsSecretEntry(frame);
  if (event.span.size() > 0 && frame.is_secret) {
    HideLiteralsAbove(event.span);
  }
  if (frame.secrecy != InheritedSecrecy::kNothing && IsUnusualKey(frame, event.span)) {
    HideText(event.span);
  }
}

// Unusual keys of wholly secret text may be secrets in the wrong place.
bool Walker::IsUnusualKey(const Frame& frame, source::Span key) const {
  const source::Span line = file_.LineSpan(file_.LineOf(key.begin));
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
    if (event.is_scalar() && file_.is_secret()) {
      HideNode(index);
    } else if (event.is_scalar()) {
      ReadEmbedded(event);
    } else {
      Open(index, file_.is_secret() ? InheritedSecrecy::kCertain : InheritedSecrecy::kNothing);
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
  if (frame.is_mapping && frame.is_flow && event.is_missing && below != InheritedSecrecy::kNothing) {
    HideText(frame.key_span);  // an item in a mapping
  }
  const std::string_view text = frame.is_mapping ? std::string_view() : Decoded(event);
  const bool is_argument = !frame.is_mapping && frame.follows_option && !text.starts_with('-');
  const std::string_view option = OptionName(text);
  frame.follows_option = !frame.is_mapping && !option.empty() &&
                         option.find_first_of(" =") == std::string_view::npos &&
                         IsSecretName(option, sensitive_);
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
    if (begins) {
      regions_.push_back(
          {event.span, ColumnOf(frame.key_span.begin) + 1, below == InheritedSecrecy::kCertain});
    }
    Open(index, below);
    frames_.back().shows_items = shows_items;
    frames_.back().region = begins ? regions_.size() : 0;
  } else if (hides) {
    HideNode(index);
    const bool with_trailing = !frame.is_mapping || below == InheritedSecrecy::kCertain;
    const uint32_t next = std::max(stream_.events[index + 1].span.begin, event.span.end);
    regions_.push_back({{event.span.begin, next}, ColumnOf(frame.key_span.begin) + 1, with_trailing});
  } else {
    ReadEmbedded(event);
  }
}

void Walker::ReadEmbedded(const Event& event) {
  if (!IsBlockScalar(event) || depth_ >= kMostEmbedded) {
    if (event.span.size() > 0 && file_.LineOf(event.span.begin) != file_.LineOf(event.span.end)) {
      unread_.push_back(event.span);
    }
    return;
  }
  const uint32_t line = file_.LineOf(event.span.begin);
  const uint32_t begin = line < file_.line_count() ? file_.LineSpan(line + 1).begin : event.span.end;
  if (begin >= event.span.end) {
    return;
  }
  if (static_cast<signed char>(file_.Text({begin, begin + 1})[0]) < 0) {
    unread_.push_back(event.span);  // may be read as another encoding
    return;
  }
  const source::SourceFile embedded(file_.name(), std::string(file_.Text({begin, event.span.end})), begin);
  Walker walker(embedded, sensitive_, depth_ + 1);
  const YamlSecrets inner = walker.Run();
  after_secret_name_ = walker.after_secret_name_;
  found_.insert(found_.end(), inner.found.begin(), inner.found.end());
  unread_.insert(unread_.end(), inner.unread.begin(), inner.unread.end());
}

void Walker::Walk() {
  for (size_t i = 0; i < stream_.events.size(); ++i) {
    const Event& event = stream_.events[i];
    if (event.kind == EventKind::kDocumentStart) {
      after_secret_name_ = false;
    } else if (event.kind == EventKind::kDocumentEnd) {
      continue;
    } else if (IsEnd(event.kind)) {
      if (const size_t region = frames_.back().region; region > 0) {
        regions_[region - 1].span.end = std::max(last_end_, event.span.end);
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
}

// Hides the values that secret aliases name, and those that aliases in them name.
void Walker::HideAliased() {
  std::map<size_t, size_t> done;  // hidden ranges of events, by their beginning: none is walked twice
  while (!secret_aliases_.empty()) {
    const auto found = anchored_.find(secret_aliases_.back());
    secret_aliases_.pop_back();
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
          regions_.push_back({event.span, std::string_view::npos, true});
        }
      } while (depth > 0 && i < stream_.events.size());
      done[begin] = i;
    }
  }
}

// Comments about a secret are as secret as the value.
void Walker::HideComments() {
  for (const Region& region : regions_) {
    auto comment = std::lower_bound(stream_.comments.begin(), stream_.comments.end(), region.span.begin,
                                    [](const yaml::Comment& c, uint32_t at) { return c.span.begin < at; });
    const uint32_t end = file_.LineSpan(file_.LineOf(region.span.end)).end;
    for (; comment != stream_.comments.end() && comment->span.begin < end; ++comment) {
      const source::Span line = file_.LineSpan(file_.LineOf(comment->span.begin));
      const std::string_view before = file_.Text({line.begin, comment->span.begin});
      const bool is_alone = before.find_first_not_of(" \t") == std::string_view::npos;
      if (is_alone ? before.size() >= region.column : region.with_trailing) {
        HideText(comment->span);
      }
    }
  }
}

YamlSecrets Walker::Run() {
  if (!stream_.errors.empty()) {
    unread_.push_back(file_.span());
  }
  if (file_.is_secret()) {
    regions_.push_back({file_.span(), 0, true});
  }
  ReadNames();
  Walk();
  HideAliased();
  HideComments();
  YamlSecrets secrets{std::move(found_), {}, std::move(unread_)};
  for (const auto& [name, nodes] : anchored_) {
    secrets.anchors.insert(name);
  }
  return secrets;
}

}  // namespace

YamlSecrets SecretsOfYaml(const source::SourceFile& file, SensitiveKeys sensitive) {
  return Walker(file, sensitive, 0).Run();
}

}  // namespace kval::redaction
