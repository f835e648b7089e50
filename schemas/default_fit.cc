#include "schemas/default_fit.h"

#include "src/check/checker.h"
#include "src/diag/collector.h"
#include "src/diag/emitter.h"

namespace kval::schemas {

bool DefaultFits(const value::Value& value, types::TypeId type, const types::Model& model) {
  if (value.kind == value::Kind::kNull) {
    return true;
  }
  check::Options options;
  options.partial = true;
  diag::Collector unread;
  diag::Emitter silent(&unread);
  check::Worker worker;
  return check::CheckShape(value, type, model, options, worker, silent);
}

}  // namespace kval::schemas
