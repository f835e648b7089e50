#pragma once

#include <string_view>
#include <vector>

#include "src/driver/input_summary.h"
#include "src/driver/inputs/inputs.h"

// Which schema in a directory is for which files there.
namespace kval::driver {

// Returns whether a schema validates the values of a file by their names: `app.schema.json` or `app.k` those
// of `app.yaml` next to it; `values.schema.json`, `schema.yml` and `main.k` those of `values.yaml`,
// `values-prod.yaml` and `envs/prod.yaml` there or below.
bool IsPairedByName(std::string_view schema, std::string_view values);

// Removes from `summary.values` the files in directories that no schema of the summary is for, and returns
// them. A schema that was found in a directory is for the files that are paired with it by name; if it is the
// only schema, also for a single file next to it, or, called `schema`, for all files next to it. It is not
// for files that name another schema, files of tools, and manifests that it is not next to. A schema that the
// user named is for all files but those of tools, and manifests that it is not next to or above.
std::vector<InputFile> TakeFilesOfOthers(InputSummary& summary);

// Whether `stem` (`prod`) is a usual name of a file with the values of one environment.
bool IsEnvironmentName(std::string_view stem);

// Whether a directory contains annotated data values of several environments, by the names of the files.
// They are alternatives: one set with all of them would merge them.
bool HasEnvironments(const InputSummary& summary);

}  // namespace kval::driver
