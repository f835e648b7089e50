#include "src/cli/project_flags.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "src/cli/command_app.h"
#include "src/cli/input_options.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"
#include "src/support/edit_distance.h"
#include "src/support/substitute.h"

namespace kval::cli {
namespace {

// Returns the first option that reads files outside of the project, or null.
const char* Refused(const InputOptions& inputs) {
  const std::pair<bool, const char*> kRefused[] = {
      {!inputs.files.empty(), "-f"},
      {!inputs.as.empty(), "--as"},
      {!inputs.values_files.empty(), "--data-values-file"},
      {!inputs.env.empty(), "--data-values-env"},
      {!inputs.env_yaml.empty(), "--data-values-env-yaml"},
      {!inputs.value_file.empty(), "--data-value-file"},
      {!inputs.set_file.empty(), "--set-file"},
      {!inputs.stdin_filename.empty(), "--stdin-filename"},
      {!inputs.reading.limits.empty(), "--limit"},
      {!inputs.reading.link_destinations.empty(), "--allow-symlink-destination"},
      {inputs.reading.any_link, "--dangerous-allow-all-symlink-destinations"},
  };
  const auto* found =
      std::find_if(std::begin(kRefused), std::end(kRefused), [](const auto& one) { return one.first; });
  return found == std::end(kRefused) ? nullptr : found->second;
}

// The option that the first of the words that is none most likely meant, or nothing.
std::string NearestFlag(const CommandApp& app, const std::vector<std::string>& words) {
  const std::vector<std::string_view> names = app.LongNames();
  for (const std::string& word : words) {
    const std::string name = word.starts_with("--") ? word.substr(2, word.find('=') - 2) : std::string();
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) {
      const std::string_view nearest = Nearest(name, names);
      return nearest.empty() ? std::string() : "--" + std::string(nearest);
    }
  }
  return {};
}

// Resolves directories in flags relative to the working directory; returns false if one is outside of the
// project.
bool Settle(const project::ProjectLocation& location, std::map<std::string, std::string>& directories,
            std::string& message) {
  source::DiskFileReader reader;
  for (auto& [name, directory] : directories) {
    const std::optional<std::string> inside = project::Normalized(directory);
    const std::string named = inside ? location.FromHere(*inside) : std::string();
    if (!inside || (reader.RealPath(named).ok() && !source::IsBelow(reader, named, location.root()))) {
      message = Substitute("`{}` leads out of the project", directory);
      return false;
    }
    directory = named;
  }
  return true;
}

}  // namespace

bool ReadProjectFlags(const std::vector<std::string>& words, const project::ProjectLocation& location,
                      const ProcessEnvironment& environment, driver::DriverOptions& options,
                      std::string& message) {
  CommandApp app({}, {}, words);
  app.set_help_flag();
  InputOptions inputs;
  AddInputOptions(app, inputs, false);
  const ParsedWords parsed = app.Parse(words);
  if (!parsed.is_good) {
    message = Substitute("the flags mean nothing: {}", parsed.message);
    const std::string nearest = NearestFlag(app, words);
    message += nearest.empty() ? "" : "; did you mean " + nearest + "?";
    return false;
  }
  if (const char* name = Refused(inputs)) {
    message = Substitute("{} is not allowed in the flags of a project file", name);
    return false;
  }
  const driver::DriverOptions base = options;
  if (!ToDriverOptions(inputs, environment, options, message)) {
    return false;
  }
  options.limits = base.limits;
  options.link_destinations = base.link_destinations;
  options.has_dialect = base.has_dialect || options.has_dialect;
  options.strict_yaml = base.strict_yaml || options.strict_yaml;
  options.warn_ambiguous = base.warn_ambiguous || options.warn_ambiguous;
  options.unchecked = base.unchecked;
  return Settle(location, options.externals, message) && Settle(location, options.schema_locations, message);
}

}  // namespace kval::cli
