#include "schemas/json_schema/uri.h"

#include <algorithm>

#include "src/support/ascii.h"
#include "src/support/ascii_text.h"

namespace kval::schemas::json_schema {
namespace {

// The length of `scheme:` at the beginning, or 0.
size_t SchemeLength(std::string_view uri) {
  if (uri.empty() || !IsLetter(uri[0])) {
    return 0;
  }
  for (size_t i = 1; i < uri.size(); ++i) {
    const char c = uri[i];
    if (c == ':') {
      return i + 1;
    }
    const bool is_scheme = IsLetter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    if (!is_scheme) {
      return 0;
    }
  }
  return 0;
}

// A URI without fragment, cut: `scheme:` and `//authority`, the path, `?query`.
struct Parts {
  std::string_view head;
  std::string_view path;
  std::string_view query;
};

Parts Cut(std::string_view uri) {
  uri = WithoutFragment(uri);
  size_t end = SchemeLength(uri);
  if (uri.substr(end).starts_with("//")) {
    end = std::min(uri.find_first_of("/?", end + 2), uri.size());
  }
  Parts parts;
  parts.head = uri.substr(0, end);
  const size_t query = std::min(uri.find('?', end), uri.size());
  parts.path = uri.substr(end, query - end);
  parts.query = uri.substr(query);
  return parts;
}

// RFC 3986, 5.2.4, for an absolute path.
std::string WithoutDots(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    const size_t end = std::min(path.find('/', 1), path.size());
    const std::string_view segment = path.substr(0, end);
    path.remove_prefix(end);
    if (segment == "/." || segment == ".") {
      out += path.empty() ? "/" : "";
    } else if (segment == "/.." || segment == "..") {
      out.resize(out.rfind('/') == std::string::npos ? 0 : out.rfind('/'));
      out += path.empty() ? "/" : "";
    } else {
      out += segment;
    }
  }
  return out;
}

}  // namespace

bool IsAbsolute(std::string_view uri) {
  return SchemeLength(uri) > 0;
}

std::string_view WithoutFragment(std::string_view uri) {
  return uri.substr(0, uri.find('#'));
}

bool HasFragment(std::string_view uri) {
  return uri.find('#') != std::string_view::npos;
}

std::string FragmentOf(std::string_view uri) {
  const size_t at = uri.find('#');
  return at == std::string_view::npos ? std::string() : PercentDecoded(uri.substr(at + 1));
}

std::string PercentDecoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? HexValue(text[i + 1]) : -1;
    const int low = high >= 0 ? HexValue(text[i + 2]) : -1;
    if (low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string ResolveUri(std::string_view base, std::string_view reference) {
  if (IsAbsolute(reference) || base.empty()) {
    return std::string(reference);
  }
  const size_t hash = reference.find('#');
  const std::string_view fragment = hash == std::string_view::npos ? "" : reference.substr(hash);
  const std::string_view target = reference.substr(0, hash);
  const std::string_view from = WithoutFragment(base);
  if (target.empty()) {
    return std::string(from) + std::string(fragment);
  }
  const Parts parts = Cut(from);
  const std::string head(parts.head);
  if (target.starts_with("//")) {
    return head.substr(0, SchemeLength(head)) + std::string(reference);
  }
  if (target[0] == '?') {
    return head + std::string(parts.path) + std::string(reference);
  }
  const Parts own = Cut(target);
  std::string path(own.path);
  if (!path.starts_with('/')) {
    const size_t slash = parts.path.rfind('/');
    path = (slash == std::string_view::npos ? "" : std::string(parts.path.substr(0, slash + 1))) + path;
    if (!path.starts_with('/') && head.find("//") != std::string::npos) {
      path.insert(path.begin(), '/');
    }
  }
  std::string clean = WithoutDots(path);
  if (!path.starts_with('/') && clean.starts_with('/')) {
    clean.erase(0, 1);
  }
  return head + clean + std::string(own.query) + std::string(fragment);
}

}  // namespace kval::schemas::json_schema
