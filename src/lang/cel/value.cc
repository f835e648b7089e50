#include "src/lang/cel/value.h"

namespace kval::cel {

const Type* TypeOfValue(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kError:
      return &kErrorType;
    case ValueKind::kNull:
      return &kNullType;
    case ValueKind::kBool:
      return &kBoolType;
    case ValueKind::kInt:
      return &kIntType;
    case ValueKind::kUint:
      return &kUintType;
    case ValueKind::kDouble:
      return &kDoubleType;
    case ValueKind::kString:
      return &kStringType;
    case ValueKind::kBytes:
      return &kBytesType;
    case ValueKind::kTimestamp:
      return &kTimestampType;
    case ValueKind::kDuration:
      return &kDurationType;
    case ValueKind::kList:
      return &kListType;
    case ValueKind::kMap:
      return value.map().object_type() == nullptr ? &kMapType : value.map().object_type();
    case ValueKind::kOptional:
      return &kOptionalType;
    case ValueKind::kType:
      return &kTypeType;
    case ValueKind::kQuantity:
      return &kQuantityType;
    case ValueKind::kIp:
      return &kIpType;
    case ValueKind::kCidr:
      return &kCidrType;
    case ValueKind::kUrl:
      return &kUrlType;
    case ValueKind::kSemver:
      return &kSemverType;
    case ValueKind::kFormat:
      return &kFormatType;
  }
  return &kErrorType;
}

}  // namespace kval::cel
