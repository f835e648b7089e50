#include "src/embedded/compressed.h"

#include <zstd.h>
#include <zstd_errors.h>

#include <memory>

#include "src/support/check.h"
#include "src/support/out_of_memory.h"

namespace kval::embedded {

std::string Decompress(Compressed text) {
  std::string full(text.skipped + text.full_size, '\0');
  const std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  if (context == nullptr) {
    RunOutOfMemory();
  }
  ZSTD_outBuffer output{full.data(), full.size(), 0};
  ZSTD_inBuffer input{text.data, text.size, 0};
  // Ends before the data that follows the text in its group.
  while (output.pos < output.size) {
    const size_t begin = output.pos + input.pos;
    const size_t result = ZSTD_decompressStream(context.get(), &output, &input);
    if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation) {
      RunOutOfMemory();
    }
    KVAL_CHECK(ZSTD_isError(result) == 0 && output.pos + input.pos > begin);
  }
  full.erase(0, text.skipped);
  return full;
}

}  // namespace kval::embedded
