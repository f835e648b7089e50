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

// Finds rules that a file's values violate before a later layer replaces them. The result is valid, so these
// are warnings; but the file alone is wrong. Values of a wrong type are already reported where the shape is
// checked after each layer (annotated YAML, KCL).
//
// Only scalars and arrays are checked, because a later file may add missing keys to a map.
class HiddenFaults {
 public:
  // `type` is the type of the values: by default the model's root.
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

  // `current` is the completed result of the layers up to that of `document`, a file. `worker` is charged.
  void Look(const value::Value& current, source::Span document, check::Worker& worker);
  // The same for a schema that is not evaluated after each layer: `check` reports every violation, including
  // shape, and nothing else reported them.
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
  std::set<std::pair<uint32_t, diag::Kind>> seen_;  // locations in files, with the violations
};

}  // namespace kval::driver
