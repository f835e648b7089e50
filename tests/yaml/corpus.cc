#include "tests/yaml/corpus.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "src/source/file_reader.h"

namespace kval::yaml {

std::optional<std::string> CorpusRoot() {
  const char* const given = std::getenv("KVAL_CONFORMANCE");
  const std::string root = given != nullptr ? given : std::string(KVAL_SOURCE_DIR) + "/../shared/conformance";
  if (!std::filesystem::is_directory(root)) {
    return std::nullopt;
  }
  return root;
}

std::vector<std::string> FilesBelow(const std::string& directory, const std::vector<std::string>& suffixes) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    const std::string path = entry.path().string();
    const bool fits = std::any_of(suffixes.begin(), suffixes.end(),
                                  [&](const std::string& suffix) { return path.ends_with(suffix); });
    if (fits && entry.is_regular_file()) {
      files.push_back(path);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string ReadAll(const std::string& path) {
  source::DiskFileReader disk;
  auto text = disk.Read(path);
  return text ? *text : std::string();
}

}  // namespace kval::yaml
