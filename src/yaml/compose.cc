#include "src/yaml/compose.h"

#include "src/support/hosted_call.h"
#include "src/value/builder.h"
#include "src/value/encrypted.h"
#include "src/value/scalar_ambiguity.h"
#include "src/value/suspicious_scalar.h"
#include "src/yaml/ambiguity.h"
#include "src/yaml/compose_encrypted.h"
#include "src/yaml/go_properties.h"
#include "src/yaml/message_text.h"

namespace kval::yaml {
namespace {

using diag::Def;
using diag::Kind;

constexpr Def<std::string_view> kUnknownAnchor{Kind::kUnknownAnchor,
                                               "the anchor `{}` is not defined before this alias"};
constexpr Def<std::string_view> kOpenAnchor{Kind::kUnknownAnchor,
                                            "the alias `{}` is inside the node that it refers to"};
constexpr Def<uint64_t> kAliasLimit{Kind::kLimitAlias, "aliases expand to more than {} nodes"};
constexpr Def<std::string_view> kAliasSize{Kind::kLimitAlias, "aliases expand to more than {} of scalars"};
constexpr Def<std::string_view> kStrict{Kind::kAmbiguousScalar, "the scalar `{}` is ambiguous"};

// Events are discarded once they are values, which are larger.
constexpr size_t kForgottenAtOnce = size_t{1} << 15;

bool IsQuotedStyle(value::Style style) {
  return style != value::Style::kPlain;
}

}  // namespace

value::Value* Composer::NewNode(value::Kind kind, const Event& event) {
  value::Value* node = arena_.New<value::Value>();
  node->kind = kind;
  node->style = event.style;
  node->span = event.span;
  ++size_;
  return node;
}

void Composer::FindHiddenStrings() {
  for (const SyntaxError& error : stream_.errors) {
    if (error.kind == Kind::kBadEscape || error.kind == Kind::kControlCharacter ||
        error.kind == Kind::kInvalidUtf8 || error.kind == Kind::kBadTag) {
      error_places_.push_back(error.at.begin);
    }
  }
  std::sort(error_places_.begin(), error_places_.end());
}

// Whether a syntax error is inside a node that was read anyway, such as an invalid escape in a string.
bool Composer::HasErrorIn(source::Span span) const {
  const auto first = std::lower_bound(error_places_.begin(), error_places_.end(), span.begin);
  return first != error_places_.end() && *first < span.end;
}

void Composer::StartDocument(size_t index) {
  const Event& start = stream_.events[index];
  if (documents_.size() >= options_.limits.documents) {
    too_many_at_ = start.span;
    return;
  }
  // Not clear(), which takes as long as for the document with the most of them.
  decltype(anchors_)().swap(anchors_);
  root_ = nullptr;
  root_end_ = start.span.end;
  found_error_ = found_suspicious_ = has_content_ = false;
  encrypted_.clear();
  reported_tags_.clear();
  tag_prefixes_ = TagPrefixes(stream_, source_, index);
  CheckBareDocument(start);
  Document& document = documents_.emplace_back();
  document.marker = start.explicit_marker ? start.span : source::Span{};
  document.span.begin = start.span.begin;
}

void Composer::EndDocument(const Event& end) {
  Document& document = documents_.back();
  document.root = root_;
  if (const value::Value* decrypted =
          encrypted_.empty() ? nullptr : MarkEncrypted(*root_, encrypted_, arena_);
      decrypted != nullptr) {
    document.root = decrypted;
    if (!std::exchange(has_encrypted_, true)) {  // reported once for the file
      ReportEncrypted(*root_, emit_);
    }
  }
  document.span.end = root_end_;
  document.is_invalid = found_error_;
  document.may_be_suspicious = found_suspicious_;
  end_mark_ = end.explicit_marker ? end.span : source::Span{};
  document_ends_.push_back(end.span.end);
}

size_t Composer::RemoveTaken() {
  const size_t count = std::exchange(next_, 0);
  stream_.events.erase(stream_.events.begin(), stream_.events.begin() + static_cast<ptrdiff_t>(count));
  forgotten_ = 0;
  PollHost();
  return count;
}

void Composer::Take(size_t end) {
  for (; next_ < end && !too_many_at_.has_value(); ++next_) {
    if (next_ - forgotten_ >= kForgottenAtOnce) {
      stream_.Forget(forgotten_, next_);
      forgotten_ = next_;
      PollHost();
    }
    const Event& event = stream_.events[next_];
    if (event.kind == EventKind::kDocumentStart) {
      StartDocument(next_);
      continue;
    }
    if (event.kind == EventKind::kDocumentEnd) {
      EndDocument(event);
      continue;
    }
    if (!std::exchange(has_content_, true) && !documents_.back().marker.has_value()) {
      documents_.back().span.begin = event.span.begin;
    }
    switch (event.kind) {
      case EventKind::kMappingStart:
      case EventKind::kSequenceStart:
        Open(next_);
        break;
      case EventKind::kMappingEnd:
      case EventKind::kSequenceEnd:
        Close(event);
        break;
      case EventKind::kScalar:
        Complete(Scalar(next_), event.span.end);
        break;
      case EventKind::kAlias:
        Complete(Alias(event), event.span.end);
        break;
      case EventKind::kDocumentStart:
      case EventKind::kDocumentEnd:
        break;
    }
  }
}

void Composer::Open(size_t index) {
  const Event& event = stream_.events[index];
  const bool is_mapping = event.kind == EventKind::kMappingStart;
  value::Value* node = NewNode(is_mapping ? value::Kind::kMapping : value::Kind::kSequence, event);
  OpenCollection& frame = frames_.emplace_back();
  frame.node = node;
  frame.first_child = children_.size();
  frame.size_before = size_ - 1;
  frame.text_before = text_;
  frame.end = event.span.end;
  if (event.properties != 0) {
    frame.anchor = stream_.PropertiesOf(event).anchor;
    found_error_ |= is_go() && ReportAnchorName(source_, frame.anchor, emit_);
    frame.is_replaced = CheckTagOfCollection(event, node->kind);
  }
  if (frame.anchor.has_value()) {
    DefineAnchor(frame.anchor, nullptr, 0, 0);
  }
}

void Composer::Close(const Event& end) {
  OpenCollection frame = frames_.back();
  frames_.pop_back();
  const std::span<const value::Value* const> children(children_.data() + frame.first_child,
                                                      children_.size() - frame.first_child);
  if (frame.node->style == value::Style::kBlock) {
    frame.node->span.end = std::max(frame.end, frame.node->span.begin);
  } else {
    frame.node->span.end =
        std::max({frame.end, frame.node->span.end, std::min(end.span.end, frame.node->span.end)});
  }
  frame.node->gap = frame.is_replaced ? value::Recovery::kError : end.gap;
  if (frame.node->kind == value::Kind::kMapping) {
    FillMapping(frame, WithinKeys(frame, children));
  } else {
    value::SetItems(frame.node, children, &arena_);
  }
  children_.resize(frame.first_child);
  if (frame.anchor.has_value() && !IsRedefined(frame.anchor)) {
    DefineAnchor(frame.anchor, frame.node, size_ - frame.size_before, text_ - frame.text_before);
  }
  Complete(frame.node, frame.node->span.end);
}

// Gives a finished node to its parent.
void Composer::Complete(const value::Value* node, uint32_t end) {
  if (frames_.empty()) {
    root_ = node;
    root_end_ = std::max(root_end_, end);
    return;
  }
  children_.push_back(node);
  frames_.back().end = std::max(frames_.back().end, end);
}

void Composer::DefineAnchor(source::Span anchor, const value::Value* value, uint64_t size, uint64_t text) {
  anchors_[source_.Text(anchor).substr(1)] = {value, size, text, anchor};
}

// An alias means the anchor nearest above it (YAML 1.2, 7.1), be that inside of the node of another one.
bool Composer::IsRedefined(source::Span anchor) const {
  return anchors_.at(source_.Text(anchor).substr(1)).span != anchor;
}

std::string_view Composer::ContentOf(const Event& event) {
  if (!event.needs_decoding && event.style == value::Style::kPlain) {
    return source_.Text(event.span);
  }
  const std::string_view content = DecodeScalar(event, source_, scratch_, last_line());
  return content.data() == scratch_.data() ? arena_.CopyText(content) : content;
}

const value::Value* Composer::Scalar(size_t index) {
  const Event& event = stream_.events[index];
  value::Value* node = NewNode(value::Kind::kString, event);
  const NodeProperties properties = event.properties == 0 ? NodeProperties() : stream_.PropertiesOf(event);
  const bool is_unread =
      !error_places_.empty() &&
      (HasErrorIn(event.span) || (properties.tag.has_value() && HasErrorIn(properties.tag)));
  node->gap = is_unread ? value::Recovery::kError : event.gap;
  const std::string_view content = ContentOf(event);
  node->raw = content;
  text_ += content.size();
  if (value::IsEncrypted(content)) {
    encrypted_.push_back(node);
  }
  if (content.size() > size_of_any_ && !CheckSize(event.span, content.size())) {
    MarkInvalid(node);
  } else if (properties.tag.has_value()) {
    ResolveTagged(node, event);
    found_suspicious_ = found_suspicious_ || value::IsSuspicious(*node);
  } else if (IsQuotedStyle(event.style)) {
    CheckUnindentedScalar(event);
  } else {
    Become(value::Resolve(options_.dialect, content), node);
    found_suspicious_ = found_suspicious_ || value::IsSuspicious(*node);
    if (content.starts_with('?')) {
      CheckQuestionMark(event, node);
    }
    if (options_.strict_scalars || options_.warn_ambiguous) {
      WarnOfAmbiguity(event, *node);
    }
  }
  if (properties.anchor.has_value()) {
    if (is_go() && ReportAnchorName(source_, properties.anchor, emit_)) {
      MarkInvalid(node);
    }
    DefineAnchor(properties.anchor, node, 1, node->raw.size());
  }
  const bool is_key_in_flow = event.properties != 0 && !event.is_missing && IsAtKey() &&
                              frames_.back().node->style == value::Style::kFlow;
  if (is_key_in_flow && is_go()) {
    found_error_ |=
        ReportKeyOnNextLine(source_, properties, event.span, frames_.back().node->span.begin, emit_);
  }
  return node;
}

void Composer::MarkInvalid(value::Value* node) {
  found_error_ = true;
  node->gap = value::Recovery::kError;
}

void Composer::WarnOfAmbiguity(const Event& event, value::Value& node) {
  if (event.is_missing) {
    return;
  }
  if (options_.strict_scalars) {
    const std::string_view complaint = value::GetStrictError(options_.dialect, node.raw);
    if (!complaint.empty()) {
      emit_.Report(event.span, kStrict, Truncate(node.raw))
          .Label(std::string(complaint))
          .Hint("quote it")
          .Emit();
      MarkInvalid(&node);
      return;
    }
  }
  const auto disagreement = options_.warn_ambiguous ? value::FindAmbiguity(node.raw) : std::nullopt;
  if (disagreement) {
    ReportAmbiguity(*disagreement, node.raw, event.span, options_.dialect, {}, emit_);
  }
}

void Composer::ReportAliasLimit(source::Span at, bool has_many_nodes) {
  if (has_many_nodes) {
    emit_.Report(at, kAliasLimit, options_.limits.alias_nodes).Emit();
  } else {
    emit_.Report(at, kAliasSize, LimitText(options_.limits.alias_size, LimitUnit::kBytes)).Emit();
  }
}

// `*.example.com` is a string rather than an alias; otherwise suggests a similar anchor.
std::string Composer::HintForAnchor(std::string_view name) {
  std::vector<std::string_view> names;
  if (suggestions_.Take(anchors_.size())) {
    for (const auto& [known, anchor] : anchors_) {
      names.push_back(known);
    }
    std::sort(names.begin(), names.end());
  }
  const std::string_view nearest = Nearest(name, names);
  return nearest.empty() ? "quote the value if the `*` belongs to it"
                         : "did you mean `*" + std::string(nearest) + "`?";
}

const value::Value* Composer::Alias(const Event& event) {
  aliases_.push_back(event.span);
  const std::string_view name = source_.Text(event.span).substr(1);
  const auto found = anchors_.find(name);
  const bool is_open = found != anchors_.end() && found->second.value == nullptr;
  if (found == anchors_.end() || is_open) {
    value::Value* null = NewNode(value::Kind::kNull, event);
    MarkInvalid(null);
    if (event.gap != value::Recovery::kNone ||
        (!is_open && unreadable_anchors_.Has(name, event.span, documents_.back().span.begin))) {
      return null;  // something else was found wrong
    }
    if (is_open) {
      emit_.Report(event.span, kOpenAnchor, Truncate(name))
          .Related(found->second.span, "the node starts here")
          .Emit();
    } else {
      emit_.Report(event.span, kUnknownAnchor, Truncate(name)).Hint(HintForAnchor(name)).Emit();
    }
    return null;
  }
  size_ += found->second.size;
  alias_nodes_ += found->second.size;
  text_ += found->second.text;
  alias_text_ += found->second.text;
  const bool has_many_nodes = alias_nodes_ > options_.limits.alias_nodes;
  if (has_many_nodes || alias_text_ > options_.limits.alias_size) {
    if (!std::exchange(alias_limit_hit_, true)) {
      ReportAliasLimit(event.span, has_many_nodes);
    }
    value::Value* null = NewNode(value::Kind::kNull, event);
    MarkInvalid(null);
    return null;
  }
  value::Value* copy = arena_.New<value::Value>(*found->second.value);
  copy->span = event.span;
  if (!copy->is_collection() && !IsRecovered(*copy) && !CheckSize(event.span, copy->raw.size())) {
    MarkInvalid(copy);
  }
  return copy;
}

std::vector<DuplicateKey> Composer::TakeRepeatedKeys() {
  // Mappings end inside out.
  std::sort(repeated_keys_.begin(), repeated_keys_.end(), [](const DuplicateKey& a, const DuplicateKey& b) {
    return a.again->span.begin < b.again->span.begin;
  });
  return std::move(repeated_keys_);
}

}  // namespace kval::yaml
