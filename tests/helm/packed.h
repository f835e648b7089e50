#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kval::helm {

// A file of a tar archive, or another entry by its flag. `mode`: seven octal digits, if any.
std::string Member(const std::string& path, const std::string& bytes, char flag = '0',
                   const std::string& mode = "");

// Files as a chart is packed: tar in gzip. The path "\1" is for PAX records of the file that follows.
std::string Packed(const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace kval::helm
