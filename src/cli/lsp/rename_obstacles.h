#pragma once

#include <string>

#include "src/cli/lsp/key_places.h"
#include "src/project/related_files.h"

namespace kval::cli {

// Returns why a key cannot be renamed: a place that kval does not change may use its name. Empty if it can.
// `files`: by absolute paths; those that `places` has no text of are not examined.
std::string FindRenameObstacle(const KeyPlaces& places, const project::RelatedFiles& files);

// The same for a certain new name.
std::string FindNameObstacle(const KeyPlaces& places, const std::string& new_name);

// Returns the new name as the old one is written: with its quotes, or with quotes if it needs them.
std::string SpellName(std::string_view written, const std::string& new_name, PlaceKind kind);

}  // namespace kval::cli
