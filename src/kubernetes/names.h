#pragma once

#include <string>
#include <string_view>

// Rules for names that are not formats (src/formats). Each returns the reason why a string is invalid, or
// empty.
namespace kval::kubernetes {

// Checks a format by name: one of src/formats, or `csi-driver`, `http-header`, `path-segment`, `signer`,
// `variable`.
std::string GetNameError(std::string_view format, std::string_view text);

// Checks a domain with a path, `example.com/name`: apimachinery, pkg/util/validation, IsDomainPrefixedPath.
// `longest` is in bytes.
std::string GetDomainPathError(std::string_view text, size_t longest);

// Returns the prefix of a name for validation where it may end in `-`: apimachinery, pkg/api/validation,
// maskTrailingDash.
std::string TrimTrailingDash(std::string_view prefix);

// Checks a segment of a URL path: apimachinery, pkg/api/validation/path, IsValidPathSegmentName.
std::string GetPathSegmentError(std::string_view text);

// Checks the name of a CEL variable: pkg/apis/admissionregistration/validation, isCELIdentifier.
std::string GetVariableNameError(std::string_view text);

// Returns why a string is not the name of a signer of certificates, `example.com/name`; empty if it is one.
std::string GetSignerNameError(std::string_view text);

// Returns why a string is not the name of a ClusterTrustBundle for a signer, which may be empty; empty if it
// is.
std::string GetTrustBundleNameError(std::string_view text, std::string_view signer);

}  // namespace kval::kubernetes
