#include "src/embedded/compressed.h"

#include <zstd.h>

#include "src/support/check.h"

namespace kval::embedded {

std::string Decompress(Compressed text) {
  std::string full(ZSTD_getFrameContentSize(text.data, text.size), '\0');
  const size_t size = ZSTD_decompress(full.data(), full.size(), text.data, text.size);
  KVAL_CHECK(size == full.size() && text.skipped + text.full_size <= size);
  full.resize(text.skipped + text.full_size);
  full.erase(0, text.skipped);
  return full;
}

}  // namespace kval::embedded
