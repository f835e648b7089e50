#pragma once

#include <string>
#include <string_view>

namespace kval::yaml {

// Decodes base64 (RFC 4648, white space ignored) for `!!binary`; false when the text is none.
bool DecodeBase64(std::string_view text, std::string* out);

std::string EncodeBase64(std::string_view bytes);

}  // namespace kval::yaml
