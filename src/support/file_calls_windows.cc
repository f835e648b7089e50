#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <windows.h>

#include <cerrno>
#include <cstring>
#include <memory>

#undef RemoveDirectory  // a macro of <windows.h>

#include "src/support/file_calls.h"
#include "src/support/relative_open.h"
#include "src/support/wide_text.h"

namespace kval {
namespace {

constexpr DWORD kShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr int64_t kTicksPerSecond = 10'000'000;
constexpr int64_t kSecondsToUnix = 11'644'473'600;  // from 1601
constexpr uint32_t kWritable = 0666;
constexpr uint32_t kReadOnly = 0444;

HANDLE HandleOf(int descriptor) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the C library returns the handle as a number.
  return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
}

// The descriptor owns the handle.
int DescriptorOf(HANDLE handle, int flags) {
  if (handle == INVALID_HANDLE_VALUE) {
    return -1;
  }
  const int descriptor =
      ::_open_osfhandle(reinterpret_cast<intptr_t>(handle), flags | O_BINARY | O_NOINHERIT);
  if (descriptor < 0) {
    ::CloseHandle(handle);
  }
  return descriptor;
}

HANDLE Open(const std::string& path, DWORD access, DWORD disposition, Links links) {
  const std::wstring system = ToSystemPath(path);
  if (system.empty()) {
    return INVALID_HANDLE_VALUE;
  }
  const DWORD flags =
      FILE_FLAG_BACKUP_SEMANTICS | (links == Links::kRefuse ? FILE_FLAG_OPEN_REPARSE_POINT : 0);
  HANDLE handle = ::CreateFileW(system.c_str(), access, kShareAll, nullptr, disposition, flags, nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    SetErrno();
  }
  return handle;
}

FileType TypeOf(HANDLE handle, DWORD attributes) {
  if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 && IsLink(handle)) {
    return FileType::kLink;
  }
  return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FileType::kDirectory : FileType::kFile;
}

bool GetStatusOf(HANDLE handle, FileStatus& status) {
  const DWORD kind = ::GetFileType(handle);
  if (kind != FILE_TYPE_DISK) {
    status = {};
    status.type = kind == FILE_TYPE_PIPE ? FileType::kPipe : FileType::kDevice;
    return true;
  }
  BY_HANDLE_FILE_INFORMATION found{};
  if (::GetFileInformationByHandle(handle, &found) == 0) {
    SetErrno();
    return false;
  }
  const auto join = [](DWORD high, DWORD low) { return static_cast<uint64_t>(high) << 32U | low; };
  const auto ticks =
      static_cast<int64_t>(join(found.ftLastWriteTime.dwHighDateTime, found.ftLastWriteTime.dwLowDateTime));
  const bool is_read_only = (found.dwFileAttributes & FILE_ATTRIBUTE_READONLY) != 0;
  status = {.type = TypeOf(handle, found.dwFileAttributes),
            .size = join(found.nFileSizeHigh, found.nFileSizeLow),
            .identity = {found.dwVolumeSerialNumber, join(found.nFileIndexHigh, found.nFileIndexLow)},
            .seconds = ticks / kTicksPerSecond - kSecondsToUnix,
            .nanoseconds = ticks % kTicksPerSecond * 100,
            .mode = is_read_only ? kReadOnly : kWritable};
  return true;
}

// Closes the handle.
bool GetStatusAndClose(HANDLE handle, FileStatus& status) {
  if (handle == INVALID_HANDLE_VALUE) {
    return false;
  }
  const bool done = GetStatusOf(handle, status);
  ::CloseHandle(handle);
  return done;
}

// Closes the handle if the file may not be opened.
HANDLE Require(HANDLE handle, FileType type, Links links) {
  FileStatus status;
  if (handle == INVALID_HANDLE_VALUE || !GetStatusOf(handle, status)) {
    return handle;
  }
  if (status.type == type || (type == FileType::kFile && status.type != FileType::kLink)) {
    return handle;
  }
  ::CloseHandle(handle);
  errno = status.type == FileType::kLink && links == Links::kRefuse ? ELOOP : ENOTDIR;
  return INVALID_HANDLE_VALUE;
}

}  // namespace

