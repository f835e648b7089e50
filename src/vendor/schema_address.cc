#include "src/vendor/schema_address.h"

#include <algorithm>

#include "src/support/ascii.h"
#include "src/support/ascii_text.h"
#include "src/support/sha256.h"

namespace kval::vendor {
namespace {

constexpr std::string_view kHttps = "https://";
constexpr std::string_view kHttp = "http://";
constexpr size_t kLongestComponent = 100;
constexpr size_t kDigestLength = 8;

std::string_view WithoutScheme(std::string_view address) {
  address.remove_prefix(address.starts_with(kHttps) ? kHttps.size() : kHttp.size());
  return address;
}

std::string_view AuthorityOf(std::string_view address) {
  const std::string_view rest = WithoutScheme(address);
  return rest.substr(0, rest.find_first_of("/?#"));
}

// A component of a path that is a plain name in every file system.
std::string PlainName(std::string_view component) {
  std::string name;
  for (const char c : component.substr(0, kLongestComponent)) {
    const bool is_plain = IsAlnum(c) || c == '-' || c == '.' || c == '_';
    name += is_plain ? c : '_';
  }
  const bool has_only_dots = name.find_first_not_of('.') == std::string::npos;
  return has_only_dots ? "_" : name;
}

}  // namespace

bool IsAddress(std::string_view path) {
  return path.starts_with(kHttps) || path.starts_with(kHttp);
}

bool IsLoopbackHttp(std::string_view address) {
  if (!address.starts_with(kHttp)) {
    return false;
  }
  const std::string_view authority = AuthorityOf(address);
  const std::string_view host = authority.starts_with('[') ? authority.substr(0, authority.find(']') + 1)
                                                           : authority.substr(0, authority.find(':'));
  return host == "127.0.0.1" || host == "localhost" || host == "[::1]";
}

std::string RefusalOf(std::string_view address) {
  const bool is_printable =
      std::all_of(address.begin(), address.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (!IsAddress(address) || !is_printable || AuthorityOf(address).empty()) {
    return "it is not the address of a schema";
  }
  if (AuthorityOf(address).find('@') != std::string_view::npos) {
    return "it contains credentials";
  }
  return address.starts_with(kHttps) || IsLoopbackHttp(address) ? "" : "only https is permitted";
}

std::string FileOfAddress(std::string_view address, bool is_json) {
  const std::string_view rest = WithoutScheme(address);
  const size_t query = std::min(rest.find_first_of("?#"), rest.size());
  std::string file;
  for (size_t begin = 0; begin < query;) {
    const size_t end = std::min(rest.find('/', begin), query);
    if (end > begin) {
      file += (file.empty() ? "" : "/") + PlainName(rest.substr(begin, end - begin));
    }
    begin = end + 1;
  }
  if (query < rest.size()) {
    file += "-" + Sha256Hex(address).substr(0, kDigestLength);
  }
  const std::string lower = LowerCased(file);
  const bool has_ending = lower.ends_with(".json") || lower.ends_with(".yaml") || lower.ends_with(".yml");
  return has_ending ? file : file + (is_json ? ".json" : ".yaml");
}

}  // namespace kval::vendor
