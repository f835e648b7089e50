#include "src/yaml/compose.h"

#include <algorithm>
#include <array>

#include "src/yaml/base64.h"
#include "src/yaml/tags.h"

namespace kval::yaml {
namespace {

std::string WithArticle(std::string_view name) {
  return (name.find_first_of("aeiou") == 0 ? "an " : "a ") + std::string(name);
}

using diag::Def;
using diag::Kind;

constexpr Def<std::string_view> kUnknownAnchor{Kind::kUnknownAnchor,
                                               "the anchor `{}` is not defined before this alias"};
constexpr Def<std::string_view> kOpenAnchor{Kind::kUnknownAnchor,
                                            "the alias `{}` stands inside the node that it names"};
constexpr std::string_view kTemplateKey = "`{{ … }}` is a Helm or Go template, not YAML";
constexpr Def<uint64_t> kAliasLimit{Kind::kLimitAlias, "aliases expand to more than {} nodes"};
constexpr Def<std::string_view> kDuplicateKey{Kind::kDuplicateKey,
                                              "the key `{}` occurs twice in this mapping"};
constexpr Def<> kBadMerge{Kind::kBadMergeKey, "`<<` needs a mapping or a sequence of mappings"};
constexpr Def<std::string_view, std::string_view> kBadTag{Kind::kBadTag,
                                                          "`{}` is not of the type that `{}` demands"};
constexpr Def<std::string_view> kStrict{Kind::kAmbiguousScalar, "the scalar `{}` is ambiguous"};
constexpr Def<std::string_view> kAmbiguousBoolean{
    Kind::kAmbiguousBoolean, "`{}` is a boolean for some YAML readers and a string for others"};
constexpr Def<std::string_view> kLegacyOctal{
    Kind::kLegacyOctal, "`{}` is an octal number for some YAML readers and a decimal one for others"};
constexpr Def<std::string_view> kNumberLike{Kind::kNumberLikeString,
                                            "`{}` is a number for some YAML readers and a string for others"};

constexpr std::string_view kCorePrefix = "tag:yaml.org,2002:";

bool IsQuotedStyle(value::Style style) {
  return style != value::Style::kPlain;
}

void Assign(const value::Resolved& resolved, value::Value* node) {
  node->kind = resolved.kind;
  node->is_unsigned = resolved.is_unsigned;
  switch (resolved.kind) {
    case value::Kind::kBool:
      node->boolean = resolved.boolean;
      return;
    case value::Kind::kInt:
      node->integer = resolved.integer;
      return;
    case value::Kind::kFloat:
      node->real = resolved.real;
      return;
    case value::Kind::kNull:
    case value::Kind::kString:
    case value::Kind::kSequence:
    case value::Kind::kMapping:
      return;
  }
}

std::string_view Shortened(std::string_view text) {
  return text.substr(0, 60);
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

Document Composer::ReadDocument(size_t* next) {
  Document document;
  const Event& start = stream_.events[*next];
  anchors_.clear();
  root_ = nullptr;
  root_end_ = start.span.end;
  found_fault_ = false;
  uint32_t begin = 0;
  size_t index = *next + 1;
  for (; stream_.events[index].kind != EventKind::kDocumentEnd; ++index) {
    const Event& event = stream_.events[index];
    begin = begin == 0 ? event.span.begin : begin;
    switch (event.kind) {
      case EventKind::kMappingStart:
      case EventKind::kSequenceStart:
        Open(index);
        break;
      case EventKind::kMappingEnd:
      case EventKind::kSequenceEnd:
        Close(event);
        break;
      case EventKind::kScalar:
        Complete(Scalar(index), event.span.end);
        break;
      case EventKind::kAlias:
        Complete(Alias(event), event.span.end);
        break;
      case EventKind::kDocumentStart:
      case EventKind::kDocumentEnd:
        break;
    }
  }
  *next = index + 1;
  document.root = root_;
  document.marker = start.explicit_marker ? start.span : source::Span{};
  document.span = {start.explicit_marker ? start.span.begin : begin, root_end_};
  document.is_faulty = found_fault_;
  return document;
}

void Composer::Open(size_t index) {
  const Event& event = stream_.events[index];
  const bool is_mapping = event.kind == EventKind::kMappingStart;
  value::Value* node = NewNode(is_mapping ? value::Kind::kMapping : value::Kind::kSequence, event);
  Frame frame{node, children_.size(), size_ - 1, {}, {}, event.span.end};
  if (event.anchor.has_value()) {
    frame.anchor = source_.Text(event.anchor).substr(1);
    DefineAnchor(frame.anchor, nullptr, 0, event.anchor);
  }
  frames_.push_back(frame);
}

void Composer::Close(const Event& end) {
  Frame frame = frames_.back();
  frames_.pop_back();
  const std::span<const value::Value* const> children(children_.data() + frame.first_child,
                                                      children_.size() - frame.first_child);
  if (frame.node->style == value::Style::kBlock) {
    frame.node->span.end = std::max(frame.end, frame.node->span.begin);
  } else {
    frame.node->span.end =
        std::max({frame.end, frame.node->span.end, std::min(end.span.end, frame.node->span.end)});
  }
  if (frame.node->kind == value::Kind::kMapping) {
    FillMapping(frame, children);
  } else {
    const auto items = arena_.Copy(children);
    frame.node->item_list = {items.data(), items.size()};
  }
  children_.resize(frame.first_child);
  if (!frame.anchor.empty()) {
    DefineAnchor(frame.anchor, frame.node, size_ - frame.size_before, frame.node->span);
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

void Composer::DefineAnchor(std::string_view name, const value::Value* value, uint64_t size,
                            source::Span span) {
  anchors_[name] = {value, size, span};
}

const value::Value* Composer::Scalar(size_t index) {
  const Event& event = stream_.events[index];
  value::Value* node = NewNode(value::Kind::kString, event);
  std::string_view content = DecodeScalar(event, source_, scratch_);
  if (content.data() == scratch_.data()) {
    content = arena_.CopyText(content);
  }
  node->raw = content;
  if (event.tag.has_value()) {
    ResolveTagged(node, FullTag(stream_, source_, index), event);
  } else if (!IsQuotedStyle(event.style)) {
    Assign(value::Resolve(options_.dialect, content), node);
    if (options_.strict_scalars || options_.warn_ambiguous) {
      WarnOfAmbiguity(event, *node);
    }
  }
  if (event.anchor.has_value()) {
    DefineAnchor(source_.Text(event.anchor).substr(1), node, 1, event.anchor);
  }
  return node;
}

void Composer::ResolveTagged(value::Value* node, std::string_view tag, const Event& event) {
  struct Demand {
    std::string_view name;
    value::Kind kind;
  };
  constexpr std::array kDemands = {Demand{"bool", value::Kind::kBool}, Demand{"int", value::Kind::kInt},
                                   Demand{"float", value::Kind::kFloat}, Demand{"null", value::Kind::kNull}};
  if (!tag.starts_with(kCorePrefix)) {
    return;
  }
  tag.remove_prefix(kCorePrefix.size());
  if (tag == "binary") {
    std::string bytes;
    if (DecodeBase64(node->raw, &bytes)) {
      node->raw = arena_.CopyText(bytes);
    } else {
      found_fault_ = true;
      emit_.Report(event.span, kBadTag, Shortened(node->raw), "!!binary").Hint("write base64").Emit();
    }
    return;
  }
  for (const Demand& demand : kDemands) {
    if (demand.name != tag) {
      continue;
    }
    value::Resolved resolved = value::Resolve(options_.dialect, node->raw);
    if (demand.kind == value::Kind::kFloat && resolved.kind == value::Kind::kInt) {
      const double real = resolved.is_unsigned ? static_cast<double>(static_cast<uint64_t>(resolved.integer))
                                               : static_cast<double>(resolved.integer);
      resolved.kind = value::Kind::kFloat;
      resolved.is_unsigned = false;
      resolved.real = real;
    }
    if (resolved.kind == demand.kind) {
      Assign(resolved, node);
      return;
    }
    found_fault_ = true;
    emit_.Report(event.span, kBadTag, Shortened(node->raw), source_.Text(event.tag))
        .Label("this is " + WithArticle(value::KindName(resolved.kind)))
        .Related(event.tag, "demanded here")
        .Emit();
  }
}

void Composer::WarnOfAmbiguity(const Event& event, const value::Value& node) {
  if (event.is_absent) {
    return;
  }
  if (options_.strict_scalars) {
    const std::string_view complaint = value::StrictComplaint(options_.dialect, node.raw);
    if (!complaint.empty()) {
      emit_.Report(event.span, kStrict, Shortened(node.raw))
          .Label(std::string(complaint))
          .Hint("quote it")
          .Emit();
      found_fault_ = true;
      return;
    }
  }
  const auto disagreement = options_.warn_ambiguous ? value::Disagrees(node.raw) : std::nullopt;
  if (!disagreement) {
    return;
  }
  const std::string hint = "quote it if it is a string";
  switch (disagreement->ambiguity) {
    case value::Ambiguity::kBoolean:
      emit_.Report(event.span, kAmbiguousBoolean, node.raw)
          .Hint(hint + ", else write `true` or `false`")
          .Emit();
      return;
    case value::Ambiguity::kLegacyOctal:
      emit_.Report(event.span, kLegacyOctal, node.raw)
          .Hint(hint + ", else write the number in decimal")
          .Emit();
      return;
    case value::Ambiguity::kNumberOrText:
      emit_.Report(event.span, kNumberLike, Shortened(node.raw)).Hint(hint).Emit();
      return;
  }
}

const value::Value* Composer::Alias(const Event& event) {
  const std::string_view name = source_.Text(event.span).substr(1);
  const auto found = anchors_.find(name);
  const bool is_open = found != anchors_.end() && found->second.value == nullptr;
  if (found == anchors_.end() || is_open) {
    found_fault_ = true;
    const value::Value* null = NewNode(value::Kind::kNull, event);
    if (is_open) {
      emit_.Report(event.span, kOpenAnchor, name).Related(found->second.span, "the node starts here").Emit();
    } else {
      emit_.Report(event.span, kUnknownAnchor, name).Emit();
    }
    return null;
  }
  size_ += found->second.size;
  alias_nodes_ += found->second.size;
  if (alias_nodes_ > options_.limits.alias_nodes) {
    found_fault_ = true;
    if (!alias_limit_hit_) {
      alias_limit_hit_ = true;
      emit_.Report(event.span, kAliasLimit, options_.limits.alias_nodes).Emit();
    }
    return NewNode(value::Kind::kNull, event);
  }
  value::Value* copy = arena_.New<value::Value>(*found->second.value);
  copy->span = event.span;
  return copy;
}

bool Composer::IsMergeKey(const value::Value& key) const {
  return key.kind == value::Kind::kString && key.style == value::Style::kPlain && key.raw == "<<" &&
         source_.Text(key.span) == "<<";
}

void Composer::ReportDuplicate(const value::Value& first, const value::Value& second) {
  found_fault_ = true;
  emit_.Report(second.span, kDuplicateKey, Shortened(source_.Text(second.span)))
      .Label("the second one")
      .Related(first.span, "the first one")
      .Emit();
}

void Composer::AddMergedMapping(const value::Value& mapping, std::vector<value::Entry>* entries,
                                KeySet* keys) {
  for (const value::Entry& entry : mapping.entries()) {
    if (keys->Find(*entry.key) >= 0) {
      continue;
    }
    const value::Value* key = arena_.New<value::Value>(*entry.key);
    entries->push_back({key, arena_.New<value::Value>(*entry.value)});
    keys->Add(*key, entries->size() - 1);
  }
}

void Composer::AddMerged(const value::Value& source, std::vector<value::Entry>* entries, KeySet* keys) {
  if (source.kind == value::Kind::kMapping) {
    AddMergedMapping(source, entries, keys);
    return;
  }
  bool is_good = source.kind == value::Kind::kSequence;
  if (is_good) {
    for (const value::Value* item : source.items()) {
      is_good = is_good && item->kind == value::Kind::kMapping;
    }
  }
  if (!is_good) {
    found_fault_ = true;
    emit_.Report(source.span, kBadMerge).Label("this is " + WithArticle(value::KindName(source.kind))).Emit();
    return;
  }
  for (const value::Value* item : source.items()) {
    AddMergedMapping(*item, entries, keys);
  }
}

// `{{ x }}`: a map as a key, for YAML; its readers in Go refuse such keys.
bool IsTemplateMark(const source::SourceFile& source, const value::Value& key) {
  return key.kind == value::Kind::kMapping && key.style == value::Style::kFlow &&
         key.span.begin > source.base() && source.Text({key.span.begin - 1, key.span.begin + 1}) == "{{";
}

std::vector<RepeatedKey> Composer::TakeRepeatedKeys() {
  // Mappings end inside out.
  std::sort(repeated_keys_.begin(), repeated_keys_.end(), [](const RepeatedKey& a, const RepeatedKey& b) {
    return a.again->span.begin < b.again->span.begin;
  });
  return std::move(repeated_keys_);
}

// `children` are keys and values by turns.
void Composer::FillMapping(Frame& frame, std::span<const value::Value* const> children) {
  std::vector<value::Entry> entries;
  entries.reserve(children.size() / 2);
  KeySet keys(source_);
  struct Merge {
    size_t before;  // the number of own entries that stand before it
    const value::Value* source;
  };
  std::vector<Merge> merges;
  for (size_t i = 0; i + 1 < children.size(); i += 2) {
    const value::Value& key = *children[i];
    if (IsMergeKey(key)) {
      merges.push_back({entries.size(), children[i + 1]});
      continue;
    }
    if (IsTemplateMark(source_, key)) {
      found_fault_ = true;
      const bool has_end = source_.Text({key.span.end, source_.span().end}).starts_with("}");
      emit_
          .ReportText({key.span.begin - 1, key.span.end + (has_end ? 1U : 0U)}, Kind::kYamlSyntax,
                      std::string(kTemplateKey))
          .Hint("render the template first, or quote it to keep it as text")
          .Emit();
    }
    const ptrdiff_t known = keys.Find(key);
    if (known < 0) {
      keys.Add(key, entries.size());
      entries.push_back({&key, children[i + 1]});
      continue;
    }
    if (options_.duplicates == DuplicateKeys::kKeep) {
      repeated_keys_.push_back({entries[static_cast<size_t>(known)].key, &key});
      entries.push_back({&key, children[i + 1]});
      continue;
    }
    value::Entry& first = entries[static_cast<size_t>(known)];
    if (options_.duplicates == DuplicateKeys::kError) {
      ReportDuplicate(*first.key, key);
    }
    first = {&key, children[i + 1]};
  }
  if (!merges.empty()) {
    // The mapping's own keys win wherever they stand, so they are known before anything is merged.
    std::vector<value::Entry> ordered;
    size_t own = 0;
    for (const Merge& merge : merges) {
      for (; own < merge.before; ++own) {
        ordered.push_back(entries[own]);
      }
      AddMerged(*merge.source, &ordered, &keys);
    }
    ordered.insert(ordered.end(), entries.begin() + static_cast<ptrdiff_t>(own), entries.end());
    entries = std::move(ordered);
  }
  const auto copy = arena_.Copy(std::span<const value::Entry>(entries));
  frame.node->entry_list = {copy.data(), copy.size()};
}

}  // namespace kval::yaml
