#pragma once

#include <string>
#include <vector>

#include "src/check/fault.h"
#include "src/check/options.h"
#include "src/check/worker.h"
#include "src/diag/emitter.h"
#include "src/types/model.h"

namespace kval::check {

// Words for what a check found wrong. A fault at a place where one of its kind was reported before is left
// out.
class FaultWords {
 public:
  FaultWords(const types::Model& model, const Options& options, Worker& worker, diag::Emitter& emit)
      : model_(model), options_(options), worker_(worker), emit_(emit) {}

  void Report(const Fault& fault);

 private:
  // The literals that a value of the type may be, while they may be compared with it.
  std::vector<const value::Value*> ComparedLiterals(const types::Type& type);
  // UnitedRecord of the type; those of one map are asked in a row.
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

// A rule that does not hold, or that broke.
// `document` is where the schema declares the whole document, if that is what the rule is about. Which listed
// value was meant is said as long as the budget, where there is one, allows comparing them.
void ReportRule(const Fault& fault, diag::Emitter& emit, source::Span document = {},
                Budget* budget = nullptr);

// What is wrong by an assertion over types.
void ReportAssertion(const Fault& fault, const types::Model& model, Worker& worker, diag::Emitter& emit);

}  // namespace kval::check
