#include "src/lang/kcl/sema/entry_types.h"

namespace kval::kcl::sema {

void EntryTypes::Add(Symbol name, const Type* type, source::Span span) {
  if (!is_needed_) {
    return;
  }
  Known& known = known_[name];
  type = types_.Widen(type);
  if (known.type) {
    known.further.push_back(type);
  } else {
    known.type = type;
  }
  known.span = span;
}

void EntryTypes::Set(const DictAttribute& attribute) {
  if (is_needed_) {
    known_[attribute.name] = {attribute.type, attribute.span, {}};
  }
}

const Type* EntryTypes::Finish() {
  if (!is_needed_) {
    return types_.any();
  }
  const Type* key = types_.Sup(keys_);
  const Type* value = types_.Sup(values_);
  std::vector<DictAttribute> attributes;
  attributes.reserve(known_.size());
  // A repeated key (`a.b: 1`, `a.c: 2`) has the common type of all its values.
  for (auto& [name, known] : known_) {
    if (!known.further.empty()) {
      known.further.insert(known.further.begin(), known.type);
      known.type = types_.Widen(types_.Sup(known.further));
    }
    attributes.push_back({name, known.type, known.span});
  }
  return types_.Dict(key, value, attributes);
}

}  // namespace kval::kcl::sema
