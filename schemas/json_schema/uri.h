#pragma once

#include <string>
#include <string_view>

// Names of schemas: URIs and URI references (RFC 3986). Compared literally; nothing is downloaded.
namespace kval::schemas::json_schema {

// What `reference` means in a document whose base is `base` (RFC 3986, 5.2). The fragment is kept.
std::string ResolveUri(std::string_view base, std::string_view reference);

// The part before `#`, and the part behind it with `%41` decoded.
std::string_view WithoutFragment(std::string_view uri);
std::string FragmentOf(std::string_view uri);
bool HasFragment(std::string_view uri);
// Whether it names a scheme: `https:`, `urn:`.
bool IsAbsolute(std::string_view uri);

// Decodes `a%20b`.
std::string PercentDecoded(std::string_view text);

}  // namespace kval::schemas::json_schema
