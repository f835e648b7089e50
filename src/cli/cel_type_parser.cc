#include "src/cli/cel_type_parser.h"

#include "src/support/ascii.h"
#include "src/support/native_stack.h"

namespace kval::cli {
namespace {

struct NamedType {
  std::string_view name;
  const cel::Type* type;
};
constexpr NamedType kTypes[] = {
    {"int", &cel::kIntType},
    {"uint", &cel::kUintType},
    {"double", &cel::kDoubleType},
    {"string", &cel::kStringType},
    {"bytes", &cel::kBytesType},
    {"bool", &cel::kBoolType},
    {"null_type", &cel::kNullType},
    {"timestamp", &cel::kTimestampType},
    {"duration", &cel::kDurationType},
    {"google.protobuf.Timestamp", &cel::kTimestampType},
    {"google.protobuf.Duration", &cel::kDurationType},
};

}  // namespace

const cel::Type* ParseCelType(std::string_view text, cel::TypeArena& types) {
  NeedStack();
  text = Trimmed(text, " ");
  for (const NamedType& known : kTypes) {
    if (known.name == text) {
      return known.type;
    }
  }
  const size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) {
    return &cel::kDynType;
  }
  const std::string_view name = text.substr(0, open);
  const std::string_view inner = text.substr(open + 1, text.size() - open - 2);
  if (name == "list") {
    return types.List(ParseCelType(inner, types));
  }
  if (name == "wrapper") {
    return types.Nullable(ParseCelType(inner, types));
  }
  size_t depth = 0;
  for (size_t i = 0; name == "map" && i < inner.size(); ++i) {
    depth += inner[i] == '(' ? 1 : inner[i] == ')' ? ~size_t{0} : 0;
    if (inner[i] == ',' && depth == 0) {
      return types.Map(ParseCelType(inner.substr(0, i), types), ParseCelType(inner.substr(i + 1), types));
    }
  }
  return &cel::kDynType;
}

}  // namespace kval::cli
