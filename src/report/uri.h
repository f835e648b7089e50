#pragma once

#include <string>
#include <string_view>

namespace kval::report {

// Returns a file name as a URI reference (RFC 3986, RFC 8089): `/` separates segments, other reserved or
// non-ASCII bytes are percent-encoded, an absolute path gets the scheme `file`.
std::string UriOf(std::string_view path);

// The same for a path relative to an absolute directory, with `.` and `..` resolved: `envs/../schema.yml` in
// /srv/shop is `file:///srv/shop/schema.yml`.
std::string AbsoluteUri(std::string_view path, std::string_view directory);

}  // namespace kval::report
