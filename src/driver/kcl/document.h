#pragma once

#include <string_view>

#include "schemas/kcl/kcl_schema.h"
#include "src/check/checker.h"
#include "src/diag/emitter.h"
#include "src/support/limits.h"
#include "src/types/model.h"
#include "src/value/scalar_resolve.h"
#include "src/value/value.h"

namespace kval::driver {

// The checks of one document against a KCL schema, the same for `check` and `vet`: shape as the model says
// it, attributes that the program computes, rules.
class KclDocument {
 public:
  // `first` selects the type: the schema or a list of it. `other_schema` describes how to select another
  // schema: the hint if a key belongs to one.
  KclDocument(const schemas::kcl::KclSchema& schema, const types::Model& model, const value::Value* first,
              const schemas::kcl::Judging& judging, value::Dialect dialect, const Limits& limits,
              std::string_view other_schema, diag::Emitter& emit);

  types::TypeId type() const { return type_; }
  check::Worker& worker() { return worker_; }

  // Completes values before further merging. Reports violations that later layers cannot fix.
  const value::Value* CheckLayer(const value::Value& values);
  // The same of the layer that comes last, whose check is left to CheckLast.
  const value::Value* CompleteLayer(const value::Value& values);
  // CheckShape of `values`, with `layer` as the last layer. Violations of the layer alone are searched only
  // if the whole is invalid.
  const value::Value* CheckLast(const value::Value& layer, const value::Value& values, bool may_lack);
  // Returns the final values with computed attributes. Reports missing keys only if none may be missing.
  const value::Value* CheckShape(const value::Value& values, bool may_lack);
  void CheckRules(const value::Value& values);

 private:
  void CheckPart(const value::Value& complete);

  // Adds the name of the schema to findings about unknown keys of the document.
  class ChoiceSink final : public diag::Sink {
   public:
    ChoiceSink(const schemas::kcl::KclSchema& schema, std::string_view hint, diag::Emitter& emit)
        : schema_(schema), hint_(hint), emit_(emit) {}
    void Consume(diag::Diagnostic finding) override;

   private:
    const schemas::kcl::KclSchema& schema_;
    std::string_view hint_;
    diag::Emitter& emit_;
  };

  const schemas::kcl::KclSchema& schema_;
  const types::Model& model_;
  schemas::kcl::Judging judging_;
  types::TypeId type_;
  check::Options shape_;
  check::Worker worker_;
  ChoiceSink sink_;
  diag::Emitter shape_faults_;
  diag::Emitter& emit_;
};

// A whole document is shown by where it begins.
source::Span BeginOf(const value::Value& document);

}  // namespace kval::driver
