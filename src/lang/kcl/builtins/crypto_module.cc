#include <mbedtls/md.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/project_file.h"
#include "src/lang/kcl/builtins/string_case.h"
#include "src/support/random_bytes.h"
#include "src/support/result.h"
#include "src/support/utf8.h"

// The module `crypto`: hashes as hexadecimal digits. Source: kcl crates/runtime/src/crypto/mod.rs.
namespace kval::kcl::builtins {
namespace {

using Words8 = std::array<uint32_t, 8>;
using Words16 = std::array<uint32_t, 16>;

constexpr Words8 kInitial = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                             0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
constexpr std::array<uint8_t, 16> kPermutation = {2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8};
constexpr size_t kBlockSize = 64;
constexpr size_t kChunkSize = 1024;

enum Flag : uint32_t { kChunkStart = 1, kChunkEnd = 2, kParent = 4, kRoot = 8 };

void Mix(Words16& v, size_t a, size_t b, size_t c, size_t d, uint32_t x, uint32_t y) {
  v[a] = v[a] + v[b] + x;
  v[d] = std::rotr(v[d] ^ v[a], 16);
  v[c] = v[c] + v[d];
  v[b] = std::rotr(v[b] ^ v[c], 12);
  v[a] = v[a] + v[b] + y;
  v[d] = std::rotr(v[d] ^ v[a], 8);
  v[c] = v[c] + v[d];
  v[b] = std::rotr(v[b] ^ v[c], 7);
}

// One node of the tree before its last compression, which differs when it is the root.
struct Output {
  Words8 chaining;
  Words16 block;
  uint64_t counter;
  uint32_t length;
  uint32_t flags;

  Words8 Compress(uint32_t more_flags) const {
    Words16 v = {chaining[0],
                 chaining[1],
                 chaining[2],
                 chaining[3],
                 chaining[4],
                 chaining[5],
                 chaining[6],
                 chaining[7],
                 kInitial[0],
                 kInitial[1],
                 kInitial[2],
                 kInitial[3],
                 static_cast<uint32_t>(counter),
                 static_cast<uint32_t>(counter >> 32U),
                 length,
                 flags | more_flags};
    Words16 m = block;
    for (int round = 0; round < 7; ++round) {
      for (size_t i = 0; i < 4; ++i) {
        Mix(v, i, 4 + i, 8 + i, 12 + i, m[2 * i], m[2 * i + 1]);
      }
      for (size_t i = 0; i < 4; ++i) {
        Mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[8 + 2 * i], m[9 + 2 * i]);
      }
      Words16 permuted;
      for (size_t i = 0; i < 16; ++i) {
        permuted[i] = m[kPermutation[i]];
      }
      m = permuted;
    }
    Words8 result;
    for (size_t i = 0; i < 8; ++i) {
      result[i] = v[i] ^ v[i + 8];
    }
    return result;
  }
};

Words16 LoadBlock(std::string_view bytes) {
  Words16 words{};
  for (size_t i = 0; i < bytes.size(); ++i) {
    words[i / 4] |= static_cast<uint32_t>(static_cast<uint8_t>(bytes[i])) << (8 * (i % 4));
  }
  return words;
}

Output Chunk(std::string_view chunk, uint64_t counter) {
  Words8 chaining = kInitial;
  uint32_t flags = kChunkStart;
  while (chunk.size() > kBlockSize) {
    Output block{chaining, LoadBlock(chunk.substr(0, kBlockSize)), counter, kBlockSize, flags};
    chaining = block.Compress(0);
    flags = 0;
    chunk.remove_prefix(kBlockSize);
  }
  return {chaining, LoadBlock(chunk), counter, static_cast<uint32_t>(chunk.size()), flags | kChunkEnd};
}

Output Parent(const Words8& left, const Words8& right) {
  Words16 block;
  std::copy(left.begin(), left.end(), block.begin());
  std::copy(right.begin(), right.end(), block.begin() + 8);
  return {kInitial, block, 0, kBlockSize, kParent};
}

// Returns the unkeyed 32-byte BLAKE3 hash (https://github.com/BLAKE3-team/BLAKE3-specs). Portable and not
// optimized: for the short strings of a configuration.
std::array<uint8_t, 32> Blake3(std::string_view bytes) {
  std::vector<Words8> stack;  // the roots of finished subtrees, one for each bit set in the number of chunks
  uint64_t chunks = 0;
  while (bytes.size() > kChunkSize) {
    Words8 chaining = Chunk(bytes.substr(0, kChunkSize), chunks).Compress(0);
    bytes.remove_prefix(kChunkSize);
    ++chunks;
    for (uint64_t total = chunks; (total & 1U) == 0; total >>= 1U) {
      chaining = Parent(stack.back(), chaining).Compress(0);
      stack.pop_back();
    }
    stack.push_back(chaining);
  }
  Output output = Chunk(bytes, chunks);
  for (; !stack.empty(); stack.pop_back()) {
    output = Parent(stack.back(), output.Compress(0));
  }
  output.counter = 0;
  Words8 words = output.Compress(kRoot);
  std::array<uint8_t, 32> hash;
  for (size_t i = 0; i < hash.size(); ++i) {
    hash[i] = static_cast<uint8_t>(words[i / 4] >> (8 * (i % 4)));
  }
  return hash;
}

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
