#pragma once

#include <map>
#include <memory>
#include <string>

#include "src/diag/path.h"
#include "src/driver/session.h"
#include "src/helm/chart.h"
#include "src/helm/context.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::driver {

// Judges values by the values.schema.json of a chart and of every chart below it, each with its own part, as
// Helm does: formats are asserted where Helm asserts them, references lead nowhere on the disk or the net.
class HelmJudge {
 public:
  HelmJudge(const std::map<std::string, std::string>& schema_locations, helm::Context& context,
            Session& session)
      : schema_locations_(schema_locations), context_(context), session_(session) {}

  // `at`: where the chart's values stand in those of the root.
  void Judge(const helm::Chart& chart, const value::Value& values, const diag::Path& at);
  // By this chart's schema only.
  void JudgeAlone(const helm::Chart& chart, const value::Value& values, const diag::Path& at = {});

 private:
  void TellUnasked(const helm::Chart& chart);
  const types::Model* ModelOf(const helm::ChartFile& schema);
  std::unique_ptr<types::Model> Compile(const helm::ChartFile& schema);
  std::unique_ptr<types::Model> Lower(const value::Value& schema, const std::string& uri,
                                      bool asserts_formats);
  const value::Value* Read(const helm::ChartFile& schema);
  bool IsValid(const value::Value& schema);

  const std::map<std::string, std::string>& schema_locations_;
  helm::Context& context_;
  Session& session_;
  std::map<const helm::ChartFile*, std::unique_ptr<types::Model>> models_;  // null: it cannot be used
  std::map<std::string, std::unique_ptr<types::Model>> meta_models_;        // of drafts, by their URI
};

}  // namespace kval::driver
