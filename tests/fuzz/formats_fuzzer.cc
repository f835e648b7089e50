#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/formats/format.h"
#include "src/support/check.h"

// Runs every format check on arbitrary bytes. A check sets a reason if and only if it rejects the string.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  for (const kval::formats::FormatEntry& entry : kval::formats::Builtin()) {
    std::string why;
    const bool valid = entry.check(text, &why);
    KVAL_CHECK(valid == why.empty());
  }
  constexpr std::string_view kKubernetes[] = {"byte", "cidr", "datetime", "duration", "email", "hostname",
                                              "ipv4", "ipv6", "uri",      "uuid",     "uuid4"};
  for (const std::string_view name : kKubernetes) {
    std::string why;
    const bool valid =
        kval::formats::Find(name, kval::formats::FormatDialect::kKubernetes)->check(text, &why);
    KVAL_CHECK(valid == why.empty());
  }
  return 0;
}
