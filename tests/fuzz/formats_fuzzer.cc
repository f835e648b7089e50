#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/formats/format.h"
#include "src/support/check.h"

// Every format takes any bytes; a refusal has a reason and an acceptance none.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  for (const kval::formats::Entry& entry : kval::formats::Builtin()) {
    std::string why;
    const bool valid = entry.check(text, &why);
    KVAL_CHECK(valid == why.empty());
  }
  return 0;
}
