#pragma once

#include <cstddef>
#include <string>

// The texts that the build makes of the published schemas of Kubernetes (tables/generate.py), compressed.
namespace kval::schemas::kubernetes {

struct Compressed {
  const unsigned char* data;
  size_t size;
  size_t full_size;
};

Compressed Types();
// Apart from the types, so that only who shows them pays for them.
Compressed Descriptions();
// tables/zones.txt: a name a line.
Compressed TimeZones();

std::string Decompress(Compressed text);

}  // namespace kval::schemas::kubernetes
