#include <mbedtls/md.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/blake3.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/project_file.h"
#include "src/lang/kcl/builtins/string_case.h"
#include "src/support/random_bytes.h"
#include "src/support/result.h"
#include "src/support/utf8.h"

// The module `crypto`: hashes as hexadecimal digits. Source: kcl crates/runtime/src/crypto/mod.rs.
namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Runtime;
using runtime::Value;

constexpr std::string_view kUtf8[] = {"utf-8", "utf8",   "unicode-1-1-utf-8", "unicode",
                                      "ucs-2", "utf-16", "utf-16le",          "utf-16be"};

constexpr std::string_view kWindows1252[] = {
    "windows-1252",    "cp1252",     "x-cp1252",   "ascii",     "us-ascii",   "ansi_x3.4-1968",
    "latin1",          "l1",         "iso-8859-1", "iso8859-1", "iso88591",   "iso_8859-1",
    "iso_8859-1:1987", "iso-ir-100", "cp819",      "ibm819",    "csisolatin1"};

// Those whose ASCII is ASCII.
constexpr std::string_view kOthers[] = {
    "gbk",          "gb2312",       "gb18030",      "big5",         "euc-jp",       "euc-kr",
    "shift_jis",    "shift-jis",    "sjis",         "iso-2022-jp",  "koi8-r",       "koi8-u",
    "macintosh",    "ibm866",       "cp866",        "windows-874",  "windows-1250", "windows-1251",
    "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258",
    "cp1250",       "cp1251",       "iso-8859-2",   "iso-8859-3",   "iso-8859-4",   "iso-8859-5",
    "iso-8859-6",   "iso-8859-7",   "iso-8859-8",   "iso-8859-9",   "iso-8859-10",  "iso-8859-11",
    "iso-8859-13",  "iso-8859-14",  "iso-8859-15",  "iso-8859-16",  "latin2",       "latin5"};

// What windows-1252 has from 0x80 to 0x9f, where Latin-1 has controls; five of them are those.
constexpr char32_t kPunctuation[] = {0x20ac, 0x81,   0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                     0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d,   0x017d, 0x8f,
                                     0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                     0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,   0x017e, 0x0178};

bool Has(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The byte of a character in windows-1252, or -1.
int Byte(char32_t c) {
  if (c < 0x80 || (c >= 0xa0 && c <= 0xff)) {
    return static_cast<int>(c);
  }
  const auto* const found = std::find(std::begin(kPunctuation), std::end(kPunctuation), c);
  return found == std::end(kPunctuation) ? -1 : 0x80 + static_cast<int>(found - std::begin(kPunctuation));
}

// Returns the bytes of a string in an encoding, which has one of its names in WHATWG's Encoding Standard. As
// there, UTF-16 is UTF-8, and ASCII and Latin-1 are windows-1252. Errors: unknown names, characters that the
// encoding lacks, and non-ASCII characters in all encodings except UTF-8 and windows-1252. Source: kcl
// crates/runtime/src/encoding.rs, which uses encoding_rs.
Result<std::string> EncodedText(std::string_view text, std::string_view encoding) {
  const std::string name = Lower(encoding);
  if (Has(kUtf8, name)) {
    return std::string(text);
  }
  const bool is_single_byte = Has(kWindows1252, name);
  if (!is_single_byte && !Has(kOthers, name)) {
    return Failure{"unknown encoding \"" + std::string(encoding) + "\""};
  }
  std::string bytes;
  for (size_t i = 0; i < text.size();) {
    const utf8::CodePoint point = utf8::Decode(text, i);
    const int byte = is_single_byte       ? Byte(point.value)
                     : point.value < 0x80 ? static_cast<int>(point.value)
                                          : -1;
    if (byte < 0) {
      return Failure{"the value cannot be encoded in " + name};
    }
    bytes += static_cast<char>(byte);
    i += point.length;
  }
  return bytes;
}

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
