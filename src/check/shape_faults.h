#pragma once

#include <string>
#include <vector>

#include "src/check/checker.h"
#include "src/diag/emitter.h"
#include "src/types/model.h"

namespace kval::check {

// A value with what is needed to talk about it.
struct Place {
  const value::Value* key;  // the key that holds the value, or null
  const value::Value* value;
  const diag::Path* path;
};

// The wording of shape diagnostics, apart from the finding of them.
class ShapeFaults {
 public:
  ShapeFaults(const types::Model& model, const Options& options, Poisoned& poisoned, diag::Emitter& emit)
      : model_(model), options_(options), poisoned_(poisoned), emit_(emit) {}

  void Mismatch(const Place& at, types::TypeId id, const types::Type& type);
  // `reasons` say why the members do not fit.
  void NoArm(const Place& at, types::TypeId id, const types::Type& type,
             const std::vector<std::string>& reasons);
  // Returns the field that was most likely meant, or null.
  const types::Field* UnknownKey(const Place& parent, const value::Value& key, const types::Type& type,
                                 const types::Record& record);
  void MissingKey(const Place& parent, const types::Field& field);
  void KeyCount(const Place& parent, const types::KeyRule& rule, int64_t count);

 private:
  std::string QuoteHint(const value::Value& value, const types::Type& type) const;

  const types::Model& model_;
  const Options& options_;
  Poisoned& poisoned_;
  diag::Emitter& emit_;
};

}  // namespace kval::check
