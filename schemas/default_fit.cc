#include "schemas/default_fit.h"

#include "src/check/fits.h"
#include "src/check/validation_state.h"
#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/findings/report_violations.h"

namespace kval::schemas {

namespace {

bool Fits(const value::Value& value, types::TypeId type, const types::Model& model,
          const findings::ReportOptions& options) {
  diag::Collector unread;
  diag::Emitter silent(&unread);
  check::ValidationState worker;
  return findings::ReportShapeViolations(value, type, model, options, worker, silent);
}

}  // namespace

bool DefaultMatchesType(const value::Value& value, types::TypeId type, const types::Model& model) {
  findings::ReportOptions options;
  options.partial = true;
  return value.kind == value::Kind::kNull || Fits(value, type, model, options);
}

bool ExampleMatchesType(const value::Value& value, types::TypeId type, const types::Model& model) {
  return Fits(value, type, model, {});
}

}  // namespace kval::schemas
