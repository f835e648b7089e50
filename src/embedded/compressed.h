#pragma once

#include <cstddef>
#include <string>

// Data that the build compresses and links into the program (cmake/EmbedCompressed.cmake).
namespace kval::embedded {

struct Compressed {
  const unsigned char* data;
  size_t size;
  size_t full_size;
};

// The text. Costs its size, each time.
std::string Decompress(Compressed text);

}  // namespace kval::embedded
