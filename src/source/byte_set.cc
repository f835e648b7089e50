#include "src/source/byte_set.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

// The C library already knows the processor's features; CPUID takes longer than reading a small file. clang
// accepts this header in C only.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#include <tmmintrin.h>
#define KVAL_LOOKS_UP_BYTES 1
#endif

namespace kval::source {
namespace {

void AddEach(std::string_view text, ByteSet& bytes) {
  size_t at = 0;
  for (uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    for (size_t i = 0; i < sizeof word; ++i) {
      bytes[word >> (8 * i) & 0xFF] = true;
    }
  }
  for (; at < text.size(); ++at) {
    bytes[static_cast<uint8_t>(text[at])] = true;
  }
}

#ifdef KVAL_LOOKS_UP_BYTES

// Fewer are added before the table is made.
constexpr size_t kSmallText = 1024;

// The bytes of a text as a table for 16 lookups at once: one bit per byte value, indexed by the low and high
// half. One table for ASCII, one for the rest.
class KnownBytes {
 public:
  void Add(uint8_t byte) {
    uint8_t& bits = (byte < 0x80 ? ascii_ : others_)[byte & 0xF];
    bits = static_cast<uint8_t>(bits | 1U << (byte >> 4 & 7));
  }
  // Whether all of the block are known.
  __attribute__((target("ssse3"))) bool HasAll(__m128i block) const {
    constexpr char kLast = static_cast<char>(0x80);
    const __m128i bit_of_ascii = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, kLast, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m128i bit_of_others = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, kLast);
    const __m128i half = _mm_set1_epi8(0xF);
    const __m128i low = _mm_and_si128(block, half);
    const __m128i high = _mm_and_si128(_mm_srli_epi16(block, 4), half);
    const __m128i ascii =
        _mm_and_si128(_mm_shuffle_epi8(Load(ascii_), low), _mm_shuffle_epi8(bit_of_ascii, high));
    const __m128i others =
        _mm_and_si128(_mm_shuffle_epi8(Load(others_), low), _mm_shuffle_epi8(bit_of_others, high));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_or_si128(ascii, others), _mm_setzero_si128())) == 0;
  }

 private:
  using Table = std::array<uint8_t, sizeof(__m128i)>;

  static __m128i Load(const Table& table) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(table.data()));
  }

  alignas(__m128i) Table ascii_{};
  alignas(__m128i) Table others_{};
};

__attribute__((target("ssse3"))) void AddBlocks(std::string_view text, ByteSet& bytes) {
  KnownBytes known;
  for (; text.size() >= sizeof(__m128i); text.remove_prefix(sizeof(__m128i))) {
    if (known.HasAll(_mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data())))) {
      continue;
    }
    for (const char byte : text.substr(0, sizeof(__m128i))) {
      known.Add(static_cast<uint8_t>(byte));
      bytes[static_cast<uint8_t>(byte)] = true;
    }
  }
  AddEach(text, bytes);
}

#endif

}  // namespace

ByteSet GetByteSet(std::string_view text) {
  ByteSet bytes{};
#ifdef KVAL_LOOKS_UP_BYTES
  if (text.size() > kSmallText && CPU_FEATURE_ACTIVE(SSSE3)) {
    AddBlocks(text, bytes);
    return bytes;
  }
#endif
  AddEach(text, bytes);
  return bytes;
}

}  // namespace kval::source
