#include "src/driver/schemas/published_schema.h"

#include <algorithm>
#include <string>

#include "src/vendor/schema_address.h"

namespace kval::driver {
namespace {

bool IsHostOrBelow(std::string_view host, std::string_view domain) {
  return host == domain || (host.ends_with(domain) && host[host.size() - domain.size() - 1] == '.');
}

// RFC 2606, RFC 6762 and RFC 9476: names that no public site has.
bool IsPrivateHost(std::string_view host) {
  constexpr std::string_view kPrivate[] = {"example.com", "example.org", "example.net", "example",  "test",
                                           "invalid",     "localhost",   "local",       "internal", "alt"};
  return std::ranges::any_of(kPrivate, [&](std::string_view domain) { return IsHostOrBelow(host, domain); });
}

bool IsPublicAddress(std::string_view uri) {
  const size_t scheme = uri.find("://");
  if (scheme == std::string_view::npos ||
      (uri.substr(0, scheme) != "http" && uri.substr(0, scheme) != "https")) {
    return false;
  }
  uri.remove_prefix(scheme + 3);
  const std::string_view host = uri.substr(0, uri.find_first_of(":/?#"));
  return host.find('.') != std::string_view::npos && !IsPrivateHost(host);
}

bool IsOfDependency(std::string_view path) {
  constexpr std::string_view kDirectories[] = {"node_modules", "vendor", "third_party"};
  for (size_t begin = 0; begin < path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    if (end < path.size() &&
        std::ranges::find(kDirectories, path.substr(begin, end - begin)) != std::end(kDirectories)) {
      return true;
    }
    begin = end + 1;
  }
  return false;
}

}  // namespace

bool IsPublishedSchema(const value::Value& root, std::string_view path, source::FileReader& reader) {
  if (root.kind == value::Kind::kMapping) {
    for (const std::string_view key : {"$id", "id"}) {
      const value::Value* id = value::Find(root, key);
      if (id != nullptr && id->kind == value::Kind::kString && IsPublicAddress(id->raw)) {
        return true;
      }
    }
  }
  return vendor::IsAddress(path) || IsOfDependency(path) ||
         (path.starts_with('/') && !source::IsBelow(reader, std::string(path), "."));
}

}  // namespace kval::driver
