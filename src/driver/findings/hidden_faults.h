#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "src/check/checker.h"
#include "src/diag/collector.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::driver {

struct Session;

// Rules that a file's own values break before a later layer replaces them. The end result is right, so these
// are warnings; but the file alone is wrong, and the day the later one goes away nobody knows. Values of the
// wrong type need no such watch: the shape is checked after each layer.
//
// Only scalars and arrays are judged: what a map lacks, a later file may well add.
class HiddenFaults {
 public:
  // `type` is what the values are to be: the model's root, if nothing else is said.
  HiddenFaults(const types::Model& model, Session& session)
      : HiddenFaults(model, model.root().type, session) {}
  HiddenFaults(const types::Model& model, types::TypeId type, Session& session)
      : model_(model), type_(type), session_(session) {}

  // `current`, complete, is what the layers up to that of `document`, a file's, give. What the look costs,
  // `worker` pays.
  void Look(const value::Value& current, source::Span document, check::Worker& worker);
  // `last` is what all layers give.
  void Report(const value::Value& last) const;

 private:
  struct Found {
    diag::Diagnostic fault;
    const value::Value* value;
  };

  const types::Model& model_;
  types::TypeId type_;
  Session& session_;
  std::vector<Found> found_;
  std::set<std::pair<uint32_t, diag::Kind>> seen_;  // places in files, with what is wrong there
};

}  // namespace kval::driver
