#include <io.h>
#include <windows.h>

#include <algorithm>

#include "src/output/write_all.h"
#include "src/support/wide_text.h"

namespace kval::output {
namespace {

constexpr size_t kMostBytes = size_t{1} << 20;
constexpr size_t kMostCharacters = size_t{1} << 13;

HANDLE HandleOf(int descriptor) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the C library returns the handle as a number.
  return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
}

// A console shows UTF-8 only if its code page is changed, also for other programs.
bool WriteToConsole(HANDLE console, std::string_view text) {
  const std::wstring wide = ToWide(text);
  for (size_t at = 0; at < wide.size();) {
    DWORD written = 0;
    const auto size = static_cast<DWORD>(std::min(wide.size() - at, kMostCharacters));
    if (::WriteConsoleW(console, wide.data() + at, size, &written, nullptr) == 0 || written == 0) {
      SetErrno();
      return false;
    }
    at += written;
  }
  return true;
}

}  // namespace

bool WriteAll(int descriptor, std::string_view text) {
  HANDLE handle = HandleOf(descriptor);
  DWORD mode = 0;
  if (::GetConsoleMode(handle, &mode) != 0) {
    return WriteToConsole(handle, text);
  }
  while (!text.empty()) {
    DWORD written = 0;
    if (::WriteFile(handle, text.data(), static_cast<DWORD>(std::min(text.size(), kMostBytes)), &written,
                    nullptr) == 0) {
      SetErrno();
      return false;
    }
    text.remove_prefix(written);
  }
  return true;
}

// A pipe whose reader has stopped cannot be recognized.
void WriteWithoutBlocking(int descriptor, std::string_view text) {
  WriteAll(descriptor, text);
}

}  // namespace kval::output
