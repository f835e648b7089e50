#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/cli/lsp/key_places.h"
#include "src/cli/lsp/open_document.h"
#include "src/lsp/schema_query.h"
#include "src/source/file_reader.h"
#include "src/support/result.h"

namespace kval::cli {

// Finds the places of a global name of KCL (a variable, schema, mixin, protocol, rule or type alias) in all
// files of the package of the document. Returns a failure if the position has no such name. For a rename:
// also the obstacles, of which some depend on the new name.
Result<KeyPlaces> FindKclPlaces(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                const ProcessEnvironment& environment);

// Returns why KCL does not allow a new name in place of another; empty if it does.
std::string FindKclNameObstacle(std::string_view name, std::string_view new_name);

// Returns the files of the module around the directory of a package that may name something of the package,
// by their paths: KCL files in other directories, settings files and project files.
std::vector<std::string> FindOtherKclFiles(source::FileReader& reader, const std::string& directory);

}  // namespace kval::cli
