#include "src/driver/releases/repository.h"

#include <string_view>

#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

constexpr int kMostParents = 64;

bool IsPath(std::string_view remote) {
  return remote.starts_with('/') || remote.starts_with('.') || remote.starts_with("file://");
}

std::string_view NameOf(std::string_view url) {
  while (url.ends_with('/')) {
    url.remove_suffix(1);
  }
  url = url.substr(url.find_last_of("/:") + 1);
  return url.ends_with(".git") ? url.substr(0, url.size() - 4) : url;
}

}  // namespace

std::string RepositoryOf(const std::string& file, source::FileReader& reader) {
  std::string directory = LexicallyNormal(std::string(GetDirectoryPrefix(file)));
  directory += directory.empty() || directory.ends_with('/') ? "" : "/";
  for (int i = 0; i < kMostParents; ++i) {
    if (reader.KindOf(directory + ".git") != source::PathKind::kMissing) {
      return directory;
    }
    const std::string above = LexicallyNormal(directory + "..");
    if (above == "/" || reader.KindOf(above.empty() ? "." : above) != source::PathKind::kDirectory) {
      break;
    }
    directory = above.empty() ? above : above + "/";
  }
  return {};
}

bool MayBeUrlOf(const std::string& directory, const std::string& url, source::FileReader& reader) {
  const std::string config = directory + ".git/config";
  const Result<std::string> text = reader.KindOf(config) == source::PathKind::kFile
                                       ? reader.Read(config)
                                       : Result<std::string>(std::string());
  if (!text || url.empty()) {
    return true;
  }
  bool has_remote = false;
  std::string_view rest = *text;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(line.size() + (line.size() < rest.size() ? 1 : 0));
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with("url")) {
      continue;
    }
    const size_t begin = line.find_first_not_of(" =\t", 3);
    const std::string_view remote = begin == std::string_view::npos ? "" : line.substr(begin);
    has_remote |= !IsPath(remote);
    if (NameOf(remote.substr(0, remote.find_last_not_of(" \r") + 1)) == NameOf(url)) {
      return true;
    }
  }
  return !has_remote;
}

}  // namespace kval::driver
