#include <mbedtls/aes.h>
#include <mbedtls/sha1.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "src/helm/functions/functions_of.h"
#include "src/modules/hex.h"
#include "src/support/base64.h"
#include "src/support/check.h"

// Source: Sprig strings.go and crypto.go.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Value;

namespace {

constexpr std::string_view kBase32Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// Work on a text counts by its size.
bool Count(Call& call, std::string_view text) {
  return call.Step(1 + text.size() / 4) && call.Reserve(2 * text.size());
}

template <size_t kSize, typename Hash>
Value HashText(Call& call, Hash hash) {
  if (!Count(call, call[0].text())) {
    return {};
  }
  std::array<unsigned char, kSize> sum{};
  KVAL_CHECK(hash(Bytes(call[0].text()), call[0].text().size(), sum.data()) == 0);
  return call.Text(modules::HexText(sum));
}

std::string EncodeBase32(std::string_view bytes) {
  std::string out;
  for (size_t i = 0; i < bytes.size(); i += 5) {
    const std::string_view group = bytes.substr(i, 5);
    uint64_t bits = 0;
    for (size_t k = 0; k < 5; ++k) {
      bits = bits << 8U | (k < group.size() ? static_cast<unsigned char>(group[k]) : 0U);
    }
    const size_t digits = (group.size() * 8 + 4) / 5;
    for (size_t k = 0; k < 8; ++k) {
      out += k < digits ? kBase32Digits[bits >> (35 - 5 * k) & 31U] : '=';
    }
  }
  return out;
}

// One group of eight digits.
struct Base32Group {
  std::array<uint64_t, 8> digits{};
  size_t size = 0;
  bool is_last = false;
};

// Returns the offset of the error that Go reports, if there is one.
std::optional<size_t> ReadGroup(std::string_view text, size_t* at, Base32Group* group) {
  for (size_t j = 0; j < 8; ++j) {
    if (*at == text.size()) {
      return text.size() - j;
    }
    const char c = text[(*at)++];
    const size_t rest = text.size() - *at;
    if (c == '=' && j >= 2 && rest < 8) {
      if (rest + j < 7) {
        return text.size();
      }
      for (size_t k = 0; k < 7 - j && k < rest; ++k) {
        if (text[*at + k] != '=') {
          return *at + k - 1;
        }
      }
      group->is_last = true;
      return j == 3 || j == 6 ? std::optional(*at - 1) : std::nullopt;
    }
    const size_t digit = kBase32Digits.find(c);
    if (digit == std::string_view::npos) {
      return *at - 1;
    }
    group->digits[j] = digit;
    group->size = j + 1;
  }
  return std::nullopt;
}

std::optional<size_t> DecodeBase32(std::string_view text, std::string* out) {
  for (size_t at = 0; at < text.size();) {
    Base32Group group;
    if (const std::optional<size_t> error = ReadGroup(text, &at, &group)) {
      return error;
    }
    uint64_t bits = 0;
    for (const uint64_t digit : group.digits) {
      bits = bits << 5U | digit;
    }
    for (size_t k = 0; k < group.size * 5 / 8; ++k) {
      *out += static_cast<char>(bits >> (32 - 8 * k) & 255U);
    }
    if (group.is_last) {
      break;
    }
  }
  return std::nullopt;
}

// Where Go reports an error: at the start of a group of digits that the end of the text cuts off.
std::string BadBase64(std::string_view text, size_t at) {
  if (at == text.size() && text.find('=') == std::string_view::npos) {
    const auto digits =
        std::count_if(text.begin(), text.end(), [](char c) { return c != '\n' && c != '\r'; });
    at -= static_cast<size_t>(digits) % 4;
  }
  return "illegal base64 data at input byte " + std::to_string(at);
}

// The key of the AES functions: the password, cut or filled with zeros.
constexpr size_t kKeySize = 32;
constexpr size_t kBlockSize = 16;

std::array<unsigned char, kKeySize> KeyOf(std::string_view password) {
  std::array<unsigned char, kKeySize> key{};
  std::copy_n(password.begin(), std::min(password.size(), key.size()), key.begin());
  return key;
}

enum class Direction : bool { kDecrypt, kEncrypt };

// AES-256 in CBC mode; `text` is a multiple of the block size.
std::string Crypt(Direction direction, std::string_view password, std::array<unsigned char, kBlockSize> start,
                  std::string_view text) {
  mbedtls_aes_context aes;
  mbedtls_aes_init(&aes);
  const std::array<unsigned char, kKeySize> key = KeyOf(password);
  const bool encrypts = direction == Direction::kEncrypt;
  const int set = encrypts ? mbedtls_aes_setkey_enc(&aes, key.data(), 256)
                           : mbedtls_aes_setkey_dec(&aes, key.data(), 256);
  std::string out(text.size(), '\0');
  KVAL_CHECK(set == 0 && mbedtls_aes_crypt_cbc(&aes, encrypts ? MBEDTLS_AES_ENCRYPT : MBEDTLS_AES_DECRYPT,
                                               text.size(), start.data(), Bytes(text),
                                               reinterpret_cast<unsigned char*>(out.data())) == 0);
  mbedtls_aes_free(&aes);
  return out;
}

}  // namespace

