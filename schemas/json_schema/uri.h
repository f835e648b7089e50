#pragma once

#include <string>
#include <string_view>

// URIs and URI references of schemas (RFC 3986). They are compared literally; nothing is downloaded.
namespace kval::schemas::json_schema {

// Resolves `reference` against `base` (RFC 3986, 5.2). Keeps the fragment.
std::string ResolveUri(std::string_view base, std::string_view reference);

// WithoutFragment returns the part before `#`; FragmentOf returns the part after it, with escapes such as
// `%41` decoded.
std::string_view WithoutFragment(std::string_view uri);
std::string FragmentOf(std::string_view uri);
bool HasFragment(std::string_view uri);
// Returns whether the URI has a scheme: `https:`, `urn:`.
bool IsAbsolute(std::string_view uri);

// Decodes percent-encoding: `a%20b`.
std::string PercentDecoded(std::string_view text);

}  // namespace kval::schemas::json_schema
