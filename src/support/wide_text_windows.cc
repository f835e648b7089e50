#include "src/support/wide_text.h"

#include <windows.h>

#include <algorithm>
#include <cerrno>

namespace kval {
namespace {

constexpr std::wstring_view kVerbatim = LR"(\\?\)";
constexpr std::wstring_view kVerbatimShare = LR"(\\?\UNC\)";

// The absolute form of a path; the name in it is not taken as the one of a device (`aux.yml`) because it ends
// with a backslash.
std::wstring Absolute(std::wstring path) {
  path += L'\\';
  std::wstring full(::GetFullPathNameW(path.c_str(), 0, nullptr, nullptr), L'\0');
  full.resize(::GetFullPathNameW(path.c_str(), static_cast<DWORD>(full.size()), full.data(), nullptr));
  while (full.ends_with(L'\\')) {
    full.pop_back();
  }
  return full;
}

bool StartsWithDrive(std::wstring_view path) {
  return path.size() >= 2 && path[1] == L':' && ((path[0] | 0x20) >= L'a' && (path[0] | 0x20) <= L'z');
}

}  // namespace

std::wstring ToWide(std::string_view text) {
  const int size = static_cast<int>(text.size());
  std::wstring wide(static_cast<size_t>(::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0)),
                    L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), static_cast<int>(wide.size()));
  return wide;
}

std::string ToUtf8(std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  std::string narrow(
      static_cast<size_t>(::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, nullptr, 0, nullptr, nullptr)),
      '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, narrow.data(), static_cast<int>(narrow.size()),
                        nullptr, nullptr);
  return narrow;
}

std::wstring ToSystemPath(std::string_view path) {
  std::wstring wide = ToWide(path);
  std::replace(wide.begin(), wide.end(), L'/', L'\\');
  if (wide.starts_with(L'\\') && StartsWithDrive(std::wstring_view(wide).substr(1))) {
    wide.erase(0, 1);
  }
  if (wide.empty()) {
    errno = ENOENT;
    return {};
  }
  std::wstring full = Absolute(std::move(wide));
  // A colon behind the drive would name another stream of a file.
  if (full.find(L':', StartsWithDrive(full) ? 2 : 0) != std::wstring::npos || full.starts_with(LR"(\\.)")) {
    errno = ENOENT;
    return {};
  }
  if (full.starts_with(LR"(\\)")) {
    return std::wstring(kVerbatimShare) + full.substr(2);
  }
  // A drive alone is not its root.
  return std::wstring(kVerbatim) + full + (full.size() == 2 ? L"\\" : L"");
}

std::string FromSystemPath(std::wstring_view path) {
  std::wstring plain;
  if (path.starts_with(kVerbatimShare)) {
    plain = LR"(\\)" + std::wstring(path.substr(kVerbatimShare.size()));
  } else {
    path.remove_prefix(path.starts_with(kVerbatim) ? kVerbatim.size() : 0);
    plain = (StartsWithDrive(path) ? L"\\" : L"") + std::wstring(path);
  }
  while (plain.size() > 1 && plain.ends_with(L'\\')) {
    plain.pop_back();
  }
  std::string text = ToUtf8(plain);
  std::replace(text.begin(), text.end(), '\\', '/');
  return text;
}

void SetErrno(unsigned long error) {
  switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_INVALID_DRIVE:
      errno = ENOENT;
      break;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS:
      errno = EEXIST;
      break;
    case ERROR_DIRECTORY:
      errno = ENOTDIR;
      break;
    case ERROR_DIR_NOT_EMPTY:
      errno = ENOTEMPTY;
      break;
    case ERROR_CANT_RESOLVE_FILENAME:
      errno = ELOOP;
      break;
    case ERROR_TOO_MANY_OPEN_FILES:
      errno = EMFILE;
      break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      errno = ENOSPC;
      break;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_COMMITMENT_LIMIT:
      errno = ENOMEM;
      break;
    case ERROR_FILENAME_EXCED_RANGE:
      errno = ENAMETOOLONG;
      break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_WRITE_PROTECT:
      errno = EACCES;
      break;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
      errno = EPIPE;
      break;
    default:
      errno = EIO;
  }
}

void SetErrno() {
  SetErrno(::GetLastError());
}

}  // namespace kval
