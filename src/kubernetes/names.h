#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Rules for names that are not formats (src/formats). Each returns the reason why a string is invalid, or
// empty.
namespace kval::kubernetes {

// Checks a format by name: one of src/formats, or of the table in names.cc, which field_rules.tsv refers to.
std::string GetNameError(std::string_view format, std::string_view text);

// Returns the prefix of a name for validation where it may end in `-`: apimachinery, pkg/api/validation,
// maskTrailingDash.
std::string TrimTrailingDash(std::string_view prefix);

// Checks a segment of a URL path: apimachinery, pkg/api/validation/path, IsValidPathSegmentName.
std::string GetPathSegmentError(std::string_view text);

// Returns why a string is not the name of a ClusterTrustBundle for a signer, which may be empty; empty if it
// is.
std::string GetTrustBundleNameError(std::string_view text, std::string_view signer);

// Returns the number of a percentage, which may have leading zeros; nullopt for other strings.
std::optional<int64_t> PercentOf(std::string_view text);

// Formats of field_rules.tsv for paths, addresses and names of hosts (paths.cc).
std::string GetAddressOfWebhookError(std::string_view text);
std::string GetAppArmorProfileError(std::string_view text);
std::string GetHostPortsError(std::string_view text);
std::string GetIngressPathError(std::string_view text);
std::string GetIngressPathEndError(std::string_view text);
std::string GetInitiatorError(std::string_view text);
std::string GetParentError(std::string_view text);
std::string GetPathInVolumeError(std::string_view text);
std::string GetPathOfWebhookError(std::string_view text);
std::string GetRelativePathError(std::string_view text);
std::string GetUrlPathError(std::string_view text);
// A path below the kubelet's directory.
std::string GetLocalProfileError(std::string_view text);
// Domains that names are looked for in; underscores, and the dot alone, are allowed from 1.33 on.
std::string GetSearchDomainError(std::string_view text);
// A host of an Ingress, which may begin with a wildcard, or an address.
std::string GetTlsHostError(std::string_view text);
// A domain that may end in a dot.
std::string GetDomainError(std::string_view text);

// Checks a schedule of a CronJob without a time zone, as github.com/robfig/cron/v3 ParseStandard reads it
// (cron_job.cc).
std::string GetScheduleError(std::string_view text);

}  // namespace kval::kubernetes
