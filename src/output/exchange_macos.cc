#include <stdio.h>

#include "src/output/exchange.h"

namespace kval::output {

bool ExchangeDirectories(const std::string& first, const std::string& second) {
  return ::renamex_np(first.c_str(), second.c_str(), RENAME_SWAP) == 0;
}

}  // namespace kval::output
