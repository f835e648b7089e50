#include "src/cli/fetch_address.h"

#include <vector>

#include "src/cli/subprocess.h"
#include "src/vendor/schema_address.h"

namespace kval::cli {
namespace {

constexpr std::string_view kMarker = "\nkval-http-status=";
// The status after the marker has three digits.
constexpr size_t kTrailerLength = kMarker.size() + 3;

std::vector<std::string> Arguments(const std::string& address, const FetchOptions& options) {
  const bool is_loopback = vendor::IsLoopbackHttp(address);
  std::vector<std::string> words = {"curl",
                                    "--disable",
                                    "--silent",
                                    "--fail",
                                    "--globoff",
                                    "--location",
                                    "--proto",
                                    is_loopback ? "=http" : "=https",
                                    "--proto-redir",
                                    "=https",
                                    "--tlsv1.2",
                                    "--max-redirs",
                                    "5",
                                    "--connect-timeout",
                                    "20",
                                    "--max-time",
                                    "120",
                                    "--max-filesize",
                                    std::to_string(options.most_bytes),
                                    "--write-out",
                                    std::string(kMarker) + "%{http_code}"};
  if (is_loopback) {
    words.insert(words.end(), {"--noproxy", "*"});
  }
  if (options.uses_netrc) {
    words.emplace_back("--netrc-optional");
  }
  words.insert(words.end(), {"--url", address});
  return words;
}

// The meaning of an exit code of curl (its manual, "EXIT CODES").
std::string MeaningOf(int code, const std::string& http_status) {
  switch (code) {
    case 1:
      return "the server redirects to an address that is not https";
    case 5:
    case 6:
      return "the host is not found";
    case 7:
      return "the host does not accept the connection";
    case 22:
      return "the server answers with the status " + http_status;
    case 28:
      return "the server does not answer in time";
    case 35:
    case 51:
    case 60:
      return "the server has no valid certificate";
    case 47:
      return "the server redirects too often";
    case 63:
      return "the file is too large";
    default:
      return "curl failed with exit code " + std::to_string(code);
  }
}

Failure FailureOf(const std::string& address, const std::string& reason) {
  return Failure{"cannot fetch " + address + ": " + reason};
}

}  // namespace

Result<std::string> FetchAddress(const std::string& address, const FetchOptions& options) {
  const std::vector<std::string> words = Arguments(address, options);
  Subprocess curl;
  if (!curl.Start(words)) {
    return FailureOf(address, "no process can be started");
  }
  while (!curl.Take()) {
    if (curl.text().size() > options.most_bytes + kTrailerLength) {
      curl.Kill();
      return FailureOf(address, "the file is too large");
    }
  }
  if (curl.status() == Subprocess::kNotFound) {
    Failure failure = FailureOf(address, "curl is not installed");
    failure.hint = "install curl, which `kval vendor` runs";
    return failure;
  }
  std::string text = curl.text();
  const bool has_trailer = text.size() >= kTrailerLength &&
                           text.compare(text.size() - kTrailerLength, kMarker.size(), kMarker) == 0;
  const std::string http_status = has_trailer ? text.substr(text.size() - 3) : std::string();
  if (curl.status() != 0) {
    return FailureOf(address, MeaningOf(curl.status().value_or(-1), http_status));
  }
  if (!has_trailer) {
    return FailureOf(address, "curl did not report the status");
  }
  text.resize(text.size() - kTrailerLength);
  return text;
}

}  // namespace kval::cli
