#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/limits.h"
#include "src/value/value.h"

namespace kval::kcl::run {

// The content of a settings file (`-Y`); absent settings are unset.
struct Settings {
  struct Named {
    std::string path;
    source::Span at;
    std::string module_root;  // of the settings file
  };
  std::vector<Named> files;
  std::vector<std::string> selectors;
  std::vector<std::string> overrides;
  std::optional<std::string> output;
  std::optional<bool> strict_range, disable_none, sort_keys, show_hidden;
  std::map<std::string, Named> externals;
  std::vector<std::pair<std::string, const value::Value*>> options;  // kcl_options, in order
};

// Reads a settings file, which takes precedence over `settings`: `kcl_cli_configs` and `kcl_options`. Errors:
// reports and returns false if the file is invalid. Replaces a leading `${KCL_MOD}` in paths by
// `module_root`.
bool LoadSettings(const std::string& path, std::string_view module_root, source::SourceMap& sources,
                  source::FileReader& reader, const Limits& limits, Arena& arena, Settings& settings,
                  diag::Emitter& emitter);

}  // namespace kval::kcl::run
