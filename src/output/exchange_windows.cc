#include "src/output/exchange.h"

namespace kval::output {

// Windows exchanges no directories.
bool ExchangeDirectories(const std::string&, const std::string&) {
  return false;
}

}  // namespace kval::output
