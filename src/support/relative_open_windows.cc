#include <windows.h>
// After <windows.h>.
#include <winternl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

#include "src/support/ascii_text.h"
#include "src/support/relative_open.h"
#include "src/support/wide_text.h"

namespace kval {
namespace {

constexpr ULONG kShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr std::string_view kDevices[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};

// Replaces a file also while other programs have it open. Windows 10 has this form, and file systems of
// networks may not.
constexpr int kRenameWithFlags = 65;  // FileRenameInformationEx
constexpr ULONG kReplaceAsPosix = FILE_RENAME_FLAG_REPLACE_IF_EXISTS | FILE_RENAME_FLAG_POSIX_SEMANTICS;

// Other programs open a device by these names, with any extension.
bool IsReserved(std::string_view name) {
  const std::string stem = LowerCased(name.substr(0, name.find('.')));
  const bool is_port = stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) &&
                       stem[3] >= '0' && stem[3] <= '9';
  return is_port || std::find(std::begin(kDevices), std::end(kDevices), stem) != std::end(kDevices) ||
         name.ends_with('.') || name.ends_with(' ');
}

bool IsName(const std::string& name, bool is_new) {
  return !name.empty() && name.find_first_of(std::string_view("/\\:\0", 4)) == std::string::npos &&
         !(is_new && IsReserved(name));
}

UNICODE_STRING Counted(std::wstring& text) {
  const auto bytes = static_cast<USHORT>(text.size() * sizeof(wchar_t));
  return {bytes, bytes, text.data()};
}

ULONG OptionsOf(const RelativeOpen& how) {
  ULONG options = FILE_SYNCHRONOUS_IO_NONALERT | FILE_OPEN_FOR_BACKUP_INTENT;
  options |= how.links == Links::kRefuse ? FILE_OPEN_REPARSE_POINT : 0;
  options |= how.deletes ? FILE_DELETE_ON_CLOSE : 0;
  if (how.creates) {
    options |= how.is_directory ? FILE_DIRECTORY_FILE : FILE_NON_DIRECTORY_FILE;
  }
  return options;
}

// The directory above, by its path: no name relative to a handle means it.
HANDLE OpenParent(HANDLE directory, const RelativeOpen& how) {
  std::wstring path(::GetFinalPathNameByHandleW(directory, nullptr, 0, VOLUME_NAME_DOS), L'\0');
  path.resize(
      ::GetFinalPathNameByHandleW(directory, path.data(), static_cast<DWORD>(path.size()), VOLUME_NAME_DOS));
  // The root is its own parent, as in POSIX.
  const size_t end = path.rfind(L'\\');
  constexpr size_t kDriveEnd = 6;  // of `\\?\C:`
  path.resize(end == std::wstring::npos || end <= kDriveEnd ? std::min(path.size(), kDriveEnd + 1) : end);
  return ::CreateFileW(path.c_str(), how.access | SYNCHRONIZE, kShareAll, nullptr, OPEN_EXISTING,
                       FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, nullptr);
}

HANDLE OpenOnce(HANDLE directory, const std::string& name, const RelativeOpen& how) {
  if (name == "..") {
    HANDLE parent = OpenParent(directory, how);
    if (parent == INVALID_HANDLE_VALUE) {
      SetErrno();
    }
    return parent;
  }
  if (!IsName(name, how.creates)) {
    errno = how.creates ? EINVAL : ENOENT;
    return INVALID_HANDLE_VALUE;
  }
  std::wstring wide = name == "." ? std::wstring() : ToWide(name);
  UNICODE_STRING counted = Counted(wide);
  OBJECT_ATTRIBUTES object{};
  InitializeObjectAttributes(&object, &counted, OBJ_CASE_INSENSITIVE, directory, nullptr);
  HANDLE handle = INVALID_HANDLE_VALUE;
  IO_STATUS_BLOCK done{};
  const NTSTATUS status = ::NtCreateFile(&handle, how.access | FILE_READ_ATTRIBUTES | SYNCHRONIZE, &object,
                                         &done, nullptr, FILE_ATTRIBUTE_NORMAL, kShareAll,
                                         how.creates ? FILE_CREATE : FILE_OPEN, OptionsOf(how), nullptr, 0);
  if (status < 0) {
    SetErrno(::RtlNtStatusToDosError(status));
    return INVALID_HANDLE_VALUE;
  }
  return handle;
}

bool IsReparsePoint(HANDLE handle, BY_HANDLE_FILE_INFORMATION& found) {
  return ::GetFileInformationByHandle(handle, &found) != 0 &&
         (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}

// Opens the content of a reparse point that is no link, such as a file in a cloud. Fails if it is another
// file by now.
HANDLE OpenContent(HANDLE handle, HANDLE directory, const std::string& name, RelativeOpen how) {
  BY_HANDLE_FILE_INFORMATION before{};
  if (!IsReparsePoint(handle, before) || IsLink(handle) || how.deletes) {
    return handle;
  }
  how.links = Links::kFollow;
  HANDLE content = OpenOnce(directory, name, how);
  BY_HANDLE_FILE_INFORMATION after{};
  const bool is_same =
      content != INVALID_HANDLE_VALUE && ::GetFileInformationByHandle(content, &after) != 0 &&
      after.dwVolumeSerialNumber == before.dwVolumeSerialNumber &&
      after.nFileIndexHigh == before.nFileIndexHigh && after.nFileIndexLow == before.nFileIndexLow;
  ::CloseHandle(handle);
  if (!is_same && content != INVALID_HANDLE_VALUE) {
    ::CloseHandle(content);
    errno = ELOOP;
  }
  return is_same ? content : INVALID_HANDLE_VALUE;
}

}  // namespace

HANDLE OpenRelative(HANDLE directory, const std::string& name, const RelativeOpen& how) {
  HANDLE handle = OpenOnce(directory, name, how);
  return handle == INVALID_HANDLE_VALUE || how.creates || how.links == Links::kFollow
             ? handle
             : OpenContent(handle, directory, name, how);
}

bool RenameAndClose(HANDLE file, HANDLE directory, const std::string& name) {
  bool done = false;
  if (IsName(name, true)) {
    const std::wstring wide = ToWide(name);
    std::vector<std::byte> buffer(sizeof(FILE_RENAME_INFORMATION) + wide.size() * sizeof(wchar_t));
    auto* rename = reinterpret_cast<FILE_RENAME_INFORMATION*>(buffer.data());
    // Both forms of the call: the second one takes any value but 0 for a request to replace.
    std::memcpy(rename, &kReplaceAsPosix, sizeof(kReplaceAsPosix));
    rename->RootDirectory = directory;
    rename->FileNameLength = static_cast<ULONG>(wide.size() * sizeof(wchar_t));
    std::memcpy(rename->FileName, wide.data(), rename->FileNameLength);
    NTSTATUS status = -1;
    for (const int form : {kRenameWithFlags, static_cast<int>(FileRenameInformation)}) {
      IO_STATUS_BLOCK block{};
      status = status >= 0 ? status
                           : ::NtSetInformationFile(file, &block, rename, static_cast<ULONG>(buffer.size()),
                                                    static_cast<FILE_INFORMATION_CLASS>(form));
    }
    done = status >= 0;
    SetErrno(done ? 0 : ::RtlNtStatusToDosError(status));
  } else {
    errno = EINVAL;
  }
  ::CloseHandle(file);
  return done;
}

bool IsLink(HANDLE handle) {
  FILE_ATTRIBUTE_TAG_INFO tag{};
  return ::GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &tag, sizeof(tag)) != 0 &&
         (tag.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
         IsReparseTagNameSurrogate(tag.ReparseTag);
}

}  // namespace kval
