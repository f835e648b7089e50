#include "src/check/key_index.h"

#include <algorithm>
#include <span>

namespace kval::check {
namespace {

constexpr size_t kSmall = 16;
constexpr size_t kOften = 4;

}  // namespace

void KeyIndex::Note(const value::Value& mapping, Noted& noted, Budget& budget) {
  const std::span<const value::Entry> entries = mapping.entries();
  budget.Spend(entries.size());
  noted.is_ready = true;
  noted.entries.reserve(entries.size());
  for (const value::Entry& entry : entries) {
    const bool is_text = entry.key->kind == value::Kind::kString;
    const bool is_new = is_text && noted.entries.emplace(entry.key->raw, &entry).second;
    noted.has_only_different_texts = noted.has_only_different_texts && is_new;
  }
}

const value::Entry* KeyIndex::Find(const value::Value& mapping, std::string_view key, Budget& budget) {
  const std::span<const value::Entry> entries = mapping.entries();
  if (entries.size() > kSmall) {
    Noted& noted = noted_[&mapping];
    if (noted.is_ready || ++noted.times_asked > kOften) {
      if (!noted.is_ready) {
        Note(mapping, noted, budget);
      }
      budget.Spend();
      const auto found = noted.entries.find(key);
      return found == noted.entries.end() ? nullptr : found->second;
    }
  }
  budget.Spend(entries.size());
  const auto found = std::find_if(entries.begin(), entries.end(), [key](const value::Entry& entry) {
    return entry.key->kind == value::Kind::kString && entry.key->raw == key;
  });
  return found == entries.end() ? nullptr : &*found;
}

bool KeyIndex::IsWorthAsking(const value::Value& mapping, const types::Record& record, Budget& budget) {
  constexpr size_t kManyMore = 4;
  const size_t entries = mapping.entries().size();
  if (entries <= kSmall || entries / kManyMore < record.fields.size()) {
    return false;
  }
  Noted& noted = noted_[&mapping];
  if (!noted.is_ready) {
    if (++noted.times_asked <= kOften) {
      return false;
    }
    Note(mapping, noted, budget);
  }
  return noted.has_only_different_texts;
}

std::vector<const value::Entry*> KeyIndex::Declared(const value::Value& mapping, const types::Record& record,
                                                    const types::Model& model, Budget& budget) {
  budget.Spend(record.fields.size());
  const Noted& noted = noted_[&mapping];
  std::vector<const value::Entry*> declared;
  for (const types::Field& field : record.fields) {
    const auto found = noted.entries.find(model.interner().Text(field.name));
    if (found != noted.entries.end()) {
      declared.push_back(found->second);
    }
  }
  std::sort(declared.begin(), declared.end());  // the entries of a mapping stand in a row
  return declared;
}

}  // namespace kval::check
