#pragma once

#include <map>
#include <string>
#include <vector>

namespace kval::cli {

// `name=path` of `-E` for each text. A message and false when one has another form.
bool ReadExternals(const std::vector<std::string>& strings, std::map<std::string, std::string>& externals,
                   std::string& message);

}  // namespace kval::cli