Value Base64Encode(Call& call) {
  return Count(call, call[0].text()) ? call.Text(EncodeBase64(call[0].text())) : Value();
}

Value Base64Decode(Call& call) {
  std::string out;
  if (!Count(call, call[0].text())) {
    return {};
  }
  const std::optional<size_t> error = DecodeBase64(call[0].text(), out);
  return call.Text(error ? BadBase64(call[0].text(), *error) : out);
}

Value Base32Encode(Call& call) {
  return Count(call, call[0].text()) ? call.Text(EncodeBase32(call[0].text())) : Value();
}

Value Base32Decode(Call& call) {
  if (!Count(call, call[0].text())) {
    return {};
  }
  std::string text;
  const auto is_digit = [](char c) { return c != '\n' && c != '\r'; };
  std::copy_if(call[0].text().begin(), call[0].text().end(), std::back_inserter(text), is_digit);
  std::string out;
  const std::optional<size_t> error = DecodeBase32(text, &out);
  return call.Text(error ? "illegal base32 data at input byte " + std::to_string(*error) : out);
}

Value Sha1Sum(Call& call) {
  return HashText<20>(call, [](const unsigned char* bytes, size_t size, unsigned char* sum) {
    return mbedtls_sha1_ret(bytes, size, sum);
  });
}

Value Sha256Sum(Call& call) {
  return HashText<32>(call, [](const unsigned char* bytes, size_t size, unsigned char* sum) {
    return mbedtls_sha256_ret(bytes, size, sum, 0);
  });
}

Value Sha512Sum(Call& call) {
  return HashText<64>(call, [](const unsigned char* bytes, size_t size, unsigned char* sum) {
    return mbedtls_sha512_ret(bytes, size, sum, 0);
  });
}

Value Adler32Sum(Call& call) {
  if (!Count(call, call[0].text())) {
    return {};
  }
  return call.Text(std::to_string(adler32_z(1, Bytes(call[0].text()), call[0].text().size())));
}

// A placeholder: Sprig's initial block is random, here it is zero. decryptAES reads it.
Value EncryptAes(Call& call) {
  std::string text(call[1].text());
  if (text.empty() || !Count(call, text)) {
    return Value::Text("");
  }
  const size_t padding = kBlockSize - text.size() % kBlockSize;
  text.append(padding, static_cast<char>(padding));
  return call.Text(
      EncodeBase64(std::string(kBlockSize, '\0') + Crypt(Direction::kEncrypt, call[0].text(), {}, text)));
}

Value DecryptAes(Call& call) {
  std::string bytes;
  if (call[1].text().empty() || !Count(call, call[1].text())) {
    return Value::Text("");
  }
  if (const std::optional<size_t> error = DecodeBase64(call[1].text(), bytes)) {
    return call.Fail(BadBase64(call[1].text(), *error));
  }
  if (bytes.size() < kBlockSize) {
    return call.Fail("runtime error: slice bounds out of range [:16] with capacity " +
                     std::to_string(call[1].text().size() / 4 * 3));
  }
  if (bytes.size() % kBlockSize != 0) {
    return call.Fail("crypto/cipher: input not full blocks");
  }
  std::array<unsigned char, kBlockSize> start{};
  std::copy_n(bytes.begin(), kBlockSize, start.begin());
  std::string text =
      Crypt(Direction::kDecrypt, call[0].text(), start, std::string_view(bytes).substr(kBlockSize));
  if (text.empty()) {
    return call.Fail("runtime error: index out of range [-1]");
  }
  const size_t padding = static_cast<unsigned char>(text.back());
  if (padding > text.size()) {
    return call.Fail("runtime error: slice bounds out of range [:" +
                     std::to_string(static_cast<int64_t>(text.size()) - static_cast<int64_t>(padding)) + "]");
  }
  text.resize(text.size() - padding);
  return call.Text(text);
}

}  // namespace kval::helm::functions
