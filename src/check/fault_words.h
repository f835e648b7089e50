#pragma once

#include <string>
#include <vector>

#include "src/check/fault.h"
#include "src/check/options.h"
#include "src/check/worker.h"
#include "src/diag/emitter.h"
#include "src/types/model.h"

namespace kval::check {

// Renders violations as diagnostics. Omits a violation if one of its kind was reported at the location.
class FaultWords {
 public:
  FaultWords(const types::Model& model, const Options& options, Worker& worker, diag::Emitter& emit)
      : model_(model), options_(options), worker_(worker), emit_(emit) {}

  void Report(const Fault& fault);

 private:
  // The literals that a value of the type may be, while they may be compared with it.
  std::vector<const value::Value*> ComparedLiterals(const types::Type& type);
  // UnitedRecord of the type, cached for consecutive violations of one map.
  const types::Record& United(types::TypeId type);
  void Mismatch(const Fault& fault);
  void NoArm(const Fault& fault);
  void UnknownKey(const Fault& fault);
  void MissingKey(const Fault& fault);
  void KeyCount(const Fault& fault);
  void BrokenKeyRule(const Fault& fault);

  // What to write instead, and the repair that does so.
  void Advise(const value::Value& value, const types::Type& type, diag::Builder& builder);

  const types::Model& model_;
  const Options& options_;
  Worker& worker_;
  diag::Emitter& emit_;
  size_t looked_at_ = 0;  // by ShowHolders
  types::TypeId united_of_;
  types::Record united_;
};

// Reports a rule that failed or could not be evaluated. `document` is the schema's declaration of the
// document if the rule is about it. Suggests a listed value while the budget, if any, permits comparisons.
void ReportRule(const Fault& fault, diag::Emitter& emit, source::Span document = {},
                Budget* budget = nullptr);

// Reports a violated assertion over types.
void ReportAssertion(const Fault& fault, const types::Model& model, Worker& worker, diag::Emitter& emit);

}  // namespace kval::check
