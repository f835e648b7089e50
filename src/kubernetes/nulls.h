#pragma once

#include "src/diag/emitter.h"
#include "src/support/arena.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// What null means to the API server. kBuiltin: what is not there; in a list or a map the zero of its type
// (Go's decoder). kCustom: what is not there, where the schema does not allow null and the value is no item
// of a list (apiextensions-apiserver, pkg/apiserver/schema/defaulting/prunenulls.go).
enum class Nulls : uint8_t { kBuiltin, kCustom };

// The value without the nulls that mean nothing. A null of a required key stays, so that it is what is
// reported. What has none is shared.
const value::Value* WithoutNulls(const value::Value& value, types::TypeId type, const types::Model& model,
                                 Nulls nulls, Arena& arena);

// Findings about a map that was written with nulls which mean nothing: shows them, for who reads the map sees
// keys that the finding takes to be missing. A key that is wanted and written with null is what is pointed
// at.
class NullsShown final : public diag::Sink {
 public:
  // `judged` is `written` without such nulls.
  NullsShown(const value::Value& written, const value::Value& judged, diag::Emitter& emit)
      : written_(written), judged_(judged), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;

 private:
  const value::Value& written_;
  const value::Value& judged_;
  diag::Emitter& emit_;
};

}  // namespace kval::kubernetes
