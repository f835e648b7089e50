#include "schemas/default_fit.h"

#include "src/check/checker.h"
#include "src/diag/collector.h"
#include "src/diag/emitter.h"

namespace kval::schemas {

namespace {

bool Fits(const value::Value& value, types::TypeId type, const types::Model& model,
          const check::Options& options) {
  diag::Collector unread;
  diag::Emitter silent(&unread);
  check::Worker worker;
  return check::CheckShape(value, type, model, options, worker, silent);
}

}  // namespace

bool DefaultFits(const value::Value& value, types::TypeId type, const types::Model& model) {
  check::Options options;
  options.partial = true;
  return value.kind == value::Kind::kNull || Fits(value, type, model, options);
}

bool ExampleFits(const value::Value& value, types::TypeId type, const types::Model& model) {
  return Fits(value, type, model, {});
}

}  // namespace kval::schemas
