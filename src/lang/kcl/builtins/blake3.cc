#include "src/lang/kcl/builtins/blake3.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

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

}  // namespace

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

}  // namespace kval::kcl::builtins
