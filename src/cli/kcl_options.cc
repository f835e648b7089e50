#include "src/cli/kcl_options.h"

namespace kval::cli {

bool ReadExternals(const std::vector<std::string>& strings, std::map<std::string, std::string>& externals,
                   std::string& message) {
  for (const std::string& text : strings) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      message = "-E requires NAME=DIR, found " + text;
      return false;
    }
    externals[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return true;
}

}  // namespace kval::cli
