#include "src/output/output_directory.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "src/support/file_calls.h"
#include "src/support/path_text.h"

namespace kval::output {
namespace {

// Takes the first step of a path, without the slashes behind it.
std::string TakeStep(std::string_view& path) {
  const std::string step(path.substr(0, path.find('/')));
  path.remove_prefix(step.size());
  path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  return step;
}

Failure DirectoryFailure(const std::string& path, int error) {
  if (error == ELOOP || error == ENOTDIR) {
    return {"cannot write below " + path + ": it is a link, or not a directory"};
  }
  return {"cannot write below " + path + ": " + std::strerror(error)};
}

Failure OpenFailure(const std::string& path, int error) {
  return {error == ENOENT ? "there is no directory " + path
                          : "cannot write below " + path + ": " + std::strerror(error)};
}

}  // namespace

OutputDirectory::~OutputDirectory() {
  if (descriptor_ >= 0) {
    CloseDescriptor(descriptor_);
  }
}

Result<OutputDirectory> OutputDirectory::Open(const std::string& path) {
  const int descriptor = OpenDirectory(path, DirectoryUse::kList);
  return descriptor < 0 ? Result<OutputDirectory>(OpenFailure(path, errno)) : OutputDirectory(descriptor);
}

FileIdentity OutputDirectory::Identity() const {
  FileStatus status;
  return GetStatus(descriptor_, status) ? status.identity : FileIdentity{};
}

bool OutputDirectory::IsWithin(const FileIdentity& directory) const {
  FileIdentity here = Identity();
  OutputDirectory above(OpenDirectoryIn(descriptor_, "..", DirectoryUse::kSearch, Links::kFollow));
  while (!(here == directory)) {
    const FileIdentity next = above.descriptor() < 0 ? here : above.Identity();
    if (next == here) {
      return false;
    }
    here = next;
    above = OutputDirectory(OpenDirectoryIn(above.descriptor(), "..", DirectoryUse::kSearch, Links::kFollow));
  }
  return true;
}

Result<OutputDirectory> OutputDirectory::OpenNamed(const std::string& path) {
  if (path.starts_with('/')) {
    return Open(path);
  }
  Result<OutputDirectory> dir = Open(".");
  FileIdentity top = dir ? dir->Identity() : FileIdentity{};
  std::string_view rest = path;
  bool is_after_link = false;
  while (dir && !rest.empty()) {
    const std::string step = TakeStep(rest);
    const bool leads_up = step == ".." && !is_after_link && dir->Identity() == top;
    int next = OpenDirectoryIn(dir->descriptor(), step, DirectoryUse::kSearch, Links::kRefuse);
    const bool is_link = next < 0 && (errno == ELOOP || errno == ENOTDIR);
    next = is_link ? OpenDirectoryIn(dir->descriptor(), step, DirectoryUse::kSearch, Links::kFollow) : next;
    if (next < 0) {
      return OpenFailure(path, errno);
    }
    dir = OutputDirectory(next);
    if (leads_up) {
      top = dir->Identity();
      continue;
    }
    is_after_link = is_after_link || is_link;
    if ((is_link || (is_after_link && step == "..")) && !dir->IsWithin(top)) {
      return Failure{"its directory is reached through a link that leads out of the working directory"};
    }
  }
  return dir;
}

Result<OutputDirectory> OutputDirectory::OpenBeneath(const std::string& root, const std::string& path,
                                                     std::vector<std::string>* made) {
  Result<OutputDirectory> dir = Open(root);
  std::string so_far;
  std::string_view rest = path;
  while (dir && !rest.empty()) {
    const std::string step = TakeStep(rest);
    if (step.empty() || step == ".") {
      continue;
    }
    so_far += (so_far.empty() ? "" : "/") + step;
    if (step == "..") {
      return Failure{"cannot write below " + root + ": " + path + " leads out of it"};
    }
    if (made != nullptr && MakeDirectoryIn(dir->descriptor(), step)) {
      made->push_back(so_far);
    }
    const int next = OpenDirectoryIn(dir->descriptor(), step, DirectoryUse::kList, Links::kRefuse);
    if (next < 0) {
      return DirectoryFailure(root + "/" + so_far, errno);
    }
    dir = OutputDirectory(next);
  }
  return dir;
}

std::pair<std::string, std::string> SplitPath(const std::string& path) {
  return {std::string(GetDirectory(path)), std::string(GetFileName(path))};
}

Failure WriteFailure(const std::string& path, int error) {
  return WriteFailure(path, std::strerror(error));
}
Failure WriteFailure(const std::string& path, std::string_view why) {
  return {"cannot write " + path + ": " + std::string(why)};
}

}  // namespace kval::output
