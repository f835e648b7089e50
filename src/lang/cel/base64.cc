#include "src/lang/cel/base64.h"

#include <utility>

#include "src/support/base64.h"

namespace kval::cel {

std::string ToBase64(std::string_view bytes) {
  return EncodeBase64(bytes);
}

std::optional<std::string> FromBase64(std::string_view text) {
  Base64 spelling;
  spelling.padding = Base64::Padding::kOptional;
  std::string bytes;
  return DecodeBase64(text, bytes, spelling) ? std::nullopt : std::optional(std::move(bytes));
}

}  // namespace kval::cel
