#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "src/check/validation_state.h"
#include "src/diag/collector.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::driver {

struct Session;

// Finds rule violations by values of a file that a later layer replaces. The merged result is valid, so these
// are warnings about the file alone. Values of a wrong type are not included: they are reported when the
// shape is checked after each layer (annotated YAML, KCL).
//
// Only scalars and arrays are checked, because a later file may add missing keys to a map.
class ShadowedViolations {
 public:
  // `type`: the type of the values; by default the model's root.
  ShadowedViolations(const types::Model& model, Session& session)
      : ShadowedViolations(model, model.root().type, session) {}
  ShadowedViolations(const types::Model& model, types::TypeId type, Session& session)
      : model_(model), type_(type), session_(session) {}
  // Copies the state of `below`. `session` shares its files.
  ShadowedViolations(const ShadowedViolations& below, Session& session)
      : model_(below.model_),
        type_(below.type_),
        session_(session),
        found_(below.found_),
        seen_(below.seen_) {}

  // Checks the layers up to `document`, a file. `current` is their merged and completed result. `worker` is
  // charged.
  void Look(const value::Value& current, source::Span document, check::ValidationState& worker);
  // The same for a schema that is not evaluated after each layer: `check` reports every violation, including
  // violations of the shape, which are not reported elsewhere.
  void RecordAllShadowed(const value::Value& current, source::Span document,
                         const std::function<void(diag::Emitter&)>& check);
  // Reports the violations by values that are not part of `last`, the result of all layers.
  void Report(const value::Value& last) const;

 private:
  struct ShadowedViolation {
    diag::Diagnostic error;
    const value::Value* value;
  };

  void Keep(const value::Value& current, source::Span document, const diag::Diagnostic& error);

  const types::Model& model_;
  types::TypeId type_;
  Session& session_;
  std::vector<ShadowedViolation> found_;
  std::set<std::pair<uint32_t, diag::Kind>> seen_;  // locations in files, with the violations
};

}  // namespace kval::driver
