#pragma once

#include <cstddef>
#include <string>

// Texts that the build makes a part of the program, compressed (cmake/EmbedCompressed.cmake).
namespace kval::embedded {

struct Compressed {
  const unsigned char* data;
  size_t size;
  size_t full_size;
};

// The text. Costs its size, each time.
std::string Decompress(Compressed text);

}  // namespace kval::embedded
