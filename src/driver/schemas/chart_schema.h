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

// A schema that a chart has beside values.schema.json, in a language that Helm does not know: annotated YAML
// or a JSON Schema in values.schema.yml, KCL in files of the chart's folder. It judges the chart's part of
// the values as `kval check` judges a file: laid over its own defaults.
class ChartSchema {
 public:
  // Null when there is none that can be used, which was reported in `session`; that one must live as long.
  static std::unique_ptr<const ChartSchema> OfYaml(const source::SourceFile& text,
                                                   const std::map<std::string, std::string>& locations,
                                                   source::FileReader& reader, Session& session);
  // Of the chart's KCL files, which are one package.
  static std::unique_ptr<const ChartSchema> OfKcl(const helm::Chart& chart, source::FileReader& reader,
                                                  Session& session);

  // What is wrong with the values. Of keys that Helm itself puts among them, `global` and those of
  // subcharts, only those are judged that the schema declares. `session` is the one of the schema and must
  // not grow meanwhile.
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
