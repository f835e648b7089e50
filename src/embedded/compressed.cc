#include "src/embedded/compressed.h"

#include <zstd.h>

#include "src/support/check.h"

namespace kval::embedded {

std::string Decompress(Compressed text) {
  std::string full(text.full_size, '\0');
  const size_t size = ZSTD_decompress(full.data(), full.size(), text.data, text.size);
  KVAL_CHECK(size == text.full_size);
  return full;
}

}  // namespace kval::embedded
