#include "src/cli/output_file.h"

#include <cstdio>

namespace kval::cli {

bool WriteFile(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  const bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return (file == nullptr || std::fclose(file) == 0) && written;
}

}  // namespace kval::cli
