#pragma once

#include <cstddef>
#include <string>

// Data that the build compresses and links into the program (cmake/EmbedCompressed.cmake).
namespace kval::embedded {

struct Compressed {
  const unsigned char* data;
  size_t size;
  size_t skipped;    // bytes of other data before it, compressed together with it
  size_t full_size;  // of the text
};

// Returns the decompressed text. Cost: linear in its size and the bytes before it, on every call.
std::string Decompress(Compressed text);

}  // namespace kval::embedded
