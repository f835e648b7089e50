// Mappings: duplicate keys, merge keys, keys that are no keys.
#include <algorithm>
#include <optional>
#include <utility>

#include "src/support/substitute.h"
#include "src/value/builder.h"
#include "src/yaml/compose.h"
#include "src/yaml/message_text.h"

namespace kval::yaml {
namespace {

using diag::Def;
using diag::Kind;

constexpr std::string_view kTemplateKey = "`{{ … }}` is a Helm, Go or Jinja template, not YAML";
constexpr Def<std::string_view> kDuplicateKey{Kind::kDuplicateKey,
                                              "the key `{}` occurs twice in this mapping"};
constexpr Def<std::string_view> kNoKeyInJson{Kind::kYamlSyntax, "kubectl does not accept {} as a key"};
constexpr Def<> kGluedItem{Kind::kYamlSyntax, "a space must follow the `-` of an item"};
constexpr Def<> kBadMerge{Kind::kBadMergeKey,
                          "the value of `<<` must be a mapping or a sequence of mappings"};
constexpr Def<> kBadYttMerge{Kind::kBadMergeKey, "the value of `<<` must be a mapping"};

// `{{ x }}`: a map as a key, for YAML; its readers in Go refuse such keys.
bool IsTemplateMark(const source::SourceFile& source, const value::Value& key) {
  return key.kind == value::Kind::kMapping && key.style == value::Style::kFlow &&
         key.span.begin > source.base() && source.Text({key.span.begin - 1, key.span.begin + 1}) == "{{";
}

// There is no value after the key, not even `~`.
bool IsAbsent(const value::Value& value) {
  return value.kind == value::Kind::kNull && value.raw.empty() && value.span.size() == 0;
}

bool IsNull(const value::Value& key) {
  return key.kind == value::Kind::kNull && key.gap == value::Recovery::kNone;
}

// kubectl converts YAML to JSON with string keys, made from every scalar except null (sigs.k8s.io/yaml,
// convertToJSONableObject).
bool IsNoKeyInJson(value::Dialect dialect, const value::Value& key) {
  return dialect == value::Dialect::kK8s && (IsNull(key) || key.is_collection());
}

// `-name`: an item without a space.
bool IsGluedItem(const value::Value& key) {
  constexpr std::string_view kNone = "- .0123456789";
  return key.kind == value::Kind::kString && key.style == value::Style::kPlain && key.raw.size() > 1 &&
         key.raw[0] == '-' && kNone.find(key.raw[1]) == std::string_view::npos;
}

bool HasErrorBetween(const std::vector<SyntaxError>& errors, source::Span first, source::Span second) {
  return std::any_of(errors.begin(), errors.end(), [&](const SyntaxError& error) {
    return error.at.begin >= first.end && error.at.begin < second.begin;
  });
}

}  // namespace

MergeKeys Composer::merges() const {
  // go-yaml v2 writes key by key into one map.
  if (options_.dialect == value::Dialect::kHelm) {
    return MergeKeys::kLastWins;
  }
  if (options_.dialect != value::Dialect::kYtt) {
    return MergeKeys::kOwnWins;
  }
  return options_.duplicates == DuplicateKeys::kKeep ? MergeKeys::kRepeats : MergeKeys::kLastWins;
}

bool Composer::IsMergeKey(const value::Value& key) const {
  return options_.merges && key.kind == value::Kind::kString && key.style == value::Style::kPlain &&
         key.raw == "<<" && source_.Text(key.span) == "<<";
}

diag::Path Composer::PathOf(const value::Value& key, size_t first_child) const {
  const auto step = [this](const value::Value& name) {
    return diag::PathStep::Key(name.raw.empty() ? source_.Text(name.span) : name.raw);
  };
  diag::Path path;
  for (size_t i = 0; i < frames_.size(); ++i) {
    const size_t end = i + 1 < frames_.size() ? frames_[i + 1].first_child : first_child;
    const size_t count = end - frames_[i].first_child;
    if (frames_[i].node->kind == value::Kind::kSequence) {
      path.push_back(diag::PathStep::Index(count));
    } else if (count % 2 == 1) {
      path.push_back(step(*children_[end - 1]));
    } else {
      return {};
    }
  }
  path.push_back(step(key));
  return path;
}

void Composer::ReportDuplicate(const value::Value& first, const value::Value& second, size_t first_child,
                               const value::Value* bare) {
  found_error_ = true;
  diag::DiagnosticBuilder builder =
      emit_.Report(second.span, kDuplicateKey, Truncate(source_.Text(second.span)));
  // Those beyond are not shown.
  if (++duplicate_count_ <= options_.limits.syntax_errors) {
    builder.At(PathOf(second, first_child));
  }
  builder.Label("the second one").Related(first.span, "the first one");
  if (bare != nullptr) {
    builder.Related(bare->span, "this key has no value")
        .Hint(Substitute("indent it and its value if it belongs to `{}`", Truncate(source_.Text(bare->span))))
        .SupersededBy(Kind::kUnknownKey, bare->span);
  }
  builder.Emit();
}

const value::Value* Composer::AsPart(const value::Value& value) {
  if (!value.is_collection() || IsRecovered(value)) {
    return &value;
  }
  value::Value* part = arena_.New<value::Value>(value);
  part->gap = value::Recovery::kPartial;
  return part;
}

void Composer::AddMergedMapping(const value::Value& mapping, std::vector<value::Entry>* entries,
                                MappingKeys* keys) {
  for (const value::Entry& entry : mapping.entries()) {
    if (keys->Find(*entry.key) >= 0) {
      continue;
    }
    const value::Value* key = arena_.New<value::Value>(*entry.key);
    entries->push_back({key, arena_.New<value::Value>(*entry.value)});
    keys->Add(*key, entries->size() - 1);
  }
}

void Composer::AddMerged(const value::Value& source, std::vector<value::Entry>* entries, MappingKeys* keys) {
  if (source.gap == value::Recovery::kError) {
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
    ReportBadMerge(source);
    return;
  }
  for (const value::Value* item : source.items()) {
    AddMergedMapping(*item, entries, keys);
  }
}

void Composer::ReportBadMerge(const value::Value& source) {
  found_error_ = true;
  const std::string label = "this is " + WithArticle(value::KindName(source.kind));
  if (options_.dialect != value::Dialect::kYtt) {
    emit_.Report(source.span, kBadMerge).Label(label).Emit();
    return;
  }
  const bool is_list = source.kind == value::Kind::kSequence;
  emit_.Report(source.span, kBadYttMerge)
      .Label(label)
      .Hint(is_list ? "write a `<<` entry for each mapping" : "")
      .Emit();
}

void Composer::ReportTemplateMark(OpenCollection& frame, const value::Value& key) {
  MarkInvalid(frame.node);
  const bool has_end = source_.Text({key.span.end, source_.span().end}).starts_with("}");
  emit_
      .ReportText({key.span.begin - 1, key.span.end + (has_end ? 1U : 0U)}, Kind::kForeignTemplate,
                  std::string(kTemplateKey))
      .Hint(
          "render the template first (a Helm chart with `kval helm CHART`), or quote it to keep it as a "
          "string")
      .Emit();
}

// A mapping while its entries are put together.
struct Composer::Filling {
  // A `<<` whose mapping comes behind the mapping's own keys.
  struct Merge {
    size_t before;  // the number of own entries before it
    const value::Value* source;
  };

