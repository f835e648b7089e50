#pragma once

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
  std::vector<std::string> open;  // parts that accept any value, and why, for messages
};

struct InferRequest {
  std::vector<std::string> paths;  // files and directories
  std::string language = "ytt";    // `ytt`, `kcl` or `json-schema`
  std::string draft = "7";         // of a JSON Schema: the newest that every Helm takes
  bool with_enumerations = false;
  yaml::DuplicateKeys duplicates = yaml::DuplicateKeys::kError;
};

// Infers a schema that accepts the values in the files. Errors: reports in `session` and returns nullopt if a
// file cannot be read or no file has values.
std::optional<InferredSchema> InferSchema(const InferRequest& request, driver::Session& session,
                                          source::FileReader& reader);

// `kval schema infer FILE…`: writes a schema that the values in the files fit. `app` is the subcommand.
RunCommand DeclareSchemaInfer(CommandApp& app);

}  // namespace kval::cli
