#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "schemas/json_schema/custom_messages.h"
#include "src/diag/path.h"
#include "src/driver/helm/chart_findings.h"
#include "src/driver/schemas/chart_schema.h"
#include "src/driver/session.h"
#include "src/helm/chart.h"
#include "src/helm/context.h"
#include "src/helm/final_values.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::driver {

// Validates values by every schema of a chart and its subcharts, each with its part. values.schema.json as in
// Helm: formats asserted where Helm asserts them, no references to files or the network. Schemas that Helm
// does not support as in chart_schema.h.
class ChartValidator {
 public:
  // `mode`: of `helm lint`, a schema that only Helm downloads is an error. `as_helm`: only by schemas that
  // Helm supports.
  ChartValidator(const std::map<std::string, std::string>& schema_locations, const ValuesInputs& origin,
                 helm::HelmOperation mode, bool as_helm, helm::HelmContext& context, Session& session)
      : schema_locations_(schema_locations),
        origin_(origin),
        mode_(mode),
        as_helm_(as_helm),
        context_(context),
        session_(session) {}

  // `at`: the path of the chart's values in the root's.
  void Validate(const helm::Chart& chart, const value::Value& values, const diag::Path& at);
  // Validates by this chart's values.schema.json only.
  void ValidateOwnSchema(const helm::Chart& chart, const value::Value& values, const diag::Path& at = {});

  const ReportedFindings& reported() const { return reported_; }

 private:
  void ValidateOtherSchemas(const helm::Chart& chart, const value::Value& values, const diag::Path& at);
  void CompileOtherSchemas(const helm::Chart& chart,
                           std::vector<std::unique_ptr<const ChartSchema>>& schemas);
  const types::Model* ModelOf(const helm::ChartFile& schema);
  const types::Model* Compile(const helm::ChartFile& schema);
  const types::Model* Lower(const value::Value& schema, const std::string& uri, bool asserts_formats,
                            schemas::json_schema::CustomMessages* messages);
  const value::Value* Read(const helm::ChartFile& schema);
  bool IsUtf16(const helm::ChartFile& schema) const;
  bool IsValid(const value::Value& schema);

  const std::map<std::string, std::string>& schema_locations_;
  const ValuesInputs& origin_;
  const helm::HelmOperation mode_;
  const bool as_helm_;
  helm::HelmContext& context_;
  Session& session_;
  std::map<const helm::ChartFile*, const types::Model*> models_;  // null: it cannot be used
  std::map<std::string, const types::Model*> meta_models_;        // of drafts, by their URI
  std::map<const helm::ChartFile*, schemas::json_schema::CustomMessages> messages_;
  ReportedFindings reported_;
  bool is_limit_exceeded_ = false;  // a limit of the run was exceeded and reported
};

}  // namespace kval::driver
