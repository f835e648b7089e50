#pragma once

#include <string>
#include <string_view>

// Rules for names that are not formats (src/formats). Each returns the reason why a string is invalid, or
// empty.
namespace kval::kubernetes {

// A domain and a path, `example.com/name`: apimachinery, pkg/util/validation, IsDomainPrefixedPath. `longest`
// is in bytes.
std::string WhyNoDomainPath(std::string_view text, size_t longest);

// Returns the prefix of a name for validation where it may end in `-`: apimachinery, pkg/api/validation,
// maskTrailingDash.
std::string WithoutDashAtEnd(std::string_view prefix);

// A part of a URL's path: apimachinery, pkg/api/validation/path, IsValidPathSegmentName.
std::string WhyNoPathSegment(std::string_view text);

// The name of a variable of CEL: pkg/apis/admissionregistration/validation, isCELIdentifier.
std::string WhyNoVariable(std::string_view text);

}  // namespace kval::kubernetes
