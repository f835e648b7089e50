#include "src/lang/kcl/builtins/write_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "src/lang/kcl/builtins/project_file.h"

namespace kval::kcl::builtins {

bool WriteFile(runtime::Runtime& runtime, std::string_view path, std::string_view content, WriteMode mode) {
  std::string resolved = ResolvePath(runtime, path);
  std::FILE* file = std::fopen(resolved.c_str(), mode == WriteMode::kAppend ? "ab" : "wb");
  bool is_written = file != nullptr && std::fwrite(content.data(), 1, content.size(), file) == content.size();
  int error = errno;
  bool is_closed = file != nullptr && std::fclose(file) == 0;
  if (!is_written || !is_closed) {
    runtime.Fail("Unable to write file '" + std::string(path) + "': " + std::strerror(error));
    return false;
  }
  return true;
}

}  // namespace kval::kcl::builtins
