#include "src/check/orphans.h"

#include <algorithm>
#include <variant>

#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/check/key_meant.h"

namespace kval::check {
namespace {

// The record that a value of the type is, if it can be one only.
const types::Record* OnlyRecord(const types::Model& model, types::TypeId id) {
  const types::Type& type = model.Resolve(id);
  const auto* choice = std::get_if<types::Union>(&type.shape);
  if (choice == nullptr) {
    return std::get_if<types::Record>(&type.shape);
  }
  const types::Record* found = nullptr;
  for (const types::TypeId arm : choice->arms) {
    if (const auto* record = std::get_if<types::Record>(&model.Resolve(arm).shape)) {
      if (found != nullptr) {
        return nullptr;
      }
      found = record;
    }
  }
  return found;
}

size_t CountOf(const types::Model& model, const types::Record& record,
               const std::vector<const value::Value*>& keys, size_t most) {
  const auto end = keys.begin() + static_cast<ptrdiff_t>(std::min(most, keys.size()));
  return static_cast<size_t>(std::count_if(
      keys.begin(), end, [&](const value::Value* key) { return FieldOf(model, record, *key) != nullptr; }));
}

// The field of `outer` whose map declares most of the keys, and at least two; null when several do.
const types::Field* HolderIn(const types::Model& model, const types::Record& outer,
                             const std::vector<const value::Value*>& keys) {
  const types::Field* best = nullptr;
  size_t most = 1;
  for (const types::Field& field : outer.fields) {
    const types::Record* inner =
        field.key->kind == value::Kind::kString ? OnlyRecord(model, field.type) : nullptr;
    const size_t count = inner == nullptr ? 0 : CountOf(model, *inner, keys, Orphans::kAskedKeys);
    if (count >= most && count > 1) {
      best = count > most ? &field : nullptr;
      most = count;
    }
  }
  return best;
}

}  // namespace

void Orphans::Search(const types::Model& model, const types::Record& record, const diag::Path& path,
                     const std::vector<const value::Value*>& unknown) {
  was_searched_ = true;
  if (unknown.size() < 2) {
    return;
  }
  const std::vector<const types::Record*> records = RecordsAround(model, record, path);
  diag::Path above = path;
  for (size_t i = records.size(); i-- > 0;) {
    if (const types::Field* field = HolderIn(model, *records[i], unknown)) {
      inner_ = OnlyRecord(model, field->type);
      count_ = CountOf(model, *inner_, unknown, unknown.size());
      const auto own = std::find_if(unknown.begin(), unknown.end(), [&](const value::Value* key) {
        return KeyName(*key) == field->key->raw;
      });
      holder_key_ = own == unknown.end() ? nullptr : *own;
      above.push_back(StepOf(*field->key));
      holder_ = diag::Display(above);
      return;
    }
    while (!above.empty() && above.back().index >= 0) {
      above.pop_back();
    }
    if (!above.empty()) {
      above.pop_back();
    }
  }
}

const types::Field* Orphans::Find(const types::Model& model, const value::Value& key) const {
  return inner_ == nullptr ? nullptr : FieldOf(model, *inner_, key);
}

}  // namespace kval::check