bool GetStatus(int descriptor, FileStatus& status) {
  return GetStatusOf(HandleOf(descriptor), status);
}

bool GetStatus(const std::string& path, Links links, FileStatus& status) {
  return GetStatusAndClose(Open(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, links), status);
}

bool GetStatusIn(int directory, const std::string& name, Links links, FileStatus& status) {
  return GetStatusAndClose(
      OpenRelative(HandleOf(directory), name, {.access = FILE_READ_ATTRIBUTES, .links = links}), status);
}

int OpenDirectory(const std::string& path, DirectoryUse, Links links) {
  HANDLE handle = Open(path, FILE_LIST_DIRECTORY | FILE_TRAVERSE | SYNCHRONIZE, OPEN_EXISTING, links);
  return DescriptorOf(Require(handle, FileType::kDirectory, links), O_RDONLY);
}

int OpenDirectoryIn(int directory, const std::string& name, DirectoryUse, Links links) {
  const RelativeOpen how{.access = FILE_LIST_DIRECTORY | FILE_TRAVERSE, .links = links};
  return DescriptorOf(Require(OpenRelative(HandleOf(directory), name, how), FileType::kDirectory, links),
                      O_RDONLY);
}

int OpenNamedFile(const std::string& path) {
  return DescriptorOf(Open(path, GENERIC_READ, OPEN_EXISTING, Links::kFollow), O_RDONLY);
}

int OpenFoundFileIn(int directory, const std::string& name) {
  HANDLE handle =
      OpenRelative(HandleOf(directory), name, {.access = FILE_GENERIC_READ, .links = Links::kRefuse});
  return DescriptorOf(Require(handle, FileType::kFile, Links::kRefuse), O_RDONLY);
}

int OpenForAppending(const std::string& path) {
  HANDLE handle =
      Open(path, FILE_APPEND_DATA | FILE_READ_ATTRIBUTES | SYNCHRONIZE, OPEN_ALWAYS, Links::kRefuse);
  return DescriptorOf(Require(handle, FileType::kFile, Links::kRefuse), O_WRONLY | O_APPEND);
}

int CreateFileIn(int directory, const std::string& name, uint32_t) {
  const RelativeOpen how{.access = FILE_GENERIC_WRITE, .creates = true};
  return DescriptorOf(OpenRelative(HandleOf(directory), name, how), O_WRONLY);
}

void CloseDescriptor(int descriptor) {
  const int error = errno;
  ::_close(descriptor);
  errno = error;
}

bool CloseWritten(int descriptor) {
  return ::_close(descriptor) == 0;
}

ptrdiff_t ReadSome(int descriptor, char* place, size_t size) {
  constexpr size_t kMost = size_t{1} << 30;
  DWORD got = 0;
  if (::ReadFile(HandleOf(descriptor), place, static_cast<DWORD>(size < kMost ? size : kMost), &got,
                 nullptr) != 0) {
    return static_cast<ptrdiff_t>(got);
  }
  if (const DWORD error = ::GetLastError(); error != ERROR_BROKEN_PIPE && error != ERROR_HANDLE_EOF) {
    SetErrno(error);
    return -1;
  }
  return 0;
}

DirectoryStream::DirectoryStream(int descriptor) : descriptor_(descriptor), stream_(HandleOf(descriptor)) {}

DirectoryStream::~DirectoryStream() {
  CloseDescriptor(descriptor_);
}

