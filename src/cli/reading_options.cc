#include "src/cli/reading_options.h"

#include <optional>

#include "src/cli/command_app.h"

namespace kval::cli {

void AddReadingOptions(CommandApp& app, ReadingOptions& options) {
  const std::string group = "What is read";
  app.add_option("--limit", options.limits,
                 "NAME=VALUE: change a limit (`kval explain limits` lists them); may be repeated")
      ->allow_extra_args(false)
      ->group(group);
  app.add_option("--allow-symlink-destination", options.link_destinations,
                 "PATH: file or directory that links inside an input directory may refer to; may be repeated")
      ->allow_extra_args(false)
      ->group(group);
  app.add_flag("--dangerous-allow-all-symlink-destinations", options.any_link,
               "follow all links inside input directories")
      ->group(group);
}

bool ReadLimits(const ReadingOptions& options, Limits& limits, std::string& message) {
  for (const std::string& text : options.limits) {
    if (const std::optional<std::string> error = SetLimit(limits, text); error.has_value()) {
      message = *error;
      return false;
    }
  }
  return true;
}

std::vector<std::string> LinkDestinations(const ReadingOptions& options) {
  std::vector<std::string> destinations = options.link_destinations;
  if (options.any_link) {
    destinations.emplace_back("/");
  }
  return destinations;
}

}  // namespace kval::cli