  value::Value* node;
  size_t first_child;
  MappingKeys keys;
  std::vector<value::Entry> entries;
  std::vector<const value::Value*> own;  // by entry: the key that the mapping itself has; null: merged
  std::vector<Merge> merges;
  // The entry with nothing behind its key, below which only repeated keys followed: most likely its own,
  // unindented.
  std::optional<size_t> bare = std::nullopt;
  bool has_unindented = false;  // one of them was reported
  bool has_glued = false;       // items without a space were found
  bool is_broken = false;       // not all of the mapping could be read, which was reported
  // The key above is a duplicate: its first occurrence.
  std::optional<size_t> repeated = std::nullopt;
};

void Composer::AddOwnKey(Filling& filling, const value::Value& key, const value::Value& value) {
  const ptrdiff_t known = filling.keys.Find(key);
  if (known < 0) {
    filling.bare = IsAbsent(value) ? std::optional(filling.entries.size()) : std::nullopt;
    filling.has_unindented = false;
    filling.repeated.reset();
    filling.keys.Add(key, filling.entries.size());
    filling.entries.push_back({&key, &value});
    filling.own.push_back(&key);
    return;
  }
  value::Entry& first = filling.entries[static_cast<size_t>(known)];
  const value::Value*& own = filling.own[static_cast<size_t>(known)];
  const bool is_written_twice = own != nullptr || merges() == MergeKeys::kRepeats;
  if (options_.duplicates == DuplicateKeys::kKeep && is_written_twice) {
    repeated_keys_.push_back({first.key, &key});
    filling.entries.push_back({&key, &value});
    filling.own.push_back(&key);
    return;
  }
  if (options_.duplicates == DuplicateKeys::kError && own != nullptr &&
      (filling.has_glued || IsGluedItem(key))) {
    ReportGluedItems(filling, static_cast<size_t>(known));
    return;
  }
  const bool is_unindented = filling.bare && *filling.bare != static_cast<size_t>(known) && !IsAbsent(value);
  if (options_.duplicates == DuplicateKeys::kError && own != nullptr && is_unindented) {
    value::Entry& bare = filling.entries[*filling.bare];
    if (!std::exchange(filling.has_unindented, true)) {
      if (!filling.is_broken && !IsRecovered(key)) {
        ReportDuplicate(*own, key, filling.first_child, bare.key);
      }
      value::Value* unread = arena_.New<value::Value>(*bare.value);
      unread->gap = value::Recovery::kError;
      bare.value = unread;
    }
    filling.node->gap = std::max(filling.node->gap, value::Recovery::kPartial);
    return;
  }
  if (options_.duplicates == DuplicateKeys::kError && own != nullptr) {
    // Lines that occur twice in the same order are one mistake, and so are those below a line that could not
    // be read, which may begin another mapping.
    const bool goes_on = filling.repeated && *filling.repeated + 1 == static_cast<size_t>(known);
    const source::Span above = filling.entries.back().key->span;
    if (!goes_on && !IsRecovered(key) &&
        !(filling.is_broken && HasErrorBetween(stream_.errors, above, key.span))) {
      ReportDuplicate(*own, key, filling.first_child, nullptr);
    }
    filling.repeated = static_cast<size_t>(known);
    // One of the two may be intended for another key or mapping.
    filling.node->gap = std::max(filling.node->gap, value::Recovery::kPartial);
    first = {&key, AsPart(value)};
  } else {
    first = {&key, &value};
  }
  own = &key;
}

void Composer::ReportGluedItems(Filling& filling, size_t first) {
  const auto unread = [this](const value::Value* value) {
    value::Value* copy = arena_.New<value::Value>(*value);
    copy->gap = value::Recovery::kError;
    return copy;
  };
  // The arrays that they are items of are not missing.
  for (const size_t above : {first == 0 ? 0 : first - 1, filling.entries.size() - 1}) {
    if (IsAbsent(*filling.entries[above].value)) {
      filling.entries[above].value = unread(filling.entries[above].value);
    }
  }
  if (std::exchange(filling.has_glued, true)) {
    return;
  }
  found_error_ = true;
  value::Entry& entry = filling.entries[first];
  const uint32_t at = entry.key->span.begin;
  emit_.Report({at, at + 1}, kGluedItem)
      .Hint("write `- item`")
      .Fix({"put a space after the dash", {{{at + 1, at + 1}, " "}}})
      .Emit();
  entry.key = unread(entry.key);
  filling.node->gap = std::max(filling.node->gap, value::Recovery::kPartial);
}

// ytt's way: the entries are written one behind the other.
void Composer::MergeInOrder(Filling& filling, const value::Value& source) {
  if (source.gap == value::Recovery::kError) {
    return;
  }
  // go-yaml v2 takes lists too, of which the first counts most.
  const bool are_maps =
      source.kind == value::Kind::kSequence &&
      std::all_of(source.items().begin(), source.items().end(),
                  [](const value::Value* item) { return item->kind == value::Kind::kMapping; });
  if (are_maps && options_.dialect == value::Dialect::kHelm) {
    for (auto item = source.items().rbegin(); item != source.items().rend(); ++item) {
      MergeInOrder(filling, **item);
    }
    return;
  }
  if (source.kind != value::Kind::kMapping) {
    ReportBadMerge(source);
    return;
  }
  for (const value::Entry& entry : source.entries()) {
    const value::Value* key = arena_.New<value::Value>(*entry.key);
    const value::Value* value = arena_.New<value::Value>(*entry.value);
    const ptrdiff_t known = filling.keys.Find(*key);
    if (known >= 0 && merges() == MergeKeys::kLastWins) {
      filling.entries[static_cast<size_t>(known)] = {key, value};
      continue;
    }
    if (known >= 0) {
      // The place to change is the `<<`, not the mapping that it names.
      value::Value* again = arena_.New<value::Value>(*key);
      again->span = source.span;
      const value::Value* first = filling.entries[static_cast<size_t>(known)].key;
      repeated_keys_.push_back({first, again});
    } else {
      filling.keys.Add(*key, filling.entries.size());
    }
    filling.entries.push_back({key, value});
    filling.own.push_back(nullptr);
  }
}

// Own keys win at any position, so they are collected before merging.
void Composer::MergeUnderOwnKeys(Filling& filling) {
  std::vector<value::Entry> ordered;
  size_t own = 0;
  for (const Filling::Merge& merge : filling.merges) {
    for (; own < merge.before; ++own) {
      ordered.push_back(filling.entries[own]);
    }
    AddMerged(*merge.source, &ordered, &filling.keys);
  }
  ordered.insert(ordered.end(), filling.entries.begin() + static_cast<ptrdiff_t>(own), filling.entries.end());
  filling.entries = std::move(ordered);
}

// Whether nothing has to be found out about the keys: they are strings, none is merged, and no two are equal.
bool Composer::ArePlainKeys(std::span<const value::Value* const> children) {
  names_.Reset(children.size() / 2);
  for (size_t i = 0; i + 1 < children.size(); i += 2) {
    const value::Value& key = *children[i];
    if (key.kind != value::Kind::kString || key.gap != value::Recovery::kNone || key.raw == "<<" ||
        !names_.Add(key.raw)) {
      return false;
    }
  }
  return true;
}

// `children` are keys and values by turns.
void Composer::FillMapping(OpenCollection& frame, std::span<const value::Value* const> children) {
  if (frame.node->style == value::Style::kFlow && is_go()) {
    for (size_t i = 0; i + 1 < children.size(); i += 2) {
      CheckKeyOnOneLine(frame, *children[i]);
    }
  }
  if (ArePlainKeys(children)) {
    entries_.clear();
    for (size_t i = 0; i + 1 < children.size(); i += 2) {
      entries_.push_back({children[i], children[i + 1]});
    }
    value::SetEntries(frame.node, entries_, &arena_);
    return;
  }
  Filling filling{
      frame.node, frame.first_child, MappingKeys(source_, options_.dialect == value::Dialect::kK8s), {}, {},
      {}};
  filling.is_broken = IsRecovered(*frame.node);
  filling.entries.reserve(children.size() / 2);
  filling.own.reserve(children.size() / 2);
  for (size_t i = 0; i + 1 < children.size(); i += 2) {
    const value::Value& key = *children[i];
    const value::Value& value = *children[i + 1];
    if (key.gap == value::Recovery::kError) {
      filling.has_glued = filling.has_glued || IsGluedItem(key);
      frame.node->gap = std::max(frame.node->gap, value::Recovery::kPartial);
      continue;
    }
    if (IsKeyMissing(key)) {
      ReportMissingKey(frame, key);
      continue;
    }
    if (IsMergeKey(key)) {
      frame.node->gap =
          std::max(frame.node->gap, IsRecovered(value) ? value::Recovery::kPartial : value::Recovery::kNone);
      if (merges() == MergeKeys::kOwnWins) {
        filling.merges.push_back({filling.entries.size(), &value});
      } else {
        MergeInOrder(filling, value);
      }
      continue;
    }
    if (IsTemplateMark(source_, key)) {
      ReportTemplateMark(frame, key);
    } else if (!IsRecovered(key) && IsNoKeyInJson(options_.dialect, key)) {
      frame.node->gap = std::max(frame.node->gap, value::Recovery::kPartial);
      found_error_ = true;
      emit_.Report(key.span, kNoKeyInJson, IsNull(key) ? "null" : "collection")
          .Hint("quote the key if it is a string")
          .Emit();
      continue;
    }
    AddOwnKey(filling, key, value);
  }
  if (!filling.merges.empty()) {
    MergeUnderOwnKeys(filling);
  }
  value::SetEntries(frame.node, filling.entries, &arena_);
}

}  // namespace kval::yaml
