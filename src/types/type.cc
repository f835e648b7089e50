#include "src/types/type.h"

#include <algorithm>

namespace kval::types {
namespace {

// Below this a linear search beats hashing.
constexpr size_t kSmall = 8;

bool IsBefore(const std::pair<Symbol, uint32_t>& entry, Symbol name) {
  return entry.first.index < name.index;
}

std::shared_ptr<const SubstringIndex> IndexOf(const std::vector<KeyRule>& rules) {
  auto index = std::make_shared<SubstringIndex>();
  for (size_t i = 0; i < rules.size(); ++i) {
    const std::vector<std::string> pieces =
        rules[i].allowed == nullptr ? std::vector<std::string>() : rules[i].allowed->Pieces();
    index->Add(std::vector<std::string_view>(pieces.begin(), pieces.end()), i);
  }
  return index;
}

}  // namespace

CandidateKeyRules Record::KeyRulesFor(const value::Value& key) const {
  return key_index_ == nullptr || key.kind != value::Kind::kString
             ? CandidateKeyRules(key_rules.size())
             : CandidateKeyRules(key_index_->In(key.raw));
}

void Record::Index() {
  counts_keys_ = std::any_of(key_rules.begin(), key_rules.end(), [](const KeyRule& rule) {
    return !rule.counts.empty() || rule.count_predicate != nullptr;
  });
  key_index_ = key_rules.size() > kSmall ? IndexOf(key_rules) : nullptr;
  fields.Index();
}

FieldList::FieldList(std::vector<Field> fields) {
  if (!fields.empty()) {
    Edit() = std::move(fields);
  }
}

std::vector<Field>& FieldList::Edit() {
  if (shared_ == nullptr) {
    shared_ = std::make_shared<SharedFields>();
  } else if (shared_.use_count() > 1) {
    shared_ = std::make_shared<SharedFields>(SharedFields{shared_->fields, {}});
  }
  shared_->by_name.clear();
  return shared_->fields;
}

const Field* FieldList::Find(Symbol name) const {
  if (shared_ == nullptr || shared_->by_name.empty()) {
    const Field* found = std::find_if(begin(), end(), [&](const Field& field) { return field.name == name; });
    return found == end() ? nullptr : found;
  }
  const auto found = std::lower_bound(shared_->by_name.begin(), shared_->by_name.end(), name, IsBefore);
  return found == shared_->by_name.end() || found->first != name ? nullptr : &shared_->fields[found->second];
}

void FieldList::Index() {
  if (size() <= kSmall || !shared_->by_name.empty()) {
    return;
  }
  std::vector<std::pair<Symbol, uint32_t>>& index = shared_->by_name;
  index.reserve(size());
  for (uint32_t i = 0; i < size(); ++i) {
    index.emplace_back(shared_->fields[i].name, i);
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

bool TypeStack::IsRecursive(const Type& type) const {
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
