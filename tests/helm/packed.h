#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kval::helm {

// Returns a tar entry: a file, or another entry type according to `flag`. `mode`: seven octal digits, or
// empty.
std::string Member(const std::string& path, const std::string& bytes, char flag = '0',
                   const std::string& mode = "");

// Packs files as a chart: tar in gzip. The path "\1" marks PAX records of the next file.
std::string Packed(const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace kval::helm
