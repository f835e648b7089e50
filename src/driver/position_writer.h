#pragma once

#include <string>
#include <vector>

#include "src/driver/libraries/library_execution.h"

namespace kval::driver {

// Appends documents with the location of every node, one node per line (`-o pos`):
//   `config.yml:5 |   clients:`.
// Source: ytt pkg/yamlmeta/file_position_printer.go.
void WritePositions(const std::vector<RenderedDocument>& documents, const Session& session, std::string& out);

}  // namespace kval::driver
