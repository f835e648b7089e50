#include "src/report/uri.h"

#include <algorithm>
#include <cstddef>

#include "src/support/ascii.h"

namespace kval::report {
namespace {

bool IsUnreserved(char c) {
  return IsAlnum(c) || std::string_view("-._~/@+,=").find(c) != std::string_view::npos;
}

}  // namespace

std::string UriOf(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (IsUnreserved(c)) {
      out += c;
    } else {
      out += '%';
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  return out;
}

std::string AbsoluteUri(std::string_view path, std::string_view directory) {
  std::string settled;
  const auto add = [&settled](std::string_view parts) {
    for (size_t begin = 0; begin < parts.size();) {
      const size_t end = std::min(parts.find('/', begin), parts.size());
      const std::string_view part = parts.substr(begin, end - begin);
      if (part == "..") {
        settled.resize(settled.empty() ? 0 : settled.rfind('/'));
      } else if (!part.empty() && part != ".") {
        settled.append("/").append(part);
      }
      begin = end + 1;
    }
  };
  add(path.starts_with('/') ? "" : directory);
  add(path);
  return UriOf(settled);
}

}  // namespace kval::report
