#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kval::helm {

// A file of a tar archive, or something else by its flag.
std::string Member(const std::string& path, const std::string& bytes, char flag = '0');

// Files as a chart is packed: tar in gzip.
std::string Packed(const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace kval::helm
