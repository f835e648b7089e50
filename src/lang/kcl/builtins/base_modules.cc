#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/base_text.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/support/utf8.h"

// The modules `base32` and `base64`. Source: kcl crates/runtime/src/{base32,base64}/mod.rs.

namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Runtime;
using runtime::Value;

template <std::string (*Encoded)(std::string_view)>
Value Encode(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text = Arguments(runtime, call, "encode").String(0, "value");
  return text ? String(runtime.heap(), Encoded(*text)) : Value();
}

template <std::optional<std::string> (*Decoded)(std::string_view)>
Value Decode(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text = Arguments(runtime, call, "decode").String(0, "value");
  if (!text) {
    return {};
  }
  std::optional<std::string> bytes = Decoded(*text);
  if (!bytes) {
    return runtime.Fail("decode(): the value is not well-formed");
  }
  return utf8::FirstInvalid(*bytes) == bytes->size()
             ? String(runtime.heap(), *bytes)
             : runtime.Fail("decode(): the decoded bytes are not valid UTF-8");
}

constexpr Native kBase32[] = {{"encode", Encode<EncodeBase32>}, {"decode", Decode<DecodeBase32>}};
constexpr Native kBase64[] = {{"encode", Encode<EncodeBase64>}, {"decode", Decode<DecodeBase64>}};

}  // namespace

std::span<const Native> Base32Natives() {
  return kBase32;
}
std::span<const Native> Base64Natives() {
  return kBase64;
}

}  // namespace kval::kcl::builtins
