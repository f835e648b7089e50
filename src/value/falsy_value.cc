#include "src/value/falsy_value.h"

namespace kval::value {

const Value* MakeFalsyValue(Kind kind, Builder& build) {
  switch (kind) {
    case Kind::kNull:
      return build.Null();
    case Kind::kBool:
      return build.Bool(false);
    case Kind::kInt:
      return build.Int(0);
    case Kind::kFloat:
      return build.Float(0);
    case Kind::kString:
      return build.String("");
    case Kind::kSequence:
      return build.Sequence({});
    case Kind::kMapping:
      return build.Mapping({});
  }
  return build.Null();
}

}  // namespace kval::value
