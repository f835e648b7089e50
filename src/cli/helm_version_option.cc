#include "src/cli/helm_version_option.h"

#include "src/cli/usage.h"

namespace kval::cli {

void AddHelmVersion(CommandApp& app, std::string& version, const std::string& where) {
  app.add_option("--helm-version", version, where + "the Helm version to follow: 3 or 4")
      ->capture_default_str();
}

bool ReadHelmVersion(const std::string& text, helm::Version& version, std::string& message) {
  version = text == "4" ? helm::Version::kHelm4 : helm::Version::kHelm3;
  return IsChoice("--helm-version", text, {"3", "4"}, message);
}

}  // namespace kval::cli
