#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "src/driver/findings/file_verdict.h"
#include "src/driver/libraries/library.h"
#include "src/driver/options.h"
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
  // Null when there is none that can be used, which was reported in `session`; that one must live as long.
  static std::unique_ptr<const ChartSchema> OfYaml(const source::SourceFile& text,
                                                   const std::map<std::string, std::string>& locations,
                                                   source::FileReader& reader, Session& session);
  // Of the chart's KCL files, which are one package.
  static std::unique_ptr<const ChartSchema> OfKcl(const helm::Chart& chart, source::FileReader& reader,
                                                  Session& session);

  // Validates the values. Of keys that Helm adds, `global` and subcharts, only declared ones are validated.
  // `session` is the schema's and must not grow meanwhile.
  FileVerdict Judge(const value::Value& values, const std::set<std::string, std::less<>>& of_helm,
                    const Session& session) const;

 private:
  ChartSchema(const std::map<std::string, std::string>& locations, Session& session);

  bool Keep(CompiledSet compiled, Session& session);
  bool Declares(std::string_view key) const;
  const value::Value* Judged(const value::Value& values, const std::set<std::string, std::less<>>& of_helm,
                             Session& session) const;

  Options options_;
  types::Model& model_;
  Library library_;
  std::unique_ptr<LibraryFile> file_;
  std::unique_ptr<SetSchema> schema_;
  bool is_shareable_ = false;
};

}  // namespace kval::driver
