#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kval::cel {

// A URL as parsed by Go's net/url: absolute, or a path that begins with `/`. All parts are views of `text`,
// which must outlive it.
struct Url {
  std::string_view text;
  std::string_view scheme;  // as written
  std::string_view user;    // as written, without `@`
  std::string_view host;    // with the port
  std::string_view path;    // as written; for `mailto:a@b` the part after the scheme
  std::string_view query;
  std::string_view fragment;
  bool is_opaque = false;  // the part after the scheme does not begin with `/`

  static std::optional<Url> Parse(std::string_view text, std::string* why);

  // Formats the URL with the scheme in lower case and with the necessary escapes.
  std::string Text() const;
  std::string Scheme() const;
  std::string Host() const;
  // Returns the host without port and without the brackets of an IPv6 address.
  std::string Hostname() const;
  std::string_view Port() const;
  std::string EscapedPath() const;
};

// Returns the next key and value of a query, decoded, and removes them from `rest`.
std::optional<std::pair<std::string, std::string>> NextOfQuery(std::string_view& rest);

}  // namespace kval::cel
