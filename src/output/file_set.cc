#include "src/output/file_set.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "src/output/write_all.h"
#include "src/support/file_calls.h"
#include "src/support/native_path.h"

namespace kval::output {
namespace {

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
