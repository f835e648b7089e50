#include "src/types/type.h"

#include <algorithm>

namespace kval::types {
namespace {

// Below this a linear search beats hashing.
constexpr size_t kSmall = 8;

bool IsBefore(const std::pair<Symbol, uint32_t>& entry, Symbol name) {
  return entry.first.index < name.index;
}

std::shared_ptr<const PieceIndex> IndexOf(const std::vector<KeyRule>& rules) {
  auto index = std::make_shared<PieceIndex>();
  for (size_t i = 0; i < rules.size(); ++i) {
    const std::vector<std::string> pieces =
        rules[i].allowed == nullptr ? std::vector<std::string>() : rules[i].allowed->Pieces();
    index->Add(std::vector<std::string_view>(pieces.begin(), pieces.end()), i);
  }
  return index;
}

}  // namespace

AskedKeyRules Record::KeyRulesFor(const value::Value& key) const {
  return key_pieces_ == nullptr || key.kind != value::Kind::kString ? AskedKeyRules(key_rules.size())
                                                                    : AskedKeyRules(key_pieces_->In(key.raw));
}

void Record::Index() {
  counts_keys_ = std::any_of(key_rules.begin(), key_rules.end(), [](const KeyRule& rule) {
    return !rule.counts.empty() || rule.count_predicate != nullptr;
  });
  key_pieces_ = key_rules.size() > kSmall ? IndexOf(key_rules) : nullptr;
  fields.Index();
}

FieldList::FieldList(std::vector<Field> fields) {
  if (!fields.empty()) {
    Edit() = std::move(fields);
  }
}

std::vector<Field>& FieldList::Edit() {
  if (held_ == nullptr) {
    held_ = std::make_shared<Held>();
  } else if (held_.use_count() > 1) {
    held_ = std::make_shared<Held>(Held{held_->fields, {}});
  }
  held_->by_name.clear();
  return held_->fields;
}

const Field* FieldList::Find(Symbol name) const {
  if (held_ == nullptr || held_->by_name.empty()) {
    const Field* found = std::find_if(begin(), end(), [&](const Field& field) { return field.name == name; });
    return found == end() ? nullptr : found;
  }
  const auto found = std::lower_bound(held_->by_name.begin(), held_->by_name.end(), name, IsBefore);
  return found == held_->by_name.end() || found->first != name ? nullptr : &held_->fields[found->second];
}

void FieldList::Index() {
  if (size() <= kSmall || !held_->by_name.empty()) {
    return;
  }
  std::vector<std::pair<Symbol, uint32_t>>& index = held_->by_name;
  index.reserve(size());
  for (uint32_t i = 0; i < size(); ++i) {
    index.emplace_back(held_->fields[i].name, i);
  }
  // Names that are new to a session are numbered in the order of the schema: often this is sorted.
  const auto by_name = [](const auto& a, const auto& b) { return a.first.index < b.first.index; };
  if (!std::is_sorted(index.begin(), index.end(), by_name)) {
    std::stable_sort(index.begin(), index.end(), by_name);
  }
}

const void* MeaningOf(const Type& type) {
  const auto* record = std::get_if<Record>(&type.shape);
  return record == nullptr || record->fields.empty() ? static_cast<const void*>(&type)
                                                     : record->fields.begin();
}

bool OpenTypes::LeadsBackTo(const Type& type) const {
  int shared = 0;
  return std::any_of(types_.begin(), types_.end(), [&](const Type* open) {
    return open == &type || (MeaningOf(*open) == MeaningOf(type) && ++shared == 2);
  });
}

bool Doc::empty() const {
  return title.empty() && text.empty() && !deprecated && !removed && !sensitive && examples.empty();
}

DocOfType::DocOfType(Doc doc) {
  if (!doc.empty() || !doc.note.empty()) {
    doc_ = std::make_shared<Doc>(std::move(doc));
  }
}

const Doc& DocOfType::operator*() const {
  static const Doc& kNone = *new Doc;
  return doc_ == nullptr ? kNone : *doc_;
}

Doc& DocOfType::Edit() {
  if (doc_ == nullptr) {
    doc_ = std::make_shared<Doc>();
  } else if (doc_.use_count() > 1) {
    doc_ = std::make_shared<Doc>(*doc_);  // a copy of the type has the other
  }
  return *doc_;
}

}  // namespace kval::types
