#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/lang/starlark/error.h"

namespace kval::modules {

// `name[:password]@` of a URL, decoded.
struct UrlUser {
  std::string name;
  std::optional<std::string> password;

  std::string Text() const;
};

// A URL or a relative reference as parsed by Go's net/url: [scheme:][//[user@]host][/path][?query][#fragment]
// or scheme:opaque[?query][#fragment].
struct UrlReference {
  // Fails with Go's words: parse "http://[::1": missing ']' in host.
  static starlark::Outcome<UrlReference> Parse(std::string_view text);

  // Formats the URL; escapes of the input are kept if they are valid.
  std::string Text() const;
  // The host without port and without the brackets of an IPv6 address.
  std::string Hostname() const;

  std::string scheme;  // in lower case
  std::string opaque;
  std::optional<UrlUser> user;
  std::string host;         // with the port
  bool omits_host = false;  // `scheme:/path`, other than `scheme:///path`
  std::string path;         // decoded
  std::string raw_path;     // as written, when that differs from how `path` is escaped
  bool has_empty_query = false;
  std::string query;         // as written
  std::string fragment;      // decoded
  std::string raw_fragment;  // as raw_path
};

}  // namespace kval::modules
