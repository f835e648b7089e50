#pragma once

#include <cstdint>
#include <functional>
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
// wrong type need no such watch where the shape is checked after each layer (annotated YAML, KCL).
//
// Only scalars and arrays are judged: what a map lacks, a later file may well add.
class HiddenFaults {
 public:
  // `type` is what the values are to be: the model's root, if nothing else is said.
  HiddenFaults(const types::Model& model, Session& session)
      : HiddenFaults(model, model.root().type, session) {}
  HiddenFaults(const types::Model& model, types::TypeId type, Session& session)
      : model_(model), type_(type), session_(session) {}
  // Continues with what `below` found; `session` shares its files.
  HiddenFaults(const HiddenFaults& below, Session& session)
      : model_(below.model_),
        type_(below.type_),
        session_(session),
        found_(below.found_),
        seen_(below.seen_) {}

  // `current`, complete, is what the layers up to that of `document`, a file's, give. What the look costs,
  // `worker` pays.
  void Look(const value::Value& current, source::Span document, check::Worker& worker);
  // The same for a schema that is not asked after each layer: `check` reports every error of the values, of
  // shape too, and nobody else has reported them.
  void LookAtAll(const value::Value& current, source::Span document,
                 const std::function<void(diag::Emitter&)>& check);
  // `last` is what all layers give.
  void Report(const value::Value& last) const;

 private:
  struct Found {
    diag::Diagnostic fault;
    const value::Value* value;
  };

  void Keep(const value::Value& current, source::Span document, const diag::Diagnostic& fault);

  const types::Model& model_;
  types::TypeId type_;
  Session& session_;
  std::vector<Found> found_;
  std::set<std::pair<uint32_t, diag::Kind>> seen_;  // places in files, with what is wrong there
};

}  // namespace kval::driver
