// Mappings: duplicate keys, merge keys, keys that are no keys.
#include <algorithm>

#include "src/yaml/compose.h"
#include "src/yaml/words.h"

namespace kval::yaml {
namespace {

using diag::Def;
using diag::Kind;

constexpr std::string_view kTemplateKey = "`{{ … }}` is a Helm, Go or Jinja template, not YAML";
constexpr Def<std::string_view> kDuplicateKey{Kind::kDuplicateKey,
                                              "the key `{}` occurs twice in this mapping"};
constexpr Def<> kBadMerge{Kind::kBadMergeKey, "`<<` needs a mapping or a sequence of mappings"};

// `{{ x }}`: a map as a key, for YAML; its readers in Go refuse such keys.
bool IsTemplateMark(const source::SourceFile& source, const value::Value& key) {
  return key.kind == value::Kind::kMapping && key.style == value::Style::kFlow &&
         key.span.begin > source.base() && source.Text({key.span.begin - 1, key.span.begin + 1}) == "{{";
}

}  // namespace

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

const value::Value* Composer::AsPart(const value::Value& value) {
  if (!value.is_collection() || HasGap(value)) {
    return &value;
  }
  value::Value* part = arena_.New<value::Value>(value);
  part->gap = value::Gap::kPart;
  return part;
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
  if (source.gap == value::Gap::kAll) {
    return;
  }
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
    if (key.gap == value::Gap::kAll) {
      frame.node->gap = std::max(frame.node->gap, value::Gap::kPart);
      continue;
    }
    if (IsMergeKey(key)) {
      frame.node->gap =
          std::max(frame.node->gap, HasGap(*children[i + 1]) ? value::Gap::kPart : value::Gap::kNone);
      merges.push_back({entries.size(), children[i + 1]});
      continue;
    }
    if (IsTemplateMark(source_, key)) {
      MarkFaulty(frame.node);
      const bool has_end = source_.Text({key.span.end, source_.span().end}).starts_with("}");
      emit_
          .ReportText({key.span.begin - 1, key.span.end + (has_end ? 1U : 0U)}, Kind::kForeignTemplate,
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
      // One of the two may have been meant for another key, or for one mapping with the other.
      frame.node->gap = std::max(frame.node->gap, value::Gap::kPart);
      first = {&key, AsPart(*children[i + 1])};
      continue;
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
