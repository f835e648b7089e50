#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"
#include "src/yaml/document.h"

namespace kval::cli {

struct InferredSchema {
  std::string text;
  std::vector<std::string> open;  // what stays open, and why: notes for people
};

struct InferRequest {
  std::vector<std::string> paths;  // files and directories
  std::string language = "ytt";    // `ytt`, `kcl` or `json-schema`
  std::string draft = "7";         // of a JSON Schema: the newest that every Helm takes
  bool with_enumerations = false;
  yaml::DuplicateKeys duplicates = yaml::DuplicateKeys::kError;
};

// A schema that the values in the files fit. Nothing when one cannot be read or none holds values, which is
// reported in `session`.
std::optional<InferredSchema> InferSchema(const InferRequest& request, driver::Session& session,
                                          source::FileReader& reader);

// `kval schema infer FILE…`: writes a schema that the values in the files fit. `app` is the subcommand.
std::function<int(const Environment&, Output&)> DeclareSchemaInfer(CommandApp& app);

}  // namespace kval::cli
