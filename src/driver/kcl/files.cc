#include "src/driver/kcl/files.h"

#include <string_view>

#include "src/support/path_text.h"

namespace kval::driver {

std::vector<std::string> KclFiles(const Session& session) {
  std::vector<std::string> files;
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    const RunInput& input = file->input;
    const std::string_view path = input.disk_path;
    // Libraries ask for the files of the whole run, each by itself.
    if (!path.ends_with(".k")) {
      continue;
    }
    const std::string_view name = GetFileName(path);
    const bool is_kcl = input.role != InputRole::kValues && input.role != InputRole::kTemplate;
    const bool is_left_out = input.from_directory && (name.starts_with("_") || name.ends_with("_test.k"));
    if (is_kcl && !is_left_out) {
      files.push_back(input.disk_path);
    }
  }
  return files;
}

}  // namespace kval::driver
