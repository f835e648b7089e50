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

}  // namespace kval::check
