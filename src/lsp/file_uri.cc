#include "src/lsp/file_uri.h"

#include <cstddef>

#include "src/support/ascii_text.h"

namespace kval::lsp {
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
        uri[i] == '%' && i + 2 < uri.size() && HexValue(uri[i + 1]) >= 0 && HexValue(uri[i + 2]) >= 0;
    const char c = is_coded ? static_cast<char>(HexValue(uri[i + 1]) * 16 + HexValue(uri[i + 2])) : uri[i];
    if (c != '/' || !path.ends_with('/')) {
      path += c;
    }
    i += is_coded ? 2 : 0;
  }
  return path.find('\0') == std::string::npos ? std::optional<std::string>(path) : std::nullopt;
}

}  // namespace kval::lsp
