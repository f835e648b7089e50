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

const Field* Record::Find(Symbol name) const {
  if (index_.empty()) {
    for (const Field& field : fields) {
      if (field.name == name) {
        return &field;
      }
    }
    return nullptr;
  }
  const auto found = std::lower_bound(index_.begin(), index_.end(), name, IsBefore);
  return found == index_.end() || found->first != name ? nullptr : &fields[found->second];
}

void Record::Index() {
  counts_keys_ = std::any_of(key_rules.begin(), key_rules.end(), [](const KeyRule& rule) {
    return !rule.counts.empty() || rule.count_predicate != nullptr;
  });
  key_pieces_ = key_rules.size() > kSmall ? IndexOf(key_rules) : nullptr;
  index_.clear();
  if (fields.size() <= kSmall) {
    return;
  }
  index_.reserve(fields.size());
  for (uint32_t i = 0; i < fields.size(); ++i) {
    index_.emplace_back(fields[i].name, i);
  }
  // Names that are new to a session are numbered in the order of the schema: often this is sorted.
  const auto by_name = [](const auto& a, const auto& b) { return a.first.index < b.first.index; };
  if (!std::is_sorted(index_.begin(), index_.end(), by_name)) {
    std::stable_sort(index_.begin(), index_.end(), by_name);
  }
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
