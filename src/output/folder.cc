#include "src/output/folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "src/support/path_text.h"

namespace kval::output {
namespace {

constexpr mode_t kFolderMode = 0777;  // less what the user's mask takes

Failure FolderFailure(const std::string& path, int error) {
  if (error == ELOOP || error == ENOTDIR) {
    return {"cannot write below " + path + ": it is a link or no folder"};
  }
  return {"cannot write below " + path + ": " + std::strerror(error)};
}

}  // namespace

Folder::~Folder() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

Result<Folder> Folder::Open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) {
    const int error = errno;
    return Failure{error == ENOENT ? "there is no folder " + path
                                   : "cannot write below " + path + ": " + std::strerror(error)};
  }
  return Folder(descriptor);
}

Result<Folder> Folder::OpenBelow(const std::string& root, const std::string& path,
                                 std::vector<std::string>* made) {
  Result<Folder> folder = Open(root);
  std::string so_far;
  std::string_view rest = path;
  while (folder && !rest.empty()) {
    const std::string step(rest.substr(0, rest.find('/')));
    rest.remove_prefix(step.size() == rest.size() ? step.size() : step.size() + 1);
    if (step.empty() || step == ".") {
      continue;
    }
    so_far += (so_far.empty() ? "" : "/") + step;
    if (step == "..") {
      return Failure{"cannot write below " + root + ": " + path + " leads out of it"};
    }
    if (made != nullptr && ::mkdirat(folder->descriptor(), step.c_str(), kFolderMode) == 0) {
      made->push_back(so_far);
    }
    const int next =
        ::openat(folder->descriptor(), step.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (next < 0) {
      return FolderFailure(root + "/" + so_far, errno);
    }
    folder = Folder(next);
  }
  return folder;
}

std::pair<std::string, std::string> SplitPath(const std::string& path) {
  return {std::string(FolderOf(path)), std::string(FileNameOf(path))};
}

Failure WriteFailure(const std::string& path, int error) {
  return WriteFailure(path, std::strerror(error));
}
Failure WriteFailure(const std::string& path, std::string_view why) {
  return {"cannot write " + path + ": " + std::string(why)};
}

}  // namespace kval::output
