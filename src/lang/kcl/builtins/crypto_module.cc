#include <mbedtls/md.h>

#include <array>
#include <cstdint>
#include <string>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/blake3.h"
#include "src/lang/kcl/builtins/encoded_text.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/project_file.h"
#include "src/support/random_bytes.h"

// The module `crypto`: hashes as hexadecimal digits. Source: kcl crates/runtime/src/crypto/mod.rs.

namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Runtime;
using runtime::Value;

std::string Hexadecimal(const uint8_t* bytes, size_t size) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (size_t i = 0; i < size; ++i) {
    out += kDigits[bytes[i] >> 4U];
    out += kDigits[bytes[i] & 15U];
  }
  return out;
}

std::string Digest(mbedtls_md_type_t type, std::string_view bytes) {
  std::array<uint8_t, MBEDTLS_MD_MAX_SIZE> digest;
  const mbedtls_md_info_t* algorithm = mbedtls_md_info_from_type(type);
  mbedtls_md(algorithm, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
  return Hexadecimal(digest.data(), mbedtls_md_get_size(algorithm));
}

template <mbedtls_md_type_t type>
std::string DigestOf(std::string_view bytes) {
  return Digest(type, bytes);
}

std::string Blake3Of(std::string_view bytes) {
  std::array<uint8_t, 32> hash = Blake3(bytes);
  return Hexadecimal(hash.data(), hash.size());
}

template <std::string (*Hash)(std::string_view)>
Value Hashed(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, call.function);
  std::optional<std::string_view> text = args.String(0, "value");
  if (!text) {
    return {};
  }
  const Value* encoding = args.Find(1, "encoding");
  // None is no text, and no encoding either.
  const bool is_none = encoding != nullptr && encoding->is(runtime::Kind::kNone);
  Result<std::string> bytes = EncodedText(*text, is_none ? "None" : args.StringOr(1, "encoding", "utf-8"));
  if (!bytes) {
    return runtime.Fail(bytes.failure().message);
  }
  return String(runtime.heap(), Hash(*bytes));
}

Value Uuid(Runtime& runtime, const CallArgs&) {
  std::array<uint8_t, 16> bytes;
  if (!MayAct(runtime, "crypto.uuid")) {
    return {};
  }
  if (!FillWithRandomBytes(bytes.data(), bytes.size())) {
    return runtime.Fail("there is no randomness");
  }
  bytes[6] = static_cast<uint8_t>((bytes[6] & 0x0fU) | 0x40U);
  bytes[8] = static_cast<uint8_t>((bytes[8] & 0x3fU) | 0x80U);
  std::string text = Hexadecimal(bytes.data(), bytes.size());
  for (size_t dash : {20U, 16U, 12U, 8U}) {
    text.insert(dash, "-");
  }
  return String(runtime.heap(), text);
}

Value FileSha256(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> path = Arguments(runtime, call, "filesha256").String(0, "filepath");
  if (!path) {
    return {};
  }
  Result<std::string> bytes = ReadProjectFile(runtime, *path);
  return bytes
             ? String(runtime.heap(), Digest(MBEDTLS_MD_SHA256, *bytes))
             : runtime.Fail("failed to access file '" + std::string(*path) + "': " + bytes.failure().message);
}

constexpr Native kCryptoFunctions[] = {
    {"md5", Hashed<DigestOf<MBEDTLS_MD_MD5>>},
    {"sha1", Hashed<DigestOf<MBEDTLS_MD_SHA1>>},
    {"sha224", Hashed<DigestOf<MBEDTLS_MD_SHA224>>},
    {"sha256", Hashed<DigestOf<MBEDTLS_MD_SHA256>>},
    {"sha384", Hashed<DigestOf<MBEDTLS_MD_SHA384>>},
    {"sha512", Hashed<DigestOf<MBEDTLS_MD_SHA512>>},
    {"blake3", Hashed<Blake3Of>},
    {"uuid", Uuid},
    {"filesha256", FileSha256},
};

}  // namespace

std::span<const Native> CryptoNatives() {
  return kCryptoFunctions;
}

}  // namespace kval::kcl::builtins
