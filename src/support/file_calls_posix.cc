#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "src/support/file_calls.h"
#include "src/support/open_flags.h"

namespace kval {
namespace {

constexpr mode_t kDirectoryMode = 0777;  // the umask applies
constexpr mode_t kFileMode = 0666;
constexpr int kListDirectory = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

FileType TypeOf(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFREG:
      return FileType::kFile;
    case S_IFDIR:
      return FileType::kDirectory;
    case S_IFLNK:
      return FileType::kLink;
    case S_IFIFO:
      return FileType::kPipe;
    case S_IFSOCK:
      return FileType::kSocket;
    default:
      return FileType::kDevice;
  }
}

// Converts the result of a call of the family of stat().
bool Convert(int result, const struct stat& from, FileStatus& status) {
  if (result != 0) {
    return false;
  }
#if defined(__APPLE__)
  const timespec& time = from.st_mtimespec;
#else
  const timespec& time = from.st_mtim;
#endif
  status = {.type = TypeOf(from.st_mode),
            .size = static_cast<uint64_t>(from.st_size),
            .identity = {static_cast<uint64_t>(from.st_dev), static_cast<uint64_t>(from.st_ino)},
            .seconds = time.tv_sec,
            .nanoseconds = time.tv_nsec,
            .mode = static_cast<uint32_t>(from.st_mode & 07777),
            .owner = from.st_uid,
            .group = from.st_gid,
            .occupies_blocks = from.st_blocks != 0};
  return true;
}

int FlagsOf(DirectoryUse use, Links links) {
  return (use == DirectoryUse::kList ? kListDirectory : kSearchDirectory) |
         (links == Links::kRefuse ? O_NOFOLLOW : 0);
}

FileType TypeOf(int directory, const dirent& entry) {
  switch (entry.d_type) {
    case DT_DIR:
      return FileType::kDirectory;
    case DT_LNK:
      return FileType::kLink;
    case DT_UNKNOWN:
      break;
    default:
      return FileType::kFile;
  }
  FileStatus status;
  return GetStatusIn(directory, entry.d_name, Links::kRefuse, status) ? status.type : FileType::kFile;
}

// Waits until a non-blocking descriptor, such as standard input, is readable. Also true at the end of the
// stream, which the next read returns.
bool WaitForBytes(int descriptor) {
  pollfd stream{descriptor, POLLIN, 0};
  return ::poll(&stream, 1, -1) >= 0 || errno == EINTR;
}

}  // namespace

bool GetStatus(int descriptor, FileStatus& status) {
  struct stat found {};
  return Convert(::fstat(descriptor, &found), found, status);
}

bool GetStatus(const std::string& path, Links links, FileStatus& status) {
  struct stat found {};
  return Convert(links == Links::kFollow ? ::stat(path.c_str(), &found) : ::lstat(path.c_str(), &found),
                 found, status);
}

bool GetStatusIn(int directory, const std::string& name, Links links, FileStatus& status) {
  struct stat found {};
  const int flags = links == Links::kRefuse ? AT_SYMLINK_NOFOLLOW : 0;
  return Convert(::fstatat(directory, name.c_str(), &found, flags), found, status);
}

int OpenDirectory(const std::string& path, DirectoryUse use, Links links) {
  return ::open(path.c_str(), FlagsOf(use, links));
}

int OpenDirectoryIn(int directory, const std::string& name, DirectoryUse use, Links links) {
  return ::openat(directory, name.c_str(), FlagsOf(use, links));
}

int OpenNamedFile(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
}

int OpenFoundFileIn(int directory, const std::string& name) {
  return ::openat(directory, name.c_str(), kFoundFile | O_NOFOLLOW);
}

int OpenForAppending(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_APPEND, kFileMode);
}

int CreateFileIn(int directory, const std::string& name, uint32_t mode) {
  return ::openat(directory, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

void CloseDescriptor(int descriptor) {
  const int error = errno;
  ::close(descriptor);
  errno = error;
}

bool CloseWritten(int descriptor) {
  return ::close(descriptor) == 0;
}

ptrdiff_t ReadSome(int descriptor, char* place, size_t size) {
  while (true) {
    const ssize_t got = ::read(descriptor, place, size);
    const bool is_empty = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    if (got >= 0 || (errno != EINTR && !(is_empty && WaitForBytes(descriptor)))) {
      return got;
    }
  }
}

DirectoryStream::DirectoryStream(int descriptor)
    : descriptor_(descriptor), stream_(::fdopendir(descriptor)) {}

DirectoryStream::~DirectoryStream() {
  if (stream_ != nullptr) {
    ::closedir(static_cast<DIR*>(stream_));
  } else {
    CloseDescriptor(descriptor_);
  }
}

std::vector<DirectoryStream::Entry> DirectoryStream::Entries() {
  std::vector<Entry> entries;
  while (const dirent* found = ::readdir(static_cast<DIR*>(stream_))) {
    std::string name = found->d_name;
    if (name != "." && name != "..") {
      entries.push_back({std::move(name), TypeOf(descriptor_, *found)});
    }
  }
  return entries;
}

bool ResolveLinks(const std::string& path, std::string& resolved) {
  char* found = ::realpath(path.c_str(), nullptr);
  if (found == nullptr) {
    return false;
  }
  resolved = found;
  std::free(found);
  return true;
}

bool IsWritableIn(int directory, const std::string& name) {
  return ::faccessat(directory, name.c_str(), W_OK, AT_EACCESS) == 0;
}

// Without the permission to give files away, the file keeps its owner. The mode comes after the owner: a
// change of the owner clears its special bits.
void CopyOwnerAndMode(int descriptor, const FileStatus& status) {
  [[maybe_unused]] const int owned = ::fchown(descriptor, status.owner, status.group);
  ::fchmod(descriptor, status.mode);
}

bool RenameIn(int directory, const std::string& from, const std::string& to) {
  return ::renameat(directory, from.c_str(), directory, to.c_str()) == 0;
}

bool RemoveFileIn(int directory, const std::string& name) {
  return ::unlinkat(directory, name.c_str(), 0) == 0;
}

bool MakeDirectoryIn(int directory, const std::string& name) {
  return ::mkdirat(directory, name.c_str(), kDirectoryMode) == 0;
}

bool RemoveDirectory(const std::string& path) {
  return ::rmdir(path.c_str()) == 0;
}

bool MakeUniqueDirectory(std::string& path, uint32_t mode) {
  path += "XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) {
    return false;
  }
  ::chmod(path.c_str(), mode);
  return true;
}

bool ChangeDirectory(const std::string& path) {
  return ::chdir(path.c_str()) == 0;
}

}  // namespace kval