std::vector<DirectoryStream::Entry> DirectoryStream::Entries() {
  constexpr DWORD kBuffer = 1U << 16;
  const auto buffer = std::make_unique<std::byte[]>(kBuffer);
  std::vector<Entry> entries;
  while (::GetFileInformationByHandleEx(HandleOf(descriptor_), FileIdBothDirectoryInfo, buffer.get(),
                                        kBuffer) != 0) {
    const std::byte* at = buffer.get();
    while (true) {
      const auto* found = reinterpret_cast<const FILE_ID_BOTH_DIR_INFO*>(at);
      std::string name = ToUtf8({found->FileName, found->FileNameLength / sizeof(wchar_t)});
      const bool may_be_link = (found->FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
      const bool is_directory = (found->FileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
      FileStatus status;
      status.type = is_directory ? FileType::kDirectory : FileType::kFile;
      if (may_be_link) {
        GetStatusIn(descriptor_, name, Links::kRefuse, status);
      }
      if (name != "." && name != "..") {
        entries.push_back({std::move(name), status.type});
      }
      if (found->NextEntryOffset == 0) {
        break;
      }
      at += found->NextEntryOffset;
    }
  }
  return entries;
}

bool ResolveLinks(const std::string& path, std::string& resolved) {
  HANDLE handle = Open(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, Links::kFollow);
  if (handle == INVALID_HANDLE_VALUE) {
    return false;
  }
  std::wstring found(::GetFinalPathNameByHandleW(handle, nullptr, 0, VOLUME_NAME_DOS), L'\0');
  const DWORD size =
      ::GetFinalPathNameByHandleW(handle, found.data(), static_cast<DWORD>(found.size()), VOLUME_NAME_DOS);
  const bool is_found = size > 0 && size <= found.size();
  if (!is_found) {
    SetErrno();
  }
  ::CloseHandle(handle);
  found.resize(is_found ? size : 0);
  resolved = FromSystemPath(found);
  return is_found;
}

bool IsWritableIn(int directory, const std::string& name) {
  HANDLE handle =
      OpenRelative(HandleOf(directory), name, {.access = FILE_WRITE_DATA, .links = Links::kRefuse});
  if (handle == INVALID_HANDLE_VALUE) {
    return false;
  }
  ::CloseHandle(handle);
  return true;
}

// A new file has the permissions that its directory gives it.
void CopyOwnerAndMode(int, const FileStatus&) {}

bool RenameIn(int directory, const std::string& from, const std::string& to) {
  HANDLE handle = OpenRelative(HandleOf(directory), from, {.access = DELETE, .links = Links::kRefuse});
  return handle != INVALID_HANDLE_VALUE && RenameAndClose(handle, HandleOf(directory), to);
}

bool RemoveFileIn(int directory, const std::string& name) {
  HANDLE handle =
      OpenRelative(HandleOf(directory), name, {.access = DELETE, .links = Links::kRefuse, .deletes = true});
  return handle != INVALID_HANDLE_VALUE && ::CloseHandle(handle) != 0;
}

bool MakeDirectoryIn(int directory, const std::string& name) {
  HANDLE handle = OpenRelative(HandleOf(directory), name,
                               {.access = FILE_LIST_DIRECTORY, .creates = true, .is_directory = true});
  return handle != INVALID_HANDLE_VALUE && ::CloseHandle(handle) != 0;
}

bool RemoveDirectory(const std::string& path) {
  const std::wstring system = ToSystemPath(path);
  const bool done = !system.empty() && ::RemoveDirectoryW(system.c_str()) != 0;
  if (!done && !system.empty()) {
    SetErrno();
  }
  return done;
}

bool MakeUniqueDirectory(std::string&, uint32_t) {
  errno = ENOSYS;
  return false;
}

// The working directory takes no path with `\\?\`.
bool ChangeDirectory(const std::string& path) {
  std::wstring system = ToSystemPath(path);
  if (!system.empty() && !system.starts_with(LR"(\\?\UNC\)")) {
    system.erase(0, 4);
  }
  const bool done = !system.empty() && ::SetCurrentDirectoryW(system.c_str()) != 0;
  if (!done && !system.empty()) {
    SetErrno();
  }
  return done;
}

}  // namespace kval
