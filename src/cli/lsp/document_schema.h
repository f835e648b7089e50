#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "src/api/schema_info.h"
#include "src/cli/lsp/open_document.h"
#include "src/cli/override_reader.h"
#include "src/driver/check_plan.h"
#include "src/driver/compiled_schema.h"
#include "src/driver/driver_options.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::cli {

// The schema that validates a document, which need not be open: that of its plan (document_plan.h). Changes
// the working directory.
class DocumentSchema {
 public:
  // `opened` and `path` must outlive this.
  DocumentSchema(const OpenDocuments& opened, const std::string& path, const ProcessEnvironment& environment)
      : text_(opened, path, environment) {}

  // Compiles the schema, if there is one that can be used.
  void Compile();
  // Compiles the schema of JSON patches (RFC 6902).
  void CompileJsonPatch();
  // Compiles the schemas of data values for a template: those of its project, or of its directory.
  void CompileDataValues();
  // Whether a schema was compiled. Resources have none: their kind describes them.
  bool is_compiled() const { return validator_ != nullptr; }

  // The compiled schema. Requires: is_compiled().
  const driver::CompiledSchema& validator() const { return *validator_; }

  // Describes the value at a byte of a text that the schema validates. Requires that Compile was called.
  api::SchemaInfo MeaningAt(std::string_view text, size_t at,
                            api::SchemaInfoUse use = api::SchemaInfoUse::kHover);
  // Returns a file of the schema by its name; null if there is none.
  const source::SourceFile* FileOf(std::string_view name) const;

  // Calls `use` with the planned check of the document, if there is one.
  using UsePlan = std::function<void(driver::PlannedCheck check, driver::InputFileReader& files)>;
  void WithPlan(const UsePlan& use);

  OpenDocument& document() { return text_; }
  const Limits& limits() const { return options_.limits; }
  // The files of the plan. Requires that Compile was called and planned a check.
  driver::InputFileReader& files() { return *files_; }
  // The planned check; without documents before Compile.
  const driver::PlannedCheck& check() const { return check_; }

 private:
  std::optional<driver::PlannedCheck> Plan(driver::InputFileReader& files);
  void CompileOwnSchema(std::string_view name);
  void CompileOwnSchema();
  bool OpenFiles(const TextOverrides& strings);
  void CompileInputs();
  void CompileByFileName();
  void CompileDirectory();

  OpenDocument text_;
  driver::DriverOptions options_;
  driver::PlannedCheck check_;
  TextOverrides own_schema_;
  std::optional<source::DiskFileReader> disk_;
  std::optional<OverrideReader> reader_;
  std::optional<driver::InputFileReader> files_;
  std::unique_ptr<driver::Session> session_;
  std::unique_ptr<const driver::CompiledSchema> validator_;
};

}  // namespace kval::cli
