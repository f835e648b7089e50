#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "schemas/json_schema/messages.h"
#include "src/diag/path.h"
#include "src/driver/helm/findings.h"
#include "src/driver/schemas/chart_schema.h"
#include "src/driver/session.h"
#include "src/helm/chart.h"
#include "src/helm/context.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::driver {

// Validates values by every schema of a chart and its subcharts, each with its part. values.schema.json as in
// Helm: formats asserted where Helm asserts them, no references to files or the network. Schemas that Helm
// does not support as in chart_schema.h.
class HelmJudge {
 public:
  HelmJudge(const std::map<std::string, std::string>& schema_locations, const ValuesOrigin& origin,
            helm::Context& context, Session& session)
      : schema_locations_(schema_locations), origin_(origin), context_(context), session_(session) {}

  // `at`: the path of the chart's values in the root's.
  void Judge(const helm::Chart& chart, const value::Value& values, const diag::Path& at);
  // By this chart's values.schema.json only.
  void JudgeAlone(const helm::Chart& chart, const value::Value& values, const diag::Path& at = {});

  const Told& told() const { return told_; }

 private:
  void JudgeByOthers(const helm::Chart& chart, const value::Value& values, const diag::Path& at);
  void CompileOthers(const helm::Chart& chart, std::vector<std::unique_ptr<const ChartSchema>>& schemas);
  const types::Model* ModelOf(const helm::ChartFile& schema);
  const types::Model* Compile(const helm::ChartFile& schema);
  const types::Model* Lower(const value::Value& schema, const std::string& uri, bool asserts_formats,
                            schemas::json_schema::Messages* messages);
  const value::Value* Read(const helm::ChartFile& schema);
  bool IsUtf16(const helm::ChartFile& schema) const;
  bool IsValid(const value::Value& schema);

  const std::map<std::string, std::string>& schema_locations_;
  const ValuesOrigin& origin_;
  helm::Context& context_;
  Session& session_;
  std::map<const helm::ChartFile*, const types::Model*> models_;  // null: it cannot be used
  std::map<std::string, const types::Model*> meta_models_;        // of drafts, by their URI
  std::map<const helm::ChartFile*, schemas::json_schema::Messages> messages_;
  Told told_;
  bool is_beyond_ = false;  // a limit of the run was exceeded and reported
};

}  // namespace kval::driver
