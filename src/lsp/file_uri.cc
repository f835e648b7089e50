#include "src/lsp/file_uri.h"

#include <cstddef>

namespace kval::lsp {
namespace {

int DigitOf(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

}  // namespace

std::optional<std::string> PathOf(std::string_view uri) {
  constexpr std::string_view kScheme = "file://";
  constexpr std::string_view kHost = "localhost";
  if (!uri.starts_with(kScheme)) {
    return std::nullopt;
  }
  uri.remove_prefix(kScheme.size());
  uri.remove_prefix(uri.starts_with(kHost) ? kHost.size() : 0);
  if (!uri.starts_with('/')) {
    return std::nullopt;
  }
  uri = uri.substr(0, uri.find_first_of("?#"));
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    const bool is_coded =
        uri[i] == '%' && i + 2 < uri.size() && DigitOf(uri[i + 1]) >= 0 && DigitOf(uri[i + 2]) >= 0;
    const char c = is_coded ? static_cast<char>(DigitOf(uri[i + 1]) * 16 + DigitOf(uri[i + 2])) : uri[i];
    if (c != '/' || !path.ends_with('/')) {
      path += c;
    }
    i += is_coded ? 2 : 0;
  }
  return path.find('\0') == std::string::npos ? std::optional<std::string>(path) : std::nullopt;
}

}  // namespace kval::lsp
