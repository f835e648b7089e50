#include "src/check/fits.h"

#include "src/check/validator.h"

namespace kval::check {

bool Fits(const value::Value& value, types::TypeId type, const types::Model& model, ValidationState& worker) {
  return Validator(model, worker, {}, nullptr).Fits(ValueCursor::Document(value), type);
}

bool Fits(const value::Value& value, types::TypeId type, const types::Model& model) {
  ValidationState worker;
  return Fits(value, type, model, worker) && !worker.IsExhausted() && !worker.IsTooDeep();
}

bool IsValid(const value::Value& value, types::TypeId type, const types::Model& model,
             ValidationState& worker) {
  worker.BeginRun(type);
  const ValidationResult result =
      Validator(model, worker, {}, nullptr).Run(ValueCursor::Document(value), type);
  return result.holds && !result.is_recovered && !result.is_tainted && !worker.IsExhausted() &&
         !worker.IsTooDeep();
}

}  // namespace kval::check
