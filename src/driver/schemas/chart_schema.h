#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "src/driver/driver_options.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/libraries/library.h"
#include "src/driver/schemas/front_end.h"
#include "src/driver/session.h"
#include "src/helm/chart.h"
#include "src/source/file_reader.h"
#include "src/source/source_file.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::driver {

// A schema of a chart in a language that Helm does not support: annotated YAML or a JSON Schema in
// values.schema.yml, or KCL files in the chart's directory. Validates the chart's values as `kval check`
// does: applied to the schema's defaults.
class ChartSchema {
 public:
  // Compiles a schema in YAML. Errors: reports to `session`, which must outlive the result, and returns null.
  static std::unique_ptr<const ChartSchema> OfYaml(const source::SourceFile& text,
                                                   const std::map<std::string, std::string>& locations,
                                                   source::FileReader& reader, Session& session);
  // Compiles the chart's KCL files, which form one package.
  static std::unique_ptr<const ChartSchema> OfKcl(const helm::Chart& chart, source::FileReader& reader,
                                                  Session& session);

  // Validates the values. Of keys that Helm adds, `global` and subcharts, only declared ones are validated.
  // `session` is the schema's and must not grow meanwhile.
  FileResult Validate(const value::Value& values, const std::set<std::string, std::less<>>& of_helm,
                      const Session& session) const;

 private:
  ChartSchema(const std::map<std::string, std::string>& locations, Session& session);

  bool Keep(CompiledSet compiled, Session& session);
  bool Declares(std::string_view key) const;
  const value::Value* ValidatedValues(const value::Value& values,
                                      const std::set<std::string, std::less<>>& of_helm,
                                      Session& session) const;

  DriverOptions options_;
  types::Model& model_;
  Library library_;
  std::unique_ptr<LibraryFile> file_;
  std::unique_ptr<SetSchema> schema_;
  bool is_shareable_ = false;
};

}  // namespace kval::driver
