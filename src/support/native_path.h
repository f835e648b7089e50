#pragma once

#include <filesystem>
#include <string>
#include <string_view>

// std::filesystem for paths of file_calls.h: UTF-8 with `/`. Its own conversion from and to std::string uses
// the code page of the system on Windows.
namespace kval {

inline std::filesystem::path NativePath(std::string_view path) {
#if defined(_WIN32)
  // `/C:/directory` names a drive.
  path.remove_prefix(path.size() > 2 && path[0] == '/' && path[2] == ':' ? 1 : 0);
  return std::filesystem::path(std::u8string(path.begin(), path.end()));
#else
  return std::filesystem::path(path);
#endif
}

inline std::string PathText(const std::filesystem::path& path) {
#if defined(_WIN32)
  const std::u8string text = path.generic_u8string();
  return (path.has_root_name() && path.is_absolute() && text[0] != '/' ? "/" : "") +
         std::string(text.begin(), text.end());
#else
  return path.string();
#endif
}

}  // namespace kval
