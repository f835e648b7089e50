#pragma once

#include <string>

#include "schemas/conversion_warnings.h"
#include "src/support/arena.h"
#include "src/types/model.h"

namespace kval::schemas::ytt {

// How extensions of ytt's annotations are reported. ytt rejects or ignores them; kReported also reports them
// as losses.
enum class ExtensionReporting { kListed, kReported };
// Writes the model as a schema document in annotated YAML (`#@data/values-schema`): one document, indented by
// two spaces, with each node's annotations above it in the order of ytt's documentation.
//
// Reading the result gives a model with the same dump, except for parts reported to `losses`, which are
// replaced by a comment. Extensions are used only for features that ytt does not support; a comment at the
// top lists them. Recursive types end in `any=True`.
std::string WriteSchema(const types::Model& model, Arena& arena, ConversionWarnings& losses,
                        ExtensionReporting extensions = ExtensionReporting::kListed);

}  // namespace kval::schemas::ytt
