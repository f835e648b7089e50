#pragma once

#include <string_view>

#include "schemas/kcl/kcl_schema.h"
#include "src/check/validation_state.h"
#include "src/diag/emitter.h"
#include "src/findings/report_violations.h"
#include "src/support/limits.h"
#include "src/types/model.h"
#include "src/value/scalar_resolve.h"
#include "src/value/value.h"

namespace kval::driver {

// Checks one document against a KCL schema, for `check` and `vet`: shape by the model, computed attributes,
// rules.
class KclDocument {
 public:
  // `first` selects the type: the schema or a list of it. `other_schema` describes how to select another
  // schema: the hint if a key belongs to one.
  KclDocument(const schemas::kcl::KclSchema& schema, const types::Model& model, const value::Value* first,
              const schemas::kcl::ValidationContext& validating, value::Dialect dialect, const Limits& limits,
              std::string_view other_schema, diag::Emitter& emit);

  types::TypeId type() const { return type_; }
  check::ValidationState& worker() { return worker_; }

  // Completes values before further merging. Reports violations that later layers cannot fix.
  const value::Value* CheckLayer(const value::Value& values);
  // The same for the last layer, which CheckLast checks.
  const value::Value* CompleteLayer(const value::Value& values);
  // CheckShape of `values`, with `layer` as the last layer. Violations of the layer alone are searched only
  // if the whole is invalid.
  const value::Value* CheckLast(const value::Value& layer, const value::Value& values,
                                bool may_be_incomplete);
  // Returns the final values with computed attributes. Reports missing keys only if none may be missing.
  const value::Value* CheckShape(const value::Value& values, bool may_be_incomplete);
  void CheckRules(const value::Value& values);

 private:
  void CheckPart(const value::Value& complete);

  // Adds the name of the schema to findings about unknown keys of the document.
  class SchemaChoiceSink final : public diag::Sink {
   public:
    SchemaChoiceSink(const schemas::kcl::KclSchema& schema, std::string_view hint, diag::Emitter& emit)
        : schema_(schema), hint_(hint), emit_(emit) {}
    void Consume(diag::Diagnostic finding) override;

   private:
    const schemas::kcl::KclSchema& schema_;
    std::string_view hint_;
    diag::Emitter& emit_;
  };

  const schemas::kcl::KclSchema& schema_;
  const types::Model& model_;
  schemas::kcl::ValidationContext validating_;
  types::TypeId type_;
  findings::ReportOptions shape_;
  check::ValidationState worker_;
  SchemaChoiceSink sink_;
  diag::Emitter shape_violations_;
  diag::Emitter& emit_;
};

// Returns the start of a document, the location of findings about the whole document.
source::Span BeginOf(const value::Value& document);

}  // namespace kval::driver
