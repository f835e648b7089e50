#include "src/lang/kcl/sema/entry_types.h"

namespace kval::kcl::sema {

void EntryTypes::Add(Symbol name, const Type* type, source::Span span) {
  const auto [place, added] = places_.try_emplace(name, attributes_.size());
  if (added) {
    attributes_.push_back({name, nullptr, span});
    given_.emplace_back();
  }
  attributes_[place->second].span = span;
  given_[place->second].push_back(types_.Widen(type));
}

void EntryTypes::Set(const DictAttribute& attribute) {
  const auto [place, added] = places_.try_emplace(attribute.name, attributes_.size());
  if (added) {
    attributes_.push_back(attribute);
    given_.emplace_back();
  }
  attributes_[place->second] = attribute;
  given_[place->second] = {attribute.type};
}

const Type* EntryTypes::Finish() {
  const Type* key = types_.Sup(keys_);
  const Type* value = types_.Sup(values_);
  // A key that stands many times (`a.b: 1`, `a.c: 2`) has the type that all its values have in common.
  for (size_t i = 0; i < attributes_.size(); ++i) {
    attributes_[i].type = given_[i].size() == 1 ? given_[i].front() : types_.Widen(types_.Sup(given_[i]));
  }
  return types_.Dict(key, value, attributes_);
}

}  // namespace kval::kcl::sema
