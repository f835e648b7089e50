#include "src/output/file_set.h"

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "src/output/write_all.h"
#include "src/support/native_path.h"
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

constexpr std::string_view kTemporary = ".kval-";
constexpr int kMostTries = 10'000;

// The umask applies.
constexpr uint32_t kFileMode = 0666;
constexpr uint32_t kProgramMode = 0777;
constexpr uint32_t kAnyMayWrite = 0222;

std::vector<FileIdentity> IdentitiesOf(const std::vector<std::string>& paths) {
  std::vector<FileIdentity> identities;
  for (const std::string& path : paths) {
    FileStatus status;
    if (GetStatus(path, Links::kFollow, status) && status.type == FileType::kFile) {
      identities.push_back(status.identity);
    }
  }
  return identities;
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

FileSet::FileSet(WritePolicy rules) : rules_(std::move(rules)), inputs_(IdentitiesOf(rules_.inputs)) {
  std::error_code error;  // failures are reported when a file is added
  made_root_ = !rules_.root.empty() && std::filesystem::create_directories(NativePath(rules_.root), error);
}

FileSet::~FileSet() {
  for (const Staged& staged : staged_) {
    if (Result<OutputDirectory> directory = Open(staged.directory, nullptr)) {
      RemoveFileIn(directory->descriptor(), staged.temporary);
    }
  }
  // Only those that are empty go.
  std::for_each(made_.rbegin(), made_.rend(),
                [this](const std::string& directory) { RemoveDirectory(rules_.root + "/" + directory); });
  if (made_root_) {
    RemoveDirectory(rules_.root);
  }
}

Result<OutputDirectory> FileSet::Open(const std::string& directory, std::vector<std::string>* made) const {
  return rules_.root.empty() ? OutputDirectory::OpenNamed(directory)
                             : OutputDirectory::OpenBeneath(rules_.root, directory, made);
}

Result<bool> FileSet::CheckTarget(const OutputDirectory& directory, const std::string& name,
                                  const std::string& path) {
  FileStatus status;
  if (name.empty() || name == "." || name == "..") {
    return WriteFailure(path, "it is not the path of a file");
  }
  if (!GetStatusIn(directory.descriptor(), name, Links::kRefuse, status)) {
    return errno == ENOENT ? Result<bool>(true) : Result<bool>(WriteFailure(path, errno));
  }
  if (status.type == FileType::kLink) {
    return WriteFailure(path, "it is a link");
  }
  if (status.type == FileType::kDirectory) {
    return WriteFailure(path, "it is a directory");
  }
  if (status.type != FileType::kFile) {
    return WriteFailure(path, "it is not a regular file");
  }
  // Replacing the file would be possible, but contradicts its owner's permissions.
  const bool is_for_readers = (status.mode & kAnyMayWrite) == 0;
  const bool is_read_only =
      (is_for_readers && rules_.spares_read_only) || !IsWritableIn(directory.descriptor(), name);
  if (is_read_only) {
    return WriteFailure(path, "it is read-only");
  }
  if (std::find(inputs_.begin(), inputs_.end(), status.identity) != inputs_.end()) {
    return WriteFailure(path, "it is an input of this run");
  }
  return true;
}

Result<std::string> FileSet::WriteTemporary(const OutputDirectory& directory, const std::string& name,
                                            std::string_view text, const std::string& path,
                                            FilePermissions use) {
  std::string temporary;
  const uint32_t mode = use == FilePermissions::kExecutable ? kProgramMode : kFileMode;
  int descriptor = -1;
  for (int i = 0; i < kMostTries && descriptor < 0; ++i) {
    temporary = std::string(kTemporary) + std::to_string(::getpid()) + "-" +
                std::to_string(staged_.size() + static_cast<size_t>(i));
    descriptor = CreateFileIn(directory.descriptor(), temporary, mode);
    if (descriptor < 0 && errno != EEXIST) {
      return WriteFailure(path, errno);
    }
  }
  if (descriptor < 0) {
    return WriteFailure(path, EEXIST);
  }
  FileStatus status;
  if (GetStatusIn(directory.descriptor(), name, Links::kRefuse, status)) {
    CopyOwnerAndMode(descriptor, status);
  }
  const bool is_written = WriteAll(descriptor, text);
  const int error = errno;
  if (!CloseWritten(descriptor) || !is_written) {
    const int close_error = errno;
    RemoveFileIn(directory.descriptor(), temporary);
    return WriteFailure(path, is_written ? close_error : error);
  }
  return temporary;
}

Result<bool> FileSet::Add(const std::string& path, std::string_view text, FilePermissions use) {
  auto [directory_path, name] = SplitPath(path);
  Result<OutputDirectory> directory = Open(directory_path, &made_);
  if (!directory) {
    return rules_.root.empty() ? WriteFailure(path, directory.failure().message) : directory.failure();
  }
  if (Result<bool> fine = CheckTarget(*directory, name, path); !fine) {
    return fine;
  }
  Result<std::string> temporary = WriteTemporary(*directory, name, text, path, use);
  if (!temporary) {
    return temporary.failure();
  }
  staged_.push_back({path, std::move(directory_path), std::move(name), *std::move(temporary)});
  return true;
}

Result<bool> FileSet::Commit() {
  if (signals_.IsInterrupted()) {
    return Failure{"interrupted: nothing was written"};
  }
  while (!staged_.empty()) {
    const Staged& staged = staged_.back();
    Result<OutputDirectory> directory = Open(staged.directory, nullptr);
    if (!directory) {
      return directory.failure();
    }
    if (!RenameIn(directory->descriptor(), staged.temporary, staged.name)) {
      return WriteFailure(staged.path, errno);
    }
    staged_.pop_back();
  }
  made_.clear();
  made_root_ = false;
  return true;
}

Result<bool> WriteFileBeneath(const std::string& root, const std::string& path, std::string_view text,
                              std::vector<std::string> inputs) {
  std::string inside = path;
  if (path.starts_with("/")) {
    std::error_code error;
    const std::string top = PathText(std::filesystem::canonical(NativePath(root), error)) + "/";
    if (error || !path.starts_with(top)) {
      return WriteFailure(path, "it is not below " + root);
    }
    inside = path.substr(top.size());
  }
  FileSet set({root, std::move(inputs)});
  Result<bool> added = set.Add(inside, text);
  return added ? set.Commit() : added;
}

Result<bool> WriteFile(const std::string& path, std::string_view text, std::vector<std::string> inputs) {
  FileSet set({{}, std::move(inputs)});
  Result<bool> added = set.Add(path, text);
  return added ? set.Commit() : added;
}

}  // namespace kval::output
