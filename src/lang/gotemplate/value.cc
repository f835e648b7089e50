#include "src/lang/gotemplate/value.h"

#include "src/lang/gotemplate/containers.h"

namespace kval::gotemplate {

Value Value::Zero(const Type& type) {
  if (type.kind == Kind::kInterface) {
    return Value().Interface();
  }
  return Value(type);
}

const Map::Entries& EntriesOf(const Value& map) {
  static const Map::Entries kNone;
  return map.is(Kind::kMap) && map.map() != nullptr ? map.map()->entries() : kNone;
}

}  // namespace kval::gotemplate
