#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/reading_options.h"
#include "src/driver/driver_options.h"

namespace kval::cli {

// The options for inputs and data values, shared by check, values and render.
struct InputOptions {
  ReadingOptions reading;
  std::vector<std::string> files;
  std::vector<std::string> as;
  std::vector<std::string> values_files, env, env_yaml, value, value_yaml, value_file;
  std::vector<std::string> set, set_string, set_file, set_json, set_literal;
  std::string profile;  // empty: by the schema's language
  std::string helm_version = "3";
  std::string yaml_reader = "kval";
  std::string schema_draft;
  std::vector<std::string> schema_locations;
  std::string schema_name, attribute_name = "value", input_format = "yaml";
  std::vector<std::string> externals;
  std::string stdin_filename;
  bool strict = false;
  bool infer = false;
  bool no_manifests = false;
  bool no_validation = false;
  bool ignore_unknown_comments = false;
  bool implicit_map_key_overrides = false;
  bool warn_ambiguous = false;
};

// Returns whether `-` occurs at most once among paths and `NAME=PATH` pairs; otherwise sets the message.
bool ReadsStandardInputOnce(std::initializer_list<const std::vector<std::string>*> paths,
                            std::string& message);

// `short_strict`: whether `-s` means --strict, as in ytt.
void AddInputOptions(CommandApp& app, InputOptions& options, bool short_strict);

// Converts the options for the driver. Returns false and sets `message` if an option is invalid.
bool ToDriverOptions(const InputOptions& options, const ProcessEnvironment& environment,
                     driver::DriverOptions& out, std::string& message);

}  // namespace kval::cli
