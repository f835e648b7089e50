#pragma once

#include <string>
#include <string_view>

// For sources of Windows alone: its strings are UTF-16.
namespace kval {

std::wstring ToWide(std::string_view text);
std::string ToUtf8(std::wstring_view text);

// The path of a file of the system for a path of file_calls.h: absolute, with `\\?\`, so that neither its
// length is limited nor a name in it reserved. Errors: empty, with errno.
std::wstring ToSystemPath(std::string_view path);
// The reverse: `/C:/directory`.
std::string FromSystemPath(std::wstring_view path);

// Sets errno by the last error of the system, or by `error`.
void SetErrno();
void SetErrno(unsigned long error);

}  // namespace kval
