#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "src/helm/version.h"
#include "src/support/limits.h"
#include "src/value/scalar_resolve.h"

namespace kval::driver {

// The use of an input. kAuto: decided by its content (roles.h).
enum class InputRole : uint8_t { kAuto, kSchema, kValues, kOverlay, kTemplate };

// An argument of `-f`: a file, a directory, or "-" for standard input. `rel=path` sets another name.
struct InputPath {
  std::string path;
  std::string name;  // empty: the path
  InputRole role = InputRole::kAuto;
};

enum class FlagKind : uint8_t {
  kValuesFile,  // --data-values-file
  kEnv,         // --data-values-env
  kEnvYaml,     // --data-values-env-yaml
  kValue,       // --data-value, -v, --set-string: always a string
  kValueYaml,   // --data-value-yaml
  kValueFile,   // --data-value-file, --set-file
  kSet,         // --set: Helm's path syntax, Helm's types
  kSetString,   // --set-string: Helm's path syntax, always a string
  kSetJson,     // --set-json
  kSetLiteral,  // --set-literal: with the profile of Helm only
};

// A data value given on the command line. Applied after all `-f` documents, by kind in the order of the
// enumerators, within a kind in the order given (ytt cmd/template/data_values.go).
struct FlagValue {
  FlagKind kind;
  std::string flag;  // as written, for places in diagnostics: "--data-value"
  std::string text;  // "key=value", a path, a prefix
};

// The report for inputs that are neither schema nor values.
enum class UncheckedPolicy : uint8_t { kSilent, kNote, kError };

struct DriverOptions {
  std::vector<InputPath> inputs;
  std::vector<FlagValue> flags;
  // "NAME=value"; null: none. Only --data-values-env reads it.
  std::shared_ptr<const std::vector<std::string>> environment;

  Limits limits;
  std::vector<std::string> link_destinations;  // --allow-symlink-destination

  value::Dialect dialect = value::Dialect::kYtt;
  bool has_dialect = false;     // requested explicitly; otherwise values for KCL schemas are read as KCL does
  bool as_helm = false;         // plain values and flags are merged by Helm's rules (helm/layer.h)
  bool strict_yaml = false;     // ytt -s
  bool warn_ambiguous = false;  // KV120-122
  bool yaml_cpp_reader = false;  // --yaml-reader yaml-cpp
  bool validate = true;          // false: --dangerous-data-values-disable-validation
  bool ignore_unknown_comments = false;
  bool implicit_map_key_overrides = false;
  // KCL: the schema of a module, and the attribute for the data.
  std::string schema_name;
  std::string schema_choice = "`--schema-name` names another";  // how another one is chosen
  std::string attribute_name = "value";
  std::map<std::string, std::string> externals;         // external packages: name, path
  std::string schema_draft;                             // --schema-draft: where no `$schema` names one
  std::map<std::string, std::string> schema_locations;  // --schema-location: directories by prefixes of URIs
  bool json_values = false;                             // plain files of values are JSON and nothing more
  // Name files like ytt, relative to the `-f` argument that contains them, instead of by path.
  bool ytt_names = false;
  bool locations_by_path = false;  // but in places by their path
  // `kval render`: files that hold neither schemas nor values are templates or output, never values.
  bool renders = false;
  std::vector<std::string> file_marks;  // --file-mark
  std::string stdin_name;               // what standard input is called; empty: <stdin>
  std::string directory;  // the working directory: absolute paths below it are shown relative to it
  UncheckedPolicy unchecked = UncheckedPolicy::kSilent;
  bool notes_missing_values = false;  // a note reports that a schema is named without values
  bool evaluates_templates = false;   // next to annotated schemas, instead of reporting them as unchecked
  bool validates_schema_like_files =
      false;                             // documents that look like other schemas are validated themselves
  bool definitions_are_schemas = false;  // CustomResourceDefinitions validate a set without another schema
  helm::Version helm_version = helm::Version::kHelm3;  // --helm-version
  bool infer = false;                     // --infer: validate by a chart's own defaults and templates too
  bool manifests = true;                  // false: --no-manifests: of a chart, the values alone
  bool yaml_only = false;                 // --yaml-only: files are read as YAML and nothing more
  std::vector<std::string> chart_caches;  // as KubernetesOptions
};

}  // namespace kval::driver
