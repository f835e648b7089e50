#pragma once

#include <string>

#include "schemas/losses.h"
#include "src/support/arena.h"
#include "src/types/model.h"

namespace kval::schemas::ytt {

// The model as a schema document in annotated YAML (`#@data/values-schema`): one document, two spaces of
// indentation, each node's annotations above it in the order in which ytt's documentation has them.
//
// Reading the text back gives a model that dumps alike, but for what was reported to `losses`; a comment
// stands in its place. Extensions of ytt's annotations are used only for what ytt cannot say, and are named
// in a comment at the top. Recursive types end in `any=True`. The text is not read back here: the caller's
// tests do.
// The preamble lists the extensions of annotated YAML that it uses; ytt refuses or ignores them, which
// kReported reports as a loss.
enum class Extensions { kListed, kReported };
std::string WriteSchema(const types::Model& model, Arena& arena, Losses& losses,
                        Extensions extensions = Extensions::kListed);

}  // namespace kval::schemas::ytt
