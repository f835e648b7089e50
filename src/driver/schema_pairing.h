#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/driver/input_summary.h"
#include "src/driver/inputs/inputs.h"

// Which of the files in directories a schema there is for.
namespace kval::driver {

// Returns whether a schema validates the values of a file by their names: `app.schema.json` or `app.k` those
// of `app.yaml` next to it; `values.schema.json`, `schema.yml` and `main.k` those of `values.yaml`,
// `values-prod.yaml` and `envs/prod.yaml` there or below.
bool IsPairedByName(std::string_view schema, std::string_view values);

// Removes from `summary.values` the files in directories that the schemas of the summary are not for, and
// returns them: files that name their schema, files of tools, manifests that no schema with their name is
// next to, and all other files with another name (IsPairedByName). A schema that the user named is for all
// files but files of tools, and manifests that it is not next to or above. A single schema is for a single
// file next to it, whatever its name.
std::vector<InputFile> TakeFilesOfOthers(InputSummary& summary);

// Returns the directories of ytt packages that the inputs consist of: each has a schema that is no overlay
// over another one, and all code is in one of them. Empty if there are fewer than two.
std::vector<std::string> IndependentPackages(const InputSummary& summary);

}  // namespace kval::driver
